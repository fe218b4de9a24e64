import Display
import Prompt

/// `waiting`.
struct WaitingCommand: ConsoleCommand {
  let name = "waiting"
  let summary: SafeText = "list what waits for you, as the console does when it starts"
  let flags = Flags.format
  let examples: [SafeText] = ["waiting"]

  func run(_ context: CommandContext) async throws {
    guard context.isForScreen else {
      return try await context.emit(
        ConsoleFunctions.consoleWaiting(app: context.options.app),
        none: "nothing waits for you"
      )
    }
    let lines = try await context.session.waiting().lines(screen: context.io.screen)
    for line in lines { try await context.emitText(line) }
    if lines.isEmpty { context.io.note("nothing waits for you") }
  }
}
