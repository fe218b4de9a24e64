import Answers
import Display

/// `cron`.
struct CronCommand: ConsoleCommand {
  let name = "cron"
  let aliases = ["cron list"]
  let summary: SafeText = "list schedules; preview, run, pause or resume one"
  let flags = Flags.format
  let examples: [SafeText] = ["cron"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.cronList(app: context.options.app),
      shape: RowShape(
        columns: [
          CellColumn("schedule"), CellColumn("kind"), CellColumn("at"), CellColumn("state"),
          CellColumn("next_at", CellType.timestamptz), CellColumn("last_at", CellType.timestamptz),
          CellColumn("last"),
        ]
      ) { schedule, row in
        [
          try row.cell("schedule"), try row.cell("kind"),
          cell(schedule.zone.map { "\(schedule.at) \($0)" } ?? schedule.at),
          try row.cell("state"), try row.cell("next_at"), try row.cell("last_at"),
          cell(schedule.last ?? ""),
        ]
      },
      none: "no schedules"
    )
  }
}
