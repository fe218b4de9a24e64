import CLibPQ
import Glibc

/// A notification.
package struct Notification: Hashable, Sendable {
  /// The channel.
  package let channel: String
  /// The payload, "" by default.
  package let payload: String
  /// The process that said it, as `pg_stat_activity.pid` has it.
  package let backendPID: Int32
}

/// The notifications on the channels that a connection listens to, as they arrive.
///
/// Between two elements the connection takes other statements. It never ends by itself: a
/// connection that breaks throws `PostgresError.connectionLost`; one whose peer has vanished
/// silently does not even break, so send it a statement now and then.
package struct Notifications: AsyncSequence, AsyncIteratorProtocol, Sendable {
  /// A notification; nil when the pause has passed without one.
  package typealias Element = Notification?

  fileprivate let connection: Connection
  fileprivate let pause: Duration

  /// The sequence is its own iterator.
  package func makeAsyncIterator() -> Notifications { self }

  /// Waits for a notification, no longer than the pause.
  ///
  /// - Throws: `PostgresError`, `CancellationError`.
  package func next() async throws -> Notification?? {
    try await connection.position.take { connection, name, owner in
      .some(try await connection.nextNotification(name, for: owner, within: pause))
    }
  }

  /// Passes over the notifications that have come already, without waiting.
  ///
  /// - Throws: `PostgresError`, `CancellationError`.
  package func drain() async throws {
    try await connection.position.take { connection, name, owner in
      try await connection.dropNotifications(name, for: owner)
    }
  }
}

extension Connection {
  /// Listens to a channel.
  ///
  /// - Parameters:
  ///   - channel: Its name, taken literally.
  ///   - pause: The longest wait for an element, and how long a cancelled task may wait.
  /// - Returns: The notifications on it from now on.
  /// - Throws: `PostgresError`, `CancellationError`.
  package nonisolated func listen(
    _ channel: String,
    pause: Duration
  ) async throws -> Notifications {
    let name = channel.replacing("\"", with: "\"\"")
    try await execute("LISTEN \"\(name)\"")
    return Notifications(connection: self, pause: pause)
  }

  fileprivate func nextNotification(
    _ name: UInt64,
    for owner: UInt64?,
    within pause: Duration
  ) throws -> Notification? {
    try perform(name, for: owner) { raw in
      if let notification = take(raw) { return notification }
      let milliseconds = Int32(max(0, min(pause / .milliseconds(1), 3_600_000)))
      switch alarm.wait(for: Int16(POLLIN), on: PQsocket(raw), milliseconds: milliseconds) {
      case .rung: throw lose("it was abandoned")
      case .timedOut: break
      case .ready: guard PQconsumeInput(raw) == 1 else { throw lose(errorMessage(raw)) }
      }
      return take(raw)
    }
  }

  fileprivate func dropNotifications(_ name: UInt64, for owner: UInt64?) throws {
    try perform(name, for: owner) { raw in
      guard PQconsumeInput(raw) == 1 else { throw lose(errorMessage(raw)) }
      while take(raw) != nil {}
    }
  }

  /// The next of those that have come.
  private func take(_ raw: OpaquePointer) -> Notification? {
    guard let notify = PQnotifies(raw) else { return nil }
    defer { PQfreemem(notify) }
    return Notification(
      channel: String(cString: notify.pointee.relname),
      payload: String(cString: notify.pointee.extra),
      backendPID: notify.pointee.be_pid
    )
  }
}
