import Display

/// `audit`.
struct AuditCommand: ConsoleCommand {
  let name = "audit"
  let summary: SafeText =
    "list recorded commands, refused ones too; export, anchor or verify the record"
  let flags = AuditFlags.all
  let examples: [SafeText] = ["audit --limit 5", "audit --by anna --from 2026-11-01 --refused"]

  func run(_ context: CommandContext) async throws {
    try await context.listAudit(try context.auditPeriod())
  }
}
