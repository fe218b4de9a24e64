import Display

/// `history SUBJECT`.
struct HistoryCommand: ConsoleCommand {
  let name = "history"
  let summary: SafeText = "list actions on a subject, newest first"
  let arguments = Arguments("SUBJECT", [.subject])
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["history user:42", "history A12", "history 1 --limit 5"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    try await context.status(of: subject)
    await context.remember(subject)
    try await context.emit(
      context.history(of: subject, context.limit),
      columns: Self.columns,
      shape: RowShape(
        columns: [
          CellColumn("at", CellType.timestamptz), CellColumn("action"), CellColumn("what"),
          CellColumn("by"), CellColumn("policy"), CellColumn("until", CellType.timestamptz),
          CellColumn("reason"), CellColumn("note"),
        ]
      ) { entry, row in
        let note = entry.reversedBy.map { "undone by A\($0)" }
        return [
          try row.cell("at"), entry.actionID.map { cell("A\($0)") }, cell(entry.what),
          cell(actor(entry.actor, for: entry.principal)), try row.cell("policy"),
          try row.cell("until"), try row.cell("reason"),
          cell(note ?? (entry.outcome == "done" ? "" : entry.outcome)),
        ]
      },
      none: "no actions on \(context.name(of: subject))"
    )
  }

  private static let columns: [OutputColumn] =
    [OutputColumn("at"), OutputColumn("action_id")]
    + [OutputColumn("kind", joiningGiven: ["kind", "name"], by: " ")]
    + [
      "actor", "principal", "policy", "reason", "until", "outcome", "reverses", "reversed_by",
      "public_reason",
    ].map { OutputColumn($0) }
}
