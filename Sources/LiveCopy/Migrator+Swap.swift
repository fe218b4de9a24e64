internal import Catalog
internal import Outcome
internal import Postgres

extension Migrator {
  /// The result of comparing the two tables.
  package struct Verification: Hashable, Sendable {
    /// Rows compared.
    package internal(set) var rows = 0
    /// Rows that are missing on one side or differ.
    package internal(set) var differing = 0
    /// Rows that changed each time they were looked at.
    package internal(set) var moving = 0
    /// Keys of the first that differ.
    package internal(set) var examples: [String] = []

    /// Takes keys of rows that differ.
    mutating func take(_ keys: [String]) {
      differing += keys.count
      examples += keys.prefix(max(0, 10 - examples.count))
    }
  }

  /// How a cutover or a rollback went.
  package struct Swap: Hashable, Sendable {
    /// How long the locks were held.
    package let held: Duration
    /// Foreign keys that came back and do not hold for every row, a line each.
    package let invalid: [String]
    /// Materialized views that are still as they were, a line each with the reason.
    package let unready: [String]
    /// Collections that the catalog knows by the table that follows now.
    package let collections: [String]
  }

  /// The conditions under which a cutover is refused.
  package struct Terms: Sendable {
    /// Whether to refuse before a verification without a difference.
    package var isVerified = true
    /// Rows whose columns are compared through the view of the old name.
    package var sample = 1000
    /// Columns that may read differently there.
    package var accepted: Set<String> = []
    /// Whether to undo the cutover once it would have succeeded.
    package var isRehearsal = false
    /// How long a rehearsal may hold the locks; a fifth of it is for the writes that it tries.
    package var rehearsalLimit: Duration = .seconds(10)

    /// Makes terms.
    package init(
      isVerified: Bool = true,
      sample: Int = 1000,
      accepted: Set<String> = [],
      isRehearsal: Bool = false
    ) {
      self.isVerified = isVerified
      self.sample = sample
      self.accepted = accepted
      self.isRehearsal = isRehearsal
    }
  }

  /// Ends the transaction of a rehearsal.
  private struct Rehearsed: Error {
    let held: Duration
    /// What would no longer work.
    let broken: Broken
  }

  /// Makes the target live, or the source again.
  ///
  /// - Parameters:
  ///   - isBack: Whether the source goes live again.
  ///   - locks: How long it tries for the locks.
  ///   - terms: The conditions of a cutover; of a rollback only whether it is a rehearsal.
  /// - Returns: nil where that table is live already.
  /// - Throws: `Failure` with who is in the way or what is missing, `PostgresError`.
  package func swap(
    isBack: Bool,
    locks: LockPatience = LockPatience(),
    terms: Terms = Terms()
  ) async throws -> Swap? {
    var status = try await status()
    // Finishes the previous swap, if that was killed.
    let last = try await complete(status.id, locks)
    for line in last.invalid { report(line) }
    try requireComplete(last.unready)
    if status.phase == (isBack ? "following" : "live") { return nil }
    try require([isBack ? "live" : "following"], of: status)
    let id = status.id
    let work = Work(id: id, source: self)
    _ = try await work.catchUp()
    status = try await self.status()
    try await requireReady(
      status,
      isVerified: terms.isVerified && !isBack && !terms.isRehearsal
    )
    if !isBack { try await requireAlike(sample: terms.sample, accepted: terms.accepted) }
    let locked: (seconds: Double, returned: ContinuousClock.Instant)
    do {
      locked = try await patiently(
        id,
        named: terms.isRehearsal
          ? nil : "the \(isBack ? "rollback" : "cutover") of \(label)",
        locks,
        // However long the locks take, what an attempt has to apply is what came since the last.
        prepare: { _ = try await work.catchUp() }
      ) { transaction in
        if terms.isRehearsal {
          let began = ContinuousClock.now
          let broken = try await StatementLimit.within(terms.rehearsalLimit) {
            try await rehearseWrites(
              of: id,
              isBack: isBack,
              accepted: terms.accepted,
              within: terms.rehearsalLimit / 5,
              in: transaction
            )
          }
          throw Rehearsed(held: ContinuousClock.now - began, broken: broken)
        }
        let seconds = try await transaction.one(
          LiveCopyFunctions.migrateSwap(copyID: id, isBack: isBack)
        )
        return (seconds: seconds, returned: ContinuousClock.now)
      }
    } catch let rehearsed as Rehearsed {
      try rehearsed.broken.require(report)
      return Swap(held: rehearsed.held, invalid: [], unready: [], collections: [])
    } catch PostgresError.stopped(let stop) where terms.isRehearsal {
      throw Failure(
        .failed,
        "the rehearsal takes too long: \(stop)",
        hint: "Nothing was changed. Look for triggers and functions of the app that loop or wait."
      )
    }
    let held: Duration = .seconds(locked.seconds) + (ContinuousClock.now - locked.returned)
    let left = try await complete(status.id, locks)
    let collections: [String] = try await connection.query(
      """
      SELECT l.app || '/' || l.name FROM reeve.collection l JOIN reeve.live_copy c
        ON l.relation = CASE WHEN $2 THEN c.target ELSE c.source END
      WHERE c.copy_id = $1 AND l.is_live ORDER BY 1
      """,
      [status.id, isBack]
    ).map { try $0.get(0) }
    return Swap(
      held: held,
      invalid: left.invalid,
      unready: left.unready,
      collections: collections
    )
  }

