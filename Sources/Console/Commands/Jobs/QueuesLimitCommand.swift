import Display
import Outcome

/// `queues limit NAME --running 4`.
struct QueuesLimitCommand: ConsoleCommand {
  private static let running = Flag(
    count: "running",
    "the most jobs running at a time, over all workers"
  )
  private static let rate = Flag("rate", .text, "the most jobs started per second") {
    (text: String) throws(Failure) in
    guard let rate = Double(text), rate > 0, rate <= 1_000_000 else {
      throw Failure(
        .usage,
        "`--rate \(text)` is not a rate",
        hint: "Give starts per second, above 0 and at most 1000000: `0.5`, `20`."
      )
    }
    return rate
  }
  private static let burst = Flag(count: "burst", "the most jobs started at once after a pause")
  private static let none = Flag("none", "without limits")

  let name = "queues limit"
  let summary: SafeText = "limit how many jobs of a queue run at a time, or start per second"
  let arguments = Arguments("NAME", [.queue], needed: "a queue")
  let flags: [any CommandFlag] = [running, rate, burst, none, Flags.why]
  let changesData = true
  let examples: [SafeText] = [
    "queues limit default --running 4 --rate 0.5", "queues limit default --none",
  ]

  func run(_ context: CommandContext) async throws {
    let isLimited = context.has(Self.running) || context.has(Self.rate) || context.has(Self.burst)
    guard isLimited != context.has(Self.none) else {
      throw misuse(
        isLimited ? "`--none` cannot be combined with other limits" : "`\(name)` needs a limit"
      )
    }
    let (queue, limits) = try await context.changeQueue(
      "limit",
      running: context[Self.running],
      rate: context[Self.rate],
      burst: context[Self.burst]
    )
    try await context.emitText("queue \(queue): \(limits)")
  }
}
