import Postgres

/// The actor: `bob`, or `bob for anna` if bob approved anna's proposal; `bob (G3)` in an emergency.
func actor(_ actor: String, for principal: String?, in glass: Int64? = nil) -> String {
  let mark = glass.map { " (G\($0))" } ?? ""
  guard let principal, principal != actor else { return actor + mark }
  return "\(actor) for \(principal)\(mark)"
}

extension CommandContext {
  /// The call that lists the actions on a subject.
  func history(
    of subject: Subject,
    _ limit: Int
  ) -> FunctionCall<ConsoleFunctions.SubjectHistoryRow> {
    ConsoleFunctions.subjectHistory(subject: subject.id, maxRows: limit)
  }
}

extension ConsoleFunctions.SubjectHistoryRow {
  /// The kind of action, with its tag or limit, such as `tag vip`.
  var what: String { name.map { "\(kind) \($0)" } ?? kind }
}
