import Answers
package import Catalog
package import Postgres

/// Does jobs of every kind whose work is a function of the database, step by step.
///
/// Each step is one call of `reeve.job_advance`: a transaction under the attempt's lease that does
/// some rows and records how far the job has come, the last one that the job is completed. Whatever
/// ends this process, the next attempt continues, nothing is done twice, and a finished job is not
/// run again. A step that takes longer than a minute is given up and done
/// in smaller ones, so that whoever waits for its locks gets them.
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
      let rows = batch.rows
      let step: JobsFunctions.JobAdvanceRow
      do {
        step = try await connection.withTransaction { transaction in
          // A step that is slow for a single row, such as a new ranking, cannot be divided.
          if rows > 1 { try await transaction.execute("SET LOCAL statement_timeout = '60s'") }
          return try await transaction.one(
            JobsFunctions.jobAdvance(
              jobID: job.id,
              lease: job.lease,
              maxRows: rows,
              completes: true
            )
          )
        }
      } catch let error as PostgresError where error.sqlState == .queryCanceled && rows > 1 {
        batch.shrink()
        continue
      }
      let note = step.note ?? "no reason given"
      switch step.state {
      case "running": batch.adapt(to: Int(step.rows), in: begin.duration(to: clock.now))
      case "completed": return .recorded
      case "scheduled": return .scheduled(after: .milliseconds(step.waitMs))
      case "retryable": return .retryable(note)
      case "discarded": return .discarded(note)
      case "cancelled": return .cancelled(note)
      default: throw StaleAttempt()
      }
    }
  }
}
