import Display
import Moderation

/// `reopen C12`.
struct ReopenCommand: ConsoleCommand {
  let name = "reopen"
  let summary: SafeText = "reopen a closed case; notices not sent yet are withdrawn"
  let arguments = Arguments("CASE", [.caseNumber])
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["reopen C12"]

  func run(_ context: CommandContext) async throws {
    let number = try Numbered.case.number(context.arguments[0])
    let change = try await context.changeCase(number, name, [("why", context[Flags.why])])
    var text: SafeText =
      "C\(number) is open again and yours; its outcome was \(change.outcome ?? "")"
    if let count = change.notices, count > 0 {
      text += " · \(plural(count, "notice", "notices")) withdrawn"
    }
    try await context.emitText(text)
  }
}
