import Display

/// `consents user:42`.
struct ConsentsCommand: ConsoleCommand {
  let name = "consents"
  let summary: SafeText = "list what a person has consented to, and what they have withdrawn"
  let arguments = Arguments("user:42", [.subject])
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["consents user:42", "consents _ --json kind,version,withdrawn_at"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    try await context.emit(
      ConsoleFunctions.consentList(subject: subject.id, maxRows: context.limit),
      list: [
        .text("consent", "kind"), .text("title"), .text("version"), .text("in", "locale"),
        .time("given", "given_at"), .time("withdrawn", "withdrawn_at"),
      ],
      none: "\(context.name(of: subject)) has consented to nothing"
    )
  }
}
