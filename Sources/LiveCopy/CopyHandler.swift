import Answers
package import Catalog
import FoundationEssentials
import Outcome
package import Postgres

/// Copies to another database, follows and verifies for jobs of the kinds `migrate.copy` and
/// `migrate.verify`.
///
/// Where the target is, and as whom it is written, only the worker's own manifest says; the source's
/// database says which copy it is, and the target's whether it knows that copy. All other jobs of
/// these kinds are done by functions of the database.
package struct CopyHandler: JobHandler {
  /// How long an attempt looks for changes before others get its place.
  private static let patrol = Duration.seconds(20)
  /// The pause between two looks.
  private static let pause = Duration.seconds(1)
  /// The pause after the target could not be reached.
  private static let outage = Duration.seconds(15)

  private let pool: ConnectionPool
  private let connect: @Sendable () async throws -> Connection
  private let steps: any JobHandler
  private let isOnce: Bool
  private let servers: @Sendable () -> [String: String]

  /// Sets it up.
  ///
  /// - Parameters:
  ///   - pool: Connections to the source's database, one a job.
  ///   - connect: Makes further such connections.
  ///   - steps: Does jobs whose work is a function of the database.
  ///   - isOnce: Whether an attempt ends as soon as nothing is left to do.
  ///   - servers: Connection strings of targets by `APP/COPY`, as the manifest has them now.
  package init(
    pool: ConnectionPool,
    connect: @escaping @Sendable () async throws -> Connection,
    steps: any JobHandler,
    isOnce: Bool,
    servers: @escaping @Sendable () -> [String: String]
  ) {
    self.pool = pool
    self.connect = connect
    self.steps = steps
    self.isOnce = isOnce
    self.servers = servers
  }

  package func run(_ job: Job) async throws -> JobOutcome {
    if let outcome = try await pool.withConnection({ try await proceed(job, on: $0) }) {
      return outcome
    }
    return try await steps.run(job)
  }

  /// Copies or verifies for a job.
  ///
  /// - Returns: The outcome; nil where the target is in the same database, the manifest does not
  ///   say where it is, or the copy is cut over.
  private func proceed(_ job: Job, on connection: Connection) async throws -> JobOutcome? {
    let attempt = CopyAttempt(jobID: job.id, lease: job.lease)
    guard let row = try await attempt.row(on: connection), let server = servers()[row.label] else {
      return nil
    }
    let file = ManifestFile(name: "the copy \(row.label)", bytes: Array(row.mapping.text.utf8))
    let migrator = Migrator(
      connection: connection,
      mapping: try CopyMapping(file: file),
      attempt: attempt,
      connect: connect,
      report: { _ in }
    )
    let copier = RemoteMigrator(migrator, at: server)
    let record = JobRecord(connection, attempt, row)
    do {
      return job.kind == "migrate.verify"
        ? try await verify(copier, record, row) : try await copy(copier, record, job)
    } catch let wait as CopyWait {
      try await record.note(wait.reason)
      return .scheduled(after: wait.delay)
    } catch is CopyAttemptOver {
      return .scheduled(after: Self.pause)
    } catch let failure as Failure {
      let told = ([failure.message] + failure.details).joined(separator: "; ")
      guard failure.exit == .connection else { return .discarded(told) }
      try await record.note(told)
      return .scheduled(after: Self.outage)
    } catch let refused as RemoteTarget.Refused
      where refused.error.sqlState == .lockNotAvailable || refused.error.sqlState.isRetryable
    {
      return .scheduled(after: Self.pause)
    } catch let refused as RemoteTarget.Refused {
      return .retryable("at the target: \(refused.error.message)")
    } catch let error as PostgresError where error.sqlState == .lockNotAvailable {
      return .scheduled(after: Self.pause)
    } catch let error as PostgresError where error.sqlState == .copyMismatch {
      // The copy is being cut over, or the two databases contradict each other.
      guard try await attempt.row(on: connection) != nil else {
        return .scheduled(after: Self.pause)
      }
      return .discarded("\(error)")
    } catch let error as PostgresError where error.isConnectionFailure {
      try await record.note("\(error)")
      return .scheduled(after: Self.outage)
    }
  }

  private func copy(
    _ copier: RemoteMigrator,
    _ record: JobRecord,
    _ job: Job
  ) async throws -> JobOutcome {
    let clock = ContinuousClock()
    let arguments: LiveCopyFunctions.CopyArgs = try JSONB(job.arguments).decode()
    let pace = StepPace(parallel: min(max(arguments.parallel ?? 1, 1), 16))
    return try await copier.withWork { work in
      var status = try await copier.source.status()
      let end = clock.now + Self.patrol
      while true {
        status = try await copier.advance(work, from: status, pace, clock) {
          try await record.progress(done: $0.copied, total: $0.total)
        }
        if let broken = status.broken { return .discarded(broken) }
        guard !isOnce, clock.now < end else { return .scheduled(after: .seconds(2)) }
        try await clock.sleep(for: Self.pause)
      }
    }
  }

  private func verify(
    _ copier: RemoteMigrator,
    _ record: JobRecord,
    _ row: LiveCopyFunctions.RemoteStatusRow
  ) async throws -> JobOutcome {
    guard row.phase == "following" else { return .scheduled(after: .seconds(5)) }
    try await copier.source.waitForPace(of: row.copyID, ContinuousClock())
    let known: Compared? = try row.checkpoint?.decode()
    var begun = Migrator.Verification()
    begun.rows = known?.rows ?? 0
    begun.differing = known?.differing ?? 0
    begun.moving = known?.moving ?? 0
    let found = try await copier.verify(begun, after: known?.last) { found, last in
      let reached = last.map {
        Compared(last: $0, rows: found.rows, differing: found.differing, moving: found.moving)
      }
      try await record.progress(done: found.rows, total: Int(row.total), checkpoint: reached?.json)
      try await copier.source.waitForPace(of: row.copyID, ContinuousClock())
    }
    let told = "compared \(found.rows) rows, \(found.differing) differ"
    guard found.differing == 0 else { return .discarded(told) }
    try await record.note(told)
    return .completed
  }

  /// How far a verification is.
  private struct Compared: Decodable {
    let last: [String]
    let rows: Int
    let differing: Int
    let moving: Int

    var json: String {
      let members: [String: JSON] = [
        "last": .array(last.map { .string($0) }), "rows": .integer(rows),
        "differing": .integer(differing), "moving": .integer(moving),
      ]
      return JSON.object(members).text
    }
  }
}

