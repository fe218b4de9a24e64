import Display

/// `queues resume NAME`.
struct QueuesResumeCommand: ConsoleCommand {
  let name = "queues resume"
  let summary: SafeText = "resume a paused queue"
  let arguments = Arguments("NAME", [.queue], needed: "a queue")
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["queues resume default"]

  func run(_ context: CommandContext) async throws {
    let (queue, _) = try await context.changeQueue("resume")
    try await context.emitText("queue \(queue) is active again")
  }
}
