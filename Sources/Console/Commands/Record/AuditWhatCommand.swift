import Display

/// `audit what user:42`, `audit what --by anna`.
struct AuditWhatCommand: ConsoleCommand {
  let name = "audit what"
  let summary: SafeText = "list what was done to a subject, or by a login"
  let arguments = Arguments("SUBJECT|--by LOGIN", [.subject], required: 0)
  let flags = AuditFlags.all
  let examples: [SafeText] = [
    "audit what user:42 --refused", "audit what A12", "audit what --by anna --from 2026-11-01",
  ]

  func run(_ context: CommandContext) async throws {
    let period = try context.auditPeriod()
    guard let argument = context.arguments.first else {
      guard context.has(AuditFlags.by) else {
        throw misuse("`audit what` needs a subject, or `--by LOGIN`")
      }
      return try await context.listAudit(period)
    }
    try await context.listAudit(period, of: try await context.subject(argument))
  }
}
