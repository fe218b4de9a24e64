package import Catalog
package import Outcome
package import Postgres
internal import Synchronization

/// Builds a generation of a collection's index beside the one that answers, and swaps it in.
///
/// Each piece is a transaction of its own, entered in a ledger in the database: after a kill the
/// open pieces are continued, here or in another process, and several processes share them. Readers
/// are never blocked; what is written meanwhile comes from the change log.
package struct Indexer: Sendable {
  /// Sessions that load for somebody who waits, each a range of keys at a time: as many as
  /// PostgreSQL scans a table with unless it is set otherwise.
  package static let sessions = 3
  /// Sessions that load in a job, beside whatever else the server does.
  private static let jobSessions = 2
  /// Most changes in one transaction.
  private static let batchChanges = 1000

  private let pool: ConnectionPool
  private let job: Job?
  private let isForced: Bool
  private let pieceRows: Int
  private let clock: any Clock<Duration>
  private let report: @Sendable (Progress) -> Void

  /// Makes an indexer.
  ///
  /// - Parameters:
  ///   - pool: Lends its connections; as many as there are sessions, where it has as many.
  ///   - job: The attempt that it works for; nil for an installer.
  ///   - isForced: Whether to swap in what finds far less than the index in use.
  ///   - pieceRows: Rows that one piece loads, from 1.
  ///   - clock: Measures the pauses between attempts at a lock.
  ///   - report: Takes each step of the progress, from any thread.
  package init(
    pool: ConnectionPool,
    job: Job? = nil,
    isForced: Bool = false,
    pieceRows: Int = 20_000,
    clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (Progress) -> Void = { _ in }
  ) {
    self.pool = pool
    self.job = job
    self.isForced = isForced
    self.pieceRows = pieceRows
    self.clock = clock
    self.report = report
  }

  /// Builds a collection's index and swaps it in, continuing with a build that was interrupted.
  ///
  /// A build of another declaration than the collection has now starts again.
  ///
  /// - Parameters:
  ///   - collection: Its number.
  ///   - subject: Its name in reports.
  ///   - restart: Whether to drop a build that was interrupted.
  /// - Returns: The result of the comparison before the swap; nil where the job's attempt is stale.
  /// - Throws: `Failure` where index and source differ, or the catalog changes all the time;
  ///   `PostgresError`.
  package func reindex(
    _ collection: Int,
    _ subject: String,
    restart: Bool = false
  ) async throws -> IndexComparison? {
    for attempt in 1...5 {
      let begun = try await patiently {
        try await pool.withConnection { connection in
          try await connection.one(
            SearchFunctions.searchBegin(
              collectionID: collection,
              restart: restart && attempt == 1,
              size: pieceRows,
              jobID: job?.id,
              lease: job?.lease
            )
          )
        }
      }
      guard let generation = begun else { return nil }
      guard try await build(generation, subject) else {
        if try await isStale() { return nil }
        continue
      }
      if let found = try await finish(generation, collection, subject, mayRepair: false) {
        return found
      }
      if try await isStale() { return nil }
    }
    throw Failure(
      .failed,
      "\(subject) changed in the catalog each time it was about to be swapped in"
    )
  }

  /// Goes back to the generation before the one that answers, after bringing it up to date.
  ///
  /// - Returns: The result of the comparison before the swap.
  /// - Throws: `Failure`; `PostgresError`, RV004 where there is no way back, RV005 where that
  ///   generation is of another declaration.
  package func rollBack(_ collection: Int, _ subject: String) async throws -> IndexComparison {
    let generation = try await patiently {
      try await pool.withConnection { connection in
        try await connection.one(SearchFunctions.searchRevive(collectionID: collection))
      }
    }
    guard let found = try await finish(generation, collection, subject, mayRepair: true) else {
      throw Failure(.failed, "\(subject) has changed in the catalog meanwhile")
    }
    return found
  }

  private func isStale() async throws -> Bool {
    guard let job else { return false }
    return try await patiently {
      try await pool.withConnection { connection in
        try await !connection.one(
          SearchFunctions.jobProgressReport(jobID: job.id, lease: job.lease, done: 0)
        )
      }
    }
  }

  /// Does the open pieces in several sessions; false where the build is no longer the one that
  /// counts.
  private func build(_ generation: Int, _ subject: String) async throws -> Bool {
    let (total, before) = try await pool.withConnection { connection in
      let row = try await connection.call(SearchFunctions.searchStatus())
        .first { $0.generationID == generation }
      return (Int(row?.expected ?? 0), Int(row?.documents ?? 0))
    }
    let loaded = Counter(before)
    let start = Progress(
      "\(subject)  loading",
      done: before,
      of: total,
      from: before,
      unit: "rows"
    )
    report(start)
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<(job == nil ? Self.sessions : Self.jobSessions) {
        group.addTask {
          try await pool.withConnection { connection in
            try await work(on: connection, generation, loaded) { isLoading, done in
              var step = start
              step.done = done
              report(isLoading ? step : Progress("\(subject)  indexing"))
              if let job {
                _ = try await patiently {
                  try await connection.one(
                    SearchFunctions.jobProgressReport(
                      jobID: job.id,
                      lease: job.lease,
                      done: Int64(done),
                      total: Int64(max(total, done))
                    )
                  )
                }
              }
            }
          }
        }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
  }

  /// Does open pieces in one session; false where the build is no longer the one that counts.
  private func work(
    on connection: Connection,
    _ generation: Int,
    _ loaded: Counter,
    _ tell: (_ isLoading: Bool, _ done: Int) async throws -> Void
  ) async throws -> Bool {
    while true {
      let step = try await patiently {
        try await connection.one(
          SearchFunctions.searchStep(generationID: generation, jobID: job?.id, lease: job?.lease)
        )
      }
      switch step.did {
      case "stale": return false
      case "built": return true
      default:
        try await tell(
          ["sample", "cuts", "load"].contains(step.did),
          loaded.add(step.did == "load" ? Int(step.rows) : 0)
        )
      }
    }
  }

  /// Catches up, compares and swaps; nil where the build is no longer the one that counts.
  private func finish(
    _ generation: Int,
    _ collection: Int,
    _ subject: String,
    mayRepair: Bool
  ) async throws -> IndexComparison? {
    try await pool.withConnection { connection in
      var repairs = 0
      while true {
        guard try await catchUp(generation, subject, on: connection) else { return nil }
        report(Progress("\(subject)  verifying"))
        let found = try await patiently {
          try await IndexComparison(generation: generation, on: connection)
        }
        if found.differences > 0 {
          guard mayRepair, repairs < 5 else {
            throw Failure(
              .failed,
              "\(subject): the new index does not match its rows and was not swapped in",
              details: [found.summary] + found.keys.prefix(10).map { "differs: \($0)" },
              hint: "`reeve search reindex --restart` builds it again."
            )
          }
          repairs += 1
          try await patiently { try await found.repair(generation, for: job, on: connection) }
          continue
        }
        guard
          try await patiently({
            try await connection.one(
              SearchFunctions.searchSwap(
                generationID: generation,
                jobID: job?.id,
                lease: job?.lease,
                isForced: isForced
              )
            )
          })
        else { return nil }
        report(Progress("\(subject)  swapped"))
        // A worker seals what its jobs record.
        if job == nil { _ = try await connection.one(SearchFunctions.recordSeal()) }
        do {
          _ = try await connection.one(
            SearchFunctions.searchPrune(
              collectionID: collection,
              jobID: job?.id,
              lease: job?.lease
            )
          )
        } catch let error as PostgresError where error.sqlState == .lockNotAvailable {
          // Somebody reads an old one; the next swap drops it.
        }
        return found
      }
    }
  }

  /// Applies what was written since the build began, until little is left.
  private func catchUp(
    _ generation: Int,
    _ subject: String,
    on connection: Connection
  ) async throws -> Bool {
    var applied = 0
    while true {
      let batch = try await patiently {
        try await connection.one(
          SearchFunctions.searchCatchUp(
            generationID: generation,
            max: Self.batchChanges,
            jobID: job?.id,
            lease: job?.lease
          )
        )
      }
      guard let batch else { return false }
      applied += batch
      report(Progress("\(subject)  catching up", done: applied, unit: "changes"))
      if batch < Self.batchChanges { return true }
    }
  }

  /// Tries again while somebody else holds the lock that is needed.
  private func patiently<R>(_ body: () async throws -> R) async throws -> R {
    for attempt in 1... {
      do {
        return try await body()
      } catch let error as PostgresError where error.sqlState == .lockNotAvailable && attempt < 100
      {
        try await clock.sleep(for: .milliseconds(min(50 * attempt, 2000)))
      }
    }
    preconditionFailure("the hundredth attempt throws")
  }
}

/// Rows that all sessions of a build have loaded.
private final class Counter: Sendable {
  private let rows: Mutex<Int>

  init(_ rows: Int) { self.rows = Mutex(rows) }

  /// Adds and returns the sum.
  func add(_ more: Int) -> Int {
    rows.withLock { rows in
      rows += more
      return rows
    }
  }
}
