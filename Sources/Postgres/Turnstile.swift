/// Lets a fixed number of tasks through at a time, in the order in which they came.
///
/// A task that waits can be cancelled. A task that would wait for itself gets an error instead of
/// waiting forever.
package final class Turnstile: Sendable {
  private struct State {
    var free: Int
    var nextTicket: UInt64 = 0
    var waiting: [(ticket: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  /// The turnstiles that the current task has passed and not left, where code of a caller runs
  /// inside.
  @TaskLocal private static var passed: [ObjectIdentifier] = []

  private let state: Guarded<State>
  private let reentryMessage: String

  /// Makes a turnstile for `places` tasks at a time; `reentryMessage` is for a task that is already
  /// inside what it did wrong.
  package init(places: Int, reentryMessage: String) {
    state = Guarded(State(free: places))
    self.reentryMessage = reentryMessage
  }

  /// Waits for admission; `leave` ends it.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits, `misuse` if it is
  ///   inside already.
  package func enter() async throws {
    guard !Self.passed.contains(ObjectIdentifier(self)) else {
      throw PostgresError.misuse(reentryMessage)
    }
    let ticket: UInt64? = state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return nil
      }
      state.nextTicket += 1
      return state.nextTicket
    }
    guard let ticket else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue(ticket, continuation)
        if Task.isCancelled { giveUp(ticket) }
      }
    } onCancel: {
      giveUp(ticket)
    }
  }

  /// Admits the task that has waited longest.
  package func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }

  /// Runs a caller's code inside, so that the turnstile knows the task if it comes again.
  func lend<R>(_ body: () async throws -> R) async throws -> R {
    try await Self.$passed.withValue(Self.passed + [ObjectIdentifier(self)], operation: body)
  }

  /// How many tasks wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  private func queue(_ ticket: UInt64, _ continuation: CheckedContinuation<Void, any Error>) {
    let isFree = state.withLock { state in
      // Another task may have left between taking the ticket and getting here.
      if state.free > 0 {
        state.free -= 1
        return true
      }
      // Tickets may arrive here out of order; the queue is by ticket.
      let place = state.waiting.lastIndex { $0.ticket < ticket }.map { $0 + 1 } ?? 0
      state.waiting.insert((ticket, continuation), at: place)
      return false
    }
    if isFree { continuation.resume() }
  }

  private func giveUp(_ ticket: UInt64) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard let place = state.waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
      return state.waiting.remove(at: place).continuation
    }
    waiter?.resume(throwing: CancellationError())
  }
}
