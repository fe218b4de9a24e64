package import Catalog

/// An attempt and how it ended, before that is recorded.
package struct EndedJob: Sendable {
  /// The job.
  package let id: Int64
  /// The attempt's lease.
  package let lease: Int
  /// The kind of the job.
  package let kind: String
  /// How it ended.
  package let outcome: JobOutcome
  /// How long the handler ran; nil if it did not.
  package let took: Duration?

  /// Joins an attempt with its outcome.
  package init(_ job: Job, _ outcome: JobOutcome, took: Duration? = nil) {
    id = job.id
    lease = job.lease
    kind = job.kind
    self.outcome = outcome
    self.took = took
  }
}
