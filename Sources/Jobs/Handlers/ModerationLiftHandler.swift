package import Catalog
package import Postgres

/// Writes the ending of restrictions whose time has passed.
package struct ModerationLiftHandler: JobHandler {
  /// Most restrictions in one transaction.
  package static let batchActions = 20

  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// The kind `moderation.lift`.
  package var kind: String { "moderation.lift" }

  /// Lifts until nothing is due.
  package func run(_ job: Job) async throws -> JobOutcome {
    try await pool.withConnection { connection in
      var lifted: Int
      repeat {
        lifted = try await connection.query(
          "SELECT reeve.action_lift($1, $2, $3)",
          [job.id, job.lease, Self.batchActions]
        )[0].get(0)
      } while lifted > 0
      return .done
    }
  }
}
