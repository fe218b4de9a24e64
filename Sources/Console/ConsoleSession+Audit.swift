import Glibc
import Postgres

extension ConsoleSession {
  /// Entries of the chain fetched at a time.
  private static let exportBatch = 10_000

  /// `audit`, `audit export FILE`, `audit verify FILE`.
  func audit(_ command: Command) async throws {
    guard let what = command.arguments.first else { return try await auditList(command) }
    guard command.arguments.count == 2 else {
      throw CommandFailure(
        .usage,
        "`audit \(what)` needs a file",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    switch what {
    case "export": try await auditExport(command.arguments[1])
    case "verify": try await auditVerify(command.arguments[1], command.flags["anchor"])
    default:
      throw CommandFailure(
        .usage,
        "`audit \(what)` is not known",
        hint: "Usage: \(command.verb.usage)"
      )
    }
  }

  private func auditList(_ command: Command) async throws {
    try await emit(
      """
      SELECT seq, at, actor, principal, kind, subject, outcome, code, action_id
      FROM reeve.command_list($1)
      """,
      [command.count("limit", default: Self.listLimit)],
      shape: RowShape(
        columns: [
          CellColumn("seq", CellType.int8), CellColumn("at", CellType.timestamptz),
          CellColumn("by"), CellColumn("what"), CellColumn("subject"), CellColumn("outcome"),
          CellColumn("code"), CellColumn("action"),
        ]
      ) { row, shown in
        let actor: String = try row.get("actor")
        let principal = try row.get("principal", as: String?.self)
        let action = try row.get("action_id", as: Int64?.self)
        shown.append([
          row[bytes: 0], row[bytes: 1],
          ArraySlice((principal.map { "\(actor) for \($0)" } ?? actor).utf8), row[bytes: 4],
          row[bytes: 5], row[bytes: 6], row[bytes: 7] ?? [],
          action.map { ArraySlice("A\($0)".utf8) } ?? [],
        ])
      },
      none: "nothing is recorded yet",
      command
    )
  }

  /// Writes the sealed chain to a new file that only its owner can read; `-` is standard output.
  ///
  /// The file gets its name when it is whole.
  private func auditExport(_ path: String) async throws {
    let isFile = path != "-"
    let unfinished = "\(path).part"
    var file: Int32 = -1
    if isFile {
      file = Glibc.open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw failure("cannot write", unfinished) }
    }
    defer { if file >= 0 { Glibc.close(file) } }
    var next: Int64 = 1
    var count = 0
    var hash = ""
    while true {
      let rows = try await read { [next] connection in
        try await connection.query(
          """
          SELECT seq, us, command_id, actor, principal, kind, subject, batch, manifest_hex,
            prev_hex, hash_hex
          FROM reeve.audit_export($1, $2)
          """,
          [next, Self.exportBatch]
        )
      }
      guard let last = rows.last else { break }
      var out: [UInt8] = []
      let entries = CellRows(rows)
      var renderer = JSONRenderer(entries.columns)
      renderer.append(entries, to: &out)
      if isFile {
        guard writeAll(file, out) else { throw failure("cannot write", unfinished) }
      } else {
        try await io.write(out)
      }
      count += rows.count
      next = try last.get(0, as: Int64.self) + 1
      hash = try last.get("hash_hex")
    }
    if isFile {
      guard fsync(file) == 0, rename(unfinished, path) == 0 else {
        throw failure("cannot finish", path)
      }
      // The database remembers where its head was written down, and when.
      if count > 0 {
        _ = try await write("SELECT reeve.anchor_record($1, $2, $3)", [next - 1, hash, path])
      }
    }
    let head: SafeText = "\(next - 1):\(hash)"
    io.note("\(plural(count, "entry", "entries")) exported\(count > 0 ? "; head \(head)" : "")")
    if count > 0 {
      io.note(
        "  \(SafeText("Keep the head elsewhere: `audit verify FILE --anchor \(head)`."), .dim)"
      )
    }
  }

  private func failure(_ what: SafeText, _ path: String) -> CommandFailure {
    CommandFailure(.failed, "\(what) \(path): \(String(cString: strerror(errno)))")
  }
}
