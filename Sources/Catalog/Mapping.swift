/// How the records of a file become rows of a table: one `sources/<source>.yaml`, validated.
package struct Mapping: Sendable {
  /// How a file holds its records.
  package enum Format: String, Sendable, CaseIterable {
    /// RFC 4180, with a header.
    case csv
    /// One JSON object a line.
    case ndjson
    /// One JSON array of objects.
    case json
  }

  /// The app whose schema holds the table.
  package let app: String
  /// The mapping's own name; imports are known by it.
  package let source: String
  package let format: Format
  /// What parts the fields of a CSV file.
  package let delimiter: UInt8
  /// Top-level fields that no column takes and that may be there.
  package let drop: [String]
  /// Where each mapped column comes from, by the column's name.
  package let sources: [String: String]
  /// The mapping as JSON, keys sorted, as the functions `reeve.import_…` take it.
  package let json: String

  private let positions: [String: Position]
  private let start: Position

  /// Reads a mapping file.
  ///
  /// - Throws: `ManifestError` with everything found.
  package init(file: ManifestFile) throws(ManifestError) {
    var reader = ManifestReader()
    let start = Position(file: file.name, line: 1, column: 1)
    let (root, broken) = YAMLComposer.compose(file.bytes, file: file.name)
    guard let root else { throw ManifestError(findings: broken) }
    let value = reader.read(root, as: .mapping, at: "")
    var findings = broken + reader.findings
    guard findings.isEmpty, case .object(let members) = value,
      case .string(let app) = members["app"], case .string(let source) = members["source"],
      case .string(let word) = members["format"], let format = Format(rawValue: word),
      case .object(let columns) = members["columns"]
    else { throw ManifestError(findings: findings) }
    var delimiter = UInt8(ascii: ",")
    if case .string(let text) = members["delimiter"] {
      let byte = text.utf8.first ?? 0
      if text.utf8.count != 1 || [0, 10, 13, UInt8(ascii: "\"")].contains(byte) || byte >= 128 {
        let position = reader.positions["/delimiter"] ?? start
        findings.append(Finding(position, "a delimiter is one character of ASCII, not a quote"))
      }
      delimiter = byte
    }
    guard findings.isEmpty else { throw ManifestError(findings: findings) }
    self.app = app
    self.source = source
    self.format = format
    self.delimiter = delimiter
    var drop: [String] = []
    if case .array(let items) = members["drop"] {
      for case .string(let name) in items { drop.append(name) }
    }
    self.drop = drop
    sources = columns.compactMapValues { column in
      guard case .object(let fields) = column, case .string(let from) = fields["from"] else {
        return nil
      }
      return from
    }
    json = value.text
    positions = reader.positions
    self.start = start
  }

  /// Returns where a value stands in the file.
  ///
  /// - Parameter pointer: A JSON pointer into `json`.
  /// - Returns: The place of the value, or of its nearest parent where the pointer names nothing.
  package func position(of pointer: String) -> Position {
    var path = Substring(pointer)
    while true {
      if let position = positions[String(path)] { return position }
      guard let slash = path.lastIndex(of: "/") else { return start }
      path = path[..<slash]
    }
  }

  /// Returns where a column's source stands in the file.
  package func position(ofColumn name: String) -> Position {
    position(of: "/columns/\(escapedPointerToken(name))/from")
  }
}

extension Shape {
  /// `sources/<source>.yaml`.
  static let mapping = Shape.record([
    needs("app", .word),
    needs("source", .word),
    needs("format", .choice(Mapping.Format.allCases.map(\.rawValue))),
    may("delimiter", .text),
    needs("table", .text),
    needs("key", .list(.text, minimum: 1)),
    needs("columns", .map(mappingColumn, keys: .text)),
    may("drop", .list(.text)),
  ])

  private static let mappingColumn = Shape.record([
    needs("from", .text),
    may("null", .list(.text)),
    may("split", .text),
    may("accept", .list(.choice(["string", "int", "double", "bool", "timestamp"]))),
    may("up", .text),
    may("default", .text),
  ])
}
