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
      list: [
        .text("schedule"), .text("kind"),
        .text("at") { schedule in schedule.zone.map { "\(schedule.at) \($0)" } ?? schedule.at },
        .text("state"), .time("next_at"), .time("last_at"), .text("last") { $0.last ?? "" },
      ],
      none: "no schedules"
    )
  }
}
