package import Catalog
package import Outcome
package import Postgres

/// Moves a collection while the app writes: one machine, whose target is in the same database
/// (`Migrator`) or in another (`RemoteMigrator`).
package protocol Copier: Sendable {
  /// A copy under way.
  associatedtype Work: CopyWork

  /// The side of the source, where the copy is recorded.
  var source: Migrator { get }

  /// Compares the mapping with the databases and reports what would happen; writes nothing.
  ///
  /// - Throws: `Failure` where the target's server cannot be reached, `PostgresError`.
  func plan() async throws -> Migrator.Plan

  /// Returns the problems of the mapping, and the call that begins the copy or, where it has
  /// begun, refuses another mapping than the one with which it did.
  func beginning(isNew: Bool) async throws -> (findings: [Finding], call: FunctionCall<Void>)

  /// Prepares what workers need to do the copy.
  ///
  /// - Parameters:
  ///   - status: The copy.
  ///   - parallel: Connections that copy at once, from 1.
  /// - Returns: The jobs, by what their arguments say beside the copy: the part, from 2, of one that
  ///   only helps to copy, and over how many connections a job copies.
  /// - Throws: `Failure`, `PostgresError`.
  func jobArguments(
    _ status: Migrator.Status,
    parallel: Int
  ) async throws -> [(part: Int?, parallel: Int?)]

  /// Says what keeps running workers from doing the copy; nil where nothing does.
  func missingForJobs() async throws -> Failure?

  /// Lends the copy that is under way.
  ///
  /// - Throws: `Failure` where there is none, or it cannot continue; the errors of `body`.
  func withWork<R: Sendable>(_ body: (Work) async throws -> R) async throws -> R

  /// Refuses to compare rows in a phase in which that shows nothing.
  func requireComparable(_ status: Migrator.Status) throws

  /// Makes the target live and reports the result.
  ///
  /// - Throws: `Failure` with who is in the way or what is missing, `PostgresError`.
  func cutOver(_ terms: Migrator.Terms, locks: LockPatience) async throws -> SwapReport

  /// Makes the source live again.
  ///
  /// - Parameters:
  ///   - terms: Whether it is a rehearsal, which only a copy within a database has.
  ///   - isLost: Whether another database that the target is in is gone for good.
  ///   - locks: How long it tries.
  /// - Returns: How that went.
  /// - Throws: `Failure` with who is in the way or what is missing, `PostgresError`.
  func rollBack(
    _ terms: Migrator.Terms,
    isLost: Bool,
    locks: LockPatience
  ) async throws -> SwapReport

  /// Ends the copy after the cutover, or before it (`isAbandoned`) by emptying the target.
  ///
  /// - Parameters:
  ///   - isAbandoned: Whether it is before the cutover.
  ///   - isVerified: Whether to refuse, after it, where an old table that follows differs.
  ///   - isLost: Whether another database that the target is in is gone for good.
  ///   - locks: How long it tries.
  /// - Returns: A sentence about the objects that are left.
  /// - Throws: `Failure` where there is none, or naming rows; `PostgresError`.
  func end(
    isAbandoned: Bool,
    isVerified: Bool,
    isLost: Bool,
    locks: LockPatience
  ) async throws -> String
}

/// A copy under way, with the connections that it needs.
package protocol CopyWork: Sendable {
  /// The result of comparing some rows: the keys of those that differ, and of those that were
  /// changing.
  typealias Compared = (differing: [String], moving: [String])

  /// The copy's number.
  var id: Int { get }
  /// The side of the source.
  var source: Migrator { get }

  /// Whether changes are applied in this phase.
  func isFollowing(_ status: Migrator.Status) -> Bool

  /// Retries the refused rows.
  func retry(_ status: Migrator.Status) async throws

  /// Copies the next rows, when the pace permits it.
  ///
  /// - Returns: Whether rows were left to copy.
  mutating func copyOn(nice: Double, _ clock: any Clock<Duration>) async throws -> Bool

  /// Has others help to copy while `body` copies.
  func withHelpers(
    _ pace: StepPace,
    _ clock: any Clock<Duration>,
    during body: () async throws -> Void
  ) async throws

  /// Applies all changes there are, but for those that come meanwhile.
  ///
  /// - Returns: Whether no more were left.
  func catchUp() async throws -> Bool

  /// Compares rows of these keys.
  func compare(_ keys: [String]) async throws -> Compared

  /// Compares all rows, range by range.
  ///
  /// - Parameters:
  ///   - low: The key after which it begins; nil = with the first row.
  ///   - take: Takes the result for a range, how many rows of the source it has, and its last key;
  ///     nil after the last range.
  /// - Throws: `Failure`, `PostgresError`; the errors of `take`.
  func compareAll(
    after low: [String]?,
    _ take: (Compared, _ rows: Int, _ next: [String]?) async throws -> Void
  ) async throws
}

