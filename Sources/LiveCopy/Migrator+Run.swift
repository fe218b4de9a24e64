import Answers
package import Catalog
package import Outcome
package import Postgres

extension Migrator {
  /// Stops copying and applying until it is resumed; what the app writes is logged meanwhile.
  ///
  /// - Throws: `Failure` where there is no copy; `PostgresError`.
  package func pause(_ isPaused: Bool) async throws {
    let id = try await status().id
    try await commit(
      "the \(isPaused ? "pause" : "continuation") of \(label)",
      LiveCopyFunctions.migratePause(copyID: id, isPaused: isPaused)
    )
  }

  /// Waits while the copy is paused or its pace is exceeded.
  ///
  /// - Throws: `CopyWait` in a job, which leaves its worker to others meanwhile.
  func waitForPace(of id: Int, _ clock: any Clock<Duration>) async throws {
    if let attempt {
      let reason = try await connection.one(
        LiveCopyFunctions.remoteBusy(copyID: id, jobID: attempt.jobID, lease: attempt.lease)
      )
      if let reason { throw CopyWait(reason: reason, delay: .seconds(5)) }
      return
    }
    var isTold = false
    while let reason = try await connection.one(LiveCopyFunctions.migrateBusy(copyID: id)) {
      if !isTold { report("waiting: \(reason)") }
      isTold = true
      try await clock.sleep(for: .seconds(1))
    }
  }
}

extension Migrator: Copier {
  package var source: Migrator { self }

  package func beginning(
    isNew: Bool
  ) async throws -> (findings: [Finding], call: FunctionCall<Void>) {
    (
      isNew ? try await plan().findings : [],
      LiveCopyFunctions.migrateBegin(mapping: JSONB(mapping.json))
    )
  }

  package func jobArguments(
    _ status: Status,
    parallel: Int
  ) async throws -> [(part: Int?, parallel: Int?)] {
    (1...parallel).map { (part: $0 == 1 ? nil : $0, parallel: nil) }
  }

  package func withWork<R: Sendable>(_ body: (Work) async throws -> R) async throws -> R {
    try await body(Work(id: status().id, source: self))
  }

  /// A copy under way within the database.
  package struct Work: CopyWork {
    package let id: Int
    package let source: Migrator

    private var connection: Connection { source.connection }
  }
}

extension Migrator.Work {
  /// Changes that one transaction applies.
  private static let applyLimit = 5000
  /// Rows of one comparison.
  static let rangeRows = 10_000

  package func isFollowing(_ status: Migrator.Status) -> Bool { true }

  package func retry(_ status: Migrator.Status) async throws {
    guard status.rejected > 0, status.broken == nil else { return }
    try await connection.one(LiveCopyFunctions.migrateRetry(copyID: id))
  }

  package func copyOn(nice: Double, _ clock: any Clock<Duration>) async throws -> Bool {
    try await source.waitForPace(of: id, clock)
    var didStep = false
    let time = try await ContinuousClock().measure {
      do {
        didStep = try await connection.one(LiveCopyFunctions.migrateStep(copyID: id))
      } catch let PostgresError.server(error) where error.sqlState.isRetryable {
        // Two ranges exchange unique values, and this one gave way.
        didStep = true
      }
    }
    // The last ranges are being copied by others.
    try await clock.sleep(for: didStep ? time * nice : .milliseconds(50))
    return didStep
  }

  /// Lends `pace.parallel - 1` connections of their own to others that copy while `body` runs.
  ///
  /// Where one is lost, the others do its work.
  package func withHelpers(
    _ pace: StepPace,
    _ clock: any Clock<Duration>,
    during body: () async throws -> Void
  ) async throws {
    guard pace.parallel > 1 else { return try await body() }
    let (id, source) = (id, source)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1..<pace.parallel {
        group.addTask {
          do {
            try await source.connectAgain().use { own in
              let helper = Migrator(connection: own, mapping: source.mapping, report: { _ in })
              let work = Migrator.Work(id: id, source: helper)
              while try await work.copyOn(nice: pace.nice, clock) {}
            }
          } catch let error as PostgresError {
            source.report("one connection less copies: \(error)")
          }
        }
      }
      try await body()
      try await group.waitForAll()
    }
  }

  /// Applies changes of finished transactions; none where an older transaction of another holds
  /// them back.
  ///
  /// - Parameters:
  ///   - max: So many changes at most.
  ///   - isTail: Whether to apply also what an older transaction holds back.
  /// - Returns: The result of the step.
  /// - Throws: `PostgresError`.
  private func apply(
    max: Int = applyLimit,
    isTail: Bool = false
  ) async throws -> LiveCopyFunctions.MigrateApplyRow {
    try await connection.one(
      LiveCopyFunctions.migrateApply(copyID: id, max: max, isTail: isTail)
    )
  }

  package func catchUp() async throws -> Bool {
    try await keepPartitions()
    for _ in 0..<1000 {
      let step = try await apply()
      if step.isBroken { return true }
      if step.isDone { break }
    }
    // Changes that wait for an older transaction are applied too, since the rows are read again
    // anyway; all at once, because only the end of the log can be recorded as a position.
    return try await apply(max: 1_000_000, isTail: true).isDone
  }

  package func compare(_ keys: [String]) async throws -> Compared {
    let range = try await connection.one(
      LiveCopyFunctions.migrateVerify(copyID: id, low: nil, size: 0, keys: keys)
    )
    return (range.differing ?? [], range.moving ?? [])
  }

  package func compareAll(
    after low: [String]?,
    _ take: (Compared, _ rows: Int, _ next: [String]?) async throws -> Void
  ) async throws {
    var low = low
    repeat {
      let range = try await connection.one(
        LiveCopyFunctions.migrateVerify(copyID: id, low: low, size: Self.rangeRows)
      )
      try await take((range.differing ?? [], range.moving ?? []), Int(range.rows), range.high)
      low = range.high
    } while low != nil
  }
}

extension Migrator.Status {
  /// Whether it is finished or abandoned.
  var isOver: Bool { phase == "finished" || phase == "abandoned" }
}
