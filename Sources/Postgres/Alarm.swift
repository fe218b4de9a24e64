import CLibPQ
import Glibc

/// Wakes a connection that waits for the server, from any thread; once rung it stays rung.
final class Alarm: Sendable {
  private let descriptor: Int32

  init() throws(PostgresError) {
    descriptor = clibpq_eventfd()
    guard descriptor >= 0 else {
      throw .cannotConnect(message: String(cString: strerror(errno)))
    }
  }

  deinit { close(descriptor) }

  /// Ends the wait under way and every later one.
  func ring() {
    var one: UInt64 = 1
    // It can fail only when the counter is full, and then the alarm is already raised.
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// The reason why a wait ended.
  enum Outcome: Equatable {
    case ready(Int16)
    case timedOut
    case rung
  }

  /// Blocks until one of `events` (POLLIN, POLLOUT) happens on `socket`, or the alarm is raised.
  ///
  /// It waits `milliseconds` at most; negative means forever.
  func wait(for events: Int16, on socket: Int32, milliseconds: Int32 = -1) -> Outcome {
    withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { polled in
      polled[0] = pollfd(fd: socket, events: events, revents: 0)
      polled[1] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while true {
        let count = poll(polled.baseAddress, 2, milliseconds)
        if count < 0, errno == EINTR { continue }
        if polled[1].revents != 0 { return .rung }
        return count == 0 ? .timedOut : .ready(polled[0].revents)
      }
    }
  }
}
