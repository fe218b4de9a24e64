import CLibPQ

/// BEGIN, COMMIT and ROLLBACK, on the connection's thread.
extension Connection {
  /// Begins a transaction, whose BEGIN goes out with its first statement, and returns its lease.
  func begin(_ begin: Statement) throws -> UInt64 {
    _ = try usable()
    try Task.checkCancellation()
    lastLease += 1
    lease = lastLease
    unsentBegin = begin
    return lastLease
  }

  /// The BEGIN that is still to be sent, once.
  func takeBegin() -> Statement? {
    defer { unsentBegin = nil }
    return unsentBegin
  }

  /// Commits.
  ///
  /// It cannot be cancelled: once COMMIT is sent, its answer is waited for.
  func commit(_ owner: UInt64) throws(PostgresError) {
    guard lease == owner else { throw .misuse("the transaction was used after its end") }
    defer { lease = nil }
    let raw = try usable()
    guard takeBegin() == nil else { return }
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

  /// How long what is sent behind COMMIT may take after it.
  ///
  /// COMMIT has no limit: only its answer says whether it happened.
  static let behindCommit = Duration.seconds(10)

  /// Commits and runs `next`, outside the transaction, in one round trip.
  ///
  /// - Returns: What `next` returned, or why it failed.
  /// - Throws: What `commit(_:)` throws; `next` has then not run.
  func commit(
    _ owner: UInt64,
    then next: Statement
  ) throws(PostgresError) -> Result<Rows, PostgresError> {
    guard lease == owner else { throw .misuse("the transaction was used after its end") }
    let raw = try usable()
    // COMMIT of a transaction that has failed is no error, but a rollback.
    guard PQtransactionStatus(raw) != PQTRANS_INERROR else {
      try rollBack(owner)
      throw .commitRolledBack
    }
    defer { lease = nil }
    let statements = try [takeBegin(), Statement("COMMIT"), next].compactMap(\.self)
    let answers = exchange(raw, statements, lastWithin: Self.behindCommit)
    // COMMIT, or what is before it, failed where `next` has no answer.
    guard answers.count < statements.count, case .failure(let error)? = answers.last else {
      return answers[statements.count - 1]
    }
    if case .connectionLost(let message, mayHaveRun: true) = error {
      throw .commitOutcomeUnknown(message: message)
    }
    throw error
  }

  /// Rolls back, unless the server has done so because the connection is gone.
  func rollBack(_ owner: UInt64) throws(PostgresError) {
    guard lease == owner else { return }
    defer { lease = nil }
    guard loss == nil else { return }
    let raw = try usable()
    unsentBegin = nil
    guard PQtransactionStatus(raw) != PQTRANS_IDLE else { return }
    _ = try collect(raw, try Statement("ROLLBACK"))
  }
}
