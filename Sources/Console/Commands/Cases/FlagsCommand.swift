import Postgres

/// `flags`.
struct FlagsCommand: ConsoleCommand {
  let name = "flags"
  let aliases = ["flags list"]
  let summary: SafeText =
    "what the catalog has reported by itself, and how often that was right; or try one"
  let flags = Flags.format
  let examples: [SafeText] = ["flags"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      """
      SELECT app_name AS app, name, collection, kind, policy, severity, proposes, most, ran_at, hits,
        withheld, judged, upheld, note
      FROM reeve.flag_list($1)
      """,
      [context.options.app],
      shape: RowShape(
        columns: [
          CellColumn("flag"), CellColumn("of"), CellColumn("policy"), CellColumn("severity"),
          CellColumn("proposes"), CellColumn("ran_at", CellType.timestamptz),
          CellColumn("reports", CellType.int8), CellColumn("upheld"), CellColumn("note"),
        ]
      ) { row, shown in
        let judged: Int = try row.get("judged")
        let upheld: Int = try row.get("upheld")
        let withheld: Int64 = try row.get("withheld")
        let most: Int = try row.get("most")
        var note: String = try row.get("note")
        if withheld > 0 {
          note += "\(note.isEmpty ? "" : "; ")\(withheld) more, over \(most) a day"
        }
        let share = judged == 0 ? "" : "\(upheld) of \(judged), \(100 * upheld / judged) %"
        shown.append([
          row[bytes: 1], row[bytes: 2], row[bytes: 4], row[bytes: 5], row[bytes: 6] ?? [],
          row[bytes: 8], row[bytes: 9], ArraySlice(share.utf8), ArraySlice(note.utf8),
        ])
      },
      none: "the catalog declares no flags"
    )
  }
}
