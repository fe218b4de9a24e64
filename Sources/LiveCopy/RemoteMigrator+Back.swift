internal import Outcome
internal import Postgres

/// The statements for the database of a target that lead back from it, built like
/// `RemoteStatements`.
struct RemoteBack: Decodable, Sendable {
  /// Creates the triggers that note the keys of changed rows, and those that can be closed.
  let install: [String]
  /// Whether these triggers are there.
  let intact: String
  let read: String
  /// Notes all rows as changed.
  let keys: String
  let numbers: String
  let lock: String
  let close: String
  let open: String

  private enum CodingKeys: String, CodingKey {
    case install = "there_install"
    case intact = "there_intact"
    case read = "there_read"
    case keys = "there_keys"
    case numbers = "there_numbers"
    case lock = "there_lock"
    case close = "there_close"
    case open = "there_open"
  }
}

extension RemoteMigrator {
  /// Makes the source live again, with all that was written at the target since the cutover.
  ///
  /// The target is closed first, and the source opens in the transaction that knows that nobody has
  /// taken this rollback back: at no moment do both take writes. If this is killed, the next
  /// `goBack` completes it, or a cutover takes it back.
  ///
  /// - Parameters:
  ///   - locks: How long it tries for the lock that closes the target.
  ///   - deadline: How long neither may take writes.
  /// - Returns: How long the target refused writes before the source was live.
  /// - Throws: `Failure` with what is missing, `PostgresError`.
  package func goBack(
    locks: LockPatience = LockPatience(),
    deadline: Duration = .seconds(20)
  ) async throws -> Duration {
    let refused = try await withWork { work in
      let status = try await source.status()
      guard let back = try await work.wayBack() else {
        throw Failure(
          .failed,
          "\(status.target) is live, and there is no way back from it",
          hint: "`reeve migrate plan` says what a copy needs for one before its cutover."
        )
      }
      try await work.noteRejects()
      _ = try await work.bring(back)
      try await requireReady(try await source.status(), isVerified: false)
      let round = try await source.commit(
        "the rollback of \(source.label)",
        LiveCopyFunctions.remoteReturning(copyID: work.id)
      )
      do {
        try await work.shut(back, round: round, locks)
        let began = ContinuousClock.now
        let numbers = try await StatementLimit.within(deadline) {
          try await work.bringRest(back, until: began + deadline)
        }
        try await source.patiently(
          work.id,
          named: "the opening of the source of \(source.label)",
          LockPatience(
            lockTimeout: locks.lockTimeout,
            budget: max(.zero, began + deadline - .now)
          )
        ) {
          try await $0.one(
            LiveCopyFunctions.remoteReturn(copyID: work.id, round: round, numbers: numbers)
          )
        }
        return ContinuousClock.now - began
      } catch {
        throw await stayed(work, back, round: round, after: error)
      }
    }
    // The target learns that it follows.
    try await withWork { _ in }
    return refused
  }

  /// Makes the source live again with what has come back; the target's database is gone for good.
  func goBackAlone(locks: LockPatience) async throws {
    let id = try await source.status().id
    let round = try await source.commit(
      "the rollback of \(source.label)",
      LiveCopyFunctions.remoteReturning(copyID: id)
    )
    try await source.patiently(id, named: "the opening of the source of \(source.label)", locks) {
      try await $0.one(
        LiveCopyFunctions.remoteReturn(copyID: id, round: round, numbers: nil)
      )
    }
  }

  /// Takes back a rollback that was not ended.
  ///
  /// - Returns: Whether the target is live.
  func stays() async throws -> Bool {
    let status = try await source.status()
    guard ["live", "returning"].contains(status.phase) else { return false }
    let copy = try await source.connection.one(LiveCopyFunctions.remoteCopy(copyID: status.id))
    guard copy.back != nil else { return true }
    if status.phase == "returning" {
      guard try await stay(status.id, round: copy.round) else { return try await stays() }
    }
    // It is open once it is asked.
    try await withWork { _ in }
    return true
  }

  private func stay(_ id: Int, round: Int) async throws -> Bool {
    try await source.commit(
      "the end of the rollback of \(source.label)",
      LiveCopyFunctions.remoteStay(copyID: id, round: round)
    )
  }

