import Display

/// `jobs why 42`.
struct JobsWhyCommand: ConsoleCommand {
  let name = "jobs why"
  let summary: SafeText = "explain why a job does not run, or how it ended"
  let arguments = Arguments("ID", [.job], needed: "a job's number")
  let flags = Flags.format
  let examples: [SafeText] = ["jobs why 1207"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.jobWhy(jobID: try context.job()),
      none: "nothing prevents it from running"
    )
  }
}
