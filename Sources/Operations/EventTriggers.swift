internal import Outcome
internal import Postgres

/// Event triggers, which PostgreSQL runs as whoever creates, alters or drops anything.
enum EventTriggers {
  /// Refuses to create anything where an event trigger would run code of others as this login.
  ///
  /// Asks the query of `reeve.event_trigger_faults`, as that function may not be there yet.
  ///
  /// - Throws: `Failure` that names the first such trigger; `PostgresError`.
  static func check(share: Share, connection: Connection) async throws {
    guard
      let body = try share.script("sql/functions/cell/event_trigger_faults.sql")?.text
        .firstMatch(of: /(?s)AS \$\$(.*)\$\$;/)?.output.1,
      let row = try await connection.query(String(body)).first
    else { return }
    let name: String = try row.get(0)
    throw Failure(
      .failed,
      "the event trigger \(name) would run code of others as this login",
      details: ["Its function \(try row.get(1, as: String.self))."],
      hint: "Give the function to a superuser, or disable the event trigger meanwhile."
    )
  }
}
