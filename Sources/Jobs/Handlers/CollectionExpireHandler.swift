package import Catalog
package import Postgres

/// Ends the stale rows of a collection, as its catalog says, in small transactions.
///
/// Each batch is one function call under the attempt's lease, so that no row is ended twice and
/// nobody is told twice, whatever happens to this process.
package struct CollectionExpireHandler: JobHandler {
  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// The kind `collection.expire`.
  package var kind: String { "collection.expire" }

  /// Ends rows until none is left; those that somebody has locked wait for the next time.
  package func run(_ job: Job) async throws -> JobOutcome {
    try await pool.withConnection { connection in
      let clock = ContinuousClock()
      var ended = 0
      var batch = BatchSize()
      var told = clock.now
      while true {
        let begin = clock.now
        let rows = try await connection.query(
          "SELECT reeve.stale_expire($1, $2, $3, $4::jsonb ->> 'collection', $5)",
          [job.id, job.lease, job.app, job.arguments, batch.rows]
        )
        let count: Int = try rows[0].get(0)
        guard count > 0 else { break }
        ended += count
        let end = clock.now
        batch.adapt(to: count, in: begin.duration(to: end))
        guard told.duration(to: end) >= .seconds(1) else { continue }
        told = end
        try await connection.execute(
          "SELECT reeve.job_progress_report($1, $2, $3)",
          [job.id, job.lease, ended]
        )
      }
      if ended > 0 {
        try await connection.execute(
          "SELECT reeve.job_log_add($1, $2, $3)",
          [job.id, job.lease, "ended \(ended) rows"]
        )
      }
      return .done
    }
  }
}
