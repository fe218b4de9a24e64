import Display

/// `release C12`.
struct ReleaseCommand: ConsoleCommand {
  let name = "release"
  let summary: SafeText = "return a case to the queue"
  let arguments = Arguments("CASE", [.caseNumber])
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["release C12"]

  func run(_ context: CommandContext) async throws {
    let number = try Numbered.case.number(context.arguments[0])
    try await context.changeCase(number, name, [("why", context[Flags.why])])
    try await context.emitText("C\(number) is back in the queue")
  }
}
