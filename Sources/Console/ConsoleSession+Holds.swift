import Postgres

extension ConsoleSession {
  /// `holds`: the legal holds in force.
  func holds(_ command: Command) async throws {
    try await emit(
      """
      SELECT action_id, subject, label, actor, since, until, reason, waits
      FROM reeve.hold_list($1, $2)
      """,
      [options.app, command.count("limit", default: Self.listLimit)],
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
      none: "no legal hold is in force",
      command
    )
  }
}
