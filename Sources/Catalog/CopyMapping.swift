/// How the rows of one table become rows of another, and back: one `copies/<copy>.yaml`, validated.
///
/// The columns are written as an import's are (`Mapping`): `from`, `up`, `default`. A live copy
/// also has `down`, the way back.
package struct CopyMapping: Sendable {
  /// The app whose catalog knows the tables.
  package let app: String
  /// The mapping's own name; the copy is known by it.
  package let copy: String
  /// Where the target is, as a connection string of libpq; nil for this database.
  package let server: String?
  /// The mapping as JSON, keys sorted, as the functions `reeve.migrate_…` take it.
  package let json: String

  private let positions: [String: Position]
  private let start: Position

  /// Reads a mapping file.
  ///
  /// - Throws: `ManifestError` with everything found.
  package init(file: ManifestFile) throws(ManifestError) {
    var reader = ManifestReader()
    let (root, broken) = YAMLComposer.compose(file.bytes, file: file.name)
    guard let root else { throw ManifestError(findings: broken) }
    let value = reader.read(root, as: .copyMapping, at: "")
    let findings = broken + reader.findings
    guard findings.isEmpty, case .object(let members) = value,
      case .string(let app) = members["app"], case .string(let copy) = members["copy"]
    else { throw ManifestError(findings: findings) }
    self.app = app
    self.copy = copy
    server =
      if case .object(let target) = members["target"], case .string(let text) = target["server"] {
        text
      } else { nil }
    json = value.text
    positions = reader.positions
    start = Position(file: file.name, line: 1, column: 1)
  }

  /// Returns where a value is in the file.
  ///
  /// - Parameter pointer: A JSON pointer into `json`.
  /// - Returns: The position of the value, or of its nearest parent where the pointer names
  ///   nothing.
  package func position(of pointer: String) -> Position {
    nearestPosition(to: pointer, in: positions) ?? start
  }
}

extension Shape {
  /// `copies/<copy>.yaml`.
  static let copyMapping = Shape.record([
    needs("app", .word, "the app"),
    needs("copy", .word, "the live copy's name"),
    needs("source", .record(table), "the table that is live at first"),
    needs("target", .record(table + [server]), "the table that becomes live"),
    needs("key", .list(.text, minimum: 1), "the key: columns of the target, by `from` alone"),
    needs("columns", .map(copyColumn, keys: .text), "the target's columns"),
    may("down", .map(.text, keys: .text), "further columns of the source, over the target row `t`"),
    may("drop", .list(.text), "columns of the source that a rollback loses"),
  ])

  private static let table = [
    needs("schema", .text, "its schema"), needs("table", .text, "its name"),
    may("parts", .map(part, keys: .text), "further tables that hold a part of each row"),
  ]

  private static let server = may(
    "server",
    .text,
    "the database that it is in, where that is another: `service=NAME`, `postgresql://HOST/DATABASE`"
  )

  private static let part = Shape.record([
    may("schema", .text, "its schema, where it is another"),
    needs("table", .text, "its name"),
    needs("key", .list(.text, minimum: 1), "its columns that hold the main table's key"),
    may(
      "each",
      .list(.text, minimum: 1),
      "for any number of rows: the columns that distinguish and order those of one key"
    ),
    may("place", .text, "instead of `each`: the column that has the place in the array, from 1"),
    may("columns", .list(.text, minimum: 1), "with `each` or `place`: the members of an element"),
  ])

  private static let copyColumn = Shape.record([
    may("from", .text, "the source's column"),
    may("type", .text, "the type, where the target table has yet to be made"),
    may("up", .text, "an SQL expression over the source row `s`; `$v` is `from`"),
    may(
      "down",
      .text,
      "the way back: an SQL expression over the target row `t`; `$v` is the column"
    ),
    may("default", .text, "an SQL expression for rows without a value"),
  ])
}
