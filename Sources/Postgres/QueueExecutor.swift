import Dispatch

/// Runs an actor's jobs one after the other on a dispatch queue of its own.
///
/// Waiting for the server blocks a thread. This one is not of the cooperative pool, which has as
/// many threads as the machine has processors and must never be held up: dispatch makes another
/// when all of its own are blocked.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
