import CLibPQ
import Dispatch
import Glibc

/// Cancels the statement that a connection runs, and no other.
///
/// Cancelling is a race by nature: the request names the server process, not the statement. So the
/// connection calls `end` when its statement is over, and `end` returns only when no request is
/// under way any more. PQcancel returns after the server has passed the request on to the process,
/// hence it cannot reach a later statement. A request that comes before the server has read the
/// statement is lost; so requests are repeated until the statement is over.
///
/// A statement can ignore its cancel: a function catches `query_canceled`. Where the connection has
/// a patience, its process is ended then (`Terminator`), and at last the connection is given up.
final class Canceller: Sendable {
  /// How a connection reaches its server besides its own socket.
  struct Means: Sendable {
    var handle: CancelHandle?
    var terminator: Terminator?
    /// How long a cancelled statement may continue; nil forever.
    var patience: Duration?
    /// Gives the connection up.
    var abandon: @Sendable () -> Void = {}
  }

  /// The way in which a statement was stopped.
  struct Stop: Equatable {
    /// The limit that it exceeded.
    var limit: Duration?
    /// The result of ending its server process.
    var ending: Terminator.Outcome?
  }

  private struct State {
    var means = Means()
    var lastStatement: UInt64 = 0
    var running: UInt64?
    var isCancelling = false
    var isTerminating = false
    var hasLimit = false
    var stop = Stop()
  }

  /// The time after a request to end a process at which the connection is given up.
  private static let surrender = Duration.seconds(8)

  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "reeve.postgres.cancel")
  private let terminations = DispatchQueue(label: "reeve.postgres.terminate")
  private let statementIsOver = DispatchSemaphore(value: 0)
  private let requestsAreOver = DispatchSemaphore(value: 0)
  private let terminationIsOver = DispatchSemaphore(value: 0)

  /// Gives the canceller the means to reach the server.
  func arm(_ means: Means) { state.withLock { $0.means = means } }

  /// Returns a name for the next statement.
  func newStatement() -> UInt64 {
    state.withLock { state in
      state.lastStatement += 1
      return state.lastStatement
    }
  }

  /// The statement begins: from now on `cancel` reaches it, and its limit runs.
  func begin(_ statement: UInt64) {
    state.withLock { state in
      state.running = statement
      state.hasLimit = StatementLimit.current != nil
      state.stop = Stop()
    }
    guard let limit = StatementLimit.current else { return }
    after(limit) { $0.exceed(statement, limit) }
  }

  /// The statement that runs has no limit any more, unless it has exceeded it.
  func liftLimit() { state.withLock { $0.hasLimit = false } }

  /// The statement is over; blocks until requests under way have been taken by the server.
  ///
  /// - Parameter isLost: Whether the connection is, so that there is no later statement to be hit:
  ///   then a request that the network has swallowed is not waited for.
  /// - Returns: The steps that were taken to stop the statement.
  @discardableResult
  func end(isLost: Bool = false) -> Stop {
    let (isCancelling, isTerminating) = state.withLock { state in
      state.running = nil
      return (state.isCancelling, state.isTerminating)
    }
    if isCancelling {
      statementIsOver.signal()
      if !isLost {
        requestsAreOver.wait()
        state.withLock { $0.isCancelling = false }
      }
    }
    // It has limits of its own; this one is for a network that swallows everything.
    if isTerminating { _ = terminationIsOver.wait(timeout: .now() + 10) }
    return state.withLock { state in
      if isTerminating, state.stop.ending == nil { state.stop.ending = .outOfReach }
      return state.stop
    }
  }

  /// Asks the server to cancel `statement` if that is what runs; returns at once.
  func cancel(_ statement: UInt64) {
    let means = state.withLock { state -> Means? in
      guard state.running == statement, !state.isCancelling else { return nil }
      state.isCancelling = state.means.handle != nil
      return state.means
    }
    guard let means else { return }
    if let patience = means.patience { after(patience) { $0.terminate(statement) } }
    guard let handle = means.handle else { return }
    queue.async { [statementIsOver, requestsAreOver] in
      Self.withSIGPIPEBlocked {
        var pause = DispatchTimeInterval.milliseconds(100)
        repeat {
          handle.send()
          defer { pause = .seconds(1) }
          if statementIsOver.wait(timeout: .now() + pause) == .success { break }
        } while true
      }
      requestsAreOver.signal()
    }
  }

  /// Ends the process of the statement that runs, without patience; returns at once.
  ///
  /// - Returns: Whether a statement runs.
  func terminateRunning() -> Bool {
    guard let statement = state.withLock({ $0.running }) else { return false }
    terminate(statement)
    return true
  }

  private func exceed(_ statement: UInt64, _ limit: Duration) {
    let isRunning = state.withLock { state in
      guard state.running == statement, state.hasLimit else { return false }
      state.stop.limit = limit
      return true
    }
    if isRunning { cancel(statement) }
  }

  /// Ends the process if `statement` still runs; where that does not help, gives the connection up.
  private func terminate(_ statement: UInt64) {
    let means = state.withLock { state -> Means? in
      guard state.running == statement, !state.isTerminating else { return nil }
      state.isTerminating = true
      return state.means
    }
    guard let means else { return }
    terminations.async { [self] in
      let outcome = means.terminator?.run() ?? .outOfReach
      state.withLock { $0.stop.ending = outcome }
      terminationIsOver.signal()
      // Whatever the state of the process, nobody waits for it any more.
      if outcome == .outOfReach { means.abandon() }
    }
    after(Self.surrender) { canceller in
      if canceller.state.withLock({ $0.running == statement }) { means.abandon() }
    }
  }

  private func after(_ delay: Duration, _ body: @escaping @Sendable (Canceller) -> Void) {
    let milliseconds = Int((delay / .milliseconds(1)).rounded(.up))
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      [weak self] in
      if let self { body(self) }
    }
  }

  /// Keeps a SIGPIPE of this thread from ending the program: PQcancel in libpq 15 sends without
  /// MSG_NOSIGNAL, unlike the rest of libpq.
  private static func withSIGPIPEBlocked(_ body: () -> Void) {
    var pipe = sigset_t()
    var before = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    body()
    var now = timespec(tv_sec: 0, tv_nsec: 0)
    while sigtimedwait(&pipe, nil, &now) == SIGPIPE {}
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
