import Postgres

extension CommandContext {
  /// The statement that lists what was done to a subject, with its parameters.
  func history(
    of subject: Subject,
    _ limit: Int
  ) -> (sql: String, parameters: [(any PostgresEncodable)?]) {
    (
      """
      SELECT at, action_id, concat_ws(' ', kind, name) AS kind, actor, principal, policy, reason,
        until, outcome, reverses, reversed_by, public_reason
      FROM reeve.subject_history($1, $2, $3, $4)
      """,
      [subject.collection.app, subject.collection.name, subject.key, limit]
    )
  }
}

/// Who did what a row tells: `bob`, or `bob for anna` where bob approved what anna proposed.
func actor(of row: Row) throws -> String {
  let actor: String = try row.get("actor")
  guard let principal = try row.get("principal", as: String?.self), principal != actor else {
    return actor
  }
  return "\(actor) for \(principal)"
}
