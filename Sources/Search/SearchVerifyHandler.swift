package import Catalog
package import Postgres

/// Compares the indexes of an app with their rows, and repairs what differs.
package struct SearchVerifyHandler: JobHandler {
  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// No limit: a statement may take a whole table.
  package var statementLimit: Duration? { nil }

  /// Compares and repairs; the arguments may name the one `collection`.
  package func run(_ job: Job) async throws -> JobOutcome {
    for target in try await SearchTarget.all(for: job, pool) {
      guard let generation = target.generation else { continue }
      try await pool.withConnection { connection in
        let found = try await IndexComparison(
          generation: generation,
          isThorough: true,
          on: connection
        )
        if found.differences > 0 {
          try await found.repair(generation, for: job, on: connection)
        }
        _ = try await connection.one(
          SearchFunctions.jobLogAdd(
            jobID: job.id,
            lease: job.lease,
            line: "\(target.subject): \(found.summary)"
          )
        )
      }
    }
    return .completed
  }
}
