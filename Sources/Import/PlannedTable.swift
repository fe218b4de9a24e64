import Outcome
import Readers

/// The plan of a table for a collection's records: its columns and their sources.
struct PlannedTable {
  /// A column and its source.
  struct Column {
    let name: String
    /// As mappings write it.
    let source: String
    var type: String
    /// Notes on lost values and uncertain guesses, a line each.
    var notes: [String] = []
    /// Texts that stand for NULL; nil for the format's own.
    var nulls: [String]?
    /// Whether it takes the fields that no other column takes.
    var isRest = false
    /// The number of values that the column's type changes, by kind of loss.
    var losses: [Loss: Int] = [:]
  }

  let name: String
  /// The collection's pattern; nil for a file of records.
  let match: String?
  let records: Int
  var key: [String] = []
  var columns: [Column] = []
  /// Tables for the items of arrays of maps.
  var children: [PlannedTable] = []
  /// Columns that hold the key of another table, which is filled before.
  var foreign: [(column: String, table: String, key: String)] = []
  /// Where the items of a child lie; nil for the target itself.
  var from: String?
  /// Fields that no column takes, and why.
  var drop: [(source: String, reason: String)] = []
  /// Notes on the whole table.
  var notes: [String] = []
  /// Why the key was taken, where that is a guess.
  var keyReason: String?
  /// Whether the key is not called like one.
  var isKeyDoubtful = false

  /// Infers a table from its records, and from the source's other facts.
  init(
    _ collection: CollectionProfile,
    name: String,
    kind: any RecordSource.Type,
    outline: CollectionOutline? = nil
  ) {
    self.name = name
    records = collection.records
    var names = NameMaker()
    if kind.traits.hasCollections {
      var pattern: [String] = []
      var fields: Set<String> = []
      for field in collection.fields where field.path.count == 1 {
        fields.insert(NameMaker.plain(String(decoding: field.name, as: UTF8.self)))
      }
      for (index, segment) in collection.path.enumerated() {
        // Segments that the source knows to be ids.
        let isID = segment == "{}" && !(kind.traits.hasPairs && index.isMultiple(of: 2))
        guard isID else {
          pattern.append(segment)
          continue
        }
        let isLast = index == collection.path.count - 1
        let group = collection.path[..<index].last { $0 != "{}" } ?? ""
        let wanted =
          isLast
          ? fields.contains("id") ? "document_id" : "id"
          : NameMaker.plain(group) + "_id"
        // A key of the record's own is better than the number of its row.
        if isLast, let outline, !outline.key.isEmpty {
          pattern.append("{row}")
          continue
        }
        let name = names.name(for: wanted, else: "id")
        pattern.append("{\(name)}")
        key.append(name)
        columns.append(Column(name: name, source: "{\(name)}", type: "text"))
      }
      if key.isEmpty, outline?.key.isEmpty ?? true {
        let name = names.name(for: fields.contains("id") ? "document_id" : "id", else: "id")
        key.append(name)
        columns.append(Column(name: name, source: "$id", type: "text"))
      }
      if collection.dated > 0, collection.dated == collection.records {
        let name = names.name(for: "created_at", else: "created_at")
        var column = Column(name: name, source: "$created", type: "timestamptz")
        column.notes.append("the time in the ids")
        columns.append(column)
      }
      match = pattern.joined(separator: "/")
    } else {
      match = nil
    }
    let nameable = collection.fields.filter { $0.path.count == 1 && $0.isNameable }
    let fields = Self.frequent(nameable)
    for field in fields {
      let text = String(decoding: field.name, as: UTF8.self)
      let name = names.name(
        for: text == TreeRecord.valueKey ? "value" : text,
        else: "column_\(columns.count + 1)",
        isExact: outline?.isTyped == true
      )
      var column = Column(name: name, source: kind.text(of: text), type: "text")
      if outline?.isTyped != true {
        column.infer(from: field, in: collection, isText: kind.traits.isText)
      }
      let kinds = Set(field.profile.kinds.keys).subtracting(["null"])
      if kind.traits.hasDoubles, kinds == ["int", "double"], field.profile.isExact {
        column.type = "double precision"
      }
      let isEmpty = field.profile.count == field.profile.nulls
      if let type = outline?.fieldTypes[text], isEmpty || type == "uuid" { column.type = type }
      column.notes += outline?.fieldNotes[text] ?? []
      columns.append(column)
      if outline?.key.contains(text) == true { key.append(name) }
    }
    notes += outline?.notes ?? []
    let unnameable = collection.fields.filter { $0.path.count == 1 }.count - nameable.count
    if unnameable > 0 {
      notes.append(
        "\(counted(unnameable, "field")) with U+0000 in the name: such records go to quarantine"
      )
    }
    let others = nameable.count - fields.count
    if collection.passedOver > 0 || others > 0 {
      let rest = names.name(for: "rest", else: "rest")
      columns.append(Column(name: rest, source: "", type: "jsonb", isRest: true))
      notes.append(
        others > 0
          ? "\(others) fields that are rare have no column of their own: \(rest) takes them"
          : "\(collection.passedOver) values of fields beyond the first ones were not examined"
      )
    }
    if !kind.traits.hasCollections { chooseKey(fields, of: collection) }
  }

