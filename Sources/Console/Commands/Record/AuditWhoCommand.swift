import Display

/// `audit who A12`.
struct AuditWhoCommand: ConsoleCommand {
  let name = "audit who"
  let summary: SafeText =
    "list who asked for an action, approved, did and undid it, and from where"
  let arguments = Arguments("ACTION", [.action], needed: "an action")
  let flags = AuditFlags.all
  let examples: [SafeText] = ["audit who A12"]

  func run(_ context: CommandContext) async throws {
    let action = try Numbered.action.number(context.arguments[0])
    try await context.listAudit(try context.auditPeriod(), action: action)
  }
}
