internal import Catalog
package import Outcome
internal import Postgres

extension RemoteMigrator {
  /// How many rows are copied at a time: half a second's work, and no more than 8 MiB if they are
  /// not larger each.
  struct Chunk: Sendable {
    /// Rows.
    var size = 1000

    /// Adapts the size to the duration and the bytes of a chunk.
    mutating func took(_ time: Duration, bytes: Int) {
      let half = max(time / .milliseconds(500), Double(bytes) / Double(8 << 20), 0.01)
      size = min(max(Int(Double(size) / half), 1), size * 2, 20_000)
    }
  }
}

extension RemoteMigrator.Work {
  /// Changes that one transaction applies.
  private static let applyLimit = 2000

  package func isFollowing(_ status: Migrator.Status) -> Bool {
    ["copying", "following"].contains(status.phase) || status.phase == "live" && comesBack
  }

  package mutating func copyOn(
    nice: Double,
    _ clock: any Clock<Duration>
  ) async throws -> Bool {
    try await source.waitForPace(of: id, clock)
    let time = try await ContinuousClock().measure {
      try await copy()
      _ = try await catchUp(steps: 10)
    }
    try await requireIntact()
    try await clock.sleep(for: time * nice)
    return true
  }

  /// Copies the next ranges of rows, one for each connection, if some are left.
  ///
  /// The recorded position moves past the ranges before the first that failed.
  private mutating func copy() async throws {
    let place = try await target.place()
    guard place.phase == "copying" else { return }
    let workers = [self] + helpers.all
    var pages: [LiveCopyFunctions.RemotePageRow] = []
    while pages.count < workers.count, pages.isEmpty || pages.last?.high != nil {
      pages.append(
        try await source.connection.one(
          LiveCopyFunctions.remotePage(
            copyID: id,
            low: pages.last?.high ?? place.lastKey,
            size: chunk.size,
            jobID: source.attempt?.jobID,
            lease: source.attempt?.lease
          )
        )
      )
    }
    var bytes: [Int?] = []
    let time = try await ContinuousClock().measure {
      bytes = try await withThrowingTaskGroup(of: (Int, Int?).self) { group in
        for (number, (worker, page)) in zip(workers, pages).enumerated() {
          group.addTask { (number, try await worker.write(page.keys, isHelper: number > 0)) }
        }
        return try await group.reduce(into: pages.map { _ in nil }) { $0[$1.0] = $1.1 }
      }
    }
    let done = zip(pages, bytes).prefix { $0.1 != nil }.map(\.0)
    guard let last = done.last else { return }
    try await target.connection.withTransaction { transaction in
      guard var now = try await target.place(in: transaction) else { throw lost }
      // Another process, or the emptying of the source, has moved it.
      guard now.phase == "copying", now.lastKey == place.lastKey else { return }
      now.copied += done.reduce(0) { $0 + $1.keys.count }
      if let high = last.high { now.lastKey = high } else { now.phase = "following" }
      try await target.move(to: now, in: transaction)
    }
    chunk.took(time, bytes: bytes.compactMap(\.self).max() ?? 0)
    try await tell()
  }

  /// Writes rows of the source as they are now, while nobody applies changes: else a row that is
  /// deleted after it was read would come back.
  ///
  /// - Returns: Their size in bytes; nil where it was in the way of another connection and gave way,
  ///   or a helper's connection was lost.
  private func write(_ keys: [String], isHelper: Bool) async throws -> Int? {
    do {
      return try await target.connection.withTransaction { transaction in
        guard try await target.holdsStill(in: transaction) else { return nil }
        let lines = try await read(keys)
        try await target.write(lines, in: transaction)
        return lines.reduce(0) { $0 + ($1.line?.utf8.count ?? 0) }
      }
    } catch let refused as RemoteTarget.Refused where refused.error.sqlState.isRetryable {
      return nil
    } catch let error as PostgresError where isHelper && error.isConnectionFailure {
      source.report("one connection less copies: \(error)")
      helpers.drop(target)
      return nil
    }
  }

  /// Lends `pace.parallel - 1` more pairs of connections, each of which writes a range at a time.
  package func withHelpers(
    _ pace: StepPace,
    _ clock: any Clock<Duration>,
    during body: () async throws -> Void
  ) async throws {
    try await withHelpers(pace.parallel - 1, during: body)
  }

