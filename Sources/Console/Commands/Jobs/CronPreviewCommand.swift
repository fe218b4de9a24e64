import Display

/// `cron preview EXPRESSION`.
struct CronPreviewCommand: ConsoleCommand {
  private static let zone = Flag(
    "zone",
    .text,
    "the time zone of an expression; by default UTC"
  )
  private static let count = Flag(count: "count", "how many occurrences to preview")

  let name = "cron preview"
  let summary: SafeText = "show when a schedule or an expression fires next"
  let arguments = Arguments("EXPRESSION|NAME", [.text], needed: "a schedule")
  let flags: [any CommandFlag] = [zone, count] + Flags.format
  let examples: [SafeText] = [
    "cron preview \"30 2 * * mon-fri\" --zone Europe/Berlin --count 5", "cron preview expire",
  ]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.cronPreview(
        app: context.options.app,
        wanted: context.invocation.text(from: 0),
        zone: context[Self.zone],
        times: context[Self.count] ?? 10
      ),
      columns: ["local", "utc_offset", "fire_at", "note"],
      list: [
        .text("local"), .text("offset", "utc_offset"), .text("note") { $0.note ?? "" },
      ],
      none: "nothing"
    )
  }
}
