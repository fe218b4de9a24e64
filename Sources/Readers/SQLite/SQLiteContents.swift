import Outcome

/// The collections that a store holds.
struct SQLiteContents {
  /// In the order of the store.
  private(set) var layouts: [SQLiteLayout] = []
  /// Rows that no collection would have, and tables that cannot be read, a line each.
  private(set) var problems: [String] = []
  /// Notes on tables that are left out, a line each.
  private(set) var notes: [String] = []
  /// Identifies the version of a Core Data model.
  private(set) var version: String?
  /// How many records each layout has.
  private(set) var counts: [Int] = []

  private let store: SQLiteStore
  private let database: SQLiteDatabase
  private var takenNames: Set<String> = []

  /// Reads the schema, and the keys of every row.
  ///
  /// - Throws: `Failure`.
  init(
    _ database: SQLiteDatabase,
    of store: SQLiteStore,
    models: inout CoreDataModel.Cache
  ) throws {
    self.store = store
    self.database = database
    do {
      try read(&models)
    } catch let refusal as SQLiteDatabase.Refusal {
      throw store.failure(refusal)
    }
  }

  private mutating func read(_ models: inout CoreDataModel.Cache) throws {
    var tables: [String] = []
    var virtual: [String] = []
    let tablesOfSchema = """
      SELECT name, rootpage, sql LIKE 'create virtual%', type
      FROM sqlite_schema WHERE type IN ('table', 'view')
      """
    try database.forEach(tablesOfSchema) { row in
      guard let name = row.text(0) else {
        problems.append("\(store.path): a table has a name that is not UTF-8")
        return true
      }
      if name.hasPrefix("sqlite_") { return true }
      if row.text(3) == "view" {
        notes.append("\(store.path): \(name) is a view, which is not read")
        return true
      }
      if row.int(2) == 1 {
        virtual.append(name)
      } else if row.int(1) == 0 {
        problems.append("\(store.path): the schema says of \(name) no page where its rows are")
      } else {
        tables.append(name)
      }
      return true
    }
    tables.removeAll { name in virtual.contains { name.hasPrefix($0 + "_") } }
    for name in virtual {
      notes.append("\(store.path): \(name) is a virtual table, which is not read")
    }
    let coreData = try CoreDataStore(database, tables: Set(tables), models: &models)
    version = coreData?.version
    for table in tables {
      guard let described = try SQLiteTable(table, database) else {
        problems.append("\(store.path): the rows of \(table) cannot be told apart")
        continue
      }
      guard let coreData else {
        try add(described.layout)
        continue
      }
      if coreData.isOwn(table) { continue }
      let (layouts, isShared) = try coreData.layouts(of: described)
      try add(layouts, of: described, isShared: isShared)
    }
  }

  private mutating func add(_ layout: SQLiteLayout) throws {
    layouts.append(layout)
    counts.append(0)
    try walk(layout) { _ in counts[counts.count - 1] += 1 }
  }

  /// Adds the entities of a table, and notes rows of an entity that the store does not know.
  private mutating func add(
    _ layouts: [SQLiteLayout],
    of table: SQLiteTable,
    isShared: Bool
  ) throws {
    guard isShared, let first = layouts.first else {
      for layout in layouts { try add(layout) }
      return
    }
    var found: [Int64: Int] = [:]
    var all = first
    all = all.all(reading: "Z_ENT")
    try walk(all) { found[$0, default: 0] += 1 }
    for layout in layouts {
      self.layouts.append(layout)
      counts.append(found.removeValue(forKey: layout.entity ?? 0) ?? 0)
    }
    for (entity, count) in found.sorted(by: { $0.key < $1.key }) {
      problems.append(
        "\(store.path): \(count) rows of \(table.name) are of the entity \(entity), which the store "
          + "does not name"
      )
    }
  }

  /// Passes every row of a table, and refuses one whose rows are not in order: a damaged tree may
  /// have no end.
  private func walk(_ layout: SQLiteLayout, _ body: (Int64) -> Void) throws {
    var last: Int64?
    try database.forEach(layout.keyStatement) { row in
      if case .rowid = layout.order {
        let number = row.int(0)
        if let last, number <= last { throw damage(layout) }
        last = number
      }
      body(row.int(layout.keyCount))
      return true
    }
  }

