import Postgres

/// What is personal: asked for in one transaction, which is on the record when it has committed, and
/// seen in the next.
extension CommandContext {
  /// Asks to see what is personal, for the reason or the case that the command's flags give.
  ///
  /// - Parameters:
  ///   - kind: fields, find, chat or evidence.
  ///   - collection: Of what; nil for evidence.
  ///   - key: Of which row; nil for evidence and to find some.
  ///   - fields: Which fields.
  ///   - value: The value to find by.
  ///   - evidence: Which evidence.
  /// - Returns: The ticket, and the case because of which no reason was needed.
  /// - Throws: ``CommandFailure`` with what the server said against it.
  func askToReveal(
    _ kind: String,
    _ collection: CatalogCollection? = nil,
    _ key: String? = nil,
    fields: [String] = [],
    value: String? = nil,
    evidence: Int64? = nil
  ) async throws -> (ticket: Int64, reason: String) {
    let row = try done(
      await write(
        """
        SELECT outcome, code, message, (detail ->> 'ticket')::bigint AS ticket
        FROM reeve.reveal_ask($1, $2, $3, $4,
          jsonb_strip_nulls(jsonb_build_object('why', $5::text, 'case', $6::bigint,
            'fields', $7::text[], 'value', $8::text, 'evidence', $9::bigint)))
        """,
        [
          kind, collection?.app, collection?.name, key, self[Flags.why], self[Flags.case], fields,
          value, evidence,
        ]
      )
    )
    return (try row.get("ticket"), try row.get("message"))
  }
}
