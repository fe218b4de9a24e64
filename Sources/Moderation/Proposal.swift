/// An action that waits for a second person, from the `detail` of `reeve.action_perform`.
package struct Proposal: Decodable, Sendable, Hashable {
  /// Its number, to approve it by.
  package let approvalID: Int64
  /// Why it needs a second person.
  package let rules: [String]
  /// The members who could approve it.
  package let others: [String]
  /// Until when, as JSON writes a time.
  package let lapsesAt: String
  /// The time from which its proposer may confirm it if nobody else can.
  package let confirmAt: String

  private enum CodingKeys: String, CodingKey {
    case rules, others
    case approvalID = "approval_id"
    case lapsesAt = "lapses_at"
    case confirmAt = "confirm_at"
  }
}
