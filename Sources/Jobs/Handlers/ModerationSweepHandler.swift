package import Catalog
package import Postgres

/// Repeats an action's cascade until every transaction of its moment has ended.
package struct ModerationSweepHandler: JobHandler {
  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// The kind `moderation.sweep`.
  package var kind: String { "moderation.sweep" }

  /// Sweeps once; comes back in 2 s while such a transaction is open.
  package func run(_ job: Job) async throws -> JobOutcome {
    try await pool.withConnection { connection in
      let rows = try await connection.query(
        """
        SELECT reeve.action_sweep($1, $2, ARRAY(
          SELECT jsonb_array_elements_text(coalesce(
            $3::jsonb -> 'action_ids', jsonb_build_array($3::jsonb -> 'action_id')))::bigint))
        """,
        [job.id, job.lease, job.arguments]
      )
      return try rows[0].get(0) ? .done : .snooze(.seconds(2))
    }
  }
}
