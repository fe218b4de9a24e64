internal import Catalog
internal import Outcome
internal import Postgres

extension RemoteMigrator {
  /// Makes the target live: the source refuses writes from then on.
  ///
  /// The source is closed first, and the target goes live in the transaction that applies the last
  /// changes: at no moment do both take writes. If this is killed between the two, the next cutover
  /// completes it, or `reopen` takes it back. Where the target does not answer in time, the source
  /// is opened again without it; only the answer to COMMIT is waited for, since nobody but the
  /// target knows it.
  ///
  /// - Parameters:
  ///   - isVerified: Whether to refuse before a verification without a difference.
  ///   - locks: How long it tries for the lock that closes the source.
  ///   - deadline: How long the target may take, and each of its statements.
  /// - Returns: How long writes were refused before the target was live; nil where it is already.
  /// - Throws: `Failure` with what is missing, `PostgresError`.
  package func cutover(
    isVerified: Bool = true,
    locks: LockPatience = LockPatience(),
    deadline: Duration = .seconds(20)
  ) async throws -> Duration? {
    if try await stays() { return nil }
    return try await withWork { work in
      let fence = try await prepare(work, isVerified: isVerified)
      let (closedAt, began) = try await source.patiently(
        work.id,
        named: "the closing of the source of \(source.label)",
        locks,
        // However long the lock takes, what is left for the moment when nobody can write is little.
        prepare: { try await work.follow() }
      ) {
        let closedAt = try await $0.one(LiveCopyFunctions.remoteClose(copyID: work.id))
        return (closedAt, ContinuousClock.now)
      }
      do {
        try await StatementLimit.within(deadline) {
          try await work.finalize(fence: fence, until: .now + deadline)
        }
      } catch {
        throw await reopened(work, closedAt: closedAt, within: deadline, after: error)
      }
      let refused = ContinuousClock.now - began
      try await source.patiently(
        nil,
        named: "the record that the target of \(source.label) is live",
        LockPatience(lockTimeout: locks.lockTimeout)
      ) {
        try await $0.one(LiveCopyFunctions.remoteLive(copyID: work.id))
      }
      return refused
    }
  }

  /// Refuses a cutover that could not succeed; brings the target as near as it comes.
  ///
  /// - Returns: The fence that the target has.
  private func prepare(_ work: Work, isVerified: Bool) async throws -> Int {
    try await work.follow()
    let status = try await source.status()
    try require(["following", "closing"], of: status)
    try await requireReady(status, isVerified: isVerified && status.phase != "closing")
    if status.phase == "following",
      let reason = try await source.commit(
        "the way back of \(source.label)",
        LiveCopyFunctions.remotePrepare(
          copyID: work.id,
          facts: try await facts(of: work.target.connection)
        )
      )
    {
      source.report("there is no way back after this cutover: \(reason)")
    }
    return try await work.target.connection.withTransaction { transaction in
      guard let place = try await work.target.place(in: transaction) else { throw work.lost }
      return place.fence
    }
  }

  /// Lets the source take writes again, where a cutover was not ended.
  ///
  /// - Parameter isLost: Whether the target's database is gone for good, so that it is not asked.
  /// - Returns: Whether it refused them.
  /// - Throws: `Failure` where the target is live; `PostgresError`.
  package func reopen(isLost: Bool = false) async throws -> Bool {
    let status = try await source.status()
    guard status.phase == "closing" else { return false }
    if isLost {
      try await source.commit(source.reopening, LiveCopyFunctions.remoteOpen(copyID: status.id))
      return true
    }
    return try await withWork { work in
      try await work.takeBack()
      try await source.commit(source.reopening, LiveCopyFunctions.remoteOpen(copyID: status.id))
      return true
    }
  }

  /// Reopens the source after a cutover has failed.
  ///
  /// - Parameters:
  ///   - work: The copy.
  ///   - closedAt: When this cutover closed the source; nil where an earlier one had.
  ///   - deadline: How long each statement of the target may take. The source is waited for.
  ///   - error: The failure.
  /// - Returns: Lines to report.
  private func reopened(
    _ work: Work,
    closedAt: Timestamp?,
    within deadline: Duration,
    after error: any Error
  ) async -> any Error {
    do {
      // Known where the target cannot be asked: who closed the source may then open it alone.
      var unasked: Timestamp?
      do {
        try await StatementLimit.within(deadline) { try await work.takeBack() }
      } catch let refusal as PostgresError where refusal.isConnectionFailure {
        // Before COMMIT was sent, a lost connection has written nothing.
        if case .commitOutcomeUnknown? = error as? PostgresError { throw refusal }
        guard let closedAt else { throw refusal }
        unasked = closedAt
      }
      try await source.commit(
        source.reopening,
        LiveCopyFunctions.remoteOpen(copyID: work.id, closedAt: unasked)
      )
      source.report("the cutover was taken back: the source accepts writes again")
      return error
    } catch {
      return Failure(
        .failed,
        "the cutover was interrupted: \(error)",
        details: ["The source refuses writes still."],
        hint: "Repeat `reeve migrate cutover`, or take it back with `reeve migrate rollback`."
      )
    }
  }

