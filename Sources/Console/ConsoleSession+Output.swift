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

extension ConsoleSession {
  /// How a command's rows are written.
  func format(_ command: Command) -> OutputFormat { command.output(default: options.output) }

  /// Begins a command's result.
  func writer(
    _ command: Command,
    isNumbered: Bool = false,
    isSingle: Bool = false
  ) -> RowWriter {
    RowWriter(
      io,
      format(command),
      fields: command.fields,
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
  ///   - command: Says in which format.
  /// - Throws: ``RowWriter/FieldsListed``, and what reading and writing throw.
  func emit(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?],
    shape: RowShape? = nil,
    isForAll: Bool = false,
    none: SafeText,
    _ command: Command
  ) async throws {
    let isReadable = format(command).isReadable
    let shape = isReadable || isForAll ? shape : nil
    var writer = writer(command)
    try await stream(sql, parameters) { rows in
      try await writer.write(try shape?.shape(rows) ?? CellRows(rows))
    }
    try await writer.finish()
    if isReadable, writer.count == 0 { io.note(none) }
  }

  /// Writes rows that are here already.
  func emit(_ rows: CellRows, isSingle: Bool = false, _ command: Command) async throws {
    var writer = writer(command, isSingle: isSingle)
    try await writer.write(rows)
    try await writer.finish()
  }

  /// Writes one thing's fields.
  func emit(
    fields: [(name: String, value: [UInt8]?, oid: UInt32)],
    _ command: Command
  ) async throws {
    var row = CellRows(columns: fields.map { CellColumn($0.name, $0.oid) })
    row.append(fields.map { field in field.value.map { ArraySlice($0) } })
    try await emit(row, isSingle: true, command)
  }

  /// Writes one line of data.
  func emitText(_ text: SafeText) async throws {
    try await io.write(text.rendered(isColoured: io.isColoured) + [0x0A])
  }
}
