import Jobs
import ServiceLifecycle

/// The workers of a process, which stop together when it is asked to: their grace periods are one.
struct WorkerService: Service {
  let workers: [Worker]
  /// Ends when they may begin.
  let ready: AsyncStream<Never>

  func run() async throws {
    for await _ in ready {}
    try Task.checkCancellation()
    try await withGracefulShutdownHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in workers { group.addTask { try await worker.run() } }
        // The first that fails ends the others.
        for try await _ in group {}
      }
    } onGracefulShutdown: {
      for worker in workers { worker.stop() }
    }
  }
}
