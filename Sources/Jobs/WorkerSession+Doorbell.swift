import Catalog
import Logging
import Postgres
import Synchronization

/// The connection that is notified of new jobs.
extension WorkerSession {
  /// Listens for jobs on a connection of its own, and waits there while there are none.
  ///
  /// See `reeve.job_doze`. Jobs are polled for, too, so nothing is lost without it but time.
  func runDoorbell() async throws -> Bool {
    var failures = 0
    while true {
      do {
        let connection = try await Connection.connect(
          settings.conninfo,
          applicationName: "reeve worker: doorbell"
        )
        state.withLock { $0.doorbell = connection }
        do {
          try await connection.use(listen)
          return false
        } catch let error as PostgresError {
          settings.observe?(.connectionLost)
          throw error
        }
      } catch let error as PostgresError {
        failures += 1
        logger.warning("doorbell: \(Untrusted("\(error)").printed)")
        try await clock.sleep(for: Backoff.jittered(after: failures, cap: .seconds(15)))
      }
    }
  }

  private func listen(_ connection: Connection) async throws {
    let backend: Int32 = try await connection.query("SELECT pg_backend_pid()")[0].get(0)
    guard backend == connection.backendPID else {
      logger.info("connected through a pooler: polling for jobs")
      return
    }
    let queue = enrolment().queue
    let news = try await connection.listen("reeve_job", pause: Pace.idle)
    var isWaiting = false
    var askedAt = now
    for try await notification in news {
      if notification?.payload == "\(queue)" { board.notify() }
      let wantsJobs = board.wantsJobs
      if wantsJobs != isWaiting {
        let isDone = try await connection.one(
          JobsFunctions.jobDoze(queueID: queue, isDozing: wantsJobs)
        )
        isWaiting = wantsJobs && isDone
        // Jobs that came before it waited notified nobody.
        if isWaiting { board.notify() }
        askedAt = now
      } else if now - askedAt > .seconds(10) {
        try await connection.execute("SELECT 1")
        askedAt = now
      }
    }
  }
}
