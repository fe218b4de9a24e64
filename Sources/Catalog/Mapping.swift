/// How records become rows of a table: a `sources/<source>.yaml`, or a collection of one,
/// validated.
package struct Mapping: Sendable {
  /// The app whose schema holds the table.
  package let app: String
  /// The mapping's own name; imports are known by it.
  package let source: String
  /// The format of the source, such as `csv`.
  package let format: String
  /// The table, in the app's schema.
  package let table: String
  /// The character between the fields of a record; nil where the mapping names none.
  package let delimiter: UInt8?
  /// The tables that it writes, the target first.
  package let tables: [Table]
  /// The records that it takes; nil for a source that holds no collections.
  package let match: DocumentPattern?
  /// The names by which records have the field of each mapped column, `from` first, by the column's
  /// name.
  package let sources: [String: [String]]
  /// The constants of the mapping, by the names that columns use: `$set.NAME`.
  package let constants: [String: String]
  /// The mapping as JSON, keys sorted, as the functions `reeve.import_…` take it.
  package let json: String

  private let positions: [String: Position]
  /// Where its value is in its file, as a JSON pointer.
  private let root: String
  private let start: Position

  /// Reads a mapping file that holds one mapping.
  ///
  /// - Throws: `ManifestError` with everything found.
  package init(file: ManifestFile) throws(ManifestError) {
    let mappings = try MappingFile(file: file).mappings
    guard let mapping = mappings.first, mappings.count == 1 else {
      let start = Position(file: file.name, line: 1, column: 1)
      throw ManifestError(findings: [Finding(start, "expected one mapping, not several")])
    }
    self = mapping
  }

  /// Takes a value that has the mapping's shape, and adds its problems to `findings`.
  ///
  /// - Parameters:
  ///   - members: Its keys with their values, those for app, source and format included.
  ///   - root: Where it is in the file, as a JSON pointer.
  ///   - start: Where the file begins.
  ///   - positions: Where each value of the file is.
  ///   - findings: The problems found in it.
  init?(
    _ members: [String: JSON],
    at root: String,
    from start: Position,
    positions: [String: Position],
    findings: inout [Finding]
  ) {
    guard case .string(let app) = members["app"], case .string(let source) = members["source"],
      case .string(let format) = members["format"],
      case .string(let table) = members["table"], case .object(let columns) = members["columns"]
    else { return nil }
    var delimiter: UInt8?
    if case .string(let text) = members["delimiter"] {
      let byte = text.utf8.first ?? 0
      if text.utf8.count != 1 || [0, 10, 13, UInt8(ascii: "\"")].contains(byte) || byte >= 128 {
        let position = positions["\(root)/delimiter"] ?? start
        findings.append(Finding(position, "a delimiter is one character of ASCII, not a quote"))
      }
      delimiter = byte
    }
    var match: DocumentPattern?
    if case .string(let text) = members["match"] {
      match = DocumentPattern(text)
      if match == nil {
        findings.append(Finding(positions["\(root)/match"] ?? start, DocumentPattern.rule(text)))
      }
    }
    tables = Self.tables(
      members,
      at: root,
      place: { positions[$0] ?? start },
      findings: &findings
    )
    self.app = app
    self.source = source
    self.format = format
    self.table = table
    self.delimiter = delimiter
    self.match = match
    sources = columns.compactMapValues { column in
      guard case .object(let fields) = column, case .string(let from) = fields["from"] else {
        return nil
      }
      guard case .array(let names) = fields["or"] else { return [from] }
      return [from] + names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }
    var constants: [String: String] = [:]
    if case .object(let set) = members["set"] {
      for case (let name, .string(let value)) in set { constants["$set.\(name)"] = value }
    }
    self.constants = constants
    // Quarantined originals would quote the texts that are to be encrypted.
    let keeps = tables.allSatisfy(\.encrypted.isEmpty)
    json =
      JSON.object(keeps ? members : members.merging(["originals": .boolean(false)]) { $1 }).text
    self.positions = positions
    self.root = root
    self.start = start
    if case .string(let newer) = members["newer"], columns[newer] == nil {
      findings.append(Finding(position(of: "/newer"), "\(newer) is not among the mapped columns"))
    }
    guard let match else { return }
    for (column, names) in sources {
      guard let from = names.first, from.hasPrefix("{"), from.hasSuffix("}") else { continue }
      if match.index(of: String(from.dropFirst().dropLast())) != nil { continue }
      findings.append(Finding(position(ofColumn: column), "\(match) has no variable \(from)"))
    }
  }

  /// Returns where a value is in the file.
  ///
  /// - Parameter pointer: A JSON pointer into `json`.
  /// - Returns: The position of the value, or of its nearest parent where the pointer names
  ///   nothing.
  package func position(of pointer: String) -> Position {
    nearestPosition(to: root + pointer, in: positions) ?? start
  }

  /// Returns where a column's source is in the file.
  package func position(ofColumn name: String) -> Position {
    position(of: "/columns/\(escapedPointerToken(name))/from")
  }
}