  /// Ends the copy: after the cutover, or before it (`isAbandoned`) by emptying the target.
  ///
  /// - Parameters:
  ///   - isAbandoned: Whether it is before the cutover.
  ///   - isLost: Whether the target's database is gone for good, or another: it is not asked.
  ///   - locks: How long it tries for the lock there under which triggers are dropped.
  /// - Throws: `Failure` where there is none, `PostgresError`.
  package func finish(
    isAbandoned: Bool,
    isLost: Bool = false,
    locks: LockPatience = LockPatience()
  ) async throws {
    let status = try await source.status()
    guard (status.phase == "live") != isAbandoned,
      !["closing", "returning"].contains(status.phase)
    else {
      throw Failure(
        .failed,
        "the copy is \(status.phase)",
        hint: isAbandoned
          ? "Only a copy before its cutover can be abandoned."
          : "`reeve migrate cutover` comes first."
      )
    }
    if !isAbandoned, !isLost,
      try await source.connection.one(LiveCopyFunctions.migrateLeaves(copyID: status.id)) != nil
    {
      throw Failure(
        .failed,
        "partitions of \(status.source) have come, gone or been emptied since the cutover",
        hint:
          "What they hold is not in \(status.target). Bring it over, detach them again, and finish."
      )
    }
    if isLost {
      try await source.commit(
        "the end of \(source.label)",
        LiveCopyFunctions.remoteEnd(copyID: status.id, isAbandoned: isAbandoned)
      )
      return
    }
    try await withWork { work in
      try await work.target.connection.withTransaction { transaction in
        guard let place = try await work.target.place(in: transaction) else { throw work.lost }
        if isAbandoned {
          guard place.phase != "live" else { throw work.lost }
          try await work.target.wipe(in: transaction)
        }
      }
      try await work.patiently(locks) { try await work.target.unhook(in: $0) }
      try await source.commit(
        "the end of \(source.label)",
        LiveCopyFunctions.remoteEnd(copyID: work.id, isAbandoned: isAbandoned)
      )
      try await work.target.connection.withTransaction { try await work.target.forget(in: $0) }
    }
  }
}

extension RemoteMigrator.Work {
  /// Brings the target as near as it comes, unless the source is closed already.
  func follow() async throws {
    if try await source.status().phase != "closing" { _ = try await catchUp() }
  }

  /// Applies the last changes of a source that is closed, and makes the target live with them.
  ///
  /// - Parameters:
  ///   - fence: That of the target, which it must still have.
  ///   - deadline: When it gives up.
  /// - Throws: `Failure` where the target differs or was taken back; `PostgresError`.
  func finalize(
    fence: Int,
    until deadline: ContinuousClock.Instant = .now + .seconds(20)
  ) async throws {
    let sequences = try await source.connection.one(
      LiveCopyFunctions.remoteSequences(copyID: id)
    )
    try await target.connection.withTransaction { transaction in
      guard var place = try await target.place(in: transaction) else { throw lost }
      // Another has ended this cutover.
      if place.phase == "live" { return }
      guard place.fence == fence, place.phase == "following" else {
        throw Failure(.failed, "the cutover was taken back by another")
      }
      var isDone = false
      while !isDone {
        guard ContinuousClock.now < deadline else {
          throw Failure(.failed, "the last changes take too long to apply")
        }
        let step = try await apply(&place, isClosed: true, in: transaction)
        isDone = step.isDone
        let compared = try await compare(step.keys, at: place, in: transaction)
        guard compared.differing.isEmpty else {
          throw Failure(
            .failed,
            "rows differ after their changes were applied, or the target refuses them",
            details: compared.differing.prefix(10).map { "key \($0)" }
          )
        }
      }
      guard place.phase == "following" else { throw Failure(.failed, "the source was emptied") }
      for statement in sequences { try await transaction.there(statement) }
      try await target.unhook(in: transaction)
      for statement in try await wayBack()?.install ?? [] {
        try await transaction.there(statement)
      }
      place.phase = "live"
      try await target.move(to: place, in: transaction)
    }
  }

  /// Takes a cutover back that was not ended, at the target: the source may take writes again.
  func takeBack() async throws {
    let isLive = try await target.connection.withTransaction { transaction in
      guard var place = try await target.place(in: transaction) else { throw lost }
      if place.phase == "live" { return true }
      // From here on a cutover that is under way elsewhere cannot succeed.
      place.fence += 1
      try await target.move(to: place, in: transaction)
      return false
    }
    guard !isLive else {
      try await source.connection.one(LiveCopyFunctions.remoteLive(copyID: id))
      throw Failure(.failed, "the target is live already")
    }
  }
}

extension Migrator {
  /// The name of the transaction after which the source takes writes again.
  fileprivate var reopening: String { "the reopening of the source of \(label)" }
}
