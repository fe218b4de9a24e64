package import Catalog
package import Postgres

/// Erases what was deleted and is due, and what is left of large erasures, in small transactions.
package struct ModerationEraseHandler: JobHandler {
  /// Most rows in one transaction.
  package static let batchRows = 1000

  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// The kind `moderation.erase`.
  package var kind: String { "moderation.erase" }

  /// Erases until nothing is due.
  ///
  /// It comes back in 2 s while a transaction of the time of an erasure is open, or a notice of its
  /// waits. Legal holds that are in its way are in its log.
  package func run(_ job: Job) async throws -> JobOutcome {
    try await pool.withConnection { connection in
      while true {
        let row = try await connection.query(
          "SELECT state, note FROM reeve.erasure_run($1, $2, $3)",
          [job.id, job.lease, Self.batchRows]
        )[0]
        if let note = try row.get(1, as: String?.self) {
          try await connection.execute(
            "SELECT reeve.job_log_add($1, $2, $3)",
            [job.id, job.lease, note]
          )
        }
        switch try row.get(0, as: String.self) {
        case "more": continue
        case "wait": return .snooze(.seconds(2))
        default: return .done
        }
      }
    }
  }
}
