import Postgres

/// `cron preview EXPRESSION`.
struct CronPreviewCommand: ConsoleCommand {
  private static let zone = Flag(
    "zone",
    .text,
    "whose clock an expression is about; UTC if left out"
  )
  private static let count = Flag(count: "count", "how many occurrences to preview")

  let name = "cron preview"
  let summary: SafeText = "when a schedule or an expression fires next"
  let arguments = Arguments("EXPRESSION|NAME", [.text], needed: "a schedule")
  let flags: [any CommandFlag] = [zone, count] + Flags.format
  let examples: [SafeText] = [
    "cron preview \"30 2 * * mon-fri\" --zone Europe/Berlin --count 5", "cron preview expire",
  ]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      "SELECT local, utc_offset, fire_at, note FROM reeve.cron_preview($1, $2, $3, $4)",
      [
        context.options.app, context.invocation.text(from: 0), context[Self.zone],
        context[Self.count] ?? 10,
      ],
      shape: RowShape(
        columns: [CellColumn("local"), CellColumn("offset"), CellColumn("note")]
      ) { row, shown in
        shown.append([row[bytes: 0], row[bytes: 1], row[bytes: 3] ?? []])
      },
      none: "nothing"
    )
  }
}
