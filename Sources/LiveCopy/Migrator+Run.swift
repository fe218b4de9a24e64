import Answers
internal import Catalog
package import Outcome
internal import Postgres

extension Migrator {
  /// Changes that one transaction applies.
  static let applyLimit = 5000

  /// Begins the copy or continues it: copies what is left, and applies what changed meanwhile.
  ///
  /// - Parameters:
  ///   - pace: What it observes.
  ///   - lockTimeout: How long writers may be held up at a time while triggers are made.
  ///   - budget: How long it tries to get that lock; nil = until it has it.
  ///   - clock: Measures the pauses.
  ///   - progress: Takes the status every now and then.
  /// - Returns: The status at the end.
  /// - Throws: `Failure`, also for a mapping that does not fit; `PostgresError`.
  @discardableResult
  package func run(
    pace: StepPace = StepPace(),
    lockTimeout: Duration = .milliseconds(100),
    budget: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    progress: (Status) -> Void = { _ in }
  ) async throws -> Status {
    var status = try await start(
      pace: pace,
      lockTimeout: lockTimeout,
      budget: budget,
      clock: clock
    )
    if status.rejected > 0, status.broken == nil {
      try await connection.one(LiveCopyFunctions.migrateRetry(copyID: status.id))
    }
    if status.phase == "copying" {
      let id = status.id
      try await withHelpers(pace.parallel - 1) { helper in
        while try await helper.copyOn(id, nice: pace.nice, clock) {}
      } during: {
        while status.phase == "copying", status.broken == nil {
          _ = try await copyOn(id, nice: pace.nice, clock)
          status = try await self.status()
          progress(status)
        }
      }
    }
    while status.broken == nil {
      try await waitForPace(of: status.id, clock)
      let time = try await ContinuousClock().measure { _ = try await catchUp(status.id) }
      status = try await self.status()
      progress(status)
      guard pace.follows else { break }
      try await clock.sleep(for: max(time, .milliseconds(200)) * pace.nice)
      if status.backlog == 0 { try await clock.sleep(for: .milliseconds(200)) }
    }
    return status
  }

