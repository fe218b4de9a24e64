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
    "begin after this SEQ:HASH"
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
    let span = try await context.first(
      ConsoleFunctions.auditSpan(since: period.from, till: period.till)
    )
    let end = span?.lastSeq ?? 0
    var next = span?.firstSeq ?? 1
    if let since = context[Self.since] {
      next = max(next, try await entry(after: since, context))
    }
    let unfinished = "\(path).part"
    var file: Int32 = -1
    if isFile {
      file = Glibc.open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Failure(errno: errno, "cannot write", unfinished) }
    }
    defer { if file >= 0 { Glibc.close(file) } }
    var count = 0
    var hash = ""
    while next <= end {
      let call = ConsoleFunctions.auditExport(
        fromSeq: next,
        maxRows: min(Self.batch, Int(end - next + 1))
      )
      let rows = try await context.rows(call)
      guard let last = try rows.last.map(call.read) else { break }
      var out: [UInt8] = []
      let entries = CellRows(rows)
      var renderer = JSONRenderer(entries.columns)
      renderer.append(entries, to: &out)
      if isFile {
        guard writeAll(file, out) else {
          throw Failure(errno: errno, "cannot write", unfinished)
        }
      } else {
        try await context.io.write(out)
      }
      count += rows.count
      (next, hash) = (last.seq + 1, last.hashHex)
    }
    if isFile {
      guard fsync(file) == 0, rename(unfinished, path) == 0 else {
        throw Failure(errno: errno, "cannot finish", path)
      }
      // The database remembers where its head was written down, and when.
      if count > 0 {
        _ = try await context.write(
          ConsoleFunctions.anchorRecord(seq: next - 1, hashHex: hash, destination: path)
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
  /// - Throws: ``Failure`` where the chain does not hold the anchor.
  private func entry(after text: String, _ context: CommandContext) async throws -> Int64 {
    guard let anchor = AuditAnchor(text) else { throw Failure(noAnchor: text) }
    if anchor.seq == 0 { return 1 }
    let entry = try await context.first(
      ConsoleFunctions.auditExport(fromSeq: anchor.seq, maxRows: 1)
    )
    let hash = entry?.hashHex ?? ""
    guard AuditAnchor("\(anchor.seq):\(hash)") == anchor else {
      throw Failure(
        .failed,
        "the chain has no entry \(anchor.seq) with this hash",
        hint: "Keep your copy: it may prove that the chain was rewritten."
      )
    }
    return anchor.seq + 1
  }
}

extension Failure {
  /// The failure for what is no anchor.
  init(noAnchor text: String) {
    self.init(
      .usage,
      "`\(text)` is not a valid anchor",
      hint: "Write number and hash: `41:9f2c…`."
    )
  }

  /// The failure of a system call on a file.
  init(errno code: Int32, _ what: SafeText, _ path: String) {
    self.init(.failed, "\(what) \(path): \(String(cString: strerror(code)))")
  }
}
