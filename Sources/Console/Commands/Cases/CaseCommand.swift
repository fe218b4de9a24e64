import Display

/// `case C12`.
struct CaseCommand: ConsoleCommand {
  let name = "case"
  let summary: SafeText = "show a case: its subject, reports, history and related cases"
  let arguments = Arguments("CASE", [.caseNumber])
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "case C12", "case C12 --limit 100", "case C12 --json state,report_count",
  ]

  func run(_ context: CommandContext) async throws {
    try await CaseView(try Numbered.case.number(context.arguments[0]), context).show()
  }
}
