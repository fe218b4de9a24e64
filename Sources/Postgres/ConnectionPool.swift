/// Lends connections, at most so many at a time.
///
/// Tasks that find none free wait in the order in which they came and can be cancelled. A
/// connection that broke, or that the server ended while it was idle, is not lent again. Settings
/// made with SET, temporary tables and session locks stay with a connection: callers use them in
/// transactions only.
package actor ConnectionPool {
  private let conninfo: String
  private let applicationName: String
  private let patience: Duration?
  private let onNotice: NoticeHandler?
  private let maximum: Int
  private nonisolated let turnstile: Turnstile
  private var idle: [Connection] = []
  private var lent: [ObjectIdentifier: Connection] = [:]
  private var isClosed = false

  /// Makes a pool without a connection in it; they are made when they are needed.
  ///
  /// - Parameters:
  ///   - conninfo: As for `Connection.connect`.
  ///   - maximum: How many connections at most, from 1.
  ///   - applicationName: As for `Connection.connect`.
  ///   - patience: As for `Connection.connect`.
  ///   - onNotice: As for `Connection.connect`; anew each time a connection is lent.
  package init(
    conninfo: String = "",
    maximum: Int,
    applicationName: String = "reeve",
    patience: Duration? = nil,
    onNotice: NoticeHandler? = nil
  ) {
    self.patience = patience
    precondition(maximum >= 1, "a pool lends at least one connection")
    self.conninfo = conninfo
    self.maximum = maximum
    self.applicationName = applicationName
    self.onNotice = onNotice
    turnstile = Turnstile(
      places: maximum,
      reentryMessage: "a task that has a connection asked the pool for another"
    )
  }

  /// Lends a connection to `body`, which runs where the caller is and must not keep it.
  ///
  /// A task that holds one cannot get another: with all lent, such tasks would wait for each other
  /// forever.
  ///
  /// - Throws: `PostgresError.cannotConnect`, `CancellationError`, what `body` throws.
  @discardableResult
  package nonisolated func withConnection<R>(
    _ body: (Connection) async throws -> R
  ) async throws -> R {
    try await turnstile.enter()
    defer { turnstile.leave() }
    let connection = try await take()
    do {
      let result = try await turnstile.lend { try await body(connection) }
      await giveBack(connection)
      return result
    } catch {
      // A server that takes no writes refused this; it may succeed on another one.
      let cause = (error as? TransactionError)?.cause ?? error
      if (cause as? PostgresError)?.wantsNewConnection == true { await connection.close() }
      await giveBack(connection)
      throw error
    }
  }

  /// Refuses further requests, waits for the connections that are lent and ends all of them.
  ///
  /// Called by a task that holds one or is cancelled, it ends the idle ones and the rest when they
  /// are restored.
  package func close() async {
    isClosed = true
    await closeIdle()
    var places = 0
    do {
      while places < maximum {
        try await turnstile.enter()
        places += 1
      }
    } catch {
      // Whoever holds a connection gives it back to a closed pool, which ends it.
    }
    for _ in 0..<places { turnstile.leave() }
  }

  /// Breaks all connections at once, without waiting for a server that has fallen silent.
  ///
  /// Connections lent from now on are new.
  package func abandon() {
    for connection in idle + lent.values { connection.abandon() }
  }

  /// How many connections lie idle.
  package var idleCount: Int { idle.count }

  private func take() async throws -> Connection {
    while !isClosed, let connection = idle.popLast() {
      if await connection.isUsable { return note(connection) }
      await connection.close()
    }
    guard !isClosed else { throw PostgresError.misuse("the pool is closed") }
    return note(
      try await Connection.connect(
        conninfo,
        applicationName: applicationName,
        patience: patience,
        onNotice: onNotice
      )
    )
  }

  private func note(_ connection: Connection) -> Connection {
    lent[ObjectIdentifier(connection)] = connection
    return connection
  }

  private func giveBack(_ connection: Connection) async {
    lent[ObjectIdentifier(connection)] = nil
    connection.settleNotices()
    if await connection.isUsable, !isClosed {
      idle.append(connection)
    } else {
      await connection.close()
    }
  }

  private func closeIdle() async {
    while let connection = idle.popLast() { await connection.close() }
  }
}
