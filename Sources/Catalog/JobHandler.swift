/// One attempt of a job, as its worker claimed it.
package struct Job: Sendable {
  /// The job.
  package let id: Int64
  /// Fences this attempt: every outcome names it.
  package let lease: Int
  /// From 1; attempts that were handed back do not count.
  package let attempt: Int
  /// The job kind.
  package let kind: String
  /// The app it is for; nil when it is for none.
  package let app: String?
  /// A JSON object.
  package let arguments: String
  /// How long the attempt may run; nil = without limit.
  package let timeLimit: Duration?
  /// Whether a function of the database does jobs of this kind, step by step.
  package let isStepped: Bool

  /// Makes a claimed job.
  package init(
    id: Int64,
    lease: Int,
    attempt: Int,
    kind: String,
    app: String?,
    arguments: String,
    timeLimit: Duration?,
    isStepped: Bool = false
  ) {
    self.id = id
    self.lease = lease
    self.attempt = attempt
    self.kind = kind
    self.app = app
    self.arguments = arguments
    self.timeLimit = timeLimit
    self.isStepped = isStepped
  }
}

/// The outcome of an attempt: the state that the job is in afterwards.
package enum JobOutcome: Hashable, Sendable {
  /// The work is done.
  case completed
  /// The work is done and the job completed, both in one transaction: nothing is left to record.
  case recorded
  /// The attempt failed; the job is tried again later, or discarded when its attempts are used up.
  case retryable(String)
  /// The attempt failed and retrying cannot help: a dead letter, for people to look at.
  case discarded(String)
  /// The job is cancelled, and so are the jobs that wait for it.
  case cancelled(String)
  /// The job starts again after this time, no attempt charged; at once, which is `available`, if
  /// zero.
  case scheduled(after: Duration)

  /// The name of the state, as in the database and in metrics.
  package var state: String {
    switch self {
    case .completed, .recorded: "completed"
    case .retryable: "retryable"
    case .discarded: "discarded"
    case .cancelled: "cancelled"
    case .scheduled(let delay): delay > .zero ? "scheduled" : "available"
    }
  }
}

/// Does jobs of one kind.
///
/// A job may be started more than once, by several workers at a time if one of them was thought
/// dead. A handler therefore passes `id` and `lease` to the function that makes the change, or has
/// effects that may be repeated.
package protocol JobHandler: Sendable {
  /// How long one of its statements may take, which may run an app's code; nil is no limit but the
  /// job's.
  var statementLimit: Duration? { get }

  /// Does the job; an error thrown makes it `retryable`.
  ///
  /// Cancelled when the worker stops or the time limit is over: then it ends soon and throws.
  func run(_ job: Job) async throws -> JobOutcome
}

extension JobHandler {
  /// Ten minutes: work is done in small batches.
  package var statementLimit: Duration? { .seconds(600) }
}
