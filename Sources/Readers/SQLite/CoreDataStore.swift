/// Core Data's notes on its own tables.
struct CoreDataStore {
  private struct Entity {
    let name: String
    let parent: Int64
  }

  private var entities: [Int64: Entity] = [:]
  private var model: CoreDataModel?
  private let database: SQLiteDatabase
  /// Identifies the version of its model; nil where the store does not say it.
  private(set) var version: String?

  /// Recognizes a store of Core Data; nil for any other database.
  init?(
    _ database: SQLiteDatabase,
    tables: Set<String>,
    models: inout CoreDataModel.Cache
  ) throws {
    guard tables.isSuperset(of: ["Z_PRIMARYKEY", "Z_METADATA"]) else { return nil }
    self.database = database
    var entities: [Int64: Entity] = [:]
    do {
      try database.forEach("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY NOT INDEXED") { row in
        if let name = row.text(1), !name.isEmpty {
          entities[row.int(0)] = Entity(name: name, parent: row.int(2))
        }
        // No store has so many entities; a damaged tree may have no end.
        return entities.count < 1 << 16
      }
      self.entities = entities
      try database.forEach("SELECT Z_PLIST FROM Z_METADATA NOT INDEXED LIMIT 1") { row in
        version = Self.version(row.bytes(0))
        return false
      }
      guard tables.contains("Z_MODELCACHE") else { return }
      var content: [UInt8] = []
      try database.forEach("SELECT Z_CONTENT FROM Z_MODELCACHE NOT INDEXED LIMIT 1") { row in
        content = row.bytes(0)
        return false
      }
      model = models.model(of: content)
    } catch let refusal as SQLiteDatabase.Refusal where !refusal.isDamage {
      // Only the names are another's.
      return nil
    }
  }

