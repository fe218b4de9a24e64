import Display
import Prompt

/// `queues pause NAME`.
struct QueuesPauseCommand: ConsoleCommand {
  let name = "queues pause"
  let summary: SafeText = "start no more jobs of a queue; running jobs continue"
  let arguments = Arguments("NAME", [.queue], needed: "a queue")
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["queues pause default --why \"database under repair\""]

  func run(_ context: CommandContext) async throws {
    let (queue, _) = try await context.changeQueue("pause")
    try await context.emitText("queue \(queue) is paused; running jobs continue")
    context.io.note("  \(SafeText("to undo: `queues resume \(queue)`"), .dim)")
  }
}
