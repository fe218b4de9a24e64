import Catalog
import Outcome
package import Postgres
import Readers

/// Writes the rows of a collection as NDJSON that an import reads back value for value.
///
/// The server writes each value as text; no cast, no view and no other code of the app runs.
package struct Dump: Sendable {
  private let app: String
  private let collection: String
  private let connection: Connection
  private let snapshot: Snapshot
  private let table: PostgresTable
  /// Columns of a unique index, by which an import distinguishes the rows.
  private let key: [String]
  /// The columns that are dumped although they are personal, or named like secrets.
  private let personal: [String]
  /// Columns that are left out, and why.
  package let left: [(column: String, reason: String)]

  /// Describes a dump; reads no row.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - collection: The name of the collection.
  ///   - hasPersonal: Whether personal columns are dumped too.
  ///   - connection: A connection of an installer.
  ///   - conninfo: The same server.
  /// - Throws: `Failure`, `PostgresError`; RV003 where there is no such collection.
  package init(
    app: String,
    collection: String,
    hasPersonal: Bool,
    connection: Connection,
    conninfo: String
  ) async throws {
    let source = try await connection.one(
      ImportFunctions.dumpSource(app: app, collection: collection)
    )
    (self.app, self.collection, self.connection) = (app, collection, connection)
    snapshot = try await Snapshot(
      conninfo,
      settings: "\(PostgresCatalog.settings); "
        + "SET ROLE \(PostgresTable.quoted(source.ownerName))"
    )
    // Also the rows of tables that inherit from it.
    var table = PostgresTable(
      schema: source.schemaName,
      name: source.tableName,
      isPartitioned: true
    )
    try await table.describe(in: snapshot)
    key = table.key.isEmpty ? source.key : table.key
    let hidden = Set(
      source.personal
        + table.columns.map(\.name).filter {
          !source.key.contains($0) && SecretField.hides(name: $0.utf8)
        }
    )
    var left: [(column: String, reason: String)] = []
    for column in table.columns {
      if column.isGenerated {
        left.append((column.name, "the database computes it"))
      } else if hidden.contains(column.name), !hasPersonal {
        left.append((column.name, "it is personal or a secret, and --personal dumps it"))
      }
    }
    table.columns.removeAll { column in left.contains { $0.column == column.name } }
    self.left = left
    self.table = table
    personal = table.columns.map(\.name).filter(hidden.contains)
    guard key.allSatisfy({ name in table.columns.contains { $0.name == name } }) else {
      throw Failure(.failed, "the key of \(collection) is personal", hint: "Give --personal.")
    }
  }

  /// Writes the rows, after it was recorded who asked for them and why.
  ///
  /// - Parameters:
  ///   - why: The reason.
  ///   - body: Takes whole lines.
  /// - Returns: How many rows there were.
  /// - Throws: `Failure`, `PostgresError`, the errors of `body`.
  package func write(why: String, to body: ([UInt8]) throws -> Void) async throws -> Int {
    try await connection.one(
      ImportFunctions.dumpAsk(app: app, collection: collection, fields: personal, why: why)
    )
    var count = 0
    try await snapshot.beginCopy(table.statement(after: 0))
    while let rows = try await snapshot.nextCopy() {
      var lines: [UInt8] = []
      lines.reserveCapacity(rows.count * 2)
      for row in rows.dropLast().split(separator: lineFeed, omittingEmptySubsequences: false) {
        guard row.count <= Chunk.limitBytes / 2 else {
          throw Failure(
            .failed,
            "row \(count + 1) is longer than \(Chunk.limitBytes / 2) bytes, which no import reads"
          )
        }
        append(row, to: &lines)
        count += 1
      }
      try body(lines)
    }
    return count
  }

  private func append(_ row: ArraySlice<UInt8>, to lines: inout [UInt8]) {
    let fields = row.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    lines.append(UInt8(ascii: "{"))
    for (index, (column, field)) in zip(table.columns, fields).enumerated() {
      if index > 0 { lines.append(UInt8(ascii: ",")) }
      JSON.append(Array(column.name.utf8)[...], to: &lines)
      lines.append(UInt8(ascii: ":"))
      column.appendJSON(field, to: &lines)
    }
    lines.append(UInt8(ascii: "}"))
    lines.append(lineFeed)
  }

  /// The mapping by which an import reads the dump back.
  package var mapping: String {
    let lines = table.columns.map { column in
      let up = column.restoring.map { ", up: \(YAMLText.quoted($0))" } ?? ""
      let from = YAMLText.scalar(NDJSONSource.text(of: column.name))
      return "  \(YAMLText.scalar(column.name)): {from: \(from)\(up)}\n"
    }
    return """
      # Reads a dump of \(app)/\(collection) back.
      app: \(YAMLText.scalar(app))
      source: \(YAMLText.scalar(collection))
      format: ndjson
      table: \(YAMLText.scalar(table.name))
      key: [\(key.map(YAMLText.scalar).joined(separator: ", "))]
      columns:
      \(lines.joined())
      """
  }
}

extension PostgresTable.Column {
  private static let numbers: Set<String> = [
    "smallint", "integer", "bigint", "real", "double precision", "numeric",
  ]

  /// The expression that turns a dump's text into the value; nil for the type's own text.
  fileprivate var restoring: String? {
    switch declared {
    // As text: the JSON value null is not the absence of a value, and `json` keeps its spelling.
    case "json", "jsonb": "($v::jsonb #>> '{}')::\(declared)"
    case "money": "$v::numeric::money"
    default: nil
    }
  }

  /// Appends a field of COPY: a number or a truth value as it is, anything else as text.
  fileprivate func appendJSON(_ field: ArraySlice<UInt8>, to text: inout [UInt8]) {
    switch (value(field), declared) {
    case (.null, _): text += Array("null".utf8)
    case (.string(let value), "boolean"):
      text += Array((value.first == UInt8(ascii: "t") ? "true" : "false").utf8)
    case (.string(let value), let type)
    where Self.numbers.contains(type.prefix { $0 != "(" }.description) && Self.isNumber(value):
      text += value
    case (.string(let value), _), (.json(let value), _): JSON.append(value, to: &text)
    default: break
    }
  }

  /// Whether a number means the same in JSON: not infinities, NaN, and a zero with a sign.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    text.last.map { (48...57).contains($0) } == true && !text.elementsEqual("-0".utf8)
  }
}
