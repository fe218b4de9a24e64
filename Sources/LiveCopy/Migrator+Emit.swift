package import Postgres

extension Migrator {
  /// A destination for lines of changes.
  package protocol Sink: Sendable {
    /// Takes lines, each with its line feed, and returns once they are safe.
    func take(_ lines: [UInt8]) async throws
  }

  /// A stream of changes, as it is.
  package struct Emitter: Hashable, Sendable {
    package let name: String
    /// Lines that were taken.
    package let emitted: Int
    /// Whether the rows that were there come first, and do so still.
    package let isSeeding: Bool
    /// Changes waiting, at most 100,000.
    package let backlog: Int
    /// When lines were taken last, in whole seconds.
    package let emittedAt: Timestamp?
  }

  /// Lines that are handed over at a time.
  private static let emitLimit = 1000

  /// Hands each change of the live table to a sink, in the order of the log, as a line of JSON.
  ///
  /// If this is killed, lines just handed over are sent again.
  ///
  /// - Parameters:
  ///   - name: The name of the stream, under which its position is stored.
  ///   - isSeeding: Whether a stream that begins hands over all rows first.
  ///   - follows: Whether to go on until the task is cancelled.
  ///   - sink: Takes the lines.
  ///   - clock: Measures the pauses.
  ///   - progress: Takes how many lines were taken so far.
  /// - Returns: How many lines were taken.
  /// - Throws: `Failure` where there is no copy, `PostgresError`; the errors of the sink.
  @discardableResult
  package func emit(
    as name: String,
    isSeeding: Bool,
    follows: Bool,
    to sink: any Sink,
    clock: any Clock<Duration> = ContinuousClock(),
    progress: (Int) -> Void = { _ in }
  ) async throws -> Int {
    let id = try await status().id
    try await connection.one(
      LiveCopyFunctions.emitBegin(copyID: id, name: name, isSeeding: isSeeding)
    )
    var count = 0
    while true {
      let read = LiveCopyFunctions.emitRead(copyID: id, name: name, max: Self.emitLimit)
      let batch = try await connection.call(read)
      guard let last = batch.last else {
        guard follows else { return count }
        try await clock.sleep(for: .milliseconds(200))
        // A copy that has ended emits nothing any more.
        _ = try await status()
        continue
      }
      var bytes: [UInt8] = []
      var lines = 0
      for line in batch.compactMap(\.line) {
        bytes += Array(line.utf8) + [UInt8(ascii: "\n")]
        lines += 1
      }
      if lines > 0 { try await sink.take(bytes) }
      try await connection.one(
        LiveCopyFunctions.emitAck(copyID: id, name: name, next: last.next, lines: lines)
      )
      count += lines
      progress(count)
    }
  }

  /// Forgets a stream of changes.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `Failure` where there is no copy, `PostgresError`.
  package func forgetEmitter(_ name: String) async throws -> Bool {
    try await connection.one(LiveCopyFunctions.emitEnd(copyID: status().id, name: name))
  }

  /// Returns the streams of a copy's changes.
  package static func emitters(
    of status: Status,
    on connection: Connection
  ) async throws -> [Emitter] {
    try await connection.call(LiveCopyFunctions.emitStatus(copyID: status.id)).map {
      Emitter(
        name: $0.name,
        emitted: Int($0.emitted),
        isSeeding: $0.isSeeding,
        backlog: Int($0.backlog),
        emittedAt: $0.emittedAt
      )
    }
  }
}
