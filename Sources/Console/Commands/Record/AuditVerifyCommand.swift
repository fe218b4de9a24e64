import Display
import Moderation
import Outcome
import Prompt

/// `audit verify FILE`.
struct AuditVerifyCommand: ConsoleCommand {
  private static let anchor = Flag(
    "anchor",
    .text,
    "SEQ:HASH that the export must contain"
  )

  let name = "audit verify"
  let summary: SafeText = "verify an export, without a server"
  let arguments = Arguments("FILE", [.file], needed: "a file")
  let flags: [any CommandFlag] = [anchor]
  let examples: [SafeText] = ["audit verify audit.ndjson --anchor 41:9f2c…"]

  func run(_ context: CommandContext) async throws {
    var known: AuditAnchor?
    if let anchor = context[Self.anchor] {
      known = AuditAnchor(anchor)
      guard known != nil else { throw Failure(noAnchor: anchor) }
    }
    let report = try AuditVerifier.verify(path: context.arguments[0], anchor: known)
    let entries = plural(report.entries, "entry", "entries")
    guard report.isSound else {
      for finding in report.findings {
        context.io.note("\(SafeText("\(finding.description)"), .red)")
      }
      throw Failure(
        .failed,
        "the export is not sound: \(entries) verified before the fault"
      )
    }
    guard report.entries > 0 else {
      throw Failure(
        .failed,
        "the export has no entries: nothing is verified",
        hint: "`audit export` writes it again."
      )
    }
    try await context.emitText(
      "\("sound", .green)  \(entries), head \(report.head?.description ?? "none")"
    )
    if known == nil {
      context.io.note(
        "  \(SafeText("Without --anchor, a cut-off end or a rewritten chain is not detected."), .dim)"
      )
    }
  }
}
