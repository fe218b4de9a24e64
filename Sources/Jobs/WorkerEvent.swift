/// An event that a worker's metrics count.
package enum WorkerEvent: Sendable {
  /// The database registered it.
  case registered
  /// It took jobs of one kind from its queue.
  case claimed(kind: String, count: Int)
  /// An attempt ended, so long after it began, and its job is in this state now.
  case ended(kind: String, state: String, took: Duration)
  /// Outcomes were dropped: the database had given their jobs to others.
  case stale(Int)
  /// One of its own connections broke, or its server takes no writes any more.
  case connectionLost
}
