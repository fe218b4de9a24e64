package import Catalog
package import Postgres

/// Compares the indexes of an app with their rows, and has what differs made anew through the change
/// log.
package struct SearchVerifyHandler: JobHandler {
  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// No limit: a statement may take a whole table.
  package var statementLimit: Duration? { nil }

  /// Compares and repairs; the arguments may name the one `collection`.
  package func run(_ job: Job) async throws -> JobOutcome {
    for (_, subject, generation) in try await SearchTarget.all(for: job, pool) {
      guard let generation else { continue }
      try await pool.withConnection { connection in
        let found = try await IndexComparison(generation: generation, on: connection)
        if found.differences > 0 {
          try await connection.execute(
            "SELECT reeve.search_repair($1, $2, $3, $4)",
            [generation, found.keys, job.id, job.lease]
          )
          try await connection.execute(
            "SELECT reeve.enqueue('search.sync', '{}', unique_key => 'search.sync')"
          )
        }
        try await connection.execute(
          "SELECT reeve.job_log_add($1, $2, $3)",
          [job.id, job.lease, "\(subject): \(found.summary)"]
        )
      }
    }
    return .completed
  }
}
