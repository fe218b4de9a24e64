import Display

/// `appeals`: lists the appeals that wait for a decision, or were decided.
struct AppealsCommand: ConsoleCommand {
  private static let decided = Flag("decided", "decided appeals, newest first")

  let name = "appeals"
  let summary: SafeText = "list the appeals that wait for a decision, oldest first"
  let flags: [any CommandFlag] = [decided, Flags.limit] + Flags.format
  let examples: [SafeText] = ["appeals", "appeals --decided --limit 50"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.appealList(
        app: context.options.app,
        decided: context.has(Self.decided),
        maxRows: context.limit
      ),
      list: [
        .text("action") { "A\($0.actionID)" }, .text("what", "kind"), .text("subject"),
        .text("label"), .text("policy"), .text("by", "actor"), .time("since", "opened_at"),
        .text("note") { appeal in
          appeal.outcome.map { "\($0) by \(appeal.decidedBy ?? "")" }
            ?? (appeal.isYours ? "not yours to decide" : "")
        }, .text("words") { $0.words ?? "" },
      ],
      none: context.has(Self.decided) ? "no appeal has been decided" : "no open appeals"
    )
  }
}
