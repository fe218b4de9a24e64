import Catalog

extension AdoptionText {
  /// The schema of a collection's table, where that is not the one of another's.
  func schema(
    of collection: AdoptionDraft.Collection,
    beside other: AdoptionDraft.Collection
  ) -> String? {
    let schema = collection.table.schema ?? survey.schema
    return schema == other.table.schema ?? survey.schema ? nil : schema
  }

  /// A collection in one line, without what somebody should read or decide.
  func line(_ collection: AdoptionDraft.Collection) -> String {
    func list(_ items: [String]) -> String {
      "[\(items.map(YAMLText.scalar).joined(separator: ", "))]"
    }
    let table = collection.table
    var keys = [
      "table: \(YAMLText.scalar(table.name))", "key: \(list(table.key))",
      "label: \(YAMLText.scalar(collection.label))", "show: \(list(collection.show))",
    ]
    if let schema = table.schema { keys.insert("schema: \(YAMLText.scalar(schema))", at: 0) }
    if !collection.personal.isEmpty { keys.append("personal: \(list(collection.personal))") }
    if !collection.touched.isEmpty { keys.append("touched: \(list(collection.touched))") }
    if let find = collection.find {
      keys.append("find: \(YAMLText.scalar(find))")
    } else if !collection.findPlain.isEmpty {
      keys.append("find_plain: \(list(collection.findPlain))")
    }
    if let visible = collection.visible {
      keys.append("visible: \(YAMLText.scalar(visible))")
      if let value = collection.hides { keys.append("hidden: \(YAMLText.quoted(value))") }
      keys.append("enforcement: column")
    }
    let parents = collection.parents.filter { !$0.isDoubted }.map { parent in
      "\(parent.name): {collection: \(parent.collection), columns: \(list(parent.columns))"
        + "\(Self.guessed(parent))}"
    }
    if !parents.isEmpty { keys.append("parents: {\(parents.joined(separator: ", "))}") }
    if collection.isLetter, let spec = collection.conversation(people: draft.people).spec {
      keys.append("conversation: \(spec)")
    }
    keys.append("erase: {\(erasureLine(collection))}")
    return "  \(collection.name): {\(keys.joined(separator: ", "))}"
  }

  private func erasureLine(_ collection: AdoptionDraft.Collection) -> String {
    func set(_ columns: [AdoptionColumn], _ collection: AdoptionDraft.Collection) -> String {
      let values = columns.map { "\(YAMLText.scalar($0.name)): \(Self.erased($0, collection))" }
      return "set: {\(values.joined(separator: ", "))}"
    }
    let isHalf = draft.halves.contains { $0.collection.name == collection.name }
    let columns = collection.erased(isPeople: isHalf)
    let tables = draft.traces(of: collection).map { trace in
      "{table: \(YAMLText.scalar(trace.collection.table.name)),"
        + (schema(of: trace.collection, beside: collection).map {
          " schema: \(YAMLText.scalar($0)),"
        } ?? "")
        + " of: [\(trace.of.map(YAMLText.scalar).joined(separator: ", "))],"
        + " \(set(trace.columns, trace.collection))}"
    }
    return
      ((columns.isEmpty ? [] : [set(columns, collection)])
      + (tables.isEmpty ? [] : ["tables: [\(tables.joined(separator: ", "))]"]))
      .joined(separator: ", ")
  }

  /// The one action on such a collection: what can be hidden is, anything can be remarked on.
  func actionLines(_ collection: AdoptionDraft.Collection) -> [String] {
    let name = collection.name
    let line =
      collection.visible == nil
      ? "  - {verb: note, collection: \(name)}"
      : "  - {verb: hide, collection: \(name),"
        + " effects: [{name: \(name), collection: \(name), hide: true}]}"
    return Self.tried(collection) + [line]
  }
}
