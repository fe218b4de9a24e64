import Display

/// `audit when 2026-11`.
struct AuditWhenCommand: ConsoleCommand {
  let name = "audit when"
  let summary: SafeText = "list what was done in a day, a month or a year, or from one to another"
  let arguments = Arguments("TIME", [.text], needed: "a time", takesRest: false)
  let flags: [any CommandFlag] = [AuditFlags.by, AuditFlags.refused, Flags.limit] + Flags.format
  let examples: [SafeText] = ["audit when 2026-10..2026-11"]

  func run(_ context: CommandContext) async throws {
    try await context.listAudit(try Period(context.arguments[0]))
  }
}
