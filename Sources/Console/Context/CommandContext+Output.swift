import Postgres

/// What people are shown of a row, where that is not its columns as they are.
struct RowShape {
  let columns: [CellColumn]
  /// Adds what is shown of a row of the server's.
  let append: (Row, inout CellRows) throws -> Void

  fileprivate func shape(_ rows: Rows) throws -> CellRows {
    var result = CellRows(columns: columns)
    for row in rows { try append(row, &result) }
    return result
  }
}

extension CommandContext {
  /// How rows are written.
  var format: OutputFormat { invocation.output(default: options.output) }

  /// Whether people read what is written, and not in Markdown.
  var isForScreen: Bool { [.table, .expanded].contains(format) }

  /// Begins the result.
  func writer(isNumbered: Bool = false, isSingle: Bool = false) -> RowWriter {
    RowWriter(
      io,
      format,
      fields: invocation.fields,
      isNumbered: isNumbered,
      isSingle: isSingle
    )
  }

  /// Writes the rows of a statement as they come.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - parameters: Values of `$1` …
  ///   - shape: What people are shown of a row; nil for its columns.
  ///   - isForAll: Whether programs get the shape, too; else they get the columns.
  ///   - none: What people are told where there are no rows.
  /// - Throws: ``RowWriter/FieldsListed``, and what reading and writing throw.
  func emit(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?],
    shape: RowShape? = nil,
    isForAll: Bool = false,
    none: SafeText
  ) async throws {
    let isReadable = format.isReadable
    let shape = isReadable || isForAll ? shape : nil
    var writer = writer()
    try await stream(sql, parameters) { rows in
      try await writer.write(try shape?.shape(rows) ?? CellRows(rows))
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

  /// Writes one line of data.
  func emitText(_ text: SafeText) async throws {
    try await io.write(text.rendered(isColoured: io.isColoured) + [0x0A])
  }

  /// Writes JSON that the server made, with what could steer a terminal escaped.
  func emit(json: [UInt8]) async throws {
    var out: [UInt8] = []
    JSONRenderer.json(ArraySlice(json), &out)
    try await io.write(out + [0x0A])
  }
}
