import Glibc
import Moderation
import Postgres

/// `audit export FILE`.
struct AuditExportCommand: ConsoleCommand {
  /// Entries of the chain fetched at a time.
  private static let batch = 2_000
  private static let since = Flag(
    "since",
    .text,
    "SEQ:HASH noted earlier, after which to begin"
  )

  let name = "audit export"
  let summary: SafeText = "write the sealed record to a file, or - for standard output"
  let arguments = Arguments("FILE", [.file], needed: "a file")
  let flags: [any CommandFlag] = [AuditFlags.from, AuditFlags.to, since]
  let examples: [SafeText] = [
    "audit export audit.ndjson", "audit export november.ndjson --from 2026-11 --to 2026-11",
  ]

  /// Writes the sealed chain to a new file that only its owner can read; `-` is standard output.
  ///
  /// The file gets its name when it is whole.
  func run(_ context: CommandContext) async throws {
    await context.seal()
    let path = context.arguments[0]
    let isFile = path != "-"
    let period = try context.auditPeriod()
    let span = try await context.query(
      "SELECT first_seq, last_seq FROM reeve.audit_span($1::timestamptz, $2::timestamptz)",
      [period.from, period.till]
    )
    let end = try span.first?.get("last_seq", as: Int64?.self) ?? 0
    var next = try span.first?.get("first_seq", as: Int64?.self) ?? 1
    if let since = context[Self.since] {
      next = max(next, try await entry(after: since, context))
    }
    let unfinished = "\(path).part"
    var file: Int32 = -1
    if isFile {
      file = Glibc.open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw CommandFailure(errno: errno, "cannot write", unfinished) }
    }
    defer { if file >= 0 { Glibc.close(file) } }
    var count = 0
    var hash = ""
    while next <= end {
      let rows = try await context.query(
        """
        SELECT seq, us, command_id, actor, principal, kind, subject, batch, manifest_hex,
          prev_hex, hash_hex, content
        FROM reeve.audit_export($1, $2)
        """,
        [next, min(Self.batch, Int(end - next + 1))]
      )
      guard let last = rows.last else { break }
      var out: [UInt8] = []
      let entries = CellRows(rows)
      var renderer = JSONRenderer(entries.columns)
      renderer.append(entries, to: &out)
      if isFile {
        guard writeAll(file, out) else {
          throw CommandFailure(errno: errno, "cannot write", unfinished)
        }
      } else {
        try await context.io.write(out)
      }
      count += rows.count
      next = try last.get("seq", as: Int64.self) + 1
      hash = try last.get("hash_hex")
    }
    if isFile {
      guard fsync(file) == 0, rename(unfinished, path) == 0 else {
        throw CommandFailure(errno: errno, "cannot finish", path)
      }
      // The database remembers where its head was written down, and when.
      if count > 0 {
        _ = try await context.write(
          "SELECT reeve.anchor_record($1, $2, $3)",
          [next - 1, hash, path]
        )
      }
    }
    var told: SafeText = "\(plural(count, "entry", "entries")) exported"
    let head: SafeText = "\(next - 1):\(hash)"
    if count > 0 { told += "; head \(head)" }
    context.io.note(told)
    if count > 0 {
      context.io.note(
        "  \(SafeText("Keep the head elsewhere: `audit verify FILE --anchor \(head)`."), .dim)"
      )
    }
  }

  /// The entry that follows an anchor.
  ///
  /// - Throws: ``CommandFailure`` where the chain does not hold the anchor.
  private func entry(after text: String, _ context: CommandContext) async throws -> Int64 {
    guard let anchor = AuditAnchor(text) else { throw CommandFailure(noAnchor: text) }
    if anchor.seq == 0 { return 1 }
    let rows = try await context.query(
      "SELECT hash_hex FROM reeve.audit_export($1, 1)",
      [anchor.seq]
    )
    let hash = try rows.first?.get("hash_hex", as: String.self) ?? ""
    guard AuditAnchor("\(anchor.seq):\(hash)") == anchor else {
      throw CommandFailure(
        .failed,
        "the chain has no entry \(anchor.seq) with that hash",
        hint: "Keep what you have: it may show that the chain was rewritten."
      )
    }
    return anchor.seq + 1
  }
}

extension CommandFailure {
  /// The failure for what is no anchor.
  init(noAnchor text: String) {
    self.init(
      .usage,
      "`\(text)` is no anchor",
      hint: "Write the number and the hash: `41:9f2c…`."
    )
  }

  /// The failure of a system call on a file.
  init(errno code: Int32, _ what: SafeText, _ path: String) {
    self.init(.failed, "\(what) \(path): \(String(cString: strerror(code)))")
  }
}