  /// The most columns that are planned; PostgreSQL has room for fewer than 1,600.
  private static let limitColumns = 300

  /// Returns the fields that most records have, in their order.
  private static func frequent(_ fields: [CollectionProfile.Field]) -> [CollectionProfile.Field] {
    guard fields.count > limitColumns else { return fields }
    let kept = fields.indices.sorted {
      (fields[$1].profile.count, $0) < (fields[$0].profile.count, $1)
    }
    return kept.prefix(limitColumns).sorted().map { fields[$0] }
  }

  /// Plans a table for each field whose values are arrays of maps, in place of a column.
  ///
  /// - Parameters:
  ///   - collection: The profile of the records.
  ///   - kind: The kind of their source.
  ///   - isWanted: Whether a table of that name can be there.
  mutating func addChildren(
    _ collection: CollectionProfile,
    kind: any RecordSource.Type,
    where isWanted: (String) async throws -> Bool
  ) async rethrows {
    for field in collection.fields where field.path.count == 1 {
      let text = String(decoding: field.name, as: UTF8.self)
      let items = collection.field(field.path + [.item])
      guard Set(field.profile.kinds.keys).subtracting(["null"]) == ["array"],
        let items, Set(items.profile.kinds.keys).subtracting(["null"]) == ["map"],
        let place = columns.firstIndex(where: { $0.source == kind.text(of: text) }),
        try await isWanted("\(name)_\(columns[place].name)")
      else { continue }
      children.append(
        PlannedTable(items: items, of: self, field: columns[place], in: collection, kind: kind)
      )
      columns.remove(at: place)
    }
  }

  /// Infers a child table from the items of an array.
  private init(
    items: CollectionProfile.Field,
    of parent: PlannedTable,
    field: Column,
    in collection: CollectionProfile,
    kind: any RecordSource.Type
  ) {
    var names = NameMaker()
    name = "\(parent.name)_\(field.name)"
    match = nil
    from = field.source
    records = items.profile.count - items.profile.nulls
    // In the Realtime Database a null is a path without a value.
    if items.profile.nulls > 0, !kind.traits.hasDoubles {
      notes.append("\(items.profile.nulls) null items become no row")
    }
    for column in parent.columns where parent.key.contains(column.name) {
      let name = names.name(for: "\(parent.name)_\(column.name)", else: "parent")
      columns.append(Column(name: name, source: "$parent.\(column.name)", type: column.type))
      key.append(name)
    }
    let position = names.name(for: "position", else: "position")
    columns.append(Column(name: position, source: "$index", type: "int"))
    key.append(position)
    let inner = collection.fields.filter {
      $0.path.count == items.path.count + 1 && $0.path.starts(with: items.path) && $0.isNameable
    }
    for field in Self.frequent(inner) {
      let text = String(decoding: field.name, as: UTF8.self)
      let name = names.name(for: text, else: "column_\(columns.count + 1)")
      var column = Column(name: name, source: kind.text(of: text), type: "text")
      column.infer(from: field, in: collection, isText: false)
      columns.append(column)
    }
    // A map may have had more keys than were distinguished.
    if inner.count > Self.limitColumns || collection.passedOver > 0 {
      columns.append(
        Column(name: names.name(for: "rest", else: "rest"), source: "", type: "jsonb", isRest: true)
      )
    }
  }

  /// How many values the types of the columns change, a line each.
  var losses: [String] {
    columns.flatMap { column in
      Loss.all(of: column.type).compactMap { loss in
        column.losses[loss].map { "\(column.name): \(loss.change) in \(counted($0, "value"))" }
      }
    }
  }

  /// Adds a column to the key for each constant.
  mutating func add(constants: [String]) {
    for constant in constants where !columns.contains(where: { $0.name == constant }) {
      columns.insert(
        Column(name: constant, source: "$set.\(constant)", type: "text"),
        at: key.count
      )
      key.insert(constant, at: 0)
    }
  }

