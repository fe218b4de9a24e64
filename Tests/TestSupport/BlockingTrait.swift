import Dispatch
import Synchronization
package import Testing

/// Runs tests that wait without suspending, for programs say, on six threads of their own.
///
/// On the threads that all tests share, they would keep everybody waiting: a worker that is tested
/// beside them would be silent for so long that it is taken for dead.
package struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
  /// The tests in a suite, rather than the suite.
  package var isRecursive: Bool { true }

  /// Runs the test case there, and all that it awaits.
  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
  }
}

extension Trait where Self == BlockingTrait {
  /// Six threads for all tests that wait without suspending.
  package static var blocking: Self { Self() }
}

private final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()

  private let jobs = Mutex<[UnownedJob]>([])
  private let threads = (1...6).map { DispatchQueue(label: "reeve.test.blocking.\($0)") }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    // Whichever is free first takes it; the other finds nothing.
    for thread in threads { thread.async { self.runNext() } }
  }

  private func runNext() {
    guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
