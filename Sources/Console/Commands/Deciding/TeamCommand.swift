import Postgres

/// `team`.
struct TeamCommand: ConsoleCommand {
  let name = "team"
  let aliases = ["team list"]
  let summary: SafeText =
    "who belongs to the team; add a login, give it another rank, or remove it, with a second senior"
  let flags = Flags.format
  let examples: [SafeText] = ["team"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      "SELECT login, rank, standing, added_by, added_at, is_acting FROM reeve.team_list()",
      [],
      shape: RowShape(
        columns: [
          CellColumn("login"), CellColumn("rank"), CellColumn("standing"),
          CellColumn("added_by"), CellColumn("added_at", CellType.timestamptz),
        ]
      ) { row, shown in shown.append((0..<5).map { row[bytes: $0] }) },
      none: "nobody is of the team"
    )
  }
}

extension CommandContext {
  /// Proposes a change of the team.
  ///
  /// - Throws: ``CommandFailure``: that it waits for a second senior, or why it was refused.
  func proposeTeamChange(_ change: String, rank: String? = nil) async throws {
    let performed = try Performed(
      await write(
        "SELECT outcome, code, message, detail FROM reeve.team_perform($1, $2, $3, $4)",
        [change, arguments[0], rank, self[Flags.why]]
      )
    )
    throw performed.isProposed ? try proposed(performed, nil) : performed.refusal
  }
}
