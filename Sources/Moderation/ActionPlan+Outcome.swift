import FoundationEssentials

/// What an action or an undo did, from the `detail` of `reeve.action_perform`,
/// `reeve.case_act` and `reeve.undo_perform`.
package struct ActionOutcome: Decodable, Sendable, Hashable {
  /// The action's number, to undo it by.
  package let actionID: Int64
  /// Rows by rule.
  package let effects: [ActionPlan.Effect]
  /// What an undo could not restore.
  package let lost: [ActionPlan.Loss]?
  /// When the action ends, as JSON writes a time.
  package let until: String?
  /// From when on it cannot be undone, as JSON writes a time.
  package let eraseAt: String?
  /// How many people are notified.
  package let people: Int?
  /// How many notices wait.
  package let notices: Int?
  /// How many notices an undo withdrew.
  package let withdrawn: Int?
  /// How many corrections an undo sends.
  package let corrections: Int?
  /// Of an undo: columns that the app's own triggers set, and that it does not restore.
  package let kept: [String]?
  /// The case that was closed with it.
  package let closed: CaseChange?

  private enum CodingKeys: String, CodingKey {
    case effects, lost, kept, closed, until, people, notices, withdrawn, corrections
    case actionID = "action_id"
    case eraseAt = "erase_at"
  }

  /// Decodes an outcome from JSON.
  ///
  /// - Throws: `DecodingError` where it has another shape.
  package init(json: [UInt8]) throws {
    self = try JSONDecoder().decode(ActionOutcome.self, from: Data(json))
  }
}
