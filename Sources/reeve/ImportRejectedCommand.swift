import ArgumentParser
import Display
import Glibc
import Import
import Outcome
import Postgres

/// `reeve import rejected`: what an import could not take.
struct ImportRejectedCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "rejected",
    abstract: "List the records that an import rejected, or write them out for correction."
  )

  @Argument(help: "The import's number.") var id: Int
  @Option(help: "\(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var output = OutputFormat.table.rawValue
  @ArgumentParser.Flag(
    help: "Write the records themselves, byte for byte, as a file that can be imported."
  )
  var originals = false
  @OptionGroup var server: ServerOptions

  func perform() async throws {
    guard let format = OutputFormat(rawValue: output) else {
      throw Failure(.usage, "there is no format \(output)")
    }
    // Users' texts may contain terminal escapes.
    guard !originals || isatty(STDOUT_FILENO) == 0 else {
      throw Failure(.usage, "--originals writes to a file or a pipe, not to a terminal")
    }
    try await server.withConnection { connection in
      let known = try await connection.query(
        "SELECT quarantined FROM reeve.import WHERE import_id = $1",
        [id]
      )
      guard known.count == 1 else {
        throw Failure(.notFound, "there is no import \(id)")
      }
      try await originals ? write(connection) : list(connection, as: format)
    }
  }

  private func list(_ connection: Connection, as format: OutputFormat) async throws {
    var renderer: (any RowRenderer)?
    var isNone = true
    var out: [UInt8] = []
    try await connection.forEachBatch(
      """
      SELECT q.record, q.line, q.byte_offset AS byte, q.code, q.reason FROM reeve.quarantine q
      WHERE q.import_id = $1 ORDER BY q.record
      """,
      [id]
    ) { rows in
      let cells = CellRows(rows)
      isNone = isNone && rows.isEmpty
      if rows.isEmpty, format.isReadable { return }
      if renderer == nil { renderer = format.renderer(cells.columns) }
      renderer?.append(cells, to: &out)
      Output.rendered(out)
      out.removeAll(keepingCapacity: true)
    }
    renderer?.finish(&out)
    Output.rendered(out)
    if isNone, format.isReadable { Output.line("import \(id) has no rejected records") }
  }

  private func write(_ connection: Connection) async throws {
    var cut = 0
    var writer = try await OriginalsWriter(id, connection)
    try await connection.forEachBatch(
      """
      SELECT q.original, q.is_cut FROM reeve.quarantine q
      WHERE q.import_id = $1 ORDER BY q.record
      """,
      [id]
    ) { rows in
      var out: [UInt8] = []
      for row in rows {
        if try row.get("is_cut", as: Bool.self) {
          cut += 1
        } else {
          writer.append(try row.get("original", as: [UInt8].self), to: &out)
        }
      }
      Output.rendered(out)
    }
    var end: [UInt8] = []
    writer.finish(&end)
    Output.rendered(end)
    guard cut > 0 else { return }
    throw Failure(.failed, "\(cut) records were not kept, or too long, and are left out")
  }
}
