/// The result of a change of a case, from the `detail` of `reeve.case_perform`.
package struct CaseChange: Decodable, Sendable, Hashable {
  /// The case's number.
  package let caseID: Int64
  /// Of a theft: the member who held the case.
  package let holder: String?
  /// The outcome of the case, or the previous one.
  package let outcome: String?
  /// How many notices wait, or were withdrawn.
  package let notices: Int?
  /// For how many seconds the case is the caller's.
  package let lease: Int?

  private enum CodingKeys: String, CodingKey {
    case holder, outcome, notices, lease
    case caseID = "case_id"
  }
}