  private func withHelpers(_ count: Int, during body: () async throws -> Void) async throws {
    guard count > 0 else { return try await body() }
    try await source.connectAgain().use { near in
      let migrator = Migrator(
        connection: near,
        mapping: source.mapping,
        attempt: source.attempt,
        report: source.report
      )
      try await RemoteTarget.connect(server).use { there in
        let target = RemoteTarget(
          connection: there,
          token: target.token,
          statements: target.statements
        )
        if source.attempt != nil { try await target.require(identity) }
        try await target.prepare()
        helpers.add(RemoteMigrator.Work(id: id, source: migrator, server: server, target: target))
        defer { helpers.drop(target) }
        try await withHelpers(count - 1, during: body)
      }
    }
  }

  /// Reads rows of the source as they are now.
  func read(_ keys: [String]) async throws -> [RemoteTarget.Line] {
    guard !keys.isEmpty else { return [] }
    return try await source.connection.call(
      LiveCopyFunctions.remoteLines(
        copyID: id,
        keys: keys,
        jobID: source.attempt?.jobID,
        lease: source.attempt?.lease
      )
    )
  }

  package func catchUp() async throws -> Bool {
    if comesBack, try await ["live", "returning"].contains(source.status().phase),
      let back = try await wayBack()
    {
      return try await bring(back)
    }
    try await requireIntact()
    return try await catchUp(steps: 10_000)
  }

  /// Applies changes of finished transactions, as many as there are now.
  ///
  /// - Parameter steps: So many transactions of changes at most.
  /// - Returns: Whether none were left but those that came meanwhile.
  /// - Throws: `Failure`, `PostgresError`, `RemoteTarget.Refused`.
  private func catchUp(steps: Int) async throws -> Bool {
    // New partitions get triggers, for which a worker lacks the rights.
    if source.attempt == nil, try await source.status().phase == "following" {
      try await keepPartitions()
    }
    for _ in 0..<steps {
      let isDone = try await target.connection.withTransaction { transaction in
        guard var place = try await target.place(in: transaction) else { throw lost }
        guard place.phase != "live" else { return true }
        return try await apply(&place, isClosed: false, in: transaction).isDone
      }
      try await tell()
      if isDone { return true }
    }
    return false
  }

  /// Applies changes to the target.
  ///
  /// - Parameters:
  ///   - place: The copy's position, which advances.
  ///   - isClosed: Whether the source can no longer be written, so that no change is held back.
  ///   - transaction: The one that holds the lock of the position.
  /// - Returns: The keys of the rows that were read again, and whether no change is left.
  /// - Throws: `Failure`, `PostgresError`, `RemoteTarget.Refused`.
  func apply(
    _ place: inout RemotePlace,
    isClosed: Bool,
    in transaction: Transaction
  ) async throws -> (keys: [String], isDone: Bool) {
    let changes = try await source.connection.one(
      LiveCopyFunctions.remoteChanges(
        copyID: id,
        placeXid: place.xid,
        placeChange: place.changeID,
        max: Self.applyLimit,
        isClosed: isClosed,
        jobID: source.attempt?.jobID,
        lease: source.attempt?.lease
      )
    )
    let isMoved = (changes.nextXid, changes.nextChange) != (place.xid, place.changeID)
    guard isMoved else { return ([], changes.isDone) }
    (place.xid, place.changeID) = (changes.nextXid, changes.nextChange)
    place.applied += Int(changes.taken)
    var keys = changes.keys
    if changes.isTruncated {
      // The log alone does not show which rows were copied after it, so all are copied again.
      try await target.wipe(in: transaction)
      (place.phase, place.lastKey, place.copied) = ("copying", nil, 0)
      keys = []
    } else if changes.isDone, changes.taken > 0 {
      // Rows that were in each other's way may fit by now.
      keys += place.rejects.filter { ["23505", "23P01", "23503"].contains($0.code) }
        .prefix(200).map(\.key).filter { !changes.keys.contains($0) }
    }
    try await target.write(read(keys), in: transaction)
    try await target.move(to: place, in: transaction)
    return (keys, changes.isDone)
  }

  package func retry(_ status: Migrator.Status) async throws {
    if status.phase == "live" { return try await noteRejects() }
    try await target.connection.withTransaction { transaction in
      guard let place = try await target.place(in: transaction), place.phase != "live" else {
        return
      }
      try await target.write(read(place.rejects.map(\.key)), in: transaction)
    }
    try await tell()
  }

  /// Ends the run where the source's owner has changed what the copy depends on.
  private func requireIntact() async throws {
    let problem = try await source.connection.one(
      LiveCopyFunctions.remoteIntact(
        copyID: id,
        jobID: source.attempt?.jobID,
        lease: source.attempt?.lease
      )
    )
    guard let problem else { return }
    throw Failure(
      .failed,
      problem,
      hint: "End the copy with `reeve migrate finish --abandon` and start it again."
    )
  }
}
