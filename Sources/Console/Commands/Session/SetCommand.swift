import Display

/// `set`, `set pager off`.
struct SetCommand: ConsoleCommand {
  let name = "set"
  let summary: SafeText = "show or change how this session writes"
  let arguments = Arguments(
    "[NAME [VALUE]]",
    [.choice(ConsoleSettings().values.map(\.name)), .text],
    required: 0
  )
  let examples: [SafeText] = [
    "set", "set times exact", "set pager off", "set pager \"less -S\"", "set limit 50",
  ]

  func run(_ context: CommandContext) async throws {
    let words = context.arguments
    guard words.count < 2 else {
      var settings = context.settings
      try settings.set(words[0], context.invocation.text(from: 1))
      return context.session.state.update { [settings] in $0.settings = settings }
    }
    let shown = context.settings.values.filter { words.isEmpty || $0.name == words[0] }
    for (name, value, help) in shown {
      let text: SafeText = "\(SafeText("\(name)").padded(to: 10), .bold)\(SafeText("\(value)"))"
      try await context.emitText("  \(text.padded(to: 22))  \(help, .dim)")
    }
  }
}
