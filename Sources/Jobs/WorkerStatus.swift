/// The present status of a worker.
package struct WorkerStatus: Sendable {
  /// The queue it serves.
  package let queue: String
  /// The most handlers running at a time.
  package let concurrency: Int
  /// Running handlers.
  package let running: Int
  /// Jobs that it holds for a handler to be free.
  package let waiting: Int
  /// Time since it sent the last beat that the database accepted; nil before its registration.
  package let silence: Duration?
  /// Whether it was asked to stop.
  package let isStopping: Bool
  /// Why it may not run in this database; nil where it may.
  package let parking: String?

  /// Why it takes no jobs, in one line; nil where all is well.
  package var report: String? {
    if isStopping { return "the worker is stopping" }
    if let parking { return "stopped: \(parking)" }
    guard let silence else { return "the worker is not registered" }
    guard silence >= Liveness.claimLimit else { return nil }
    return "no heartbeat was accepted for \(silence / .seconds(1)) s"
  }
}

extension Worker {
  /// How it is at this moment; from any thread.
  package var status: WorkerStatus {
    let (session, isStopping, parking) = current
    let held = session?.board.update { (running: $0.running, waiting: $0.waitingCount) }
    return WorkerStatus(
      queue: configuration.queue,
      concurrency: configuration.concurrency,
      running: held?.running ?? 0,
      waiting: held?.waiting ?? 0,
      silence: session?.silence,
      isStopping: isStopping,
      parking: parking
    )
  }
}