/// How a cutover or a rollback went, in words.
package struct SwapReport: Sendable {
  /// A line about what was done; nil where there was nothing to do.
  package var line: String?
  /// A further note; nil without one.
  package var note: String?
  /// Foreign keys that came back and do not hold for every row, a line each.
  package var invalid: [String] = []
  /// Materialized views that are still as they were, a line each with the reason.
  package var unready: [String] = []
}

extension CopyWork {
  package func withHelpers(
    _ pace: StepPace,
    _ clock: any Clock<Duration>,
    during body: () async throws -> Void
  ) async throws { try await body() }

  /// Compares all rows once partitions have come, gone or been emptied, which no trigger sees, and
  /// has those written again that differ.
  ///
  /// If this is killed, the next run begins it again.
  ///
  /// - Throws: `Failure`, `PostgresError`; RV009 while rows are still to be copied.
  func keepPartitions() async throws {
    let connection = source.connection
    guard let files = try await connection.one(LiveCopyFunctions.migrateLeaves(copyID: id)) else {
      return
    }
    source.report("partitions have come, gone or been emptied: all rows are compared")
    try await source.patiently(nil, LockPatience()) {
      try await $0.one(LiveCopyFunctions.migrateGuard(copyID: id))
    }
    try await compareAll(after: nil) { compared, _, _ in
      guard !compared.differing.isEmpty else { return }
      try await connection.one(
        LiveCopyFunctions.migrateTouch(copyID: id, keys: compared.differing)
      )
    }
    try await connection.one(LiveCopyFunctions.migrateCompared(copyID: id, leaves: files))
  }
}

extension Copier {
  package func requireComparable(_ status: Migrator.Status) throws {}

  package func missingForJobs() async throws -> Failure? { nil }

  /// Begins the copy and lets jobs of the workers do it, or verify it.
  ///
  /// - Parameters:
  ///   - kind: `migrate.copy` or `migrate.verify`.
  ///   - pace: The limits of its speed, with which it begins; nil for one that has begun.
  ///   - locks: How long it tries for the lock under which triggers are made.
  /// - Returns: The jobs: the one that does it, then those that only help to copy.
  /// - Throws: `Failure`, `PostgresError`.
  package func enqueue(
    _ kind: String,
    pace: StepPace? = nil,
    locks: LockPatience = LockPatience()
  ) async throws -> [Int64] {
    let status =
      if let pace { try await start(pace: pace, locks: locks) } else { try await source.status() }
    var jobs: [Int64] = []
    for job in try await jobArguments(status, parallel: pace?.parallel ?? 1) {
      jobs.append(
        try await source.commit(
          "a job of \(source.label)",
          LiveCopyFunctions.enqueue(
            kind: kind,
            args: JSONB(
              encoding: LiveCopyFunctions.CopyArgs(
                copy: status.id,
                part: job.part,
                parallel: job.parallel
              )
            ),
            app: source.mapping.app,
            uniqueKey: "\(kind):\(status.id)\(job.part.map { ":\($0)" } ?? "")"
          )
        )
      )
    }
    return jobs
  }

  /// Returns the status of this mapping's copy that is not over.
  ///
  /// - Throws: `Failure` where there is none; `PostgresError`.
  package func status() async throws -> Migrator.Status { try await source.status() }

  /// Begins the copy, unless it has begun, and sets its pace; copies nothing.
  ///
  /// - Throws: `Failure`, also for a mapping that does not fit; `PostgresError`.
  func start(pace: StepPace, locks: LockPatience) async throws -> Migrator.Status {
    let isNew = try await Migrator.statuses(on: source.connection, mapping: source.mapping)
      .allSatisfy { $0.isOver }
    let (findings, call) = try await beginning(isNew: isNew)
    guard findings.isEmpty else {
      throw Failure(
        .failed,
        "the mapping does not fit the database",
        details: findings.map(\.description)
      )
    }
    try await source.patiently(nil, named: "the start of \(source.label)", locks) {
      try await $0.one(call)
    }
    let status = try await source.status()
    try await source.connection.one(
      LiveCopyFunctions.migratePace(copyID: status.id, pace: JSONB(pace.json))
    )
    return status
  }

  /// Begins the copy or continues it: copies the remaining rows, and applies changes made
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - pace: The limits of its speed.
  ///   - locks: How long it tries for the lock under which triggers are made.
  ///   - progress: Takes the status every now and then.
  /// - Returns: The status at the end.
  /// - Throws: `Failure`, also for a mapping that does not fit; `PostgresError`.
  @discardableResult
  package func run(
    pace: StepPace = StepPace(),
    locks: LockPatience = LockPatience(),
    progress: (Migrator.Status) -> Void = { _ in }
  ) async throws -> Migrator.Status {
    let status = try await start(pace: pace, locks: locks)
    return try await withWork { work in
      guard status.phase != "live" || work.isFollowing(status) else { return status }
      try await work.retry(status)
      return try await advance(work, from: status, pace, locks.clock, progress: progress)
    }
  }

