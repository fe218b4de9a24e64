import CLibPQ

/// BEGIN, COMMIT and ROLLBACK, on the connection's thread.
extension Connection {
  /// Begins a transaction and returns its lease.
  func begin(_ name: UInt64, _ begin: Statement) throws -> UInt64 {
    let raw = try open(name, for: nil)
    do {
      _ = try collect(raw, begin)
    } catch {
      throw fail(raw, error)
    }
    canceller.end()
    lastLease += 1
    lease = lastLease
    return lastLease
  }

  /// Commits.
  ///
  /// It cannot be cancelled: once COMMIT is sent, its answer is waited for.
  func commit(_ owner: UInt64) throws(PostgresError) {
    guard lease == owner else { throw .misuse("the transaction was used after its end") }
    defer { lease = nil }
    let raw = try usable()
    isSent = false
    do throws(PostgresError) {
      try send(try Statement("COMMIT"))
      var isCommitted = false
      while let result = try nextResult(raw) {
        guard result.status == PGRES_COMMAND_OK else { throw failure(raw, result, nil) }
        isCommitted = PQcmdStatus(result.raw).map { String(cString: $0) } == "COMMIT"
      }
      guard isCommitted else { throw PostgresError.commitRolledBack }
    } catch .connectionLost(let message, mayHaveRun: true) {
      throw .commitOutcomeUnknown(message: message)
    } catch {
      if loss == nil { try drain(raw) }
      throw error
    }
  }

  /// Rolls back, unless the server has done so because the connection is gone.
  func rollBack(_ owner: UInt64) throws(PostgresError) {
    guard lease == owner else { return }
    defer { lease = nil }
    guard loss == nil else { return }
    let raw = try usable()
    guard PQtransactionStatus(raw) != PQTRANS_IDLE else { return }
    _ = try collect(raw, try Statement("ROLLBACK"))
  }
}
