import Postgres

extension ConsoleSession {
  /// `export sor 2026-10..2026-11`, `export counters 2026`.
  func export(_ command: Command) async throws {
    let what = command.arguments[0]
    guard ["sor", "counters"].contains(what), command.arguments.count == 2 else {
      throw CommandFailure(
        .usage,
        "`export \(command.arguments.joined(separator: " "))` is not known",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    let period = try Period(command.arguments[1])
    let span: [(any PostgresEncodable)?] = [
      options.app, period.from ?? "-infinity", period.till ?? "infinity",
    ]
    guard what == "sor" else {
      return try await emit(
        """
        SELECT app, counter, kind, source, count, median_hours
        FROM reeve.counter_list($1, $2::timestamptz, $3::timestamptz)
        """,
        span,
        none: "nothing to count",
        command
      )
    }
    try await emit(
      """
      SELECT puid, app, decision_visibility, decision_provision, decision_account, decision_ground,
        ground, ground_explanation, decision_facts, category, content_type, application_date,
        end_date, source_type, automated_detection, automated_decision, reversed_at
      FROM reeve.sor_list($1, $2::timestamptz, $3::timestamptz)
      """,
      span,
      none: "no statements of reasons",
      command
    )
  }
}