  /// Copies the remaining rows, and applies changes made meanwhile.
  ///
  /// - Parameters:
  ///   - lent: The copy under way.
  ///   - status: Its status.
  ///   - pace: The limits of its speed.
  ///   - clock: Measures the pauses.
  ///   - progress: Takes the status every now and then.
  /// - Returns: The status at the end.
  /// - Throws: `Failure`, `PostgresError`, `CopyWait` in a job; the errors of `progress`.
  func advance(
    _ lent: Work,
    from status: Migrator.Status,
    _ pace: StepPace,
    _ clock: any Clock<Duration>,
    progress: (Migrator.Status) async throws -> Void
  ) async throws -> Migrator.Status {
    var (work, status) = (lent, status)
    func look() async throws {
      status = try await source.status()
      try await progress(status)
    }
    repeat {
      if status.phase == "copying" {
        try await lent.withHelpers(pace, clock) {
          while status.phase == "copying", status.broken == nil {
            _ = try await work.copyOn(nice: pace.nice, clock)
            try await look()
          }
        }
      }
      if status.broken != nil { break }
      try await source.waitForPace(of: work.id, clock)
      let time = try await ContinuousClock().measure { _ = try await work.catchUp() }
      try await look()
      guard pace.follows || status.phase == "copying" else { break }
      try await clock.sleep(for: max(time, .milliseconds(200)) * pace.nice)
      if status.backlog == 0 { try await clock.sleep(for: .milliseconds(200)) }
    } while work.isFollowing(status) && status.broken == nil
    return status
  }

  /// Compares all rows of both tables, range by range.
  ///
  /// - Parameter progress: Takes how many rows are compared.
  /// - Returns: The differences.
  /// - Throws: `Failure`, `PostgresError`; RV009 while rows are still to be copied.
  package func verify(
    progress: (Int) -> Void = { _ in }
  ) async throws -> Migrator.Verification {
    try await verify(Migrator.Verification(), after: nil) { found, _ in progress(found.rows) }
  }

  /// Compares the rows that another verification had not reached, and records the outcome of both.
  ///
  /// - Parameters:
  ///   - known: The differences up to there.
  ///   - low: The key of the last row that it compared; nil = none.
  ///   - progress: Takes the differences after each range, and its last key; nil after the last.
  /// - Returns: The differences.
  /// - Throws: `Failure`, `PostgresError`, `CopyWait` in a job; the errors of `progress`.
  func verify(
    _ known: Migrator.Verification,
    after low: [String]?,
    progress: (Migrator.Verification, _ last: [String]?) async throws -> Void
  ) async throws -> Migrator.Verification {
    try requireComparable(try await source.status())
    return try await withWork { work in
      _ = try await work.catchUp()
      var result = known
      try await work.compareAll(after: low) { compared, rows, next in
        result.rows += rows
        result.take(compared.differing)
        var moving = compared.moving
        // Rows that were changing are compared again, once their changes are applied.
        for _ in 0..<5 where !moving.isEmpty {
          _ = try await work.catchUp()
          let again = try await work.compare(moving)
          result.take(again.differing)
          moving = again.moving
        }
        result.moving += moving.count
        try await progress(result, next)
      }
      try await source.commit(
        "the verification of \(source.label)",
        source.verified(work.id, result)
      )
      return result
    }
  }

  /// Refuses another phase.
  func require(_ phases: [String], of status: Migrator.Status) throws {
    guard phases.contains(status.phase) else {
      throw Failure(
        .failed,
        "\(status.label) is \(status.phase)",
        hint: "`reeve migrate start` resumes it."
      )
    }
  }

  /// Refuses to swap tables while rows are in quarantine, or differed at the last verification.
  func requireReady(_ status: Migrator.Status, isVerified: Bool) async throws {
    guard status.rejected == 0 else {
      throw Failure(
        .failed,
        "\(status.rejected) rows are in quarantine",
        details: try await source.rejected(of: status, limit: 10),
        hint:
          "Correct them, or the table that refuses them; `reeve migrate start` tries them again."
      )
    }
    guard !isVerified || status.differing == 0 else {
      throw Failure(
        .failed,
        status.differing.map { "\($0) rows differed at the last verification" }
          ?? "the copy has not been verified since it started or was rolled back",
        hint: "Run `reeve migrate verify`, or cut over with --unverified."
      )
    }
  }
}
