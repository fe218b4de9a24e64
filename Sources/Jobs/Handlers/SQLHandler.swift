package import Catalog
package import Postgres

/// Calls a task of an app's catalog, batch after batch, until nothing is left to do.
///
/// Each batch is one function call under the attempt's lease, a transaction of its own, which runs as
/// the app's owner: `reeve.task_run`.
package struct SQLHandler: JobHandler {
  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// The kind `sql`.
  package var kind: String { "sql" }

  /// Runs the task that the arguments name; what is wrong with them is not tried again.
  package func run(_ job: Job) async throws -> JobOutcome {
    do {
      try await pool.withConnection { try await work(off: job, on: $0) }
      return .done
    } catch let error as PostgresError
      where error.sqlState == .malformedCall || error.sqlState == .notFound
    {
      return .dead("\(error)")
    }
  }

  private func work(off job: Job, on connection: Connection) async throws {
    let clock = ContinuousClock()
    var done: Int64 = 0
    var batch = BatchSize()
    var toldAt: ContinuousClock.Instant?
    while true {
      let begin = clock.now
      let rows = try await connection.query(
        "SELECT done, remaining FROM reeve.task_run($1, $2, $3, $4::jsonb, $5)",
        [job.id, job.lease, job.app, job.arguments, batch.rows]
      )
      let count: Int64 = try rows[0].get(0)
      let remaining: Int64? = try rows[0].get(1)
      done += max(count, 0)
      let end = clock.now
      let isOver = count <= 0
      if done > 0, isOver || toldAt.map({ end - $0 >= .seconds(1) }) ?? true {
        toldAt = end
        let total = isOver ? done : remaining.map { done + max($0, 0) }
        try await connection.execute(
          "SELECT reeve.job_progress_report($1, $2, $3, $4)",
          [job.id, job.lease, done, total]
        )
      }
      if isOver { return }
      batch.adapt(to: Int(count), in: begin.duration(to: end))
    }
  }
}
