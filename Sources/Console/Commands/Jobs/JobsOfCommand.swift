import Display
import Postgres

/// `jobs of SUBJECT`.
struct JobsOfCommand: ConsoleCommand {
  let name = "jobs of"
  let summary: SafeText = "list the jobs about a subject, newest first"
  let arguments = Arguments("SUBJECT", [.subject], needed: "a subject")
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["jobs of user:42"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    func jobs(_ limit: Int) -> FunctionCall<ConsoleFunctions.JobOfRow> {
      ConsoleFunctions.jobOf(subject: subject.id, max: limit)
    }
    // Jobs about a deleted subject still exist.
    if try await context.first(jobs(1)) == nil { try await context.status(of: subject) }
    await context.remember(subject)
    try await context.emit(
      jobs(context.limit),
      none: "no jobs are about \(context.name(of: subject))"
    )
  }
}
