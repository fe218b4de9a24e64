import CLibPQ
import Dispatch
import Glibc

/// One connection to the server.
///
/// Statements of several tasks wait for each other and run in the order in which they were asked
/// for. A transaction is a lease: between its BEGIN and its COMMIT the connection takes statements
/// from the `Transaction` only. Cancelling a task cancels its statement on the server and leaves
/// the connection usable. A broken connection stays broken; nothing is run again behind the
/// caller's back.
///
/// Blocking waits happen on the connection's own executor; bodies of callers run where the caller
/// is.
package actor Connection {
  private nonisolated let executor: QueueExecutor
  /// The connection's own thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// The server's version, for example 150020.
  package nonisolated let serverVersion: Int
  /// The process that serves this connection, as `pg_stat_activity.pid` has it.
  package nonisolated let backendPID: Int32
  /// The server as messages name it: host and port, or the directory of its socket.
  package nonisolated let address: String
  private nonisolated let connectTimeout: Duration?
  nonisolated let canceller = Canceller()
  nonisolated let alarm: Alarm
  private nonisolated let listener: NoticeListener
  nonisolated let turnstile = Turnstile(
    places: 1,
    reentryMessage: "a statement was sent to the connection inside its own transaction or stream"
  )

  /// Nil after `close`.
  private var handle: ConnectionHandle?
  /// Why the connection can no longer be used.
  var loss: String?
  /// The transaction that is open.
  var lease: UInt64?
  var lastLease: UInt64 = 0
  /// The BEGIN of the transaction, until its first statement takes it along.
  var unsentBegin: Statement?
  /// Whether the statement under way has left for the server whole.
  var isSent = false
  /// Until when the server may take to answer; nil for as long as it wants.
  var deadline: ContinuousClock.Instant?
  /// The columns of the stream that is open, and what the batch before took.
  var stream: Stream?
  /// The COPY that is open.
  var copyName: UInt64?
  /// Whether a COPY to the client is open.
  var isCopyingOut = false

  /// Connects.
  ///
  /// The start-up packet carries nothing that a pooler refuses; `Connection.settings` follow it in
  /// one round trip.
  ///
  /// - Parameters:
  ///   - conninfo: `key=value …` or `postgresql://…`; what it leaves open comes from libpq's
  ///     environment variables, service and password files.
  ///   - applicationName: Shown in `pg_stat_activity` unless `conninfo` or PGAPPNAME has another.
  ///   - patience: How long a cancelled statement may continue before its server process is ended
  ///     and the connection is lost; nil forever.
  ///   - onNotice: Called on the connection's thread for the first 20 different notices, and after
  ///     them with the number of the others: by `settleNotices`, after which it is called for 20
  ///     more, and when the connection is closed.
  /// - Returns: A connection that is ready.
  /// - Throws: `PostgresError.cannotConnect`, `CancellationError`.
  package static func connect(
    _ conninfo: String = "",
    applicationName: String = "reeve",
    patience: Duration? = nil,
    onNotice: NoticeHandler? = nil
  ) async throws -> Connection {
    let connection = try await Connector(onNotice, patience: patience)
      .run(conninfo, applicationName: applicationName)
    try await connection.greet()
    return connection
  }

  /// How far the first statements of a connection have come.
  private enum Greeting {
    case waiting, answered, late, cancelled
  }

  /// Sets what statements of ours rely on.
  ///
  /// - Throws: `cannotConnect` where the server takes a connection and then says nothing.
  private nonisolated func greet() async throws {
    let greeting = Guarded(Greeting.waiting)
    // Once the server has answered, it is too late to give up, however long this task waits for its
    // turn to run: the alarm would break a connection that the caller has. Nor may it keep one open
    // that the caller has dropped: a queue keeps what was cancelled until its time has come.
    let giveUp: @Sendable (Greeting) -> Void = { [weak self] reason in
      let isWaiting = greeting.withLock { greeting in
        guard greeting == .waiting else { return false }
        greeting = reason
        return true
      }
      if isWaiting { self?.abandon() }
    }
    let deadline = DispatchWorkItem { giveUp(.late) }
    if let connectTimeout {
      let milliseconds = Int(connectTimeout / .milliseconds(1))
      DispatchQueue.global()
        .asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: deadline)
    }
    defer { deadline.cancel() }
    var failure: (any Error)?
    do {
      // Whoever gives up a connection that is being made waits for no server, which may be silent.
      try await withTaskCancellationHandler {
        try await settle(greeting)
      } onCancel: {
        giveUp(.cancelled)
      }
    } catch {
      failure = error
    }
    if let connectTimeout, greeting.withLock({ $0 }) == .late {
      throw PostgresError.cannotConnect(
        message: ConnectionInfo.silence(of: address, connectTimeout)
      )
    }
    if let failure { throw failure }
    if greeting.withLock({ $0 }) == .cancelled { throw CancellationError() }
  }

  /// Runs the first statements, and notes on the connection's own thread that they were answered.
  ///
  /// Nobody else has the connection yet, so they wait for no turn.
  private func settle(_ greeting: Guarded<Greeting>) throws {
    try runScript(canceller.newStatement(), for: nil, Statement(Self.settings))
    if isReadOnlyByDefault {
      _ = try run(canceller.newStatement(), for: nil, Statement(Self.permission))
    }
    greeting.withLock { if $0 == .waiting { $0 = .answered } }
  }

  init(
    _ handle: consuming sending ConnectionHandle,
    executor: QueueExecutor,
    alarm: Alarm,
    listener: NoticeListener,
    patience: Duration?
  ) {
    self.listener = listener
    address = ConnectionInfo.address(handle.raw)
    connectTimeout = ConnectionInfo.connectTimeout(handle.raw)
    self.executor = executor
    self.alarm = alarm
    serverVersion = Int(PQserverVersion(handle.raw))
    backendPID = PQbackendPID(handle.raw)
    canceller.arm(
      Canceller.Means(
        handle: CancelHandle(handle.raw),
        terminator: Terminator(handle.raw),
        patience: patience,
        abandon: { alarm.ring() }
      )
    )
    self.handle = consume handle
  }

  /// Waits for the statements before it, then ends the connection.
  ///
  /// Closing twice does nothing.
  package nonisolated func close() async {
    do {
      try await turnstile.enter()
    } catch {
      // The task was cancelled, or it holds the connection: what runs is given up.
      alarm.ring()
      return await finish()
    }
    await finish()
    turnstile.leave()
  }

  /// Breaks the connection at once, from any thread, without waiting for the server: for a server
  /// that does not even answer a cancel request.
  ///
  /// Statements under way fail with `connectionLost`.
  package nonisolated func abandon() { alarm.ring() }

  /// Ends the server process of the statement that runs, over a second connection, from any thread:
  /// for code that does not obey a cancel.
  ///
  /// The statement fails with `stopped`, and this connection is lost.
  ///
  /// - Returns: Whether a statement runs.
  @discardableResult
  package nonisolated func terminate() -> Bool { canceller.terminateRunning() }

  /// Reports how many notices were left out when a command or a lease ends; later ones are reported
  /// again.
  package nonisolated func settleNotices() { listener.settle() }

  /// False once the connection is closed or broken, or the server has ended it while it was idle.
  ///
  /// It does not ask the server.
  package var isUsable: Bool {
    guard loss == nil, let raw = handle?.raw, PQstatus(raw) == CONNECTION_OK else { return false }
    while true {
      switch alarm.wait(for: Int16(POLLIN), on: PQsocket(raw), milliseconds: 0) {
      case .timedOut: return true
      case .rung: return false
      // The server's last words come first, the end of the connection behind them.
      case .ready where PQconsumeInput(raw) == 0: return false
      case .ready: continue
      }
    }
  }

  private var isReadOnlyByDefault: Bool {
    guard let raw = handle?.raw,
      let setting = PQparameterStatus(raw, "default_transaction_read_only")
    else { return false }
    return String(cString: setting) == "on"
  }

  private func finish() { handle = nil }

  /// The connection, if it can take a statement.
  func usable() throws(PostgresError) -> OpaquePointer {
    guard let raw = handle?.raw else { throw .misuse("the connection is closed") }
    if let loss { throw .connectionLost(message: loss, mayHaveRun: false) }
    return raw
  }
}
