package import Catalog
package import Postgres

/// Builds the index of a collection, or of every searched collection of an app.
///
/// After a kill the next attempt continues with the open pieces.
package struct SearchReindexHandler: JobHandler {
  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// No limit: a statement may take a whole table.
  package var statementLimit: Duration? { nil }

  /// Builds and swaps; the arguments may name the one `collection`.
  package func run(_ job: Job) async throws -> JobOutcome {
    let indexer = Indexer(pool: pool, job: job)
    for target in try await SearchTarget.all(for: job, pool) {
      guard let found = try await indexer.reindex(target.collection, target.subject) else {
        return .completed
      }
      try await pool.withConnection { connection in
        _ = try await connection.one(
          SearchFunctions.jobLogAdd(
            jobID: job.id,
            lease: job.lease,
            line: "built \(target.subject): \(found.summary)"
          )
        )
      }
    }
    return .completed
  }
}
