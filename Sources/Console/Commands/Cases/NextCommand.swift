import Postgres

/// `next`.
struct NextCommand: ConsoleCommand {
  let name = "next"
  let summary: SafeText = "take the most urgent case that nobody works on, and show it"
  let flags: [any CommandFlag] = [Flags.collection, Flags.policy] + Flags.format
  let changesData = true
  let examples: [SafeText] = ["next", "next --policy fraud", "next --in product"]

  func run(_ context: CommandContext) async throws {
    let row = try context.done(
      await context.write(
        """
        SELECT outcome, code, message, (detail ->> 'case_id')::bigint AS case_id
        FROM reeve.case_next($1, $2, $3)
        """,
        try await context.caseFilter()
      )
    )
    guard let number = try row.get("case_id", as: Int64?.self) else {
      return context.io.note("nothing waits")
    }
    try await CaseView(number, context).show()
  }
}
