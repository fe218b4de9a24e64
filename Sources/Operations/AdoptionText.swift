import Catalog

/// Writes a draft as a catalog file.
struct AdoptionText {
  /// The guesses.
  let draft: AdoptionDraft
  /// Facts read from the schema.
  let survey: Adoption.Survey
  /// How bans are enforced; nil leaves it to the schema.
  let enforcement: AdoptionDraft.Enforcement?

  /// The file's text.
  func text() -> String {
    let (app, schema, owner, leftOut) = (survey.app, survey.schema, survey.owner, survey.leftOut)
    let major = draft.collections.filter { !$0.isMinor }
    let minor = draft.collections.filter(\.isMinor)
    var lines = [
      "# What Reeve may see and do of schema \(YAMLText.quoted(schema)):",
      "# a draft that `reeve adopt` derived from the database. Review and correct it, then run",
      "# `reeve catalog check FILE` and `reeve catalog apply FILE`. Labels and conditions are SQL",
      "# over the row t. `reeve catalog show --code FILE` prints the triggers, policies and functions",
      "# of the app that run whenever Reeve touches these tables; apply pins them.",
      "app: \(YAMLText.scalar(app))",
      "schema: \(YAMLText.scalar(schema))",
      "owner: \(YAMLText.scalar(owner))",
      "title: \(YAMLText.scalar(schema == "public" ? app : schema))",
      "",
      "collections:",
    ]
    for (index, collection) in major.enumerated() {
      if index > 0 { lines.append("") }
      lines += self.collection(collection)
    }
    if !minor.isEmpty {
      lines += [
        "",
        "  # The other tables, a line each. They have no search; `first` in FILE.answers names those",
        "  # that are described in full.",
      ]
      lines += minor.map(line)
    }
    lines +=
      ["", "actions:"] + major.flatMap { action($0) + deletion($0) } + minor.flatMap(actionLines)
    lines += [
      "",
      "# The clauses that actions cite. These two are placeholders: write your own terms. The",
      "# grace is how long rows that an action suspends can still be restored.",
      "policies:",
      "  terms:",
      "    title: Breach of the terms",
      "    clause: You may not use this service against its terms.",
      "    grace: 24h",
      "  abuse:",
      "    title: Abuse of other people",
      "    clause: You may not insult, threaten, harass or deceive others.",
      "    grace: 24h",
    ]
    lines += flags(major)
    if !leftOut.isEmpty {
      lines += ["", "# Left out:"]
      for table in leftOut {
        let remedy = table.remedy.map { "; \($0)" } ?? ""
        lines.append(
          "#   \(YAMLText.quoted(table.name)): \(YAMLText.inert((table.problem ?? "") + remedy))"
        )
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: collections

  private func collection(_ collection: AdoptionDraft.Collection) -> [String] {
    let table = collection.table
    var lines = ["  \(collection.name):"]
    func add(_ line: String) { lines.append("    \(line)") }
    if let comment = table.comment {
      add("# \(YAMLText.inert(comment.replacing("\n", with: " ")))")
    }
    if !table.children.isEmpty {
      let names = table.children.map(YAMLText.quoted).joined(separator: ", ")
      add("# It includes the rows of \(names), which inherit from it.")
    }
    if let schema = table.schema { add("schema: \(YAMLText.scalar(schema))") }
    add("table: \(YAMLText.scalar(table.name))")
    if !table.hasPrimaryKey { add("# No primary key; a unique index over NOT NULL columns.") }
    lines += Self.list("key", table.key)
    if let note = collection.labelNote { add("# \(YAMLText.inert(note)).") }
    add("label: \(YAMLText.scalar(collection.label))")
    lines += Self.list("show", collection.show)
    let doubted = Set(collection.doubts.map(\.column))
    let kept = collection.hidden.filter { !doubted.contains($0) }
    for (isSearch, why) in [
      (false, "secret by its name or values"), (true, "made for text search"),
    ] {
      let names = kept.filter { (table[column: $0]?.isTextSearch ?? false) == isSearch }
      if names.isEmpty { continue }
      add("# Not shown, as \(why): \(names.map(YAMLText.quoted).joined(separator: ", "))")
    }
    for doubt in collection.doubts {
      add(
        "# Is \(YAMLText.quoted(doubt.column)) a secret? It is not shown, because \(YAMLText.inert(doubt.why))."
      )
    }
    if !collection.personal.isEmpty {
      add("# Guessed by names and types, generously.")
      lines += Self.list("personal", collection.personal)
    }
    if let place = collection.place {
      let latitude = YAMLText.scalar(place.latitude)
      let alike =
        collection.alike.map { alike in
          ", alike: {same: \(YAMLText.scalar(alike.same)), within: 50, "
            + "name: \(YAMLText.scalar(alike.name))}"
        } ?? ""
      add("place: {latitude: \(latitude), longitude: \(YAMLText.scalar(place.longitude))\(alike)}")
    }
    if !collection.photos.isEmpty { lines += Self.list("photos", collection.photos) }
    if !collection.touched.isEmpty { lines += Self.list("touched", collection.touched) }
    if let find = collection.find {
      add("find: \(YAMLText.scalar(find))")
    } else if !collection.findPlain.isEmpty {
      let isIndexed = collection.findPlain.allSatisfy { table[column: $0]?.isIndexed == true }
      let note = isIndexed ? "" : "  # no index begins with it: `find` looks at 10,000 rows"
      let names = collection.findPlain.map(YAMLText.scalar).joined(separator: ", ")
      add("find_plain: [\(names)]\(note)")
    }
    lines += restriction(collection)
    if collection.name == draft.people { lines += recipient(collection) }
    lines += parents(collection)
    lines += conversation(collection)
    lines += more(collection)
    lines += numbers(collection)
    lines += erasure(collection)
    return lines
  }

  /// How messages are read that people write to each other.
  private func conversation(_ collection: AdoptionDraft.Collection) -> [String] {
    guard collection.isLetter else { return [] }
    let (spec, problem) = collection.conversation(people: draft.people)
    let lines = ["    # Private messages: masked and never searched."]
    if let spec { return lines + ["    conversation: \(spec)"] }
    return lines + ["    # Not a conversation: \(problem ?? "")."]
  }

  /// The erasure of personal columns of a row; other personal data is for those who know the app to
  /// add.
  private func erasure(_ collection: AdoptionDraft.Collection) -> [String] {
    let isPeople = collection.name == draft.people
    let isHalf = draft.halves.contains { $0.collection.name == collection.name }
    let columns = collection.erased(isPeople: isPeople || isHalf)
    let traces = draft.traces(of: collection)
    let halves = isPeople ? draft.halves : []
    guard !columns.isEmpty || !traces.isEmpty || !halves.isEmpty else {
      return ["    erase: {}  # nothing known"]
    }
    var lines = [
      "    # The row stays. Add other personal columns, tables with the person's rows, and what goes with them.",
      "    erase:",
    ]
    if !columns.isEmpty {
      lines.append("      set:")
      lines += columns.map { "        \(YAMLText.scalar($0.name)): \(Self.erased($0, collection))" }
    }
    if !traces.isEmpty { lines.append("      tables:") }
    for trace in traces {
      let of = trace.of.map(YAMLText.scalar).joined(separator: ", ")
      lines += [
        "        - table: \(YAMLText.scalar(trace.collection.table.name))"
      ]
      if let schema = schema(of: trace.collection, beside: collection) {
        lines.append("          schema: \(YAMLText.scalar(schema))")
      }
      lines += [
        "          of: [\(of)]",
        "          set:",
      ]
      lines += trace.columns.map {
        "            \(YAMLText.scalar($0.name)): \(Self.erased($0, trace.collection))"
      }
    }
    if !halves.isEmpty { lines.append("      with:") }
    lines += halves.map {
      "        - {collection: \($0.collection.name), via: \(YAMLText.scalar($0.via))}"
    }
    return lines
  }

  /// Returns the value of a column after an erasure, as a YAML scalar.
  static func erased(
    _ column: AdoptionColumn,
    _ collection: AdoptionDraft.Collection
  ) -> String {
    guard column.isRequired else { return "null" }
    if let value = column.values.first {
      return YAMLText.quoted("'" + value.replacing("'", with: "''") + "'")
    }
    if column.isText {
      // Another one for each row: it may have to be unique.
      if !Set(column.spoken).isDisjoint(with: ["email", "mail", "emails"]) {
        return YAMLText.quoted(
          "left('erased-' || replace(\(collection.keyText), ' ', '-') || '@example.invalid',"
            + " \(column.limitLength ?? 200))"
        )
      }
      return YAMLText.quoted(
        "left('erased ' || \(collection.keyText), \(column.limitLength ?? 200))"
      )
    }
    switch column.base {
    case "inet", "cidr": return YAMLText.quoted("'0.0.0.0'")
    case "macaddr", "macaddr8": return YAMLText.quoted("'00:00:00:00:00:00'")
    case "uuid": return YAMLText.quoted("'00000000-0000-0000-0000-000000000000'")
    case "bytea": return YAMLText.quoted("''")
    case "point": return YAMLText.quoted("'(0,0)'")
    case "hstore": return YAMLText.quoted("''")
    case "xml": return YAMLText.quoted("'<erased/>'")
    case "date", "timestamp", "timestamptz": return YAMLText.quoted("'1970-01-01'")
    case let base where base.hasPrefix("json"): return YAMLText.quoted("'{}'")
    case let base where base.hasPrefix("_"): return YAMLText.quoted("'{}'")
    default: return YAMLText.quoted("0")
    }
  }

  private func restriction(_ collection: AdoptionDraft.Collection) -> [String] {
    var lines: [String] = []
    func add(_ line: String) { lines.append("    \(line)") }
    let table = collection.table
    if collection.visible == nil, !collection.hidings.isEmpty {
      add("# The app's own state, which Reeve leaves alone unless you say that it hides a row:")
    }
    for own in collection.visible == nil ? collection.hidings : [] {
      let value = own.value.map { ", hidden: \(YAMLText.quoted($0))" } ?? ""
      add("# visible: \(YAMLText.inert(YAMLText.scalar(own.column)))\(value)")
    }
    if collection.visible != nil, let best = collection.hidings.first {
      let heeded = self.table(collection, best.column)?.heeded ?? 0
      let code =
        heeded == 0
        ? ""
        : heeded == 1
          ? ", and 1 view or function of the app uses it"
          : ", and \(heeded) views and functions of the app use it"
      let isAnswered =
        draft.answers.hidden[table.name] != nil && !draft.answers.kept.contains(table.name)
      add(
        "# \(isAnswered ? "As the answers have it" : "Guessed by name and type")\(code); enforced only if the app checks it."
      )
      for other in collection.hidings.dropFirst() {
        let value = other.value.map { ", hidden: \(YAMLText.quoted($0))" } ?? ""
        add("# Or is it visible: \(YAMLText.inert(YAMLText.scalar(other.column)))\(value)?")
      }
      add("visible: \(YAMLText.scalar(best.column))")
      if let value = best.value { add("hidden: \(YAMLText.quoted(value))") }
    }
    guard collection.name == draft.people else {
      if collection.visible != nil { add("enforcement: column") }
      return lines
    }
    let guards = draft.guards(of: collection, by: enforcement ?? .guard)
    if let enforcement, !guards.isEmpty {
      add("enforcement: \(enforcement.rawValue)")
      add("guards:")
      lines += guards.map { "      - \(Self.guarded($0))" }
    } else if collection.visible != nil {
      add("enforcement: column")
    } else {
      add("# Nothing in the schema enforces a ban: it is recorded, NOT enforced, and refused")
      add(
        "# without --record-only. Triggers can enforce it (row security: policy instead of guard):"
      )
      add("enforcement: none")
      if guards.isEmpty {
        add("# No table was found that says who wrote its rows.")
      } else {
        add("# enforcement: guard")
        add("# guards:")
        lines += guards.map { "    #   - \(Self.guarded($0))" }
      }
    }
    if !draft.unguarded.isEmpty {
      add("# Do these name the author of the row, or somebody it is about? They have no guard:")
      lines += draft.unguarded.map { "    #   - \(Self.guarded($0))" }
    }
    return lines
  }

  /// The language and the time zone of people, which make them those against whom strikes count.
  private func recipient(_ collection: AdoptionDraft.Collection) -> [String] {
    func value(_ names: Set<String>, or constant: String) -> String {
      let column = collection.table.columns.first {
        $0.isText && collection.show.contains($0.name) && names.contains($0.words.joined())
      }
      let text = column.map { "coalesce(nullif(t.\($0.ident), ''), '\(constant)')" }
      return YAMLText.quoted(text ?? "'\(constant)'")
    }
    let locale = value(["locale", "language", "lang", "preferredlanguage"], or: "en")
    let zone = value(["timezone", "tz"], or: "UTC")
    return [
      "    # Strikes count against these people, and `export person` exports their data. Notices use this",
      "    # language and this time zone.",
      "    recipient: {locale: \(locale), zone: \(zone)}",
    ]
  }

  private func table(_ collection: AdoptionDraft.Collection, _ name: String) -> AdoptionColumn? {
    collection.table[column: name]
  }

  static func guarded(_ table: AdoptionDraft.Guard) -> String {
    let actor = table.actor.map(YAMLText.scalar).joined(separator: ", ")
    return "{table: \(YAMLText.scalar(table.table)), actor: [\(actor)], writes: [insert]}"
  }

  private func parents(_ collection: AdoptionDraft.Collection) -> [String] {
    guard !collection.parents.isEmpty else { return [] }
    let isEmpty = collection.parents.allSatisfy(\.isDoubted)
    return ["    \(isEmpty ? "# " : "")parents:"]
      + collection.parents.flatMap { parent -> [String] in
        let columns = parent.columns.map(YAMLText.scalar).joined(separator: ", ")
        // A reference that is not firm is shown with its count, but no action depends on it.
        return
          (parent.guess.map { ["      # \(YAMLText.inert(confirmation($0, parent, collection)))"] }
          ?? [])
          + [
            "      \(parent.isDoubted ? "# " : "")\(parent.name):"
              + " {collection: \(parent.collection), columns: [\(columns)]\(Self.guessed(parent))}"
          ]
      }
  }

  /// Returns the evidence for a guessed reference, and how to confirm it.
  private func confirmation(
    _ told: String,
    _ parent: AdoptionDraft.Parent,
    _ collection: AdoptionDraft.Collection
  ) -> String {
    if parent.isFirm || parent.isDoubted { return told }
    return told
      + "; shown, and nothing acts by it until you confirm it in FILE.answers: references: {"
      + "\(YAMLText.scalar(collection.table.name)): [\(YAMLText.scalar(parent.columns[0]))]}"
  }

  /// The `guessed` key of a parent without a foreign key; empty for one that has it.
  static func guessed(_ parent: AdoptionDraft.Parent) -> String {
    parent.guess == nil ? "" : ", guessed: \(!parent.isConfirmed)"
  }

  private func more(_ collection: AdoptionDraft.Collection) -> [String] {
    var lines: [String] = []
    if let states = collection.states {
      let transitions = states.values.map { "\(YAMLText.scalar($0)): []" }.joined(separator: ", ")
      lines.append(
        "    # states: {column: \(YAMLText.scalar(states.column)), transitions: {\(transitions)}}"
      )
    }
    if !collection.search.isEmpty {
      let fields = Self.search(collection)
      let list = "search: {\(fields.joined(separator: ", "))}"
      if !collection.isSearched {
        lines.append("    # \(list)  # too little text to justify triggers on the table")
      } else if list.count <= 90 {
        lines.append("    \(list)")
      } else {
        lines.append("    search:")
        lines += fields.map { "      \($0)" }
      }
    }
    return lines
  }

  /// The keys of a collection's search.
  private static func search(_ collection: AdoptionDraft.Collection) -> [String] {
    func list(_ key: String, _ columns: [String]) -> String? {
      columns.isEmpty
        ? nil : "\(key): [\(columns.map(YAMLText.scalar).joined(separator: ", "))]"
    }
    let language =
      collection.languageColumn.map { "language: {column: \(YAMLText.scalar($0))}" }
      ?? collection.language.map { "language: \($0)" }
    return collection.search.compactMap { list($0.weight, $0.columns) }
      + [
        collection.popularity.map { "popularity: \(YAMLText.scalar($0))" },
        list("filters", collection.filters), list("facets", collection.facets), language,
      ].compactMap { $0 }
  }

  // MARK: actions

  /// The problems found when its actions were tried, as comments.
  static func tried(_ collection: AdoptionDraft.Collection) -> [String] {
    collection.tried.map { "  # Tried: \(YAMLText.inert($0))" }
  }

  private func action(_ collection: AdoptionDraft.Collection) -> [String] {
    let isBan = collection.name == draft.people
    let effects = draft.effects(on: collection, isBan: isBan)
    let name = collection.name
    // Verbs with the same effects, and those without any.
    let others =
      (isBan
        ? ["suspend, collection: \(name), effects_of: ban", "verify, collection: \(name)"]
        : ["delete, collection: \(name), window: 30d, effects_of: hide"])
      + ["note, collection: \(name)", "tag, collection: \(name)"]
    let rest = others.map { "  - {verb: \($0)}" }
    let tried = Self.tried(collection)
    if effects.count == 1, !isBan {
      return tried + [
        "  - {verb: hide, collection: \(name),"
          + " effects: [{name: \(name), collection: \(name), hide: true}]}"
      ] + rest
    }
    return tried + [
      "  - verb: \(isBan ? "ban" : "hide")", "    collection: \(name)", "    effects:",
    ]
      + effects.map { effect in
        let via = effect.via.map { ", via: \($0)" } ?? ""
        return
          "      \(effect.isDoubted ? "# " : "")- {name: \(YAMLText.scalar(effect.name)), collection: \(effect.collection)\(via),"
          + " \(effect.hides ? "hide" : "list"): true}"
      } + rest
  }

  // MARK: YAML

  /// A list in brackets, broken where it gets long.
  private static func list(_ name: String, _ items: [String]) -> [String] {
    var lines: [String] = []
    var line = "    \(name): ["
    let indent = String(repeating: " ", count: line.count)
    for (index, item) in items.enumerated() {
      let text = YAMLText.scalar(item) + (index == items.count - 1 ? "]" : ",")
      if line.count + text.count > 100, line.last != "[", line != indent {
        while line.last == " " { line.removeLast() }
        lines.append(line)
        line = indent
      }
      line += text + (index == items.count - 1 ? "" : " ")
    }
    return lines + [line]
  }
}
