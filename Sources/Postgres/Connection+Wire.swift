import CLibPQ
import Glibc

/// The exchange with the server, step by step, on the connection's thread.
extension Connection {
  /// Sends a statement whole.
  ///
  /// With `isScript`, the text may hold several statements and no values.
  func send(_ statement: Statement, isScript: Bool = false) throws(PostgresError) {
    let raw = try usable()
    isSent = false
    let isTaken = isScript ? PQsendQuery(raw, statement.sql) == 1 : queue(statement, raw)
    guard isTaken else {
      guard PQstatus(raw) == CONNECTION_OK else { throw lose(errorMessage(raw)) }
      throw .misuse(errorMessage(raw))
    }
    try flush(raw)
    isSent = true
  }

  /// Gives a statement and its values to libpq; whether it took them.
  func queue(_ statement: Statement, _ raw: OpaquePointer) -> Bool {
    statement.withParameters { values, types, lengths, formats in
      PQsendQueryParams(
        raw,
        statement.sql,
        Int32(statement.parameterCount),
        types,
        values,
        lengths,
        formats,
        statement.format == .binary ? 1 : 0
      ) == 1
    }
  }

  /// Hands libpq's output buffer to the network.
  func flush(_ raw: OpaquePointer) throws(PostgresError) {
    while true {
      switch PQflush(raw) {
      case 0: return
      case 1:
        // The server may be unable to read because it waits for us to read.
        let events = try wait(raw, for: Int16(POLLIN | POLLOUT))
        if events & Int16(POLLIN) != 0 { _ = PQconsumeInput(raw) }
      default: throw lose(errorMessage(raw))
      }
    }
  }

  /// Waits for the statement's next result; nil when there are no more.
  ///
  /// A connection that breaks shows up as a failed result.
  func nextResult(_ raw: OpaquePointer) throws(PostgresError) -> ResultHandle? {
    while PQisBusy(raw) == 1 {
      try wait(raw, for: Int16(POLLIN))
      if PQconsumeInput(raw) == 0 { break }
    }
    guard let result = PQgetResult(raw) else { return nil }
    return ResultHandle(result)
  }

  /// Reads and drops what is left of the statement's results, and ends a COPY that nobody asked
  /// for.
  func drain(_ raw: OpaquePointer) throws(PostgresError) {
    while let result = try nextResult(raw) {
      switch result.status {
      case PGRES_COPY_IN, PGRES_COPY_BOTH: try endCopy(raw, reason: "the statement was abandoned")
      case PGRES_COPY_OUT: try skipCopyOut(raw)
      default: break
      }
      if PQstatus(raw) == CONNECTION_BAD { return }
    }
  }

  /// Ends COPY … FROM STDIN: nil lets the server load what it got, a reason makes it fail.
  func endCopy(_ raw: OpaquePointer, reason: String?) throws(PostgresError) {
    while true {
      let outcome = reason.map { PQputCopyEnd(raw, $0) } ?? PQputCopyEnd(raw, nil)
      if outcome == 1 { return try flush(raw) }
      guard outcome == 0 else { throw lose(errorMessage(raw)) }
      try wait(raw, for: Int16(POLLOUT))
    }
  }

  func skipCopyOut(_ raw: OpaquePointer) throws(PostgresError) {
    while true {
      var data: UnsafeMutablePointer<CChar>?
      let length = PQgetCopyData(raw, &data, 1)
      PQfreemem(data)
      if length < 0 { return }
      guard length == 0 else { continue }
      try wait(raw, for: Int16(POLLIN))
      if PQconsumeInput(raw) == 0 { return }
    }
  }

  /// Blocks until the socket is ready; returns what it is ready for.
  @discardableResult
  func wait(_ raw: OpaquePointer, for events: Int16) throws(PostgresError) -> Int16 {
    let left = deadline.map { Int32((max(.zero, $0 - .now) / .milliseconds(1)).rounded(.up)) }
    switch alarm.wait(for: events, on: PQsocket(raw), milliseconds: left ?? -1) {
    case .ready(let events): return events
    case .rung: throw lose("it was abandoned")
    case .timedOut: throw lose("the server did not answer in time")
    }
  }

  /// Notes that the connection is gone.
  func lose(_ reason: String) -> PostgresError {
    loss = reason
    return .connectionLost(message: reason, mayHaveRun: isSent)
  }

  /// Turns a result that reports a failure into an error.
  ///
  /// FATAL and PANIC are the server's last words on a connection.
  func failure(
    _ raw: OpaquePointer,
    _ result: borrowing ResultHandle,
    _ statement: Statement?
  ) -> PostgresError {
    guard PQresultErrorField(result.raw, Int32(UInt8(ascii: "C"))) != nil else {
      return PQstatus(raw) == CONNECTION_OK
        ? .misuse(errorMessage(raw)) : lose(errorMessage(raw))
    }
    let standby = PQparameterStatus(raw, "in_hot_standby").map { String(cString: $0) == "on" }
    let error = ServerError(result.raw, hiding: statement, isStandby: standby)
    guard error.severity == "ERROR" else { return lose(error.loggedMessage) }
    return .server(error)
  }
}