extension Shape {
  /// `sources/<source>.yaml` of a source of one table.
  static let mapping = Shape.record(
    head + [
      may("delimiter", .text, "of CSV: what separates fields; a comma by default"), encoding,
    ]
      + mappingTarget
  )

  /// `sources/<source>.yaml` of a source of several collections.
  static let collectionsMapping = Shape.record(
    head + [
      encoding,
      may("model", .text, "of Core Data: the versions of the model that it was drafted from"),
      may("schema", .text, "of PostgreSQL: the schema that is read; `public` by default"),
      needs(
        "collections",
        .list(
          .record(
            [needs("match", .text, "the path of its documents, as `users/{uid}/orders/{id}`")]
              + mappingTarget
          ),
          minimum: 1
        ),
        "its collections; each is an import of its own"
      ),
      may("drop", .list(.text), "paths of documents to leave out"),
    ]
  )

  private static let head = [
    needs("app", .word, "the app"), needs("source", .word, "the import's name"),
    needs("format", .word, "the format of the file"),
    may("set", .map(.text, keys: .word), "constants, as `$set.NAME`; part of the import's name"),
  ]

  private static let encoding = may(
    "encoding",
    .text,
    "of a file of text, such as `windows-1252`; by default UTF-8, or what its first bytes show"
  )

  /// The table and columns to which records are written.
  private static let mappingTarget = [
    needs("table", .text, "the table that the records go to"),
    needs("key", .list(.text, minimum: 1), "the columns of a unique index of it"),
    needs("columns", .map(mappingColumn, keys: .text), "its columns; others keep their values"),
    may("drop", .list(.text), "fields that may occur and are not kept"),
    may("newer", .text, "the column that tells which of record and row is newer"),
    may(
      "after",
      .text,
      "a function of the app, of no parameter or of `set` as jsonb: called at the end; `told` lists "
        + "what it returns"
    ),
    may("originals", .boolean, "whether quarantine keeps rejected records; true by default"),
    may("children", .list(mappingChild), "tables for the items of arrays and maps"),
  ]

  private static let mappingChild = Shape.record([
    needs("from", .text, "the field with the array or map"),
    needs("table", .text, "the table that the items go to"),
    needs("key", .list(.text, minimum: 1), "its key; contains the parent's whole key"),
    needs("columns", .map(mappingColumn, keys: .text), "its columns"),
    may("drop", .list(.text), "fields of the items that are not kept"),
  ])

  private static let mappingRef = Shape.record([
    needs("table", .text, "that table; the column takes its primary key, of one column"),
    needs("by", .text, "its column that has the value in one row; should have an index"),
    may(
      "make",
      .map(.text, keys: .text),
      "makes the row where it is missing: its other columns as SQL over `$v`, such as `{}`"
    ),
  ])

  private static let mappingColumn = Shape.record([
    may(
      "from",
      .text,
      "the field: `address.city`, `/a.b`, `$id`, `$path`, `{uid}`, `$parent.id`, `$set.NAME`"
    ),
    may(
      "or",
      .list(.text),
      "further names of the field, of older records: the first with a value counts"
    ),
    may("rest", .boolean, "instead of `from`: all fields that nothing else takes, as `jsonb`"),
    may("null", .list(.text), "texts that mean NULL"),
    may("split", .text, "what separates the items of an array that is written as one text"),
    may(
      "accept",
      .list(.choice(["string", "int", "double", "bool", "timestamp", "map"])),
      "further kinds of value that the column takes; a map as the text of its JSON"
    ),
    may("ref", mappingRef, "takes the key of another table's row, found by the value"),
    may("replace", .text, "what stands for U+0000, which PostgreSQL's texts cannot contain"),
    may(
      "encrypt",
      .text,
      "`collection/column` of the catalog whose texts it has: encrypted before the database gets them; "
        + "such a mapping keeps no originals"
    ),
    may("up", .text, "an SQL expression over the value `$v`"),
    may("default", .text, "an SQL expression for records without the field"),
  ])
}
