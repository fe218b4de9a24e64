import Answers
import Catalog
import Postgres

/// Reveals personal data: one transaction records the request; once it has committed, the next one
/// reads.
extension CommandContext {
  /// Asks to see personal data, for the reason or the case that the command's flags give.
  ///
  /// - Parameters:
  ///   - kind: fields, find, chat or evidence.
  ///   - collection: The collection; nil for evidence.
  ///   - key: Of which row; nil for evidence and to find some.
  ///   - fields: Which fields.
  ///   - value: The value to find by.
  ///   - begins: Whether that is only how it begins.
  ///   - evidence: Which evidence.
  /// - Returns: The ticket, and the case because of which no reason was needed.
  /// - Throws: ``Failure`` with the server's reason.
  func askToReveal(
    _ kind: String,
    _ collection: CatalogCollection? = nil,
    _ key: String? = nil,
    fields: [String] = [],
    value: String? = nil,
    begins: Bool? = nil,
    evidence: Int64? = nil
  ) async throws -> (ticket: Int64, reason: String) {
    let outcome = try await done(
      ConsoleFunctions.revealAsk(
        kind: kind,
        subject: collection.map { SubjectKey(app: $0.app, collection: $0.name, key: key) },
        args: try JSONB(
          encoding: ConsoleFunctions.RevealArgs(
            why: self[Flags.why],
            case: self[Flags.case],
            fields: fields,
            value: value,
            begins: begins,
            evidence: evidence
          )
        )
      )
    )
    let detail = try outcome.detail(as: RevealDetail.self)
    // The message names the case; without a reason that is why it may be seen.
    return (detail.ticket, outcome.message)
  }
}

private struct RevealDetail: Decodable {
  let ticket: Int64
}
