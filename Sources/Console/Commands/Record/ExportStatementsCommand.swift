import Postgres

/// `export sor 2026-10..2026-11`.
struct ExportStatementsCommand: ConsoleCommand {
  let name = "export sor"
  let summary: SafeText =
    "the statements of reasons of a time, as the DSA transparency database takes them"
  let arguments = Arguments("TIME", [.text], needed: "a time", takesRest: false)
  let flags = Flags.format
  let examples: [SafeText] = ["export sor 2026-10..2026-11 --output ndjson"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      """
      SELECT puid, app, decision_visibility, decision_provision, decision_account, decision_ground,
        ground, ground_explanation, decision_facts, category, content_type, application_date,
        end_date, source_type, automated_detection, automated_decision, reversed_at
      FROM reeve.sor_list($1, $2::timestamptz, $3::timestamptz)
      """,
      try context.exportSpan(),
      none: "no statements of reasons"
    )
  }
}

extension CommandContext {
  /// The app in view and the time that the argument names, as parameters of an export.
  func exportSpan() throws -> [(any PostgresEncodable)?] {
    let period = try Period(arguments[0])
    return [options.app, period.from ?? "-infinity", period.till ?? "infinity"]
  }
}
