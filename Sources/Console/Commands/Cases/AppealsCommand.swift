import Display

/// `appeals`: what waits for a decision, or what was decided.
struct AppealsCommand: ConsoleCommand {
  private static let decided = Flag("decided", "decided appeals, newest first")

  let name = "appeals"
  let summary: SafeText = "list the appeals that wait for a decision, oldest first"
  let flags: [any CommandFlag] = [decided, Flags.limit] + Flags.format
  let examples: [SafeText] = ["appeals", "appeals --decided --limit 50"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.appealList(
        app: context.options.app,
        decided: context.has(Self.decided),
        maxRows: context.limit
      ),
      shape: RowShape(
        columns: [
          CellColumn("action"), CellColumn("what"), CellColumn("subject"), CellColumn("label"),
          CellColumn("policy"), CellColumn("by"), CellColumn("since", CellType.timestamptz),
          CellColumn("note"), CellColumn("words"),
        ]
      ) { appeal, row in
        let note = appeal.outcome.map { "\($0) by \(appeal.decidedBy ?? "")" }
        return [cell("A\(appeal.actionID)")]
          + (try ["kind", "subject", "label", "policy", "actor", "opened_at"].map(row.cell)) + [
            cell(note ?? (appeal.isYours ? "not yours to decide" : "")), cell(appeal.words ?? ""),
          ]
      },
      none: context.has(Self.decided) ? "no appeal has been decided" : "no open appeals"
    )
  }
}
