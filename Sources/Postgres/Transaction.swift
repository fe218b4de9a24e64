/// How a transaction runs.
package struct TransactionOptions: Sendable {
  /// What a transaction sees of others: section 13.2 of the PostgreSQL 15 manual.
  package enum Isolation: String, Sendable {
    /// Each statement sees what was committed before it began.
    case readCommitted = "READ COMMITTED"
    /// All statements see what was committed before the first began.
    case repeatableRead = "REPEATABLE READ"
    /// As if transactions ran one after the other; 40001 asks to run it again.
    case serializable = "SERIALIZABLE"
  }

  /// Nil leaves it to the server's setting.
  package var isolation: Isolation?
  /// Whether writes are refused.
  package var isReadOnly: Bool

  /// Takes the server's settings unless told otherwise.
  package init(isolation: Isolation? = nil, isReadOnly: Bool = false) {
    self.isolation = isolation
    self.isReadOnly = isReadOnly
  }

  var beginStatement: String {
    var sql = "BEGIN"
    if let isolation { sql += " ISOLATION LEVEL \(isolation.rawValue)" }
    return isReadOnly ? sql + " READ ONLY" : sql
  }
}

/// How often a transaction is run again after 40001 (serialization) or 40P01 (deadlock).
package struct TransactionRetry: Sendable {
  /// How many times the transaction is run at most, from 1.
  package var attempts: Int
  /// The longest pause before the second run; it doubles with each further one.
  package var pause: Duration

  /// Runs it once.
  package static let never = TransactionRetry(attempts: 1, pause: .zero)

  /// Takes at least one attempt.
  package init(attempts: Int, pause: Duration = .milliseconds(20)) {
    precondition(attempts >= 1, "a transaction is run at least once")
    self.attempts = attempts
    self.pause = pause
  }

  /// How long to wait after run `attempt`, from 1, has failed.
  ///
  /// `jitter`, from 0 to 1, is the part of the doubled pause.
  func delay(after attempt: Int, jitter: Double) -> Duration {
    pause * (1 << Swift.min(attempt - 1, 16)) * jitter
  }
}

/// A transaction that is open: the way to send statements in it, inside its closure only.
package struct Transaction: Session {
  /// The transaction's own queue: statements of child tasks run one after the other.
  package let position: QueuePosition

  /// The connection it runs on, for its numbers; it takes no statement before the transaction ends.
  package var connection: Connection { position.connection }
}

extension Connection {
  /// Runs `body` in a transaction: commits when it returns, rolls back when it throws or the task
  /// is cancelled.
  ///
  /// `body` runs where the caller is and must not keep the transaction. Once COMMIT is sent its
  /// answer is waited for, even by a cancelled task.
  ///
  /// - Parameters:
  ///   - options: Isolation and access.
  ///   - name: What it does, where somebody is told of it: then it is noted in the current
  ///     `CommitLedger`, if there is one.
  ///   - retry: Whether to run `body` again after 40001 and 40P01; it must then bear being run
  ///     again.
  ///   - clock: Measures the pauses between runs.
  ///   - body: The statements.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `TransactionError` if the rollback failed too;
  ///   `PostgresError.commitRolledBack` if `body` swallowed a failure;
  ///   `PostgresError.commitOutcomeUnknown` if the connection broke during COMMIT.
  @discardableResult
  package nonisolated func withTransaction<R>(
    _ options: TransactionOptions = TransactionOptions(),
    named name: String? = nil,
    retry: TransactionRetry = .never,
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: (Transaction) async throws -> R
  ) async throws -> R {
    try await turnstile.enter()
    defer { turnstile.leave() }
    return try await turnstile.lend {
      var attempt = 1
      while true {
        do {
          guard let name, let ledger = CommitLedger.current else {
            return try await runTransaction(options, body) { try await commit($0) }.0
          }
          return try await ledger.note(name) { begin in
            let inner = { (transaction: Transaction) in
              try await transaction.one(begin)
              return try await body(transaction)
            }
            return try await runTransaction(options, inner) { try await commit($0) }.0
          }
        } catch let error as PostgresError
          where error.sqlState?.isRetryable == true && attempt < retry.attempts
        {
          try await clock.sleep(for: retry.delay(after: attempt, jitter: .random(in: 0...1)))
          attempt += 1
        }
      }
    }
  }

  /// Runs `body` in a transaction, as `withTransaction(_:named:retry:clock:_:)` does, and once it is
  /// committed a call outside it, in the same round trip as COMMIT.
  ///
  /// The call must not take long: its answer is waited for, even by a cancelled task, though no longer
  /// than `Connection.behindCommit` after COMMIT's.
  ///
  /// - Returns: What `body` returns, and the first row of the call or why it failed.
  /// - Throws: As without the call, which then has not run.
  package nonisolated func withTransaction<R, Next>(
    then call: FunctionCall<Next>,
    _ body: (Transaction) async throws -> R
  ) async throws -> (R, Result<Next?, any Error>) {
    let next = try Statement(call.statement, call.parameters)
    try await turnstile.enter()
    defer { turnstile.leave() }
    return try await turnstile.lend {
      let (result, answer) = try await runTransaction(TransactionOptions(), body) { lease in
        try await commit(lease, then: next)
      }
      return (result, Result { try answer.get().first.map(call.read) })
    }
  }

  private nonisolated func runTransaction<R, End>(
    _ options: TransactionOptions,
    _ body: (Transaction) async throws -> R,
    _ commit: (UInt64) async throws -> End
  ) async throws -> (R, End) {
    let lease = try await begin(try Statement(options.beginStatement))
    let inner = Turnstile(
      places: 1,
      reentryMessage: "a statement was sent to the transaction inside its own stream"
    )
    let result: R
    do {
      result = try await body(
        Transaction(position: QueuePosition(connection: self, turnstile: inner, owner: lease))
      )
      try Task.checkCancellation()
    } catch {
      do {
        try await rollBack(lease)
      } catch let rollback {
        throw TransactionError(cause: error, rollback: rollback)
      }
      throw error
    }
    return (result, try await commit(lease))
  }
}
