import CLibPQ
import Dispatch
import Glibc

/// Cancels the statement that a connection runs, and no other.
///
/// Cancelling is a race by nature: the request names the server process, not the statement. So the
/// connection calls `end` when its statement is over, and `end` returns only when no request is under
/// way any more. PQcancel returns after the server has passed the request on to the process, hence it
/// cannot reach a later statement. A request that comes before the server has read the statement is
/// lost; so requests are repeated until the statement is over.
final class Canceller: Sendable {
  private struct State {
    var handle: CancelHandle?
    var lastStatement: UInt64 = 0
    var running: UInt64?
    var isCancelling = false
  }

  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "reeve.postgres.cancel")
  private let statementIsOver = DispatchSemaphore(value: 0)
  private let requestsAreOver = DispatchSemaphore(value: 0)

  /// Gives the canceller the means to reach the server.
  func arm(_ handle: CancelHandle?) { state.withLock { $0.handle = handle } }

  /// Returns a name for the next statement.
  func newStatement() -> UInt64 {
    state.withLock { state in
      state.lastStatement += 1
      return state.lastStatement
    }
  }

  /// The statement begins: from now on `cancel` reaches it.
  func begin(_ statement: UInt64) { state.withLock { $0.running = statement } }

  /// The statement is over; blocks until requests under way have been taken by the server.
  ///
  /// - Parameter isLost: Whether the connection is, so that there is no later statement to be hit: then
  ///   a request that the network has swallowed is not waited for.
  func end(isLost: Bool = false) {
    let isCancelling = state.withLock { state in
      state.running = nil
      return state.isCancelling
    }
    guard isCancelling else { return }
    statementIsOver.signal()
    if isLost { return }
    requestsAreOver.wait()
    state.withLock { $0.isCancelling = false }
  }

  /// Asks the server to cancel `statement` if that is what runs; returns at once.
  func cancel(_ statement: UInt64) {
    let handle = state.withLock { state -> CancelHandle? in
      guard state.running == statement, !state.isCancelling, let handle = state.handle else {
        return nil
      }
      state.isCancelling = true
      return handle
    }
    guard let handle else { return }
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
