/// `jobs of SUBJECT`.
struct JobsOfCommand: ConsoleCommand {
  let name = "jobs of"
  let summary: SafeText = "the jobs about one subject, newest first"
  let arguments = Arguments("SUBJECT", [.subject], needed: "a subject")
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["jobs of user:42"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    let known = try await context.query(
      "SELECT FROM reeve.job_of($1, $2, $3, 1)",
      [subject.collection.app, subject.collection.name, subject.key]
    )
    // Jobs about what is gone are still there.
    if known.isEmpty { try await context.status(of: subject) }
    await context.remember(subject)
    try await context.emit(
      """
      SELECT job_id, kind, queue, state, attempt, scheduled_at, asked_by, error
      FROM reeve.job_of($1, $2, $3, $4)
      """,
      [subject.collection.app, subject.collection.name, subject.key, context.limit],
      none: "no jobs are about \(context.name(of: subject))"
    )
  }
}
