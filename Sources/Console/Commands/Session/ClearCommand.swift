import Display
import Prompt

/// `clear`.
struct ClearCommand: ConsoleCommand {
  let name = "clear"
  let summary: SafeText = "clear the screen; so does Ctrl-L"
  let isLive = true
  let examples: [SafeText] = ["clear"]

  func run(_ context: CommandContext) async throws {
    guard context.io.screen != nil, context.io.canRedraw else { return }
    try await context.io.write(Array("\u{1B}[H\u{1B}[2J\u{1B}[3J".utf8))
  }
}