  private func damage(_ layout: SQLiteLayout) -> Failure {
    Failure(.failed, "\(store.path) is damaged: the rows of \(layout.table) are out of order")
  }
}

extension SQLiteLayout {
  /// Returns the layout of all rows of the table, with one column.
  fileprivate func all(reading column: String) -> SQLiteLayout {
    SQLiteLayout(
      collection: collection,
      table: table,
      entity: nil,
      columns: [Column(name: column, field: Array(column.utf8))],
      order: order,
      key: key
    )
  }

  /// The statement that reads nothing but keys, and one column where there is only one.
  fileprivate var keyStatement: String {
    let keys = SQLiteLayout(
      collection: collection,
      table: table,
      entity: nil,
      columns: columns.count == 1 ? columns : [],
      order: order,
      key: key
    )
    return keys.statement(isAfter: false)
  }
}

/// A table as the schema declares it.
struct SQLiteTable {
  let name: String
  /// The columns that are stored, and their declared types.
  private(set) var columns: [(name: String, type: String)] = []
  /// Columns of the primary key.
  private(set) var key: [String] = []
  /// Columns that would be computed when they are read.
  private(set) var computed: [String] = []
  let order: SQLiteLayout.Order

  /// Looks at a table; nil where its rows have no number that could be read.
  init?(_ name: String, _ database: SQLiteDatabase) throws {
    self.name = name
    var names: Set<String> = []
    var places: [(Int64, String)] = []
    var columns: [(name: String, type: String)] = []
    var computed: [String] = []
    let quoted = SQLiteDatabase.quoted(name)
    try database.forEach("PRAGMA table_xinfo(\(quoted))") { row in
      guard let column = row.text(1) else { throw SQLiteTable.nameless(name) }
      names.insert(column.lowercased())
      let hidden = row.int(6)
      if hidden == 2 || hidden == 1 {
        computed.append(column)
        return true
      }
      columns.append((column, row.text(2)?.uppercased() ?? ""))
      if row.int(5) > 0 { places.append((row.int(5), column)) }
      return true
    }
    (self.columns, self.computed) = (columns, computed)
    key = places.sorted { $0.0 < $1.0 }.map(\.1)
    // In an ordinary table, the index of a primary key leads to row numbers.
    var isOrdinary = true
    if !key.isEmpty {
      var index: String?
      try database.forEach("PRAGMA index_list(\(quoted))") { row in
        if row.text(3) == "pk" { index = row.text(1) }
        return true
      }
      if let index {
        isOrdinary = false
        try database.forEach("PRAGMA index_xinfo(\(SQLiteDatabase.quoted(index)))") { row in
          if row.int(1) == -1 { isOrdinary = true }
          return true
        }
      }
    }
    guard isOrdinary else {
      order = .key(key)
      return
    }
    guard let rowid = ["rowid", "_rowid_", "oid"].first(where: { !names.contains($0) }) else {
      return nil
    }
    order = .rowid(rowid)
  }

  private static func nameless(_ table: String) -> Failure {
    Failure(.failed, "a column of the table \(table) has a name that is not UTF-8")
  }

  /// The table as a collection, every column a field.
  var layout: SQLiteLayout {
    SQLiteLayout(
      collection: name,
      table: name,
      entity: nil,
      columns: columns.map { SQLiteLayout.Column(name: $0.name, field: Array($0.name.utf8)) },
      order: order,
      key: key,
      notes: notes,
      fieldTypes: Dictionary(
        uniqueKeysWithValues: columns.map { ($0.name, Self.type(of: $0.type)) }
      )
    )
  }

  /// The type of PostgreSQL for a declared one, by SQLite's rules of affinity.
  static func type(of declared: String) -> String {
    let types = [
      ("INT", "bigint"), ("CHAR", "text"), ("CLOB", "text"), ("TEXT", "text"), ("BLOB", "bytea"),
      ("REAL", "double precision"), ("FLOA", "double precision"), ("DOUB", "double precision"),
      ("DECIMAL", "numeric"), ("NUMERIC", "numeric"),
    ]
    return types.first { declared.contains($0.0) }?.1 ?? "text"
  }

  /// Notes on computed columns, which are not read.
  var notes: [String] {
    computed.isEmpty
      ? [] : ["computed by SQLite, so not read: \(computed.joined(separator: ", "))"]
  }
}
