import Catalog
import Outcome
package import Postgres
import Readers

/// A first mapping of a source, inferred from all of its records, and the tables that it needs.
package struct ImportPlan: Sendable {
  /// The mapping file.
  package let mapping: String
  private let created: [String]
  /// Statements that make the tables that do not exist; empty where all do.
  package let statements: String
  /// How many tables do not exist.
  package let missing: Int
  /// The tables, in the order of their collections.
  package let tables: [Table]
  /// The schema of the tables.
  package let schema: String
  /// The schema that the app has in the database's catalog; nil where it is not there.
  package let appliedSchema: String?

  /// The table that is planned for a collection.
  package struct Table: Sendable {
    package let name: String
    package let exists: Bool
    package let records: Int
    package let columns: Int
    package let key: [String]
    /// Notes on fields that are left out and on guesses, a line each.
    package let notes: [String]
    /// The values that the columns' types change, a line each; an import counts them itself.
    package let losses: [String]

    fileprivate init(_ planned: PlannedTable, exists: Bool) {
      (name, self.exists, records) = (planned.name, exists, planned.records)
      (columns, key, losses) = (planned.columns.count, planned.key, planned.losses)
      var notes = planned.notes
      if planned.isKeyDoubtful, let reason = planned.keyReason {
        notes.append("key \(planned.key.joined(separator: ", ")): \(reason)")
      }
      for column in planned.columns { notes += column.notes.map { "\(column.name): \($0)" } }
      notes += planned.drop.map { "\($0.source) is left out: \($0.reason)" }
      self.notes = notes
    }
  }

  /// Plans the import of a source.
  ///
  /// - Parameters:
  ///   - inspection: The contents of the source.
  ///   - app: The app whose table or tables take it.
  ///   - schema: The schema; nil for the one in the catalog, or the app's name.
  ///   - table: The table of a file of records; nil to name it after the file.
  ///   - constants: Names of constants, each of which becomes a column of every key.
  ///   - connection: A connection of an installer.
  /// - Throws: `Failure`, `PostgresError`.
  package init(
    _ inspection: Inspection,
    app: String,
    schema: String?,
    table: String?,
    constants: [String] = [],
    connection: Connection
  ) async throws {
    let applied = try await connection.query(
      "SELECT schema_name FROM reeve.app WHERE app = $1",
      [app]
    ).map { try $0.get(0, as: String.self) }
    let schema = schema ?? applied.first ?? app
    (self.schema, appliedSchema) = (schema, applied.first)
    var tables = try Self.tables(inspection, table: table)
    for index in tables.indices { tables[index].add(constants: constants) }
    let names = Set(tables.map(\.name))
    var profiles = Self.planned(inspection)
    Self.refer(&tables, &profiles, inspection)
    Self.proposeReferences(among: &tables, profiles, kind: inspection.kind)
    var missing = 0
    var existing: Set<String> = []
    var statements = ""
    var created: [String] = []
    for index in tables.indices {
      let found = try await ExistingTable(schema, tables[index].name, connection)
      // A table that is there has child tables already, or a column for the array.
      try await tables[index].addChildren(profiles[index], kind: inspection.kind) { name in
        guard !names.contains(name) else { return false }
        let child = try await ExistingTable(schema, name, connection)
        return (child != nil) == (found != nil)
      }
      if let found {
        tables[index].fit(found)
        existing.insert(tables[index].name)
        for child in tables[index].children.indices {
          let name = tables[index].children[child].name
          guard let found = try await ExistingTable(schema, name, connection) else { continue }
          tables[index].children[child].fit(found)
          existing.insert(name)
        }
      }
      if found != nil { continue }
      for table in [tables[index]] + tables[index].children {
        missing += 1
        let parent = table.from == nil ? nil : tables[index]
        let statement = try await Self.statement(table, of: parent, schema, connection)
        created.append(statement)
        statements += statement
      }
    }
    if missing > 0 {
      let has = try await connection.query(
        "SELECT to_regnamespace(quote_ident($1)) IS NOT NULL, quote_ident($1)",
        [schema]
      )
      if try !has[0].get(0, as: Bool.self) {
        statements = "CREATE SCHEMA \(try has[0].get(1, as: String.self));\n\n" + statements
      }
    }
    self.missing = missing
    self.created = created
    self.statements = statements
    self.tables = tables.flatMap { [$0] + $0.children }.map { table in
      Table(table, exists: existing.contains(table.name))
    }
    mapping = Self.mapping(tables, inspection, app: app)
  }

  /// Creates the tables that do not exist, as the app's owner.
  ///
  /// - Throws: `PostgresError`.
  package func makeTables(of app: String, on connection: Connection) async throws {
    try await connection.withTransaction(named: "the tables of \(app)") { transaction in
      try await makeTables(of: app, in: transaction)
    }
  }

  /// Creates the tables that do not exist, as the app's owner; the transaction goes on as the role
  /// that it began as.
  ///
  /// - Throws: `PostgresError`.
  package func makeTables(of app: String, in transaction: Transaction) async throws {
    let role = try await transaction.query(
      """
      SELECT current_setting('role') AS role, set_config('role', a.owner_name, TRUE)
      FROM reeve.app a WHERE a.app = $1
      """,
      [app]
    )
    for statement in created { try await transaction.execute(statement) }
    for row in role {
      let former: String = try row.get(0)
      try await transaction.execute("SELECT set_config('role', $1, TRUE)", [former])
    }
  }

  /// Runs the planning of an import and the creation of its app and tables while no other process
  /// does so for this app; the next one finds the results.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - holder: A connection of an installer that has nothing else to do.
  ///   - body: The work to do alone.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`; `PostgresError`.
  package static func alone<Result: Sendable>(
    with app: String,
    on holder: Connection,
    _ body: () async throws -> Result
  ) async throws -> Result {
    try await holder.withTransaction { transaction in
      try await transaction.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
      try await transaction.one(ImportFunctions.turnTake(name: "import plan \(app)"))
      return try await body()
    }
  }

  /// The collections that get a table.
  private static func planned(_ inspection: Inspection) -> [CollectionProfile] {
    inspection.collections.filter {
      $0.records > 0 || inspection.outlines[$0.name]?.empty != nil
    }
  }

  private static func tables(
    _ inspection: Inspection,
    table: String?
  ) throws -> [PlannedTable] {
    let collections = planned(inspection)
    guard !collections.isEmpty else {
      let schema = inspection.settings.first { $0.key == "schema" }?.value
      throw Failure(
        .failed,
        "\(inspection.path) contains no records\(schema.map { " in its schema \($0)" } ?? "")",
        hint: schema == nil ? nil : "--from-schema names another."
      )
    }
    guard table == nil || collections.count == 1 else {
      throw Failure(
        .failed,
        "\(inspection.path) holds \(collections.count) collections, but a plan with --table is for one"
      )
    }
    var names = NameMaker(taken: [])
    return collections.map { collection in
      let isExact = inspection.outlines[collection.name]?.isTyped == true
      let words = collection.path.filter { $0 != "{}" }
      let wanted =
        collection.path.isEmpty
        ? inspection.stem
        : words.map(isExact ? DocumentPath.name(ofSegment:) : NameMaker.plain).joined(
          separator: "_"
        )
      let name =
        table
        ?? names.name(
          for: wanted.isEmpty ? inspection.stem : wanted,
          else: "import",
          isExact: isExact
        )
      return PlannedTable(
        collection,
        name: name,
        kind: inspection.kind,
        outline: inspection.outlines[collection.name]
      )
    }
  }

  /// Returns a note as one line; it may quote names of the source.
  private static func comment(_ note: String) -> String {
    String(
      String.UnicodeScalarView(
        note.unicodeScalars.map { $0.properties.isWhitespace || $0.value < 32 ? " " : $0 }
      )
    )
  }

  private static func statement(
    _ table: PlannedTable,
    of parent: PlannedTable?,
    _ schema: String,
    _ connection: Connection
  ) async throws -> String {
    var names = [schema, table.name]
    names += table.columns.map(\.name)
    names += table.key
    if let parent { names += [parent.name] + parent.key }
    for foreign in table.foreign { names += [foreign.column, foreign.table, foreign.key] }
    let quoted = try await connection.query(
      "SELECT quote_ident(n) FROM unnest($1::text[]) WITH ORDINALITY u(n, i) ORDER BY i",
      [names]
    ).map { try $0.get(0, as: String.self) }
    let columns = quoted.dropFirst(2).prefix(table.columns.count)
    let key = quoted.dropFirst(2 + table.columns.count).prefix(table.key.count)
    var referred = Array(quoted.dropFirst(2 + table.columns.count + table.key.count))
    let foreign = referred.suffix(3 * table.foreign.count)
    referred.removeLast(foreign.count)
    var text =
      "\(table.notes.map { "-- \(comment($0))\n" }.joined())CREATE TABLE \(quoted[0]).\(quoted[1])(\n"
    for (column, name) in zip(table.columns, columns) {
      let isKey = table.key.contains(column.name)
      let notes =
        column.notes.isEmpty ? "" : "  -- \(comment(column.notes.joined(separator: "; ")))"
      text += "  \(name) \(column.type)\(isKey ? " NOT NULL" : ""),\(notes)\n"
    }
    if let target = referred.first {
      let columns = key.prefix(referred.count - 1).joined(separator: ", ")
      let keys = referred.dropFirst().joined(separator: ", ")
      text += "  FOREIGN KEY (\(columns)) REFERENCES \(quoted[0]).\(target)(\(keys)),\n"
    }
    for start in stride(from: foreign.startIndex, to: foreign.endIndex, by: 3) {
      text +=
        "  FOREIGN KEY (\(foreign[start])) REFERENCES \(quoted[0]).\(foreign[start + 1])"
        + "(\(foreign[start + 2])),\n"
    }
    return text + "  PRIMARY KEY (\(key.joined(separator: ", ")))\n);\n\n"
  }

  private static func mapping(
    _ tables: [PlannedTable],
    _ inspection: Inspection,
    app: String
  ) -> String {
    let stem = NameMaker.plain(inspection.stem)
    let isWord =
      stem.utf8.first.map { (97...122).contains($0) } == true
      && stem.utf8.allSatisfy { $0 == 95 || (97...122).contains($0) || (48...57).contains($0) }
    let isTyped = inspection.outlines.values.contains(where: \.isTyped)
    let ground = isTyped ? "As the source declares it" : "Inferred from the whole source"
    var text = """
      # \(ground), \(counted(inspection.read, "record")).
      app: \(YAMLText.scalar(app))
      source: \(isWord && stem.utf8.count <= 60 ? YAMLText.scalar(stem) : "import")
      format: \(inspection.format)

      """
    for (key, value) in inspection.settings { text += "\(key): \(YAMLText.scalar(value))\n" }
    guard inspection.kind.traits.hasCollections else {
      return text + tables.map { lines(of: $0, indent: "") }.joined()
    }
    text += "collections:\n"
    for table in tables {
      text += "  - match: \(YAMLText.scalar(table.match ?? ""))"
      text += "  # \(counted(table.records, "record"))\n"
      text += lines(of: table, indent: "    ")
    }
    return text
  }

  private static func lines(of table: PlannedTable, indent: String) -> String {
    var lines = table.notes.map { "# \(comment($0))" }
    lines.append("table: \(YAMLText.scalar(table.name))")
    let reason = table.keyReason.map { "  # \(comment($0))" } ?? ""
    lines.append("key: [\(table.key.map(YAMLText.scalar).joined(separator: ", "))]\(reason)")
    lines.append("columns:")
    for column in table.columns {
      let source =
        column.isRest ? "rest: true" : "from: \(YAMLText.scalar(column.source))"
      var entry = "  \(YAMLText.scalar(column.name)): {\(source)"
      if let nulls = column.nulls {
        entry += ", null: [\(nulls.map(YAMLText.scalar).joined(separator: ", "))]"
      }
      let notes = column.notes.isEmpty ? "" : "  # \(comment(column.notes.joined(separator: "; ")))"
      lines.append("\(entry)}\(notes)")
    }
    if !table.drop.isEmpty {
      lines.append("drop:")
      for (source, reason) in table.drop {
        lines.append("  - \(YAMLText.scalar(source))  # \(reason)")
      }
    }
    var text = lines.map { "\(indent)\($0)\n" }.joined()
    if !table.children.isEmpty { text += "\(indent)children:\n" }
    for child in table.children {
      text += "\(indent)  - from: \(YAMLText.scalar(child.from ?? ""))\n"
      text += Self.lines(of: child, indent: indent + "    ")
    }
    return text
  }
}
