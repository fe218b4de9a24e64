/// The result of an action or an undo, from the `detail` of `reeve.action_perform`,
/// `reeve.case_act` and `reeve.undo_perform`.
package struct ActionOutcome: Decodable, Sendable, Hashable {
  /// The action's number, to undo it by.
  package let actionID: Int64
  /// Rows by rule.
  package let effects: [ActionPlan.Effect]
  /// The data that an undo could not restore.
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
  /// Columns that the app's own triggers set, and that an undo does not restore.
  package let kept: [String]?
  /// The case that was closed with it.
  package let closed: CaseChange?
  /// Jobs that it enqueued; nil of an undo.
  package let jobs: [ActionPlan.Jobs]?
  /// Jobs that an undo took back.
  package let takenBack: TakenBack?
  /// What it sends outside the database; nil for nothing.
  package let outside: [String]?
  /// What becomes of objects in buckets; nil for nothing.
  package let files: ActionPlan.Files?
  /// What an undo took back of both.
  package let outsideTakenBack: TakenBack?
  /// Whether an undo by the same login would be accepted; nil of an undo.
  package let undo: UndoOffer?

  /// The effect of an undo on the jobs of an action, or on what it sends outside the database.
  package struct TakenBack: Decodable, Sendable, Hashable {
    /// How many were cancelled before they began, or were sent.
    package let withdrawn: Int
    /// How many are reversed by another one.
    package let reversed: Int
    /// Of effects outside: what becomes of objects in buckets; nil for nothing.
    package let files: ActionPlan.Files?
  }

  private enum CodingKeys: String, CodingKey {
    case jobs, undo, effects, lost, kept, closed, until, people, notices, withdrawn, corrections
    case outside, files
    case actionID = "action_id"
    case eraseAt = "erase_at"
    case takenBack = "taken_back"
    case outsideTakenBack = "outside_taken_back"
  }
}
