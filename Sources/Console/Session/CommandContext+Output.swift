import Display
import Outcome
import Postgres
import Prompt

extension Row {
  /// The text of a value as the server wrote it; nil for NULL.
  func cell(_ column: String) throws -> ArraySlice<UInt8>? {
    self[bytes: try columns.index(of: column)]
  }
}

extension [Column] {
  /// Where a column is.
  ///
  /// - Throws: ``Failure`` where the server gave none of that name.
  fileprivate func index(of column: String) throws -> Int {
    guard let index = firstIndex(where: { $0.name == column }) else {
      throw Failure(.failed, "the server gave no column \(column)")
    }
    return index
  }
}

extension Rows {
  /// Where a column is.
  ///
  /// - Throws: ``Failure`` where the server gave none of that name.
  func index(of column: String) throws -> Int { try columns.index(of: column) }
}

/// A table's value that is a text.
func cell(_ text: String) -> ArraySlice<UInt8> { ArraySlice(text.utf8) }

/// A column of formats for programs, made from columns of a function.
struct OutputColumn: Sendable, ExpressibleByStringLiteral {
  /// The name of the column in the output.
  let name: String
  /// The function's columns whose texts it joins.
  let sources: [String]
  /// A text before the values, such as the letter of a number.
  let prefix: String
  /// The separators between the texts, in order.
  let separators: [String]
  /// Whether a NULL among the columns is left out, and does not make the text NULL.
  let skipsNull: Bool

  /// A column as it is, perhaps under another name, or with a text before it.
  init(_ name: String, from source: String? = nil, prefix: String = "") {
    (self.name, sources, self.prefix, separators) = (name, [source ?? name], prefix, [])
    skipsNull = false
  }

  init(stringLiteral name: String) { self.init(name) }

  /// A column that joins the texts of several; NULL where one of them is.
  init(_ name: String, joining sources: [String], by separators: String...) {
    (self.name, self.sources, prefix, self.separators) = (name, sources, "", separators)
    skipsNull = false
  }

  /// A column that joins those texts of several that are there.
  init(_ name: String, joiningGiven sources: [String], by separator: String) {
    (self.name, self.sources, prefix) = (name, sources, "")
    (separators, skipsNull) = (Array(repeating: separator, count: sources.count - 1), true)
  }
}

extension CellRows {
  /// Puts the rows of one result beside those of another that has as many.
  init(_ left: Rows, beside right: Rows) {
    self.init(columns: (left.columns + right.columns).map { CellColumn($0.name, $0.typeOID) })
    for (a, b) in zip(left, right) {
      append(left.columns.indices.map { a[bytes: $0] } + right.columns.indices.map { b[bytes: $0] })
    }
  }

  /// Makes the columns that programs get, of some of the rows or of all.
  init(_ rows: Rows, _ columns: [OutputColumn], _ kept: [Row]? = nil) throws {
    let sources = try columns.map { try $0.sources.map(rows.index) }
    let isPlain = columns.map { $0.sources.count == 1 && $0.prefix.isEmpty }
    self.init(
      columns: columns.indices.map { index in
        CellColumn(
          columns[index].name,
          isPlain[index] ? rows.columns[sources[index][0]].typeOID : CellType.text
        )
      }
    )
    for row in kept ?? Array(rows) {
      append(
        columns.indices.map { index -> ArraySlice<UInt8>? in
          if isPlain[index] { return row[bytes: sources[index][0]] }
          let parts = sources[index].compactMap { row[bytes: $0] }
          guard columns[index].skipsNull || parts.count == sources[index].count else { return nil }
          var text = Array(columns[index].prefix.utf8)
          for (place, part) in parts.enumerated() {
            if place > 0 { text += columns[index].separators[place - 1].utf8 }
            text += part
          }
          return text[...]
        }
      )
    }
  }
}

extension CommandContext {
  /// How rows are written.
  var format: OutputFormat { invocation.output(default: settings.output ?? options.output) }

  /// Whether people read what is written, and not in Markdown.
  var isForScreen: Bool { [.table, .expanded].contains(format) }

  /// Begins the result.
  func writer(isNumbered: Bool = false, isSingle: Bool = false) -> RowWriter {
    RowWriter(
      io,
      format,
      fields: invocation.fields,
      isNumbered: isNumbered,
      isSingle: isSingle,
      times: settings.times(isList: format == .table && !isSingle, onScreen: io.screen != nil)
    )
  }

  /// Writes the rows of a function as they come.
  ///
  /// - Parameters:
  ///   - call: The function.
  ///   - columns: The columns that programs get; nil for those of the function.
  ///   - list: The columns that people read; nil for those that programs get.
  ///   - isForAll: Whether programs get the list, too.
  ///   - none: The sentence for people if there are no rows.
  /// - Throws: ``RowWriter/FieldsListed``, and the errors of reading and writing.
  func emit<Result>(
    _ call: FunctionCall<Result>,
    columns: [OutputColumn]? = nil,
    list: [ListColumn<Result>]? = nil,
    isForAll: Bool = false,
    none: SafeText
  ) async throws {
    let isReadable = format.isReadable
    let list = isReadable || isForAll ? list : nil
    var writer = writer()
    try await stream(call) { rows in
      try await writer.write(
        try list.map { try CellRows(rows, call, $0) }
          ?? columns.map { try CellRows(rows, $0) } ?? CellRows(rows)
      )
    }
    try await writer.finish()
    if isReadable, writer.count == 0 { io.note(none) }
  }

  /// Writes rows that are here already.
  func emit(_ rows: CellRows, isSingle: Bool = false) async throws {
    var writer = writer(isSingle: isSingle)
    try await writer.write(rows)
    try await writer.finish()
  }

  /// Writes one thing's fields.
  func emit(
    fields: [(name: String, value: [UInt8]?, oid: UInt32)]
  ) async throws {
    var row = CellRows(columns: fields.map { CellColumn($0.name, $0.oid) })
    row.append(fields.map { field in field.value.map { ArraySlice($0) } })
    try await emit(row, isSingle: true)
  }

  /// Writes one line of data, on a terminal wrapped at words.
  func emitText(_ text: SafeText) async throws {
    for line in text.inASCII(io.isASCII).wrapped(to: io.screen ?? .max) {
      try await io.write(line.rendered(isColoured: io.isColoured) + [0x0A])
    }
  }

  /// Writes JSON that the server made, with what could steer a terminal escaped.
  func emit(json: JSONB) async throws {
    var out: [UInt8] = []
    JSONRenderer.json(ArraySlice(json.text.utf8), &out)
    try await io.write(out + [0x0A])
  }
}
