import Catalog
import Display
import Outcome
import Postgres
import Prompt

/// `notices preview A12`.
struct NoticesPreviewCommand: ConsoleCommand {
  let name = "notices preview"
  let summary: SafeText = "show what the notices of an action say, or those of a proposal would"
  let arguments = Arguments("ACTION|PROPOSAL", [.action])
  let flags: [any CommandFlag] = Flags.format
  let examples: [SafeText] = [
    "notices preview A12", "notices preview P17", "notices preview A12 --json template,body",
  ]

  func run(_ context: CommandContext) async throws {
    let word = context.arguments[0]
    let proposal = Numbered.proposal.lettered(word)
    let action = proposal == nil ? try Numbered.action.number(word) : nil
    let call = ConsoleFunctions.noticePreview(actionID: action, approvalID: proposal)
    guard context.isForScreen else {
      return try await context.emit(call, none: "")
    }
    let rows = try await context.rows(call)
    if rows.isEmpty { context.io.note("\(word) owes nobody a notice") }
    for row in try rows.map({ try call.read($0) }) {
      var title: SafeText = "\(row.template, .bold) · \(row.locale ?? "no language") · \(row.state)"
      if let channel = row.channel { title += " · by \(channel)" }
      try await context.emitText(title)
      let people = row.people == 1 ? "person" : "people"
      try await context.emitText("  to \(row.people) \(people), such as \(row.suchAs)")
      if let error = row.error { try await context.emitText("  cannot be sent: \(error)") }
      for line in [row.subject ?? ""] + (row.body ?? "").split(separator: "\n").map(String.init)
      where !line.isEmpty {
        try await context.emitText("  │ \(Untrusted(line))")
      }
    }
  }
}
