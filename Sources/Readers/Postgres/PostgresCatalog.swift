import Outcome
package import Postgres

/// A table of a schema on a server, as it is read.
package struct PostgresTable: Sendable {
  /// A column that is read.
  package struct Column: Sendable {
    package let name: String
    /// The type that a new column would have: one that every database has.
    package let type: String
    /// The type that it has.
    package let declared: String
    let isJSON: Bool
    let isMoney: Bool
    package let isGenerated: Bool
    /// The expression for the approximate length of its value as text, without reading it; in it
    /// `%` stands for the column.
    let length: String?
    package let notes: [String]
  }

  package let schema: String
  package let name: String
  /// Whether it consists of partitions, which are read as one table.
  package let isPartitioned: Bool
  package var columns: [Column] = []
  /// Columns of its primary key, else of a unique index over columns that take no NULL.
  package var key: [String] = []
  package var notes: [String] = []
  /// How many rows the snapshot has.
  package var count = 0
  /// Whether some of them are longer than is read; then a column comes first that says which.
  var hasLong = false
  /// A fingerprint of these rows and their versions; others of the same number have another one.
  package var mark = ""

  /// Names a table, before it is described.
  package init(schema: String, name: String, isPartitioned: Bool) {
    (self.schema, self.name, self.isPartitioned) = (schema, name, isPartitioned)
  }

  /// The table for FROM, without the tables that inherit from it: those are read by themselves.
  private var from: String {
    "\(isPartitioned ? "" : "ONLY ")\(Self.quoted(schema)).\(Self.quoted(name))"
  }

  /// The statement that counts the rows and computes a fingerprint of all their versions.
  var countStatement: String {
    """
    SELECT pg_catalog.count(*), pg_catalog.count(*) FILTER (WHERE \(isLong)) > 0,
      coalesce(pg_catalog.sum(pg_catalog.hashtextextended(
      t.tableoid::pg_catalog.text || t.ctid::pg_catalog.text || t.xmin::pg_catalog.text, 0)), 0)
      ::pg_catalog.text
    FROM \(from) t
    """
  }

  /// The condition of rows that are longer than is read.
  private var isLong: String {
    let lengths = columns.compactMap { column in
      column.length?.replacing("%", with: "t.\(Self.quoted(column.name))")
    }
    if lengths.isEmpty { return "FALSE" }
    let sum = lengths.map { "coalesce(\($0), 0)" }.joined(separator: " + ")
    return "\(sum) > \(Chunk.limitBytes)"
  }

  /// The statement that reads the rows, without the first ones.
  ///
  /// They come in the order in which they lie: it is the same while the fingerprint is.
  package func statement(after passed: Int) -> String {
    var list = columns.map { column in
      let name = "t.\(Self.quoted(column.name))"
      let value = column.isMoney ? "CAST(\(name) AS pg_catalog.numeric)" : name
      return hasLong ? "CASE WHEN \(isLong) THEN NULL ELSE \(value) END" : value
    }
    if hasLong { list.insert(isLong, at: 0) }
    return "COPY (SELECT \(list.joined(separator: ", ")) FROM \(from) t OFFSET \(passed)) TO STDOUT"
  }

  package static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}

