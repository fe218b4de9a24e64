import Postgres

/// `cron`.
struct CronCommand: ConsoleCommand {
  let name = "cron"
  let aliases = ["cron list"]
  let summary: SafeText = "schedules; when one fires; run, pause or resume one"
  let flags = Flags.format
  let examples: [SafeText] = ["cron"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      """
      SELECT schedule, kind, at, zone, missed, overlap, state, next_at, last_at, last, last_job
      FROM reeve.cron_list($1)
      """,
      [context.options.app],
      shape: RowShape(
        columns: [
          CellColumn("schedule"), CellColumn("kind"), CellColumn("at"), CellColumn("state"),
          CellColumn("next_at", CellType.timestamptz), CellColumn("last_at", CellType.timestamptz),
          CellColumn("last"),
        ]
      ) { row, shown in
        let zone = try row.get("zone", as: String?.self)
        let at: String = try row.get("at")
        shown.append([
          row[bytes: 0], row[bytes: 1], ArraySlice((zone.map { "\(at) \($0)" } ?? at).utf8),
          row[bytes: 6], row[bytes: 7], row[bytes: 8], row[bytes: 9] ?? [],
        ])
      },
      none: "no schedules"
    )
  }
}

extension CommandContext {
  /// Changes the schedule that the arguments name; returns its name and what the server says.
  func changeSchedule(_ verb: String) async throws -> (schedule: String, message: String) {
    let schedule = invocation.text(from: 0)
    let row = try done(
      await write(
        "SELECT outcome, code, message FROM reeve.cron_perform($1, $2, $3, $4)",
        [verb, options.app, schedule, self[Flags.why]]
      )
    )
    return (schedule, try row.get("message"))
  }
}
