import Postgres

/// `strikes user:42`.
struct StrikesCommand: ConsoleCommand {
  let name = "strikes"
  let summary: SafeText = "what counts against somebody, until when, and what comes next"
  let arguments = Arguments("user:7", [.subject])
  let flags = Flags.format
  let examples: [SafeText] = ["strikes user:7", "strikes _ --json action_id,weight,state"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    try await context.status(of: subject)
    await context.remember(subject)
    var sum: SafeText?
    try await context.emit(
      """
      SELECT at, action_id, kind, subject, policy, weight, expires_at, state, total, next_at,
        proposes
      FROM reeve.strike_list($1, $2, $3)
      """,
      [subject.collection.app, subject.collection.name, subject.key],
      shape: RowShape(
        columns: [
          CellColumn("at", CellType.timestamptz), CellColumn("action"), CellColumn("what"),
          CellColumn("subject"), CellColumn("policy"), CellColumn("weight", CellType.int8),
          CellColumn("until", CellType.timestamptz), CellColumn("state"),
        ]
      ) { row, shown in
        shown.append([
          row[bytes: 0], ArraySlice("A\(try row.get("action_id", as: Int64.self))".utf8),
          row[bytes: 2], row[bytes: 3], row[bytes: 4], row[bytes: 5], row[bytes: 6], row[bytes: 7],
        ])
        var text: SafeText = "\(try row.get("total", as: Int.self)) count now"
        if let next = try row.get("next_at", as: Int?.self) {
          text += "; at \(next) \(try row.get("proposes", as: String?.self) ?? "") is proposed"
        }
        sum = text
      },
      none: "no strikes against \(context.name(of: subject))"
    )
    if let sum { context.io.note("\(sum)") }
  }
}
