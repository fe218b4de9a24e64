package import Catalog
package import Postgres

/// Brings the search index after what was written.
///
/// What a ban hides is out of search with the ban's commit; this makes the index agree.
package struct SearchSyncHandler: JobHandler {
  /// Most changes in one transaction.
  package static let batchChanges = 1000
  /// How often one job comes back for changes that an open transaction holds up; then the next job
  /// takes them.
  package static let returns = 20

  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// The kind `search.sync`.
  package var kind: String { "search.sync" }

  /// Applies changes until none is left that may be read.
  package func run(_ job: Job) async throws -> JobOutcome {
    try await pool.withConnection { connection in
      var applied: Int
      repeat {
        do {
          applied = try await connection.query(
            "SELECT reeve.search_sync($1, $2, $3)",
            [job.id, job.lease, Self.batchChanges]
          )[0]
          .get(0)
        } catch let error as PostgresError where error.sqlState == .lockNotAvailable {
          // Somebody else applies changes just now.
          return .snooze(.seconds(5))
        }
      } while applied > 0
      let isHeldUp: Bool = try await connection.query("SELECT reeve.search_lag()")[0].get(0)
      return isHeldUp && job.lease <= Self.returns ? .snooze(.seconds(Int(job.lease))) : .done
    }
  }
}