  /// Takes the field as key that has a value in every record and none twice, one named like a key
  /// first.
  private mutating func chooseKey(
    _ fields: [CollectionProfile.Field],
    of collection: CollectionProfile
  ) {
    var best: (rank: Int, place: Int)?
    for (place, field) in fields.enumerated() {
      let profile = field.profile
      let isWhole = profile.count == collection.records && profile.nulls == 0
      let isKind = Set(profile.kinds.keys) == ["int"] || Set(profile.kinds.keys) == ["string"]
      guard isWhole, isKind, profile.looks[.empty] == nil, !profile.isRepeated else { continue }
      let name = columns[place].name
      let isNamed = ["id", "_id", "uid", "uuid", "key", "code"].contains(name)
      let rank = (isNamed ? 0 : name.hasSuffix("id") ? 1 : 2) + (profile.isUntold ? 3 : 0)
      if best.map({ rank < $0.rank }) ?? true { best = (rank, place) }
    }
    guard let best else {
      key = columns.prefix(1).map(\.name)
      notes.append(
        "UNSURE: no field identifies all records; records with a repeated key go to quarantine"
      )
      keyReason = "guessed: the first field, because no field identifies all records"
      return
    }
    key = [columns[best.place].name]
    isKeyDoubtful = best.rank % 3 > 0
    keyReason =
      "guessed: each of \(counted(records, "record")) has one"
      + (fields[best.place].profile.isUntold ? "" : " of its own")
      + (best.rank % 3 == 0 ? ", and it is called like a key" : "")
    if fields[best.place].profile.isUntold {
      columns[best.place].notes.append(
        "no duplicates among the first \(FieldProfile.limitDistinct), unknown beyond"
      )
    }
  }
}

extension CollectionProfile.Field {
  /// Whether a mapping can name it: no text of PostgreSQL, nor of YAML, contains U+0000.
  var isNameable: Bool { !name.contains(0) }

  /// The field's own name.
  var name: [UInt8] {
    guard case .field(let name) = path.last else { return [] }
    return name
  }
}

extension PlannedTable.Column {
  /// Takes the narrowest type that loses nothing, and notes the losses that remain.
  fileprivate mutating func infer(
    from field: CollectionProfile.Field,
    in collection: CollectionProfile,
    isText: Bool
  ) {
    let profile = field.profile
    losses = profile.losses
    let kinds = Set(profile.kinds.keys).subtracting(["null"])
    if kinds == ["string"] {
      if isText { read(profile.looks) } else { tell(profile.looks) }
    } else if kinds == ["array"] {
      let items = collection.field(field.path + [.item])
      let inner = Set(items?.profile.kinds.keys ?? [:].keys).subtracting(["null"])
      type = Self.type(of: inner, in: items?.profile).map { $0 + "[]" } ?? "jsonb"
      if ["map", "array", "vector", "geopoint"].contains(where: inner.contains) { type = "jsonb" }
    } else if let known = Self.type(of: kinds, in: profile) {
      type = known
    } else {
      type = "jsonb"
      let histogram = profile.kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      notes.append("mixed: " + histogram.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    }
    if kinds.isEmpty, collection.records > 0 { notes.append("always null") }
    if kinds == ["reference"] { notes.append("paths of documents") }
    if profile.nulls > 0, collection.absent(field) > 0 {
      notes.append("null and a missing value both become NULL")
    }
  }

  /// The type that takes values of these kinds exactly; nil for jsonb because they are mixed.
  private static func type(of kinds: Set<String>, in profile: FieldProfile?) -> String? {
    let isBinary = profile?.isBinary == true
    return switch kinds {
    case ["int"]: "bigint"
    case ["double"]: isBinary ? "double precision" : "numeric"
    case ["int", "double"]: "numeric"
    case ["bool"]: "boolean"
    case ["bytes"]: "bytea"
    case ["timestamp"]: "timestamptz"
    case ["geopoint"]: "point"
    case ["vector"]: "double precision[]"
    case ["map"]: "jsonb"
    case ["string"], ["reference"]: "text"
    default: kinds.isEmpty ? "text" : nil
    }
  }

  /// Reads the texts of a CSV file as the type that all of them look like.
  private mutating func read(_ looks: [TextLook: Int]) {
    switch Set(looks.keys).subtracting([.empty]) {
    case [.integer]: type = "bigint"
    case [.decimal], [.integer, .decimal]: type = "numeric"
    case [.boolean]: type = "boolean"
    case [.date]: type = "date"
    case [.timestamp]: type = "timestamp"
    case [.instant]:
      type = "timestamptz"
      notes.append("the instant is kept, its offset is not")
    default:
      let kinds = Set(looks.keys).subtracting([.empty])
      if kinds.contains(.comma), kinds.isSubset(of: [.comma, .integer]) {
        notes.append(
          "all texts look like numbers with a decimal comma, kept as texts; "
            + #"up: "replace(replace($v, '.', ''), ',', '.')::numeric" reads them"#
        )
      }
      if looks[.empty] != nil { nulls = [] }
    }
  }

  private mutating func tell(_ looks: [TextLook: Int]) {
    switch Set(looks.keys) {
    case [.integer]: notes.append("all texts look like whole numbers")
    case [.date], [.timestamp], [.instant]: notes.append("all texts look like times")
    case [.boolean]: notes.append("all texts are true or false")
    default: break
    }
  }
}
