import Display

/// `jobs`.
struct JobsCommand: ConsoleCommand {
  private static let state = Flag(
    "state",
    oneOf: [
      "available", "scheduled", "waiting", "running", "retryable", "completed", "cancelled",
      "discarded", "lost",
    ],
    "only jobs in this state"
  )

  let name = "jobs"
  let aliases = ["jobs list"]
  let summary: SafeText =
    "list jobs, newest first; show, explain, follow, cancel or retry one"
  let flags: [any CommandFlag] = [state, Flags.limit] + Flags.format
  let examples: [SafeText] = ["jobs", "jobs --state running"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.jobList(wanted: context[Self.state], max: context.limit),
      none: "no jobs"
    )
  }
}
