import Display

/// `quit`.
struct QuitCommand: ConsoleCommand {
  let name = "quit"
  let aliases = ["exit", "q", "\\q"]
  let summary: SafeText = "quit; so does Ctrl-D"
  let examples: [SafeText] = []

  func run(_ context: CommandContext) async throws { await context.session.leave() }
}
