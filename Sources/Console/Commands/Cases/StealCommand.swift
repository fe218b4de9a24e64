import Display
import Moderation

/// `steal C12`.
struct StealCommand: ConsoleCommand {
  let name = "steal"
  let summary: SafeText = "take a case over from the colleague who works on it"
  let arguments = Arguments("CASE", [.caseNumber])
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["steal C12"]

  func run(_ context: CommandContext) async throws {
    let number = try Numbered.case.number(context.arguments[0])
    let change = try await context.changeCase(number, name, [("why", context[Flags.why])])
    try await context.emitText("C\(number) is yours; it was \(change.holder ?? "")'s")
  }
}