  /// Lets the target take writes again after a rollback has failed.
  ///
  /// - Returns: Lines to report.
  private func stayed(
    _ work: Work,
    _ back: RemoteBack,
    round: Int,
    after error: any Error
  ) async -> any Error {
    do {
      guard try await stay(work.id, round: round) else { return error }
      try await work.unshut(back, round: round)
      source.report("the rollback was taken back: the target accepts writes again")
      return error
    } catch {
      return Failure(
        .failed,
        "the rollback was interrupted: \(error)",
        details: ["The target may refuse writes still."],
        hint: "Repeat `reeve migrate rollback`, or take it back with `reeve migrate cutover`."
      )
    }
  }
}

extension RemoteMigrator.Work {
  /// Changes that come back at a time.
  private static let bringLimit = 2000

  /// Returns the way back; nil where there is none.
  func wayBack() async throws -> RemoteBack? {
    try await source.connection.one(LiveCopyFunctions.remoteCopy(copyID: id)).back?.decode()
  }

  /// Brings what changed at the target to the source, as much as there is now.
  ///
  /// - Parameters:
  ///   - back: The way back.
  ///   - steps: So many transactions of changes at most.
  ///   - deadline: When it gives up.
  /// - Returns: Whether none were left but those that came meanwhile.
  /// - Throws: `Failure`, `PostgresError`, `RemoteTarget.Refused`.
  func bring(
    _ back: RemoteBack,
    steps: Int = 10_000,
    until deadline: ContinuousClock.Instant? = nil
  ) async throws -> Bool {
    var (hasTaken, hasRetried) = (false, false)
    for _ in 0..<steps {
      if let deadline, ContinuousClock.now >= deadline {
        throw Failure(.failed, "the last changes take too long to come back")
      }
      let step = try await bringSome(back)
      hasTaken = hasTaken || step.hasTaken
      guard step.isDone else { continue }
      guard hasTaken, !hasRetried, try await source.status().rejected > 0 else { return true }
      // Rows that were in each other's way may fit by now.
      try await noteRejects()
      hasRetried = true
    }
    return false
  }

  /// Brings some changes.
  ///
  /// Rows are read again after their change was seen, and written as they are. The source commits
  /// first: whatever is killed, these changes are noted still, and come again.
  ///
  /// - Returns: Whether there were any, and whether none are left but those that came meanwhile.
  private func bringSome(
    _ back: RemoteBack
  ) async throws -> (hasTaken: Bool, isDone: Bool) {
    let noted: [Int64] = try await target.connection.withTransaction { transaction in
      _ = try await livePlace(in: transaction)
      guard try await transaction.there(back.intact)[0].get(0, as: Bool.self) else {
        throw Failure(
          .failed,
          "triggers of \(target.statements.target) are gone or disabled: changes may be missing",
          details: ["There is no way back."],
          hint: "`reeve migrate finish` ends the copy."
        )
      }
      let noted: [Int64] = try await transaction.there(
        "SELECT change_id FROM reeve_copy.change WHERE token = $1 ORDER BY change_id LIMIT $2",
        [target.token, Self.bringLimit]
      ).map { try $0.get(0) }
      // What was committed there without a flush is on disk once this is: no crash takes it back
      // from here on.
      if !noted.isEmpty {
        try await transaction.there(
          "UPDATE reeve_copy.copy SET stepped_at = clock_timestamp() WHERE token = $1",
          [target.token]
        )
      }
      return noted
    }
    guard !noted.isEmpty else { return (false, true) }
    return try await target.connection.withTransaction { transaction in
      var place = try await livePlace(in: transaction)
      let step: Int64 = try await transaction.there(
        "SELECT nextval('reeve_copy.change_change_id_seq')"
      )[0].get(0)
      let taken: [String?] = try await transaction.there(
        "DELETE FROM reeve_copy.change WHERE token = $1 AND change_id = ANY ($2) RETURNING key",
        [target.token, noted]
      ).map { try $0.get(0) }
      guard !taken.contains(nil) else {
        try await noteAll(back, in: transaction)
        return (true, false)
      }
      let rows = try await read(Array(Set(taken.compactMap(\.self))), back, in: transaction)
      place.applied += taken.count
      try await target.move(to: place, in: transaction)
      try await source.commit(
        "changes of \(source.label) that come back",
        LiveCopyFunctions.remoteTake(
          copyID: id,
          step: step,
          keys: rows.map(\.key),
          lines: rows.map(\.line)
        )
      )
      return (true, noted.count < Self.bringLimit)
    }
  }

  /// Returns the position of a copy whose target is live, and locks it.
  private func livePlace(in transaction: Transaction) async throws -> RemotePlace {
    guard let place = try await target.place(in: transaction) else { throw lost }
    guard ["live", "returning"].contains(place.phase) else {
      throw Failure(.failed, "the target's database says that the copy is \(place.phase)")
    }
    return place
  }

