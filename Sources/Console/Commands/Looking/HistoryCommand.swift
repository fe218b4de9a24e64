import Postgres

/// `history SUBJECT`.
struct HistoryCommand: ConsoleCommand {
  let name = "history"
  let summary: SafeText = "what was done to a subject, newest first"
  let arguments = Arguments("SUBJECT", [.subject])
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["history user:42", "history A12", "history 1 --limit 5"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    try await context.status(of: subject)
    await context.remember(subject)
    let history = context.history(of: subject, context.limit)
    try await context.emit(
      history.sql,
      history.parameters,
      shape: RowShape(
        columns: [
          CellColumn("at", CellType.timestamptz), CellColumn("action"), CellColumn("what"),
          CellColumn("by"), CellColumn("policy"), CellColumn("until", CellType.timestamptz),
          CellColumn("reason"), CellColumn("note"),
        ]
      ) { row, shown in
        let action = try row.get("action_id", as: Int64?.self)
        let undone = try row.get("reversed_by", as: Int64?.self)
        let outcome: String = try row.get("outcome")
        let by = try actor(of: row)
        let note = undone.map { "undone by A\($0)" } ?? (outcome == "done" ? "" : outcome)
        shown.append([
          row[bytes: 0], action.map { ArraySlice("A\($0)".utf8) }, row[bytes: 2],
          ArraySlice(by.utf8), row[bytes: 5], row[bytes: 7], row[bytes: 6], ArraySlice(note.utf8),
        ])
      },
      none: "nothing was ever done to \(context.name(of: subject))"
    )
  }
}
