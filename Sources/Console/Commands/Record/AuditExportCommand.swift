import Display
import Host
import Moderation
import Outcome
import Postgres
import Prompt

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
    let period = try context.auditPeriod()
    let span = try await context.first(
      ConsoleFunctions.auditSpan(since: period.from, till: period.till)
    )
    let end = span?.lastSeq ?? 0
    var next = span?.firstSeq ?? 1
    if let since = context[Self.since] {
      next = max(next, try await entry(after: since, context))
    }
    let written: Written
    if path == "-" {
      written = try await write(next, to: end, context) { try await context.io.write($0) }
    } else {
      var file = try FileReplacement(of: path, mode: 0o600)
      written = try await write(next, to: end, context) { try file.write($0) }
      try file.finish()
      // The database remembers where its head was written down, and when.
      if written.count > 0 {
        _ = try await context.write(
          ConsoleFunctions.anchorRecord(
            seq: written.last,
            hashHex: written.hash,
            destination: path
          )
        )
      }
    }
    var told: SafeText = "\(plural(written.count, "entry", "entries")) exported"
    let head: SafeText = "\(written.last):\(written.hash)"
    if written.count > 0 { told += "; head \(head)" }
    context.io.note(told)
    if written.count > 0 {
      context.io.note(
        "  \(SafeText("Keep the head elsewhere: `audit verify FILE --anchor \(head)`."), .dim)"
      )
    }
  }

  private struct Written {
    var count = 0
    /// The number of the last entry.
    var last: Int64
    /// The hash of the last entry, in hexadecimal digits.
    var hash = ""
  }

  /// Writes a range of entries, a line each.
  private func write(
    _ first: Int64,
    to end: Int64,
    _ context: CommandContext,
    _ emit: ([UInt8]) async throws -> Void
  ) async throws -> Written {
    var written = Written(last: first - 1)
    while written.last < end {
      let call = ConsoleFunctions.auditExport(
        fromSeq: written.last + 1,
        maxRows: min(Self.batch, Int(end - written.last))
      )
      let rows = try await context.rows(call)
      guard let last = try rows.last.map(call.read) else { break }
      var out: [UInt8] = []
      let entries = CellRows(rows)
      var renderer = JSONRenderer(entries.columns)
      renderer.append(entries, to: &out)
      try await emit(out)
      written.count += rows.count
      (written.last, written.hash) = (last.seq, last.hashHex)
    }
    return written
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
  /// The failure for a text that is no anchor.
  init(noAnchor text: String) {
    self.init(
      .usage,
      "`\(text)` is not a valid anchor",
      hint: "Write number and hash: `41:9f2c…`."
    )
  }
}
