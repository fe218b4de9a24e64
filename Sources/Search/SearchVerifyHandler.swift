package import Catalog
package import Postgres

/// Compares the indexes of an app with their rows, and has what differs created again through the
/// change
/// log.
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
        let found = try await IndexComparison(generation: generation, on: connection)
        if found.differences > 0 {
          _ = try await connection.one(
            SearchFunctions.searchRepair(
              generationID: generation,
              keys: found.keys,
              jobID: job.id,
              lease: job.lease
            )
          )
          _ = try await connection.one(
            SearchFunctions.enqueue(
              kind: "search.sync",
              args: JSONB("{}"),
              uniqueKey: "search.sync"
            )
          )
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
