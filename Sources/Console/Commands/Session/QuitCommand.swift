/// `quit`.
struct QuitCommand: ConsoleCommand {
  let name = "quit"
  let summary: SafeText = "leave; Ctrl-D does too"
  let examples: [SafeText] = []

  func run(_ context: CommandContext) async throws { await context.session.leave() }
}
