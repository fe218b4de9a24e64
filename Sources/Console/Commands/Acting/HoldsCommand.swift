import Display
import Postgres

/// `holds`: the legal holds in force.
struct HoldsCommand: ConsoleCommand {
  let name = "holds"
  let summary: SafeText =
    "list the legal holds in force, who set them, and which erasures wait for them"
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["holds", "holds --json subject,reason"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.holdList(app: context.options.app, maxRows: context.limit),
      list: [
        .text("action") { "A\($0.actionID)" }, .text("subject"), .text("label"),
        .text("by", "actor"), .time("since"), .time("until"),
        .text("note") { hold in
          hold.waits.map { "was due for erasure \(readableTime($0.description))" } ?? ""
        }, .text("why", "reason"),
      ],
      none: "there are no legal holds"
    )
  }
}
