import Display

/// `break-glass`.
struct BreakGlassCommand: ConsoleCommand {
  let name = "break-glass"
  let aliases = ["break-glass list"]
  let summary: SafeText =
    "list ranks that were taken in an emergency; take one, end it or review what was done with it"
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["break-glass", "break-glass --json glass,login,state,acts"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.glassList(maxRows: context.limit),
      columns: [
        "glass", "login", "rank", "state", "begun_at", "until", "reason", "acts", "ended_by",
        "reviewed_by", "reviewed_at", "review",
      ],
      list: [
        .text("emergency") { "G\($0.glass)" }, .text("login"), .text("rank"),
        .text("state"), .time("begun_at"), .time("until"), .number("acts"), .text("reason"),
        .text("reviewed_by"), .text("review"),
      ],
      none: "nobody has taken a rank in an emergency"
    )
  }
}
