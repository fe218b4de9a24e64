import Postgres

/// `holds`: the legal holds in force.
struct HoldsCommand: ConsoleCommand {
  let name = "holds"
  let summary: SafeText =
    "legal holds in force, whose they are, and what they keep from being erased"
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["holds", "holds --json subject,reason"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      """
      SELECT action_id, subject, label, actor, since, until, reason, waits
      FROM reeve.hold_list($1, $2)
      """,
      [context.options.app, context.limit],
      shape: RowShape(
        columns: [
          CellColumn("action"), CellColumn("subject"), CellColumn("label"), CellColumn("by"),
          CellColumn("since", CellType.timestamptz), CellColumn("until", CellType.timestamptz),
          CellColumn("note"), CellColumn("why"),
        ]
      ) { row, shown in
        let waits = try row.get("waits", as: String?.self).map {
          "was due for erasure \(readableTime($0))"
        }
        shown.append([
          ArraySlice("A\(try row.get("action_id", as: Int64.self))".utf8), row[bytes: 1],
          row[bytes: 2], row[bytes: 3], row[bytes: 4], row[bytes: 5],
          ArraySlice((waits ?? "").utf8), row[bytes: 6],
        ])
      },
      none: "no legal hold is in force"
    )
  }
}
