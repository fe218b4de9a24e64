import Postgres

extension CommandContext {
  /// Does something about a case.
  ///
  /// - Returns: The outcome, which is that it was done.
  /// - Throws: ``CommandFailure`` with what the server said against it.
  @discardableResult
  func changeCase(
    _ number: Int64,
    _ verb: String,
    _ arguments: [(name: String, value: String?)] = []
  ) async throws -> Row {
    let given = arguments.filter { $0.value != nil }
    return try done(
      await write(
        """
        SELECT outcome, code, message, (detail ->> 'notices')::int AS notices
        FROM reeve.case_perform($1, $2, jsonb_object($3::text[], $4::text[]))
        """,
        [verb, number, given.map(\.name), given.compactMap(\.value)]
      )
    )
  }
}
