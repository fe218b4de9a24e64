internal import Catalog
internal import Outcome
internal import Postgres

extension Migrator {
  /// Runs a transaction under a short lock_timeout, again and again until it has its locks.
  ///
  /// Between attempts nothing is locked, and other work of Reeve leaves the tables alone
  /// (`reeve.migrate_waits`).
  ///
  /// - Parameters:
  ///   - id: The copy; nil before it has begun.
  ///   - name: The transaction's purpose, in words for messages.
  ///   - locks: How long an attempt waits for a lock, and others behind it; how long it tries.
  ///   - prepare: Comes before each attempt, outside of its transaction.
  ///   - body: The transaction.
  /// - Returns: Its result.
  /// - Throws: `Failure` naming who is in the way, when the budget is used up.
  @discardableResult
  func patiently<R>(
    _ id: Int?,
    named name: String? = nil,
    _ locks: LockPatience,
    prepare: () async throws -> Void = {},
    _ body: (Transaction) async throws -> R
  ) async throws -> R {
    let milliseconds = Int(max(locks.lockTimeout / .milliseconds(1), 1))
    var wait = Wait(budget: locks.budget, lockTimeout: milliseconds)
    while true {
      if let id {
        try await connection.one(LiveCopyFunctions.migrateAwait(copyID: id, isWaiting: true))
      }
      wait.attempts += 1
      do {
        try await prepare()
        let result = try await connection.withTransaction(named: name) { transaction in
          // Autovacuum gives way to whoever waits for longer than deadlock_timeout.
          try await transaction.execute(
            """
            SELECT set_config('lock_timeout', $1 || 'ms', TRUE), CASE
              WHEN has_parameter_privilege('deadlock_timeout', 'SET')
              THEN set_config('deadlock_timeout', greatest($1::int / 2, 1) || 'ms', TRUE) END
            """,
            ["\(milliseconds)"]
          )
          return try await body(transaction)
        }
        if wait.attempts > 1 { report(wait.end) }
        return result
      } catch let PostgresError.server(error)
        where error.sqlState == .lockNotAvailable || error.sqlState.isRetryable
      {
        let blockers = try await blockers(milliseconds)
        if wait.isOver {
          try await giveUp(id)
          throw wait.failure(error.message, blockers)
        }
        if let line = wait.line(error.message, blockers.first) { report(line) }
        try await locks.clock.sleep(for: .milliseconds(Int.random(in: 100...400)))
      } catch {
        // If the connection is lost, the entry expires.
        if (error as? PostgresError)?.isConnectionFailure != true { try await giveUp(id) }
        throw error
      }
    }
  }

  /// Lets other work of Reeve go on.
  private func giveUp(_ id: Int?) async throws {
    guard let id else { return }
    try await connection.one(LiveCopyFunctions.migrateAwait(copyID: id, isWaiting: false))
  }

  /// The transactions that hold locks on the tables for longer than an attempt, the oldest first.
  private func blockers(_ milliseconds: Int) async throws -> [String] {
    try await connection.call(
      LiveCopyFunctions.migrateBlockers(
        mapping: JSONB(mapping.json),
        milliseconds: milliseconds
      )
    )
  }

  /// How a wait for locks goes, in words.
  private struct Wait {
    let began = ContinuousClock.now
    let budget: Duration?
    let lockTimeout: Int
    var attempts = 0
    private var blocker: String?
    private var toldAt = ContinuousClock.now

    init(budget: Duration?, lockTimeout: Int) {
      self.budget = budget
      self.lockTimeout = lockTimeout
    }

    private var seconds: Int64 { (ContinuousClock.now - began).components.seconds }
    private var tries: String { counted(attempts, "attempt") }

    /// Whether it should give up.
    var isOver: Bool { budget.map { ContinuousClock.now >= began + $0 } ?? false }

    /// A line that the locks were acquired.
    var end: String {
      "locked after \(tries) in \(seconds) s; each held writers up for at most \(lockTimeout) ms a lock"
    }

    /// Returns a line about the obstacle, if it is new or ten seconds have passed since the last
    /// line.
    mutating func line(_ message: String, _ blocker: String?) -> String? {
      let now = ContinuousClock.now
      let isNew = attempts == 1 || blocker != nil && blocker != self.blocker
      guard isNew || now >= toldAt + .seconds(10) else { return nil }
      toldAt = now
      self.blocker = blocker ?? self.blocker
      return
        "\(tries) in \(seconds) s: \(blocker.map { "blocked by \($0)" } ?? message); trying again"
    }

    /// The failure after the last attempt.
    func failure(_ message: String, _ blockers: [String]) -> Failure {
      Failure(
        .failed,
        "no lock in \(seconds) s and \(tries): \(message)",
        details: blockers,
        hint: "Nothing was changed. End what blocks it, or try again with a later --until."
      )
    }
  }
}