  /// Reads rows of the target; leaves out what is no key of it.
  private func read(
    _ keys: [String],
    _ back: RemoteBack,
    in transaction: Transaction
  ) async throws -> [(key: String, line: String?)] {
    guard !keys.isEmpty else { return [] }
    try await transaction.there("SAVEPOINT reeve_read")
    do {
      let rows = try await transaction.there(back.read, [keys])
      try await transaction.there("RELEASE SAVEPOINT reeve_read")
      return try rows.map { (key: try $0.get(0), line: try $0.get(1)) }
    } catch let refused as RemoteTarget.Refused where refused.isOfRow {
      try await transaction.there("ROLLBACK TO SAVEPOINT reeve_read")
      guard keys.count > 1 else { return [] }
      let half = keys.count / 2
      return try await read(Array(keys[..<half]), back, in: transaction)
        + read(Array(keys[half...]), back, in: transaction)
    }
  }

  /// Notes all rows of both sides as changed, after the target was emptied.
  private func noteAll(_ back: RemoteBack, in transaction: Transaction) async throws {
    try await transaction.there(back.keys, limit: nil)
    var low: [String]?
    repeat {
      let page = try await source.connection.one(
        LiveCopyFunctions.remotePage(copyID: id, low: low, size: Migrator.Work.rangeRows)
      )
      try await note(page.keys, in: transaction)
      low = page.high
    } while low != nil
  }

  private func note(_ keys: [String], in transaction: Transaction) async throws {
    try await transaction.there(
      "INSERT INTO reeve_copy.change(token, key) SELECT $1, k FROM unnest($2::text[]) k",
      [target.token, keys]
    )
  }

  /// Has the rows that the source refused come again.
  func noteRejects() async throws {
    guard comesBack else { return }
    let keys: [String] = try await source.connection.query(
      "SELECT key FROM reeve.live_copy_reject WHERE copy_id = $1 ORDER BY key LIMIT 10000",
      [id]
    ).map { try $0.get(0) }
    guard !keys.isEmpty else { return }
    try await target.connection.withTransaction { transaction in
      _ = try await livePlace(in: transaction)
      try await note(keys, in: transaction)
    }
  }

  /// Runs a transaction at the target that needs a lock there, again and again until it has it.
  func patiently(
    _ locks: LockPatience,
    _ body: (Transaction) async throws -> Void
  ) async throws {
    let end = locks.budget.map { ContinuousClock.now + $0 }
    while true {
      do {
        return try await target.connection.withTransaction { transaction in
          try await transaction.there(
            "SELECT set_config('lock_timeout', $1, TRUE)",
            ["\(Int(max(locks.lockTimeout / .milliseconds(1), 1)))ms"]
          )
          try await body(transaction)
        }
      } catch let refused as RemoteTarget.Refused
        where refused.error.sqlState == .lockNotAvailable || refused.error.sqlState.isRetryable
      {
        if let end, ContinuousClock.now >= end { throw refused }
        try await locks.clock.sleep(for: .milliseconds(Int.random(in: 100...400)))
      }
    }
  }

  /// Closes the target for a rollback, once the transactions that wrote it have ended.
  func shut(_ back: RemoteBack, round: Int, _ locks: LockPatience) async throws {
    try await patiently(locks) { transaction in
      var place = try await livePlace(in: transaction)
      guard place.round <= round else { throw Failure(.failed, "another rollback has begun") }
      try await transaction.there(back.lock)
      try await transaction.there(back.close)
      (place.phase, place.round) = ("returning", round)
      try await target.move(to: place, in: transaction)
    }
  }

  /// Opens the target again, if this rollback closed it last.
  ///
  /// The source has agreed to it (`reeve.remote_stay`): this rollback can no longer open it.
  func unshut(_ back: RemoteBack, round: Int) async throws {
    try await target.connection.withTransaction { transaction in
      guard var place = try await target.place(in: transaction), place.phase == "returning",
        place.round == round
      else { return }
      try await transaction.there(back.open)
      place.phase = "live"
      try await target.move(to: place, in: transaction)
    }
  }

  /// Brings the last changes of a target that is closed.
  ///
  /// - Returns: The positions of its sequences, by column.
  func bringRest(_ back: RemoteBack, until deadline: ContinuousClock.Instant) async throws -> JSONB
  {
    guard try await bring(back, until: deadline) else {
      throw Failure(.failed, "the last changes take too long to come back")
    }
    return try await target.connection.there(back.numbers)[0].get(0)
  }
}