/// The tables of a schema on a server, in one snapshot.
package struct PostgresCatalog: Sendable {
  package let snapshot: Snapshot
  package let schema: String
  package private(set) var tables: [PostgresTable] = []
  /// Tables whose rows cannot all be read, and why.
  package private(set) var problems: [(table: String, reason: String)] = []
  /// Notes on objects that are left out, a line each.
  package private(set) var notes: [String] = []
  /// An identifier that no other database has.
  private var identity = ""
  /// Whether texts are known to be UTF-8.
  private(set) var isUTF8 = true

  /// How values are written, so that they are read the same anywhere; and what must not happen:
  /// that a policy hides rows, or that a limit ends a long reading.
  package static let settings = """
    SET DateStyle TO 'ISO, YMD'; SET IntervalStyle TO 'iso_8601'; SET TimeZone TO 'UTC';
    SET extra_float_digits TO 3; SET bytea_output TO 'hex'; SET xmlbinary TO 'base64';
    SET row_security TO off; SET statement_timeout TO 0; SET lock_timeout TO '10s';
    SET idle_in_transaction_session_timeout TO 0; SET default_transaction_deferrable TO off;
    SET synchronize_seqscans TO off; SET max_parallel_workers_per_gather TO 0;
    SET enable_indexscan TO off; SET enable_indexonlyscan TO off; SET enable_bitmapscan TO off;
    SET enable_parallel_append TO off; SET jit TO off
    """

  /// Connects, describes every table of the schema and counts its rows.
  ///
  /// - Parameters:
  ///   - address: The database.
  ///   - schema: The schema.
  ///   - named: The columns that a mapping names, by table; those with secrets are read only so.
  ///   - limit: How long each statement may take that describes tables; counting has no limit.
  /// - Throws: `Failure` where there is no such schema, `PostgresError`.
  package init(
    _ address: PostgresAddress,
    schema: String,
    named: [String: Set<String>],
    limit: Duration = .seconds(30)
  ) async throws {
    self.schema = schema
    snapshot = try await StatementLimit.within(limit) {
      try await Snapshot(address.conninfo, settings: Self.settings)
    }
    try await StatementLimit.within(limit) { try await identify() }
    try await StatementLimit.within(limit) { try await readTables() }
    for index in tables.indices {
      try await StatementLimit.within(limit) {
        try await describe(&tables[index], named: named[tables[index].name] ?? [])
      }
      try await count(&tables[index])
    }
  }

  /// Finds out which database it is, and how its texts are encoded.
  private mutating func identify() async throws {
    guard snapshot.serverVersion >= 120_000 else {
      throw Failure(.failed, "the server is older than PostgreSQL 12")
    }
    let known = try await snapshot.query(
      """
      SELECT s.system_identifier || '/' || d.oid, pg_catalog.current_setting('server_encoding')
      FROM pg_catalog.pg_control_system() s, pg_catalog.pg_namespace n, pg_catalog.pg_database d
      WHERE n.nspname = $1 AND d.datname = pg_catalog.current_database()
      """,
      [schema]
    )
    guard let row = known.first else {
      throw Failure(
        .notFound,
        "the database has no schema \(schema)",
        hint: "--from-schema names it."
      )
    }
    identity = try row.get(0)
    isUTF8 = try row.get(1, as: String.self) != "SQL_ASCII"
    // Bytes of no encoding come as they are; each record is checked.
    if !isUTF8 { _ = try await snapshot.query("SET client_encoding TO 'SQL_ASCII'") }
  }

  private mutating func readTables() async throws {
    let found = try await snapshot.query(
      """
      SELECT c.relname::text, c.relkind::text,
        c.relispartition AND r.relnamespace = c.relnamespace,
        pg_catalog.has_table_privilege(c.oid, 'SELECT'), pg_catalog.row_security_active(c.oid),
        EXISTS (
          SELECT FROM pg_catalog.pg_partition_tree(c.oid) p
          JOIN pg_catalog.pg_class x ON x.oid = p.relid WHERE x.relkind = 'f')
      FROM pg_catalog.pg_class c
      LEFT JOIN pg_catalog.pg_class r ON r.oid = pg_catalog.pg_partition_root(c.oid)
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relnamespace = (
        SELECT n.oid FROM pg_catalog.pg_namespace n WHERE n.nspname = $1)
      ORDER BY c.relname COLLATE pg_catalog."C"
      """,
      [schema]
    )
    let others = ["v": "a view", "m": "a materialized view", "f": "a foreign table"]
    for row in found {
      let name: String = try row.get(0)
      let kind: String = try row.get(1)
      if let other = others[kind] {
        notes.append("\(name) is \(other), which is not read")
      } else if try row.get(2, as: Bool.self) {
        continue
      } else if try !row.get(3, as: Bool.self) {
        problems.append((name, "the login may not read it"))
      } else if try row.get(4, as: Bool.self) {
        problems.append(
          (name, "row security hides rows of it: read as its owner, or with BYPASSRLS")
        )
      } else if try row.get(5, as: Bool.self) {
        problems.append((name, "it has a partition on another server: read that there"))
      } else {
        tables.append(PostgresTable(schema: schema, name: name, isPartitioned: kind == "p"))
      }
    }
  }

  /// Reads the columns, the key and what is to be known of them.
  private func describe(_ table: inout PostgresTable, named: Set<String>) async throws {
    try await table.describe(in: snapshot)
    let secrets = table.columns.map(\.name).filter { name in
      SecretField.hides(name: name.utf8) && !named.contains(PostgresSource.text(of: name))
    }
    table.columns.removeAll { secrets.contains($0.name) }
    if !table.key.allSatisfy({ !secrets.contains($0) }) { table.key = [] }
    if table.key.isEmpty {
      table.notes.append("it has no key that is read: its rows are numbered in the order they come")
    }
    if !secrets.isEmpty {
      table.notes.append(
        "not read, because the name says that it is a secret: "
          + secrets.sorted().joined(separator: ", ")
      )
    }
  }

  private func count(_ table: inout PostgresTable) async throws {
    let row = try await snapshot.query(table.countStatement)[0]
    table.count = try row.get(0)
    table.hasLong = try row.get(1)
    let hash: String = try row.get(2)
    table.mark = "postgres \(identity) \(schema).\(table.name) \(table.count) \(hash)"
  }
}

