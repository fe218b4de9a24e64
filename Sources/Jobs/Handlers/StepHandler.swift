package import Catalog
package import Postgres

/// Does jobs of every kind whose work is a function of the database, step by step.
///
/// Each step is one call of `reeve.job_advance`: a transaction under the attempt's lease that does some
/// rows and records how far the job has come. Whatever ends this process, the next attempt goes on, and
/// nothing is done twice.
package struct StepHandler: JobHandler {
  private let pool: ConnectionPool

  /// Takes its connections from `pool`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// Calls the kind's step function until a step says that the attempt is over.
  ///
  /// Arguments that its kind does not take make the job a dead letter.
  package func run(_ job: Job) async throws -> JobOutcome {
    do {
      return try await pool.withConnection { try await advance(job, on: $0) }
    } catch let error as PostgresError
      where error.sqlState == .malformedCall || error.sqlState == .notFound
    {
      return .discarded("\(error)")
    }
  }

  private func advance(_ job: Job, on connection: Connection) async throws -> JobOutcome {
    let clock = ContinuousClock()
    var batch = BatchSize()
    while true {
      let begin = clock.now
      let step = try await connection.query(
        "SELECT state, rows, note, wait_ms FROM reeve.job_advance($1, $2, $3)",
        [job.id, job.lease, batch.rows]
      )[0]
      let state: String = try step.get(0)
      if state == "running" {
        batch.adapt(to: try step.get(1), in: begin.duration(to: clock.now))
        continue
      }
      let note = try step.get(2, as: String?.self) ?? "no reason given"
      switch state {
      case "completed": return .completed
      case "scheduled": return .scheduled(after: .milliseconds(try step.get(3, as: Int64.self)))
      case "retryable": return .retryable(note)
      case "discarded": return .discarded(note)
      case "cancelled": return .cancelled(note)
      default: throw StaleAttempt()
      }
    }
  }
}