  /// Returns what the hashes of all entities make together, 16 hexadecimal digits.
  private static func version(_ metadata: [UInt8]) -> String? {
    guard let list = BinaryPropertyList(metadata), case .dictionary(let head) = list[list.root],
      let place = head.first(where: { list[$0.key] == .string("NSStoreModelVersionHashes") })?
        .value,
      case .dictionary(let members) = list[place]
    else { return nil }
    let hashes = members.compactMap { key, value -> (String, [UInt8])? in
      guard case .string(let name) = list[key], case .data(let hash) = list[value] else {
        return nil
      }
      return (name, hash)
    }
    if hashes.isEmpty { return nil }
    // FNV-1a
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for (name, hash) in hashes.sorted(by: { $0.0 < $1.0 }) {
      for byte in Array(name.utf8) + [0] + hash { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Whether Core Data keeps the table for itself.
  func isOwn(_ table: String) -> Bool {
    ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].contains(table)
  }

  /// The table that holds an entity: that of the entity without a parent.
  private func table(of entity: Int64) -> String {
    var entity = entity
    for _ in 0..<32 {
      guard let parent = entities[entity]?.parent, entities[parent] != nil else { break }
      entity = parent
    }
    return "Z" + (entities[entity]?.name ?? "").uppercased()
  }

  /// Returns the collections of a table, and whether the rows say which of them they belong to.
  func layouts(of table: SQLiteTable) throws -> (layouts: [SQLiteLayout], isShared: Bool) {
    let columns = Set(table.columns.map(\.name))
    let found = entities.keys.sorted().filter { self.table(of: $0) == table.name }
    guard columns.isSuperset(of: ["Z_PK", "Z_ENT"]), !found.isEmpty else {
      return ([join(table) ?? table.layout], false)
    }
    return (try found.map { try layout(of: $0, in: table, isAlone: found.count == 1) }, true)
  }

  private func layout(
    of number: Int64,
    in table: SQLiteTable,
    isAlone: Bool
  ) throws -> SQLiteLayout {
    let name = entities[number]?.name ?? ""
    let known = model?.entities[name]
    // A column is Z and the name in capitals; where two entities of a table have one name, a number
    // follows.
    var properties: [String: String] = [:]
    for property in known?.names ?? [] { properties["Z" + property.uppercased()] = property }
    var columns: [SQLiteLayout.Column] = [
      SQLiteLayout.Column(name: "Z_PK", field: Array("id".utf8))
    ]
    var notes: [String: [String]] = [:]
    var references: [String: String] = [:]
    var types = ["id": "bigint"]
    for (column, type) in table.columns where !["Z_PK", "Z_ENT", "Z_OPT"].contains(column) {
      let stem = String(column.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
      let property = properties[column] ?? properties[stem]
      let isNamed = column.hasPrefix("Z") && !column.hasPrefix("Z_") && column.utf8.count > 1
      let plain = isNamed ? String(column.dropFirst()).lowercased() : column
      let field = property ?? (plain == "id" ? column : plain)
      let isSecond = property != nil && properties[column] == nil
      let kind = property.flatMap { known?.attributes[$0] }.map { ($0, true) }
      let rivals = property.map { properties["Z" + $0.uppercased()] != nil } ?? false
      let hasRival =
        isSecond
        || rivals
          && table.columns.contains { other in
            other.name != column
              && other.name.hasPrefix(column)
              && other.name.dropFirst(column.count).allSatisfy { $0.isASCII && $0.isNumber }
              && properties[other.name] == nil
          }
      let isForeign = known != nil && property == nil
      var meaning = Self.kind(attribute: kind?.0, declared: type)
      if meaning == .plain, type == "BLOB",
        try property.flatMap({ known?.isOutside[$0] }) ?? hasFiles(column, of: table)
      {
        meaning = .outside
      }
      columns.append(
        SQLiteLayout.Column(
          name: column,
          field: Array((field == "id" ? column : field).utf8),
          kind: meaning,
          omitsNull: hasRival || !isAlone && (known == nil || isForeign)
        )
      )
      types[field] = Self.type(of: columns[columns.count - 1].kind, declared: type)
      if let target = property.flatMap({ known?.relationships[$0] }), !target.isEmpty {
        notes[field, default: []].append("the id of a \(target)")
        // The rows of an entity with subentities are theirs, too.
        if !hasHeirs(target) { references[field] = target }
      }
      if kind?.0 == 1800 { notes[field, default: []].append("transformable: kept as its bytes") }
    }
    let names = Set(table.columns.map(\.name))
    let absent = (known?.names ?? []).filter { !names.contains("Z" + $0.uppercased()) }.sorted()
    return SQLiteLayout(
      collection: name,
      table: table.name,
      entity: number,
      columns: columns,
      order: table.order,
      key: ["id"],
      notes: table.notes
        + (known == nil ? ["the store has no model of \(name): names and types are guesses"] : [])
        + absent.map { "the store's model has \($0), its table \(table.name) has not" },
      fieldNotes: notes,
      fieldTypes: types,
      references: references,
      isEntity: !hasHeirs(name)
    )
  }

  /// Whether an entity has subentities.
  private func hasHeirs(_ name: String) -> Bool {
    let numbers = entities.filter { $0.value.name == name }.keys
    return entities.values.contains { numbers.contains($0.parent) }
  }

  /// Whether a value of a column lies in a file: what a store without a model shows of it.
  private func hasFiles(_ column: String, of table: SQLiteTable) throws -> Bool {
    var isFound = false
    let (name, place) = (SQLiteDatabase.quoted(column), SQLiteDatabase.quoted(table.name))
    try database.forEach(
      "SELECT \(name) FROM \(place) NOT INDEXED WHERE typeof(\(name)) = 'blob' "
        + "AND length(\(name)) = 38"
    ) { row in
      isFound = SQLiteLayout.Kind.isFileName(row.bytes(0)[...])
      return !isFound
    }
    return isFound
  }

  /// A table that only joins the rows of two entities: `Z_8REPOSITORIES`.
  private func join(_ table: SQLiteTable) -> SQLiteLayout? {
    guard let (number, name) = Self.numbered(table.name), let owner = entities[number] else {
      return nil
    }
    var taken: Set<String> = []
    var columns: [SQLiteLayout.Column] = []
    var key: [String] = []
    for (column, _) in table.columns {
      let field: String
      if let (number, _) = Self.numbered(column), let entity = entities[number] {
        let stem = NameMaker.plain(entity.name)
        field = taken.insert("\(stem)_id").inserted ? "\(stem)_id" : "\(stem)_id_2"
        if table.key.contains(column) { key.append(field) }
      } else {
        let isPosition = column.hasPrefix("Z_FOK_") && taken.insert("position").inserted
        field = isPosition ? "position" : column
      }
      columns.append(SQLiteLayout.Column(name: column, field: Array(field.utf8)))
    }
    return SQLiteLayout(
      collection: "\(owner.name)_\(name.lowercased())",
      table: table.name,
      entity: nil,
      columns: columns,
      order: table.order,
      key: key,
      notes: ["\(table.name), which joins the rows of two entities"]
    )
  }

  /// The number of an entity and the rest of a name such as `Z_8REPOSITORIES`.
  private static func numbered(_ name: String) -> (Int64, String)? {
    guard name.hasPrefix("Z_") else { return nil }
    let rest = name.dropFirst(2)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits), digits.count < rest.count else { return nil }
    return (number, String(rest.dropFirst(digits.count)))
  }

  private static func type(of kind: SQLiteLayout.Kind, declared: String) -> String {
    switch kind {
    case .date: "timestamptz"
    case .bool: "boolean"
    case .decimal: "numeric"
    case .uuid: "uuid"
    case .plain, .outside: SQLiteTable.type(of: declared)
    }
  }

  private static func kind(attribute: Int?, declared: String) -> SQLiteLayout.Kind {
    switch attribute {
    case 400: .decimal
    case 800: .bool
    case 900: .date
    case 1100: .uuid
    case nil: declared == "TIMESTAMP" ? .date : declared == "DECIMAL" ? .decimal : .plain
    default: .plain
    }
  }
}
