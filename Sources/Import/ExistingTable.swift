import Catalog
import Postgres

/// A table of the database, as far as a mapping must fit it.
struct ExistingTable {
  /// Types of the columns that can be written, by name.
  let columns: [String: String]
  /// Columns that the database computes.
  let generated: Set<String>
  /// Columns of its primary key, else of a unique index over columns that take no NULL.
  let key: [String]

  /// Looks a table up; nil where there is none.
  init?(_ schema: String, _ table: String, _ connection: Connection) async throws {
    let rows = try await connection.query(
      """
      SELECT a.attname::text, replace(replace(format_type(a.atttypid, a.atttypmod),
          'timestamp with time zone', 'timestamptz'), 'timestamp without time zone', 'timestamp'),
        coalesce(array_position(k.indkey::int2[], a.attnum), -1), a.attgenerated <> ''
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN LATERAL (
        SELECT i.indkey FROM pg_index i
        WHERE i.indrelid = c.oid AND i.indisunique AND i.indimmediate AND i.indpred IS NULL
          AND i.indexprs IS NULL
          AND NOT EXISTS (SELECT FROM pg_attribute b WHERE b.attrelid = c.oid
            AND b.attnum = ANY (i.indkey::int2[]) AND NOT b.attnotnull)
        ORDER BY i.indisprimary DESC, i.indnkeyatts LIMIT 1) k ON TRUE
      WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p')
      ORDER BY 3, a.attnum
      """,
      [schema, table]
    )
    guard !rows.isEmpty else { return nil }
    var columns: [String: String] = [:]
    var generated: Set<String> = []
    var key: [String] = []
    for row in rows {
      let name: String = try row.get(0)
      if try row.get(3) {
        generated.insert(name)
        continue
      }
      columns[name] = try row.get(1, as: String.self)
      if try row.get(2, as: Int.self) >= 0 { key.append(name) }
    }
    self.columns = columns
    self.generated = generated
    self.key = key
  }
}

extension PlannedTable {
  /// Keeps to the columns that a table has; fields without one are dropped and say so.
  mutating func fit(_ table: ExistingTable) {
    var kept: [Column] = []
    var taken: Set<String> = []
    // If a plan created the table, the planned names are right.
    let isPlanned = columns.allSatisfy { table.columns[$0.name] != nil }
    for column in columns {
      let own = column.source.hasPrefix("/") ? column.name : column.source
      let names = isPlanned ? [column.name] : [own, column.name]
      let name = names.first { table.columns[$0] != nil && !taken.contains($0) }
      if let name, let type = table.columns[name] {
        taken.insert(name)
        var fitting = Column(
          name: name,
          source: column.source,
          type: type,
          notes: column.notes,
          nulls: column.nulls,
          isRest: column.isRest,
          losses: column.losses
        )
        let planned = column.type
          .replacing("timestamp with time zone", with: "timestamptz")
          .replacing("timestamp without time zone", with: "timestamp")
        if type != planned, !(type == "integer" && planned == "int") {
          fitting.notes.insert("\(type); \(column.type) would suffice", at: 0)
        }
        kept.append(fitting)
      } else if !["{", "$"].contains(where: column.source.hasPrefix), !column.isRest {
        let computed = names.first(where: table.generated.contains)
        let why =
          computed.map { "the database itself computes column \(YAMLText.scalar($0))" }
          ?? "the table has no column \(YAMLText.scalar(column.name))"
        drop.append((column.source, why))
      }
    }
    columns = kept
    let names = kept.map(\.name)
    if !table.key.isEmpty, table.key.allSatisfy(names.contains) {
      // The plan of before has the same reason for the same key.
      if key != table.key { (keyReason, isKeyDoubtful) = (nil, false) }
      key = table.key
    } else {
      notes.append("UNSURE: no source was found for the table's key")
    }
  }
}