extension PostgresTable {
  /// Reads the columns and the key.
  package mutating func describe(in snapshot: Snapshot) async throws {
    for row in try await snapshot.query(Self.columnsStatement, [schema, name]) {
      let name: String = try row.get("name")
      var notes: [String] = []
      let declared: String = try row.get("declared")
      let type: String = try row.get("type")
      let isGenerated: Bool = try row.get("is_generated")
      if declared != type { notes.append("\(declared) there") }
      if isGenerated { notes.append("computed there") }
      if let target: String = try row.get("refers") { notes.append("refers to \(target)") }
      if try row.get("is_key", as: Bool.self) { key.append(name) }
      columns.append(
        Column(
          name: name,
          type: type,
          declared: declared,
          isJSON: ["json", "jsonb"].contains(type),
          isMoney: try row.get("is_money"),
          isGenerated: isGenerated,
          length: try row.get("length"),
          notes: notes
        )
      )
    }
  }

  /// Columns of a table, those of its key in the order of the key.
  private static let columnsStatement = """
    WITH k AS (
      SELECT i.indrelid, i.indkey FROM pg_catalog.pg_index i
      WHERE i.indrelid = pg_catalog.format('%I.%I', $1::text, $2::text)::pg_catalog.regclass
        AND i.indisunique AND i.indimmediate AND i.indpred IS NULL AND i.indexprs IS NULL
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_attribute b WHERE b.attrelid = i.indrelid
          AND b.attnum = ANY (i.indkey::pg_catalog.int2[]) AND NOT b.attnotnull)
      ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid LIMIT 1
    )
    SELECT a.attname::text AS name, pg_catalog.format_type(a.atttypid, a.atttypmod) AS declared,
      CASE
        WHEN y.typname = 'money' THEN 'numeric'
        WHEN e.typtype IN ('e', 'c') OR y.typnamespace <> 'pg_catalog'::pg_catalog.regnamespace
          OR e.typname ~ '^(reg|aclitem|refcursor|pg_(node|ndis|depen|mcv|brin|ddl))'
          THEN CASE WHEN y.typcategory = 'A' THEN 'text[]' ELSE 'text' END
        ELSE pg_catalog.format_type(d.id, d.modifier) END AS type,
      CASE WHEN y.typname = 'bytea' THEN '2 * pg_catalog.octet_length(%)::pg_catalog.int8'
        WHEN y.typname IN ('text', 'varchar', 'bpchar')
          THEN 'pg_catalog.octet_length(%)::pg_catalog.int8'
        WHEN y.typlen = -1 THEN 'pg_catalog.pg_column_size(%)::pg_catalog.int8' END AS length,
      y.typname = 'money' AS is_money, a.attgenerated <> '' AS is_generated,
      pg_catalog.array_position(k.indkey::pg_catalog.int2[], a.attnum) IS NOT NULL AS is_key,
      (SELECT pg_catalog.format('%I', f.relname) FROM pg_catalog.pg_constraint c
        JOIN pg_catalog.pg_class f ON f.oid = c.confrelid
        WHERE c.conrelid = a.attrelid AND c.contype = 'f'
          AND c.conkey = ARRAY[a.attnum]::pg_catalog.int2[]
        ORDER BY c.oid LIMIT 1) AS refers
    FROM pg_catalog.pg_attribute a
    LEFT JOIN k ON TRUE
    CROSS JOIN LATERAL (
      WITH RECURSIVE w(id, modifier, depth) AS (
        SELECT a.atttypid, a.atttypmod, 0
        UNION ALL
        SELECT t.typbasetype, t.typtypmod, w.depth + 1
        FROM w JOIN pg_catalog.pg_type t ON t.oid = w.id AND t.typtype = 'd')
      SELECT w.id, w.modifier FROM w ORDER BY w.depth DESC LIMIT 1) d
    JOIN pg_catalog.pg_type y ON y.oid = d.id
    JOIN pg_catalog.pg_type e ON e.oid = CASE y.typcategory WHEN 'A'
      THEN y.typelem ELSE y.oid END
    WHERE a.attrelid = pg_catalog.format('%I.%I', $1::text, $2::text)::pg_catalog.regclass
      AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY pg_catalog.array_position(k.indkey::pg_catalog.int2[], a.attnum), a.attnum
    """
}
