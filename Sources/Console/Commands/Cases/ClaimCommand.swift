import Display

/// `claim C12`.
struct ClaimCommand: ConsoleCommand {
  let name = "claim"
  let summary: SafeText = "work on a case; it stays yours for 10 minutes after each command on it"
  let arguments = Arguments("CASE", [.caseNumber])
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["claim C12"]

  func run(_ context: CommandContext) async throws {
    let number = try Numbered.case.number(context.arguments[0])
    try await context.changeCase(number, name, [("why", context[Flags.why])])
    try await context.emitText("C\(number) is yours for 10 minutes after each command on it")
  }
}
