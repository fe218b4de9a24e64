package import Catalog
package import Postgres

/// Does a verb to a whole selection, or takes that back, at most 500 subjects a transaction.
///
/// How far it is stands in the batch's own row, changed in the transaction that does the work: whatever
/// ends this process, the next attempt goes on, and nothing is done twice.
package struct ModerationBatchHandler: JobHandler {
  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// The kind `moderation.batch`.
  package var kind: String { "moderation.batch" }

  /// Goes on until the batch's end; a dead letter where it may not go on, which can be retried.
  package func run(_ job: Job) async throws -> JobOutcome {
    try await pool.withConnection { connection in
      while true {
        let row = try await connection.query(
          "SELECT batch_id, subjects, changed, is_over, halted FROM reeve.batch_advance($1, $2)",
          [job.id, job.lease]
        )[0]
        guard try row.get("is_over") else { continue }
        if let halted = try row.get("halted", as: String?.self) { return .dead(halted) }
        let (number, subjects): (Int64, Int) = (try row.get("batch_id"), try row.get("subjects"))
        let changed: Int = try row.get("changed")
        try await connection.execute(
          "SELECT reeve.job_log_add($1, $2, $3)",
          [
            job.id, job.lease,
            changed == subjects
              ? "B\(number): all \(subjects) subjects"
              : "B\(number): \(changed) of \(subjects) subjects; `batch B\(number)` names the others",
          ]
        )
        return .done
      }
    }
  }
}
