/// How far a batch has come and what it did so far, from the `detail` of `reeve.batch_perform`,
/// `reeve.batch_undo` and an approval of either.
package struct BatchOutcome: Decodable, Sendable, Hashable {
  /// Its number, to look at it and to undo it by.
  package let batchID: Int64
  /// The job that does it; nil where it was done at once.
  package let jobID: Int64?
  /// How many subjects it has.
  package let subjects: Int
  /// How many of them were changed so far.
  package let changed: Int
  /// How many of them were left, with a reason.
  package let refused: Int
  /// Of an undo: the number of subjects restored only in part.
  package let lost: Int
  /// Why it may not continue; nil where it may.
  package let halted: String?
  /// Whether it has come to its end.
  package let isOver: Bool
  /// Rows by rule.
  package let effects: [ActionPlan.Effect]
  /// How many notices wait.
  package let notices: Int
  /// How many notices an undo withdrew.
  package let withdrawn: Int?
  /// How many corrections an undo sends.
  package let corrections: Int?
  /// Of an undo: columns not restored, since the app's own triggers set them.
  package let kept: [String]?
  /// Whether an undo by the same login would be accepted now; nil of an undo.
  package let undo: UndoOffer?

  private enum CodingKeys: String, CodingKey {
    case subjects, changed, refused, lost, halted, effects, notices, withdrawn, corrections, kept
    case undo
    case batchID = "batch_id"
    case jobID = "job_id"
    case isOver = "is_over"
  }
}
