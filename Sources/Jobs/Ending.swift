package import Catalog

/// How an attempt ended, before it is recorded.
package enum Ending: Hashable, Sendable {
  /// It did its work.
  case completed
  /// It failed; the text goes to the record of attempts.
  case failed(String)
  /// It failed, and trying again is no use.
  case dead(String)
  /// It is not to be done: somebody said so, or its handler.
  case cancelled(String)
  /// It is handed back without being charged, to be started again after this time.
  case released(after: Duration)

  /// One word, without the reason.
  package var outcome: String {
    switch self {
    case .completed: "completed"
    case .failed: "failed"
    case .dead: "dead"
    case .cancelled: "cancelled"
    case .released: "released"
    }
  }
}

/// An attempt and how it ended.
package struct EndedJob: Sendable {
  /// The job.
  package let id: Int64
  /// The attempt's lease.
  package let lease: Int32
  /// How it ended.
  package let ending: Ending

  /// Joins an attempt with its ending.
  package init(_ job: Job, _ ending: Ending) {
    id = job.id
    lease = job.lease
    self.ending = ending
  }
}
