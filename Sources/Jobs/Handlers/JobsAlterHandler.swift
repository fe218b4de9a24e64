package import Catalog
package import Postgres

/// Cancels or retries all jobs that fitted a filter when it began, batch by batch.
///
/// What is left to do is a table's rows; each batch goes from there in the transaction that alters it,
/// so whatever ends this process, the next attempt goes on.
package struct JobsAlterHandler: JobHandler {
  /// Most jobs in one transaction.
  package static let batchJobs = 10_000

  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// The kind `jobs.alter`.
  package var kind: String { "jobs.alter" }

  /// Alters until none is left; a dead letter where who asked for it may no longer.
  package func run(_ job: Job) async throws -> JobOutcome {
    try await pool.withConnection { connection in
      while true {
        let row = try await connection.query(
          "SELECT done, total, changed, refusal FROM reeve.job_alter_step($1, $2, $3)",
          [job.id, job.lease, Self.batchJobs]
        )[0]
        if let refusal = try row.get("refusal", as: String?.self) { return .dead(refusal) }
        let (done, total): (Int, Int) = (try row.get("done"), try row.get("total"))
        guard done >= total else { continue }
        let changed: Int = try row.get("changed")
        try await connection.execute(
          "SELECT reeve.job_log_add($1, $2, $3)",
          [
            job.id, job.lease,
            changed == total
              ? "all \(total) jobs" : "\(changed) of \(total) jobs; the others had moved on",
          ]
        )
        return .done
      }
    }
  }
}
