import Catalog
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Jobs

@Suite(.freshDatabase)
struct WorkerTests {
  @Test func `two workers share a queue, each job has one outcome`() async throws {
    try await withDatabase { database in
      _ = try await database.enqueueProbes(5000)
      let ledger = Ledger()
      let workers = try (0..<2).map { _ in
        try Worker.make(isOnce: true) { job in
          ledger.note(job)
          return .completed
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in workers { group.addTask { try await worker.run() } }
        try await group.waitForAll()
      }
      #expect(ledger.counts.count == 5000)
      #expect(ledger.counts.values.allSatisfy { $0 == 1 })
      #expect(try await database.count("reeve.job_end WHERE outcome = 'completed'") == 5000)
      #expect(try await database.count("reeve.job_ready") == 0)
      #expect(try await database.count("reeve.job_run") == 0)
      #expect(try await database.count("reeve.worker WHERE ended_by = 'stop'") == 2)
    }
  }

  @Test func `a failure is on record and tried again, a snooze is not charged`() async throws {
    try await withDatabase { database in
      let ids = try await database.enqueueProbes(2)
      let worker = try Worker.make(isOnce: true) { job in
        if job.id == ids[0] { throw SinkError("write to", "/nowhere", 28) }
        return .scheduled(after: .seconds(60))
      }
      try await worker.run()
      let failed = try await database.query(
        """
        SELECT e.error, t.reason, t.attempt FROM reeve.job_end e JOIN reeve.job_timer t USING (job_id)
        """
      )
      #expect(failed.count == 1)
      #expect(try failed[0].get(0) == "cannot write to /nowhere: No space left on device")
      #expect(try failed[0].get(2) == 1)
      #expect(
        try await database.count("reeve.job_timer WHERE reason = 'snoozed' AND attempt = 0") == 1
      )
    }
  }

