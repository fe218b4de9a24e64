import Catalog
import Synchronization

/// The state that the task that exchanges jobs with the database shares with the tasks that run
/// handlers.
final class JobBoard: Sendable {
  private struct State {
    var dispatch: Dispatch
    var handlers: [CheckedContinuation<Job?, Never>] = []
    var fetcher: CheckedContinuation<Void, Never>?
    var stopWatcher: CheckedContinuation<Void, Never>?
    var isWoken = false
    var hasNews = false
    var wantsJobs = false
    var attempts: [Int64: Attempt] = [:]
    var unstarted: Set<Int64> = []
    var isClosed = false
  }

  /// A job whose handler runs.
  private struct Attempt {
    let lease: Int
    let task: Task<JobOutcome, Never>
    var isCancelled = false
  }

  private let state: Mutex<State>

  init(concurrency: Int) { state = Mutex(State(dispatch: Dispatch(concurrency: concurrency))) }

  /// Reads or changes the held jobs; wakes handlers for jobs that came in.
  func update<R: Sendable>(_ body: (inout Dispatch) -> R) -> R {
    let (result, woken) = state.withLock { state in
      let result = body(&state.dispatch)
      var woken: [(CheckedContinuation<Job?, Never>, Job?)] = []
      while let handler = state.handlers.last {
        if let job = state.dispatch.start() {
          woken.append((handler, job))
        } else if state.dispatch.isStopping || state.isClosed {
          woken.append((handler, nil))
        } else {
          break
        }
        state.handlers.removeLast()
      }
      return (result, woken)
    }
    for (handler, job) in woken { handler.resume(returning: job) }
    return result
  }

  /// Waits for a job; nil when there will be none.
  func next() async -> Job? {
    if let job = state.withLock({ $0.isClosed ? nil : $0.dispatch.start() }) { return job }
    return await withCheckedContinuation { continuation in
      let answer: Job?? = state.withLock { state in
        if state.isClosed { return .some(nil) }
        if let job = state.dispatch.start() { return .some(job) }
        if state.dispatch.isStopping { return .some(nil) }
        state.handlers.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Notes an ending and wakes the fetcher if it is worth it.
  func finish(_ job: Job, _ outcome: JobOutcome, took: Duration) {
    let fetcher: CheckedContinuation<Void, Never>? = state.withLock { state in
      state.dispatch.finish(job, outcome, took: took)
      guard state.dispatch.isUrgent else { return nil }
      return Self.wake(&state)
    }
    fetcher?.resume()
  }

  /// Whether the last claim got less than it asked for: only then are notifications of new jobs
  /// useful.
  var wantsJobs: Bool {
    get { state.withLock { $0.wantsJobs } }
    set { state.withLock { $0.wantsJobs = newValue } }
  }

  /// Notifies the fetcher that there may be jobs now.
  func notify() {
    state.withLock { state in
      state.hasNews = true
      return Self.wake(&state)
    }?.resume()
  }

  /// Whether the fetcher was notified since the last time this was asked.
  func takeNews() -> Bool {
    state.withLock { state in
      defer { state.hasNews = false }
      return state.hasNews
    }
  }

  /// Runs a job's handler so that ``cancel(_:lease:)`` reaches it.
  func run(_ job: Job, _ handler: @escaping @Sendable () async -> JobOutcome)
    async -> JobOutcome
  {
    guard state.withLock({ $0.unstarted.remove(job.id) == nil }) else {
      return .cancelled("cancelled before it started")
    }
    let task = Task { await handler() }
    state.withLock { $0.attempts[job.id] = Attempt(lease: job.lease, task: task) }
    let outcome = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    let attempt = state.withLock { $0.attempts.removeValue(forKey: job.id) }
    guard attempt?.isCancelled == true, outcome.state != JobOutcome.completed.state else {
      return outcome
    }
    return .cancelled("cancelled while it ran")
  }

  /// Cancels an attempt that this worker holds, before or while it runs.
  func cancel(_ job: Int64, lease: Int) {
    let task: Task<JobOutcome, Never>? = state.withLock { state in
      guard var attempt = state.attempts[job] else {
        if state.dispatch.isWaiting(job) { state.unstarted.insert(job) }
        return nil
      }
      guard attempt.lease == lease, !attempt.isCancelled else { return nil }
      attempt.isCancelled = true
      state.attempts[job] = attempt
      return attempt.task
    }
    task?.cancel()
  }

  /// Takes no more jobs and wakes everybody.
  func stop() {
    update { $0.stop() }
    releaseStopWatcher()
    wake()
  }

  /// Waits for `stop`, or for the end of the task.
  func stopped() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.dispatch.isStopping || state.isClosed { return true }
          state.stopWatcher = continuation
          return false
        }
        if isOver {
          continuation.resume()
        } else if Task.isCancelled {
          releaseStopWatcher()
        }
      }
    } onCancel: {
      releaseStopWatcher()
    }
  }

  private func releaseStopWatcher() {
    let watcher = state.withLock { state in
      defer { state.stopWatcher = nil }
      return state.stopWatcher
    }
    watcher?.resume()
  }

  /// Ends waiting handlers: nothing will come any more.
  func close() {
    state.withLock { $0.isClosed = true }
    update { _ in }
  }

  /// Wakes the fetcher, or keeps its next wait from starting.
  func wake() { state.withLock { Self.wake(&$0) }?.resume() }

  private static func wake(_ state: inout State) -> CheckedContinuation<Void, Never>? {
    defer { state.fetcher = nil }
    if state.fetcher == nil { state.isWoken = true }
    return state.fetcher
  }

  /// Waits until the fetcher is woken, or for `duration`.
  func pause(for duration: Duration) async throws {
    // Not a task group, which would wait for the end of a sleep that is no longer needed. One that
    // ends late wakes nobody.
    let alarm = Task {
      try await Task.sleep(for: duration)
      wake()
    }
    await woken()
    alarm.cancel()
    try Task.checkCancellation()
  }

  private func woken() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWoken = state.withLock { state in
          if state.isWoken {
            state.isWoken = false
            return true
          }
          state.fetcher = continuation
          return false
        }
        if isWoken { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
  }
}
