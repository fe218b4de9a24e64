import Display
import Prompt

/// `strikes user:42`.
struct StrikesCommand: ConsoleCommand {
  let name = "strikes"
  let summary: SafeText = "list somebody's strikes, until when they count, and what comes next"
  let arguments = Arguments("user:7", [.subject])
  let flags = Flags.format
  let examples: [SafeText] = ["strikes user:7", "strikes _ --json action_id,weight,state"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    try await context.status(of: subject)
    await context.remember(subject)
    var sum: SafeText?
    try await context.emit(
      ConsoleFunctions.strikeList(subject: subject.id),
      list: [
        .time("at"),
        .text("action") { strike in
          var text: SafeText = "\(strike.total)"
          if let next = strike.nextAt {
            text += "; at \(next) \(strike.proposes ?? "") is proposed"
          }
          sum = text
          return "A\(strike.actionID)"
        }, .text("what", "kind"), .text("subject"), .text("policy"), .number("weight"),
        .time("until", "expires_at"), .text("state"),
      ],
      none: "no strikes against \(context.name(of: subject))"
    )
    if let sum { context.io.note("\(sum)") }
  }
}