  @Test func `a kind that no worker knows waits for one that does, and no attempt is charged`()
    async throws
  {
    try await withDatabase { database in
      try await database.execute("SELECT reeve.enqueue('search.reindex', '{}')")
      try await Worker.make(isOnce: true) { _ in .completed }.run()
      #expect(try await database.count("reeve.job_end") == 0)
      #expect(
        try await database.count("reeve.job_timer WHERE reason = 'snoozed' AND attempt = 0") == 1
      )
    }
  }

  @Test func `a kind that another worker knows is left to that worker`() async throws {
    try await withDatabase { database in
      try await database.execute("SELECT reeve.enqueue('search.reindex', '{}')")
      try await database.execute(
        "SELECT reeve.worker_register('default', 'other', 1, 'test', '{search.reindex}')"
      )
      try await Worker.make(isOnce: true) { _ in .completed }.run()
      #expect(try await database.count("reeve.job_end") == 0)
      #expect(
        try await database.count("reeve.job_timer WHERE reason = 'snoozed' AND attempt = 0") == 1
      )
      let kinds: String = try await database.query(
        "SELECT kinds::text FROM reeve.worker WHERE host = 'test'"
      )[0].get(0)
      #expect(kinds == "{worker.probe}", "a worker says what it knows")
    }
  }

  @Test func `a job waits until the server has a connection for it, and no attempt is charged`()
    async throws
  {
    try await withDatabase { database in
      _ = try await database.enqueueProbes(1)
      try await Worker.make(isOnce: true) { _ in
        throw PostgresError.cannotConnect(message: "too many clients")
      }.run()
      #expect(try await database.count("reeve.job_end") == 0)
      #expect(
        try await database.count("reeve.job_timer WHERE reason = 'snoozed' AND attempt = 0") == 1
      )
    }
  }

  @Test func `an error that the database cannot hold is recorded as far as it can`() async throws {
    try await withDatabase { database in
      _ = try await database.enqueueProbes(1)
      try await Worker.make(isOnce: true) { _ in .discarded("a\0b") }.run()
      let error: String = try await database.query("SELECT error FROM reeve.job_end")[0].get(0)
      #expect(error == "a\u{FFFD}b")
    }
  }

  @Test func `an attempt that will not end is over by the server's clock, and what it says stale`()
    async throws
  {
    try await withDatabase { database in
      _ = try await database.enqueueProbes(1)
      let hasStarted = Event()
      let mayEnd = Event()
      let worker = try Worker.make(concurrency: 1) { job in
        guard job.lease == 1 else { return .completed }
        hasStarted.happen()
        // As one that takes no notice of being cancelled.
        await mayEnd.wait()
        return .discarded("too late")
      }
      async let run: Void = worker.run()
      await hasStarted.wait()
      try await database.execute(
        "UPDATE reeve.job_run SET deadline_at = clock_timestamp() - interval '1 minute'"
      )
      // The worker's own housekeeping sees to it.
      try await database.wait(until: "SELECT count(*) = 1 FROM reeve.job_end")
      try await database.execute("UPDATE reeve.job_timer SET due_at = clock_timestamp()")
      mayEnd.happen()
      try await database.wait(until: "SELECT count(*) = 2 FROM reeve.job_end")
      worker.stop()
      try await run
      let ends = try await database.query(
        "SELECT outcome, error ~ '^timed out at .* UTC' FROM reeve.job_end ORDER BY lease"
      )
      #expect(try ends.map { try $0.get(0) } == ["retryable", "completed"])
      #expect(try ends[0].get(1) == true)
      #expect(try await database.count("reeve.job_dead") == 0)
    }
  }

  @Test func `an attempt over its time limit is cancelled and fails`() async throws {
    try await withDatabase { database in
      try await database.execute(
        "UPDATE reeve.job_kind SET time_limit = '20 ms' WHERE name = 'worker.probe'"
      )
      _ = try await database.enqueueProbes(1)
      let wasCancelled = Mutex(false)
      try await Worker.make(isOnce: true) { _ in
        do {
          try await Task.sleep(for: .seconds(60))
        } catch {
          wasCancelled.withLock { $0 = true }
          throw error
        }
        return .completed
      }.run()
      #expect(wasCancelled.withLock { $0 })
      #expect(try await database.count("reeve.job_end WHERE error LIKE '%ran longer than%'") == 1)
    }
  }

  @Test func `a stop lets handlers end and hands back what waits`() async throws {
    try await withDatabase { database in
      _ = try await database.enqueueProbes(10)
      let hasStarted = Event()
      let mayEnd = Event()
      let worker = try Worker.make(concurrency: 1) { _ in
        hasStarted.happen()
        await mayEnd.wait()
        return .completed
      }
      async let run: Void = worker.run()
      await hasStarted.wait()
      worker.stop()
      mayEnd.happen()
      try await run
      #expect(try await database.count("reeve.job_end") == 1)
      #expect(try await database.count("reeve.job_ready WHERE attempt = 0") == 9)
      #expect(try await database.count("reeve.job_run") == 0)
      #expect(try await database.count("reeve.worker WHERE ended_by = 'stop'") == 1)
    }
  }

  @Test func `a handler that outlasts the grace period is cancelled and not charged`() async throws
  {
    try await withDatabase { database in
      _ = try await database.enqueueProbes(1)
      let hasStarted = Event()
      let worker = try Worker.make(concurrency: 1, grace: .milliseconds(10)) { _ in
        hasStarted.happen()
        try await Task.sleep(for: .seconds(600))
        return .completed
      }
      async let run: Void = worker.run()
      await hasStarted.wait()
      worker.stop()
      try await run
      #expect(try await database.count("reeve.job_end") == 0)
      #expect(try await database.count("reeve.job_ready WHERE attempt = 0 AND lease = 1") == 1)
    }
  }

  @Test func `a worker that was taken for dead cancels its handlers and registers anew`()
    async throws
  {
    try await withDatabase { database in
      _ = try await database.enqueueProbes(1)
      let hasStarted = Event()
      let starts = Mutex(0)
      let isDone = Event()
      let worker = try Worker.make(concurrency: 1) { _ in
        let start = starts.withLock { starts in
          starts += 1
          return starts
        }
        guard start == 1 else {
          isDone.happen()
          return .completed
        }
        hasStarted.happen()
        try await Task.sleep(for: .seconds(600))
        return .completed
      }
      async let run: Void = worker.run()
      await hasStarted.wait()
      // In one transaction, so that the worker does not beat in between.
      let swept: Int = try await database.withTransaction { transaction in
        try await transaction.execute(
          "UPDATE reeve.worker SET beat_at = beat_at - interval '1 minute'"
        )
        return try await transaction.query("SELECT reeve.worker_sweep()")[0].get(0)
      }
      await isDone.wait()
      worker.stop()
      try await run
      #expect(swept == 1)
      #expect(starts.withLock { $0 } == 2)
      #expect(
        try await database.query("SELECT outcome FROM reeve.job_end ORDER BY lease")
          .map { try $0.get(0, as: String.self) } == ["lost", "completed"]
      )
      #expect(try await database.count("reeve.worker") == 2)
    }
  }

  @Test func `a worker survives the loss of its connections`() async throws {
    try await withDatabase { database in
      _ = try await database.enqueueProbes(1)
      let first = Event()
      let second = Event()
      let starts = Mutex(0)
      let worker = try Worker.make { _ in
        let start = starts.withLock { starts in
          starts += 1
          return starts
        }
        start == 1 ? first.happen() : second.happen()
        return .completed
      }
      async let run: Void = worker.run()
      await first.wait()
      try await database.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'reeve worker%'
        """
      )
      _ = try await database.enqueueProbes(1)
      await second.wait()
      worker.stop()
      try await run
      #expect(try await database.count("reeve.job_end WHERE outcome = 'completed'") == 2)
    }
  }

  @Test func `a line that goes dead while a worker stops is given up, too`() async throws {
    try await ServerProxy.run { proxy in
      try await withDatabase { database in
        _ = try await database.enqueueProbes(1)
        let ran = Event()
        let worker = try Worker.make(conninfo: proxy.conninfo()) { _ in
          ran.happen()
          return .completed
        }
        async let run: Void = worker.run()
        await ran.wait()
        proxy.set(.silentAfter("worker_stop"))
        worker.stop()
        try await run
        #expect(proxy.hasSilentLine)
      }
    }
  }

  @Test func `lines that go dead without a word cost a worker 10 s and the attempt`() async throws {
    try await ServerProxy.run { proxy in
      try await withDatabase { database in
        let conninfo = try proxy.conninfo()
        let pool = ConnectionPool(conninfo: conninfo, maximum: 1)
        _ = try await database.enqueueProbes(1)
        let first = Event()
        let second = Event()
        let starts = Mutex(0)
        let worker = try Worker.make(conninfo: conninfo, abandon: { await pool.abandon() }) { _ in
          let start = starts.withLock { starts in
            starts += 1
            return starts
          }
          try await pool.withConnection { connection in
            first.happen()
            if start == 1 { try await connection.execute("SELECT pg_sleep(600)") }
          }
          second.happen()
          return .completed
        }
        async let run: Void = worker.run()
        await first.wait()
        proxy.fallSilent()
        await second.wait()
        worker.stop()
        try await run
        await pool.close()
        // The server has not noticed that nobody waits for it.
        try await database.execute(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query = 'SELECT pg_sleep(600)'
          """
        )
        #expect(try await database.count("reeve.job_end WHERE outcome = 'completed'") == 1)
        #expect(try await database.count("reeve.worker") == 2)
      }
    }
  }

  @Test func `a worker that cannot begin says why`() async throws {
    try await withDatabase { database in
      try await database.execute(
        "DROP FUNCTION reeve.worker_register(text, text, int, text, text[], uuid, uuid[])"
      )
      let worker = try Worker.make { _ in .completed }
      let error = await #expect(throws: PostgresError.self) { try await worker.run() }
      #expect(error?.sqlState?.code == "42883")
    }
  }
}
