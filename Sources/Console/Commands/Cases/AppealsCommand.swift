import Postgres

/// `appeals`: what waits for a decision, or what was decided.
struct AppealsCommand: ConsoleCommand {
  private static let decided = Flag("decided", "those that were decided, newest first")

  let name = "appeals"
  let summary: SafeText = "what people say against what was done, oldest first"
  let flags: [any CommandFlag] = [decided, Flags.limit] + Flags.format
  let examples: [SafeText] = ["appeals", "appeals --decided --limit 50"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      """
      SELECT action_id, kind, subject, label, policy, actor, appellant, opened_at, words, is_yours,
        outcome, decided_by, decided_at, reason
      FROM reeve.appeal_list($1, $2, $3)
      """,
      [context.options.app, context.has(Self.decided), context.limit],
      shape: RowShape(
        columns: [
          CellColumn("action"), CellColumn("what"), CellColumn("subject"), CellColumn("label"),
          CellColumn("policy"), CellColumn("by"), CellColumn("since", CellType.timestamptz),
          CellColumn("note"), CellColumn("words"),
        ]
      ) { row, shown in
        let outcome = try row.get("outcome", as: String?.self)
        let decider = try row.get("decided_by", as: String?.self) ?? ""
        let isYours = try row.get("is_yours", as: Bool.self)
        let note = outcome.map { "\($0) by \(decider)" } ?? (isYours ? "not yours to decide" : "")
        shown.append([
          ArraySlice("A\(try row.get("action_id", as: Int64.self))".utf8), row[bytes: 1],
          row[bytes: 2], row[bytes: 3], row[bytes: 4], row[bytes: 5], row[bytes: 7],
          ArraySlice(note.utf8), row[bytes: 8] ?? [],
        ])
      },
      none: context.has(Self.decided) ? "no appeal was decided" : "no appeal waits"
    )
  }
}