/// What a job tells of its progress.
private actor JobRecord {
  private let connection: Connection
  private let attempt: CopyAttempt
  private var done: Int64
  private var total: Int64?
  private var noted: String?

  init(
    _ connection: Connection,
    _ attempt: CopyAttempt,
    _ row: LiveCopyFunctions.RemoteStatusRow
  ) {
    self.connection = connection
    self.attempt = attempt
    done = row.jobDone
    noted = row.jobNote
  }

  /// Records how far the job is, if that is new; the reason for which it waited is over.
  func progress(done: Int, total: Int, checkpoint: String? = nil) async throws {
    let (now, all) = (max(Int64(done), self.done), Int64(max(done, total)))
    guard (now, all) != (self.done, self.total) || checkpoint != nil || noted != nil else { return }
    (self.done, self.total, noted) = (now, all, nil)
    try await report(checkpoint: checkpoint)
  }

  /// Records why the job waits, or its result, and logs it unless that was the last note.
  func note(_ text: String) async throws {
    let text = String(text.prefix(1000))
    guard text != noted else { return }
    noted = text
    try await report(checkpoint: nil)
    _ = try await connection.one(
      LiveCopyFunctions.jobLogAdd(jobID: attempt.jobID, lease: attempt.lease, line: text)
    )
  }

  private func report(checkpoint: String?) async throws {
    let isLive = try await connection.one(
      LiveCopyFunctions.jobProgressReport(
        jobID: attempt.jobID,
        lease: attempt.lease,
        done: done,
        total: total,
        note: noted,
        checkpoint: checkpoint.map { JSONB($0) }
      )
    )
    guard isLive else { throw StaleCopyAttempt() }
  }
}

/// The job was given to another attempt.
private struct StaleCopyAttempt: Error, CustomStringConvertible {
  let description = "another attempt runs the job"
}
