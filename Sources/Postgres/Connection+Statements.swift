import CLibPQ

/// Statements from beginning to end, on the connection's thread.
extension Connection {
  /// Runs `work` as the statement `name`, on behalf of the transaction `owner` or of nobody.
  ///
  /// A BEGIN that is still to be sent goes out before, unless the work carries it.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before the statement began, or if the
  ///   server cancelled it and the task was cancelled.
  func perform<R>(
    _ name: UInt64,
    for owner: UInt64?,
    carriesBegin: Bool = false,
    _ work: (OpaquePointer) throws -> R
  ) throws -> R {
    let raw = try open(name, for: owner, carriesBegin: carriesBegin)
    do {
      let result = try work(raw)
      try settle(raw)
      // A connection whose process was asked to end is not used again, even if the statement was
      // faster.
      if canceller.end().ending != nil { _ = lose("its server process was ended") }
      return result
    } catch {
      throw fail(raw, error)
    }
  }

  /// Checks that the statement may begin, and lets it be cancelled from now on.
  func open(
    _ name: UInt64,
    for owner: UInt64?,
    carriesBegin: Bool = false
  ) throws -> OpaquePointer {
    let raw = try usable()
    guard owner == lease else {
      throw PostgresError.misuse("the transaction was used after its end")
    }
    canceller.begin(name)
    guard !Task.isCancelled else {
      canceller.end()
      throw CancellationError()
    }
    guard !carriesBegin, let begin = takeBegin() else { return raw }
    do {
      _ = try collect(raw, begin)
    } catch {
      throw fail(raw, error)
    }
    return raw
  }

  /// Ends a statement that failed with `error`, and returns the error for the caller.
  func fail(_ raw: OpaquePointer, _ error: any Error) -> any Error {
    guard loss == nil else { return told(error, canceller.end(isLost: true)) }
    do {
      try drain(raw)
      if lease == nil, PQtransactionStatus(raw) != PQTRANS_IDLE { try rollBackStray(raw) }
    } catch {
      // The first error is the one to report; the lost connection throws its own next time.
    }
    return told(error, canceller.end(isLost: loss != nil))
  }

  /// Returns the error for the caller of a statement that failed, considering why it was stopped.
  private func told(_ error: any Error, _ stop: Canceller.Stop) -> any Error {
    guard let failure = error as? PostgresError else { return error }
    if stop.ending != nil, loss == nil { _ = lose("its server process was ended") }
    switch (failure, stop.ending) {
    case (.connectionLost, .some(let ending)):
      // Within a transaction COMMIT was not sent.
      let isCommitted: Bool? =
        if lease != nil { false } else if case .ended(let answer) = ending { answer } else { nil }
      return PostgresError.stopped(
        StoppedStatement(limit: stop.limit, isConnectionLost: true, isCommitted: isCommitted)
      )
    case (.server(let refusal), _) where refusal.sqlState == .queryCanceled:
      if Task.isCancelled { return CancellationError() }
      guard let limit = stop.limit else { return error }
      return PostgresError.stopped(
        StoppedStatement(limit: limit, isConnectionLost: false, isCommitted: false)
      )
    default: return error
    }
  }

  /// Ends a statement that failed, as `fail` does, on a connection that may be gone.
  @discardableResult
  func giveUp(_ error: any Error) -> any Error {
    do {
      return fail(try usable(), error)
    } catch {
      // It is lost or closed: there is nothing to put in order.
      return told(error, canceller.end(isLost: true))
    }
  }

  /// Checks that a statement left the transaction as it was.
  func settle(_ raw: OpaquePointer) throws(PostgresError) {
    let isIdle = PQtransactionStatus(raw) == PQTRANS_IDLE
    if lease != nil, isIdle {
      throw .misuse("a statement ended the transaction; only its closure does that")
    }
    if lease == nil, !isIdle {
      try rollBackStray(raw)
      throw .misuse(
        "a statement left a transaction open, which was rolled back: use withTransaction"
      )
    }
  }

  private func rollBackStray(_ raw: OpaquePointer) throws(PostgresError) {
    _ = try collect(raw, try Statement("ROLLBACK"))
  }

  /// Sends a statement and takes its whole result.
  func collect(_ raw: OpaquePointer, _ statement: Statement) throws(PostgresError) -> Rows {
    try send(statement)
    var rows = Rows()
    while let result = try nextResult(raw) {
      switch result.status {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: rows = Self.rows(result.raw)
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH: throw try refuseCopy(raw, result)
      default: throw failure(raw, result, statement)
      }
    }
    return rows
  }

  /// The rows of a result that is no failure.
  static func rows(_ result: OpaquePointer) -> Rows {
    guard PQresultStatus(result) == PGRES_TUPLES_OK else {
      var rows = Rows()
      rows.affected = affected(result)
      return rows
    }
    var rows = Rows(columnsOf: result)
    rows.append(result)
    rows.affected = affected(result)
    return rows
  }

  /// Runs several statements in one message and drops their rows.
  func runScript(_ raw: OpaquePointer, _ script: Statement) throws(PostgresError) {
    try send(script, isScript: true)
    while let result = try nextResult(raw) {
      switch result.status {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
        throw try refuseCopy(raw, result, isScript: true)
      default: throw failure(raw, result, script)
      }
    }
  }

  /// Ends a COPY where none was expected, and returns the error to throw.
  ///
  /// After COPY FROM in the extended protocol the connection is given up: see `beginCopy`.
  func refuseCopy(
    _ raw: OpaquePointer,
    _ result: borrowing ResultHandle,
    isScript: Bool = false
  ) throws(PostgresError) -> PostgresError {
    if result.status == PGRES_COPY_OUT {
      try skipCopyOut(raw)
    } else if isScript {
      try endCopy(raw, reason: "use copyIn")
    } else {
      _ = lose("abandoned after a COPY that was not sent by copyIn")
    }
    return .misuse("COPY to or from the client is not an ordinary statement")
  }

  /// How many rows the server says were changed or returned.
  static func affected(_ result: OpaquePointer) -> Int {
    PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }
}
