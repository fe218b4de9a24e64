import CLibPQ
import Glibc

/// Makes one connection, on the executor that the connection will have.
actor Connector {
  private nonisolated let executor = QueueExecutor(label: "reeve.postgres.connection")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private nonisolated let alarm: Alarm
  private nonisolated let listener: NoticeListener
  private nonisolated let patience: Duration?

  init(
    _ onNotice: NoticeHandler?,
    patience: Duration?
  ) throws(PostgresError) {
    self.patience = patience
    alarm = try Alarm()
    listener = NoticeListener(onNotice)
  }

  /// Connects; a cancelled task gives up at once.
  nonisolated func run(_ conninfo: String, applicationName: String) async throws -> Connection {
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
      try await connect(conninfo, applicationName)
    } onCancel: {
      alarm.ring()
    }
  }

  private func connect(_ conninfo: String, _ applicationName: String) throws -> Connection {
    try ConnectionInfo.check(conninfo)
    let handle = try Self.encrypted(conninfo, applicationName, listener)
    try Self.complete(handle.raw, alarm)
    guard PQsetnonblocking(handle.raw, 1) == 0 else { throw Self.failure(handle.raw) }
    return Connection(
      handle,
      executor: executor,
      alarm: alarm,
      listener: listener,
      patience: patience
    )
  }

  /// Begins a connection attempt, which is encrypted if it leaves this machine, unless a setting
  /// says otherwise.
  private static func encrypted(
    _ conninfo: String,
    _ applicationName: String,
    _ listener: NoticeListener
  ) throws -> sending ConnectionHandle {
    // Only libpq knows what its files and its environment say; nothing has been sent yet.
    let handle = try start(conninfo, applicationName, listener)
    guard ConnectionInfo.needsTLS(handle.raw) else { return handle }
    return try start(conninfo, applicationName, listener, [("sslmode", "require")])
  }

  /// Begins a connection attempt, in which `settings` override what everything else says.
  private static func start(
    _ conninfo: String,
    _ applicationName: String,
    _ listener: NoticeListener,
    _ settings: [(keyword: String, value: String)] = []
  ) throws -> sending ConnectionHandle {
    // Parameters before dbname are overridden by those in it; parameters after it override those.
    // PgBouncer accepts these two; anything else at start-up it refuses. Keepalives are the
    // client's own: a peer that vanished silently is noticed within 15 s.
    let defaults = [
      ("keepalives_idle", "5"), ("keepalives_interval", "3"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "14000"),
    ]
    let own = [
      ("dbname", conninfo), ("fallback_application_name", applicationName),
      ("client_encoding", "UTF8"),
    ]
    let all = defaults + own + settings.map { ($0.keyword, $0.value) }
    let raw = withCStrings(all.map(\.0)) { keywords in
      withCStrings(all.map(\.1)) { values in PQconnectStartParams(keywords, values, 1) }
    }
    guard let raw else { throw PostgresError.cannotConnect(message: "out of memory") }
    return ConnectionHandle(raw, listener: listener)
  }

  /// Drives the connection attempt to its end.
  ///
  /// `connect_timeout` is per address, as in libpq, but 15 s where nobody sets it; libpq's
  /// asynchronous calls leave it to the caller. When time is up the socket is shut down, upon which
  /// libpq continues to the next address.
  private static func complete(_ raw: OpaquePointer, _ alarm: Alarm) throws {
    guard PQstatus(raw) != CONNECTION_BAD else { throw failure(raw) }
    let limit = ConnectionInfo.connectTimeout(raw)
    var silent: [String] = []
    var address = ""
    var deadline = ContinuousClock.now
    var next = PGRES_POLLING_WRITING
    var isRefusedTLS = false
    while next != PGRES_POLLING_OK {
      guard next != PGRES_POLLING_FAILED else {
        throw failure(raw, silent, isRefusedTLS ? [ConnectionInfo.advice(of: address)] : [])
      }
      let current = ConnectionInfo.address(raw)
      if current != address {
        address = current
        deadline = .now + (limit ?? .zero)
      }
      let events = Int16(next == PGRES_POLLING_READING ? POLLIN : POLLOUT)
      let milliseconds = limit == nil ? -1 : milliseconds(until: deadline)
      switch alarm.wait(for: events, on: PQsocket(raw), milliseconds: milliseconds) {
      case .ready: break
      case .rung: throw CancellationError()
      case .timedOut:
        if let limit { silent.append(ConnectionInfo.silence(of: address, limit)) }
        shutdown(PQsocket(raw), Int32(SHUT_RDWR))
        address = ""
      }
      // Behind it comes either TLS or the end.
      isRefusedTLS = PQstatus(raw) == CONNECTION_SSL_STARTUP || isRefusedTLS
      next = PQconnectPoll(raw)
      if PQsslInUse(raw) == 1 { isRefusedTLS = false }
    }
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = (deadline - .now) / .milliseconds(1)
    return Int32(max(0, min(left.rounded(.up), 3_600_000)))
  }

  private static func failure(
    _ raw: OpaquePointer,
    _ silent: [String] = [],
    _ advice: [String] = []
  ) -> PostgresError {
    .cannotConnect(message: (silent + errorMessages(raw) + advice).joined(separator: "; "))
  }
}

/// Returns the first error of a connection, in one line.
func errorMessage(_ raw: OpaquePointer) -> String { errorMessages(raw)[0] }

/// Returns the errors of a connection, one for each host that was tried; at least one line.
///
/// Left out are the guesses at the cause, which libpq indents.
private func errorMessages(_ raw: OpaquePointer) -> [String] {
  let message = PQerrorMessage(raw).map { String($0, limitBytes: ServerError.limitBytes) } ?? ""
  let lines = message.split(whereSeparator: \.isNewline)
    .filter { $0.first?.isWhitespace == false }
    .map { String($0.replacing("FATAL:  ", with: "")) }
  return lines.isEmpty ? ["no reason was given"] : lines
}

/// Lends strings as a NULL-terminated array of C strings.
private func withCStrings<R>(
  _ strings: [String],
  _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> R
) -> R {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for string in strings {
    starts.append(bytes.count)
    bytes.append(contentsOf: string.utf8CString)
  }
  return bytes.withUnsafeBufferPointer { buffer in
    var pointers = starts.map { start in buffer.baseAddress.map { $0 + start } }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
