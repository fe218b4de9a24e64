/// `export counters 2026`.
struct ExportCountersCommand: ConsoleCommand {
  let name = "export counters"
  let summary: SafeText = "how much was reported, decided and appealed against in a time"
  let arguments = Arguments("TIME", [.text], needed: "a time", takesRest: false)
  let flags = Flags.format
  let examples: [SafeText] = ["export counters 2026 --output csv"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      """
      SELECT app, counter, kind, source, count, median_hours
      FROM reeve.counter_list($1, $2::timestamptz, $3::timestamptz)
      """,
      try context.exportSpan(),
      none: "nothing to count"
    )
  }
}