  /// Takes the next step of copying, when the pace permits it.
  ///
  /// - Returns: Whether rows are left to copy.
  private func copyOn(
    _ id: Int,
    nice: Double,
    _ clock: any Clock<Duration>
  ) async throws -> Bool {
    try await waitForPace(of: id, clock)
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

  /// Lends migrators with connections of their own to `help` while `body` runs.
  ///
  /// Where one is lost, the others do its work.
  private func withHelpers(
    _ count: Int,
    _ help: @escaping @Sendable (Migrator) async throws -> Void,
    during body: () async throws -> Void
  ) async throws {
    guard count > 0 else { return try await body() }
    guard let connect else {
      throw PostgresError.misuse("this migrator has no way to connect again")
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          do {
            let own = try await connect()
            do {
              try await help(Migrator(connection: own, mapping: mapping, report: { _ in }))
              await own.close()
            } catch {
              await own.close()
              throw error
            }
          } catch let error as PostgresError {
            report("one connection less copies: \(error)")
          }
        }
      }
      try await body()
      try await group.waitForAll()
    }
  }

  /// Begins the copy, unless it has begun, and sets its pace; copies nothing.
  ///
  /// - Throws: `Failure`, also for a mapping that does not fit; `PostgresError`.
  private func start(
    pace: StepPace,
    lockTimeout: Duration,
    budget: Duration?,
    clock: any Clock<Duration>
  ) async throws -> Status {
    try await begin(lockTimeout: lockTimeout, budget: budget, clock: clock)
    let status = try await status()
    try await connection.one(
      LiveCopyFunctions.migratePace(copyID: status.id, pace: JSONB(pace.json))
    )
    return status
  }

  /// Begins the copy and lets a job of the workers do it, or verify it.
  ///
  /// - Parameters:
  ///   - kind: `migrate.copy` or `migrate.verify`.
  ///   - pace: What the copy observes from now on, which begins it; nil for one that has begun.
  ///   - lockTimeout: How long writers may be held up at a time while triggers are made.
  ///   - budget: How long it tries to get that lock; nil = until it has it.
  ///   - clock: Measures the pauses.
  /// - Returns: The jobs: the one that does it, then those that only help to copy.
  /// - Throws: `Failure`, `PostgresError`.
  package func enqueue(
    _ kind: String,
    pace: StepPace? = nil,
    lockTimeout: Duration = .milliseconds(100),
    budget: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> [Int64] {
    let status =
      if let pace {
        try await start(pace: pace, lockTimeout: lockTimeout, budget: budget, clock: clock)
      } else { try await status() }
    var jobs: [Int64] = []
    for part in 1...(pace?.parallel ?? 1) {
      let isFirst = part == 1
      jobs.append(
        try await commit(
          "a job of \(label)",
          LiveCopyFunctions.enqueue(
            kind: kind,
            args: JSONB(#"{"copy": \#(status.id)\#(isFirst ? "" : #", "part": \#(part)"#)}"#),
            app: mapping.app,
            uniqueKey: "\(kind):\(status.id)\(isFirst ? "" : ":\(part)")"
          )
        )
      )
    }
    return jobs
  }

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

  /// Begins the copy, unless it has begun.
  private func begin(
    lockTimeout: Duration,
    budget: Duration?,
    clock: any Clock<Duration>
  ) async throws {
    if try await Self.statuses(on: connection, mapping: mapping).allSatisfy({ $0.isOver }) {
      let findings = try await plan().findings
      guard findings.isEmpty else {
        throw Failure(
          .failed,
          "the mapping does not fit the database",
          details: findings.map(\.description)
        )
      }
    }
    try await patiently(
      nil,
      named: "the start of \(label)",
      lockTimeout: lockTimeout,
      budget: budget,
      clock: clock
    ) { transaction in
      try await transaction.one(LiveCopyFunctions.migrateBegin(mapping: JSONB(mapping.json)))
    }
  }

  /// Applies changes of finished transactions; none where an older transaction of another holds
  /// them back.
  ///
  /// - Parameters:
  ///   - id: The copy.
  ///   - max: So many changes at most.
  ///   - isTail: Whether to apply also what an older transaction holds back.
  /// - Returns: What was done.
  /// - Throws: `PostgresError`.
  private func apply(
    _ id: Int,
    max: Int = applyLimit,
    isTail: Bool = false
  ) async throws -> LiveCopyFunctions.MigrateApplyRow {
    try await connection.one(
      LiveCopyFunctions.migrateApply(copyID: id, max: max, isTail: isTail)
    )
  }

  /// Applies all changes there are, but for those that come meanwhile.
  ///
  /// - Returns: Whether fewer than a transaction's changes are left.
  func catchUp(_ id: Int) async throws -> Bool {
    try await keepPartitions(id)
    for _ in 0..<1000 {
      let step = try await apply(id)
      if step.isBroken { return true }
      if step.isDone { break }
    }
    // What an older transaction holds back is applied too: the rows are read again in any case. All
    // of it at once, as only the end of it can be noted.
    return try await apply(id, max: 1_000_000, isTail: true).isDone
  }

  /// Waits while the copy is paused or its pace is exceeded.
  func waitForPace(of id: Int, _ clock: any Clock<Duration>) async throws {
    var isTold = false
    while let reason = try await connection.one(LiveCopyFunctions.migrateBusy(copyID: id)) {
      if !isTold { report("waiting: \(reason)") }
      isTold = true
      try await clock.sleep(for: .seconds(1))
    }
  }
}

extension Migrator.Status {
  /// Whether it is finished or abandoned.
  var isOver: Bool { phase == "finished" || phase == "abandoned" }
}