  /// Runs the steps that the last swap left until the locks were gone, those that are still to be
  /// done: foreign keys are validated, materialized views filled and exchanged.
  ///
  /// - Parameters:
  ///   - id: The copy.
  ///   - locks: How long it tries for the lock on a materialized view.
  /// - Returns: Foreign keys that do not hold for every row, and the step that failed and is
  ///   repeated by the next call, a line each.
  /// - Throws: `PostgresError`.
  private func complete(
    _ id: Int,
    _ locks: LockPatience
  ) async throws -> (invalid: [String], unready: [String]) {
    var invalid: [String] = []
    while true {
      let rows = try await connection.query(
        """
        SELECT coalesce(e.value ->> 'object', e.value ->> 'statement'),
          coalesce((e.value ->> 'is_needed')::boolean, FALSE)
        FROM reeve.live_copy c CROSS JOIN LATERAL (SELECT c.unvalidated -> 0) e(value)
        WHERE c.copy_id = $1 AND e.value IS NOT NULL
        """,
        [id]
      )
      guard let row = rows.first else { return (invalid, []) }
      let (object, isNeeded): (String, Bool) = (try row.get(0), try row.get(1))
      do {
        if isNeeded {
          try await patiently(nil, locks) {
            try await $0.one(LiveCopyFunctions.migrateAfter(copyID: id, isSkipped: false))
          }
        } else {
          try await connection.one(LiveCopyFunctions.migrateAfter(copyID: id, isSkipped: false))
        }
      } catch let error as Failure where isNeeded {
        return (invalid, ["\(object): \(error.message)"])
      } catch let PostgresError.server(error) {
        guard !isNeeded else { return (invalid, ["\(object): \(error.message)"]) }
        invalid.append("\(object): \(error.message)")
        try await connection.one(LiveCopyFunctions.migrateAfter(copyID: id, isSkipped: true))
      }
    }
  }

  /// Refuses while steps of the last swap are left that the next needs.
  private func requireComplete(_ unready: [String]) throws {
    guard !unready.isEmpty else { return }
    throw Failure(
      .failed,
      "the last cutover or rollback of \(label) is not complete",
      details: unready,
      hint:
        "Remove the cause and run the command again; until then REFRESH reads the table that follows."
    )
  }

  /// Ends the copy: after the cutover for good, before it (`isAbandoned`) by emptying the target.
  ///
  /// - Parameters:
  ///   - isAbandoned: Whether it is before the cutover.
  ///   - isVerified: Whether to refuse, after it, where the old table differs: what was written to
  ///     it alone would be lost with it.
  ///   - locks: How long it tries for the locks.
  /// - Throws: `Failure` where there is none, or naming rows; `PostgresError`.
  package func finish(
    isAbandoned: Bool,
    isVerified: Bool = true,
    locks: LockPatience = LockPatience()
  ) async throws {
    let status = try await status()
    let last = try await complete(status.id, locks)
    for line in last.invalid { report(line) }
    try requireComplete(last.unready)
    if isVerified, !isAbandoned, status.phase == "live" { try await requireUntouched(status) }
    try await patiently(status.id, named: "the end of \(label)", locks) {
      try await $0.one(
        LiveCopyFunctions.migrateEnd(copyID: status.id, isAbandoned: isAbandoned)
      )
    }
  }

  /// Refuses where rows of the old table differ from the live one, other than those that it
  /// refuses.
  private func requireUntouched(_ status: Status) async throws {
    if let broken = status.broken { return report("the old table is not compared: \(broken)") }
    let result = try await verify()
    let refused = try await rejected(of: self.status(), limit: 1_000_000)
    guard result.differing > refused.count else { return }
    let keys = result.examples.filter { key in !refused.contains { $0.hasPrefix("key \(key):") } }
    throw Failure(
      .failed,
      "\(status.source) and \(status.target) differ in \(counted(result.differing - refused.count, "row"))",
      details: keys.map { "key \($0)" },
      hint:
        "The old table was written past its guard after the cutover. Bring over what is missing, "
        + "or `finish --unverified`: the rows stay in the old table until you drop it."
    )
  }
}
