import Catalog
import Postgres

/// `approve P17`.
struct ApproveCommand: ConsoleCommand {
  let name = "approve"
  let summary: SafeText =
    "be the second person: do what somebody proposed, after showing what that means now"
  let arguments = Arguments("PROPOSAL", [.approval])
  let flags = Flags.decision
  let changesData = true
  let examples: [SafeText] = ["approve P17", "approve P17 --dry-run"]

  func run(_ context: CommandContext) async throws {
    let number = try Numbered.proposal.number(context.arguments[0])
    let rows = try await context.query(
      """
      SELECT verb, app, collection, key, args::text, rules, proposed_by, proposed_at, why, label,
        selection_id, selection, subjects
      FROM reeve.approval_list(NULL, 1, $1)
      """,
      [number]
    )
    guard let row = rows.first else {
      throw CommandFailure(
        .notFound,
        "there is no proposal P\(number)",
        hint: "`approvals` lists what waits."
      )
    }
    let isShown = context.io.canAsk || context.has(Flags.dryRun)
    if isShown { try await show(number, row, context) }
    guard let collection = try row.get("collection", as: String?.self) else {
      let rank = try row.get("label", as: String?.self).map { " as \($0)" } ?? ""
      let change = try ApprovalsCommand.change(row) + rank
      if isShown { try await context.emitText("  \(change)") }
      return try await approveTeam(number, change, context)
    }
    try await context.carryOut([try await deed(number, collection, row, context)])
  }

  private func show(_ number: Int64, _ row: Row, _ context: CommandContext) async throws {
    let by: String = try row.get("proposed_by")
    var text: SafeText = "P\(number) by \(by), \(readableTime(try row.get("proposed_at")))"
    if let why = try row.get("why", as: String?.self) { text += " · “\(Untrusted(why))”" }
    try await context.emitText(text)
    let rules = try row.get("rules", as: [String].self).joined(separator: "; ")
    try await context.emitText("  \(rules)")
  }

  /// The approval of an act on a subject, or on a selection, which is named by its number: a dropped
  /// one, too.
  private func deed(
    _ number: Int64,
    _ collection: String,
    _ row: Row,
    _ context: CommandContext
  ) async throws -> Deed {
    let (verb, arguments): (String, String) = (try row.get("verb"), try row.get("args"))
    let perform: @Sendable (String) async throws -> Rows = { plan in
      try await context.write(
        "SELECT outcome, code, message, detail FROM reeve.approval_perform($1, $2, $3, $4::jsonb)",
        ["approve", number, context[Flags.why], plan]
      )
    }
    if let selection = try row.get("selection_id", as: Int64?.self) {
      let name = "#\(selection)"
      let shown = try row.get("selection", as: String?.self) ?? name
      return Deed(
        plan: { try await context.plan(verb, onSelection: name, arguments, shown: shown) },
        perform: perform,
        recordsAttempts: false
      )
    }
    let subject = Subject(
      collection: try await context.collection(try row.get("app"), collection, of: "P\(number)"),
      key: try row.get("key")
    )
    return Deed(
      plan: { try await context.plan(verb, on: subject, arguments) },
      perform: perform
    )
  }

  /// Approves a change of the team after asking.
  ///
  /// - Parameters:
  ///   - number: The proposal's.
  ///   - change: `team add anna`.
  ///   - context: Says whether to ask.
  /// - Throws: ``CommandFailure`` of kind refused where the answer is no, or nobody can answer.
  private func approveTeam(
    _ number: Int64,
    _ change: String,
    _ context: CommandContext
  ) async throws {
    let isDecided = try await context.decide(
      orRefuse: "`approve` changes the team, and there is no terminal to ask",
      Question("\("Severe.", .red) Go ahead? [y/N] ")
    ) {}
    guard isDecided else { return }
    let row = try context.done(
      await context.write(
        """
        SELECT p.outcome, p.code, p.message, p.detail ->> 'released' AS released,
          (SELECT string_agg(k, ', ') FROM jsonb_array_elements_text(p.detail -> 'kept') k) AS kept,
          (SELECT string_agg(k, ', ')
            FROM jsonb_array_elements_text(p.detail -> 'proposals') k) AS proposals
        FROM reeve.approval_perform('approve', $1, $2, NULL) p
        """,
        [number, context[Flags.why]]
      )
    )
    try await context.emitText("\("done", .green)  P\(number)  \(change)")
    if let count = try row.get("released", as: String?.self), count != "0" {
      try await context.emitText("  cases left to others: \(count)")
    }
    if let kept = try row.get("kept", as: String?.self) {
      try await context.emitText(
        "  keeps \(kept): another database of the cluster may need it; without a rank it gives "
          + "nothing here"
      )
    }
    if let waiting = try row.get("proposals", as: String?.self) {
      try await context.emitText(
        "  \(SafeText("proposals that wait in vain: \(waiting)"), .yellow)"
      )
    }
  }
}
