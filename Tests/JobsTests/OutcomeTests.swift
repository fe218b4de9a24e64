import Catalog
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Jobs

@Suite(.freshDatabase)
struct OutcomeTests {
  /// Waits until a statement returns true.
  private func until(_ database: Connection, _ sql: String) async throws {
    while try await !database.query(sql)[0].get(0, as: Bool.self) {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `somebody's cancellation reaches the handler, and what waits for it is given up`()
    async throws
  {
    try await withDatabase { database in
      let id = try await database.enqueueProbes(1)[0]
      try await database.execute(
        """
        SELECT reeve.enqueue(ARRAY[jsonb_build_object('kind', 'worker.probe',
          'after', jsonb_build_array($1::bigint))])
        """,
        [id]
      )
      let hasStarted = Event()
      let worker = try Worker.make { _ in
        hasStarted.happen()
        try await Task.sleep(for: .seconds(600))
        return .completed
      }
      async let run: Void = worker.run()
      await hasStarted.wait()
      try await database.execute("SELECT reeve.job_cancel(ARRAY[$1::bigint], 'enough')", [id])
      try await until(
        database,
        "SELECT count(*) = 2 FROM reeve.job_end WHERE outcome = 'cancelled'"
      )
      // The other jobs continue.
      worker.stop()
      try await run
      #expect(try await database.count("reeve.job_wait") == 0)
      #expect(try await database.count("reeve.job_run") == 0)
      #expect(try await database.count("reeve.job_timer") == 0)
    }
  }

  @Test func `a job that waits in the worker is cancelled before it starts`() async throws {
    try await withDatabase { database in
      let ids = try await database.enqueueProbes(400)
      let ledger = Ledger()
      let mayEnd = Event()
      let hasStarted = Event()
      let worker = try Worker.make(concurrency: 1) { job in
        ledger.note(job)
        if job.id == ids[300] {
          hasStarted.happen()
          await mayEnd.wait()
        }
        return .completed
      }
      async let run: Void = worker.run()
      await hasStarted.wait()
      let rows = try await database.query(
        "SELECT job_id, state FROM reeve.job_cancel($1, 'enough')",
        [Array(ids[301...])]
      )
      let held = try rows.filter { try $0.get(1) == "running" }.map {
        try $0.get(0, as: Int64.self)
      }
      // The worker asks every so often; when it asks again, it has taken in what it was told.
      for _ in 0..<2 {
        let moment: String = try await database.query("SELECT clock_timestamp()::text")[0].get(0)
        try await until(
          database,
          """
          SELECT count(*) > 0 FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE '%worker_cancelled%'
            AND application_name = 'reeve worker: heartbeat' AND query_start > '\(moment)'
          """
        )
      }
      mayEnd.happen()
      try await until(database, "SELECT count(*) = 0 FROM reeve.job_run")
      worker.stop()
      try await run
      #expect(ledger.counts.keys.filter { $0 > ids[300] }.isEmpty)
      #expect(rows.count == 99, "\(held.count) of them were in the worker")
      #expect(try await database.count("reeve.job_end WHERE outcome = 'cancelled'") == 99)
    }
  }

  @Test func `a handler may say that a job is not to be done, or that it is no use`() async throws {
    try await withDatabase { database in
      let ids = try await database.enqueueProbes(2)
      try await Worker.make(isOnce: true) { job in
        job.id == ids[0] ? .cancelled("not any more") : .discarded("the file is gone")
      }.run()
      let rows = try await database.query(
        "SELECT outcome, error FROM reeve.job_end ORDER BY job_id"
      )
      #expect(try rows.map { try $0.get(0) } == ["cancelled", "discarded"])
      #expect(try rows.map { try $0.get(1) } == ["not any more", "the file is gone"])
      #expect(try await database.count("reeve.job_dead WHERE reason = 'handler'") == 1)
    }
  }

  @Test func `a process serves several queues and, told to run once, ends when all are empty`()
    async throws
  {
    try await withDatabase { database in
      try await database.execute("INSERT INTO reeve.queue(name) VALUES ('mail'), ('other')")
      try await database.execute(
        """
        SELECT reeve.enqueue(ARRAY(
          SELECT jsonb_build_object('kind', 'worker.probe', 'queue', q.name)
          FROM reeve.queue q, generate_series(1, 20)))
        """
      )
      let worker = try Program([
        "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", "/tmp",
        "--once",
        "--queues", "default,mail:2",
      ])
      #expect(await worker.wait() == 0)
      #expect(try await database.count("reeve.job_end WHERE outcome = 'completed'") == 40)
      #expect(try await database.count("reeve.job_ready") == 20, "nobody serves the third")
    }
  }

  @Test func `urgent jobs that keep coming do not keep the others waiting for ever`() async throws {
    try await withDatabase { database in
      let patient: Int64 = try await database.query(
        "SELECT reeve.enqueue('worker.probe', '{}', NULL, (-1)::smallint)"
      )[0].get(0)
      let urgent = "SELECT reeve.enqueue('worker.probe', '{}', NULL, 1::smallint)"
      try await database.execute("\(urgent) FROM generate_series(1, 200)")
      let order = Mutex<[Int64]>([])
      // Another comes for each that has run, however many are claimed at once, until the patient
      // one has.
      try await Worker.make(concurrency: 1, isOnce: true) { job in
        let hasRun = order.withLock { order in
          order.append(job.id)
          return order.contains(patient)
        }
        if !hasRun { try await database.execute(urgent) }
        return .completed
      }.run()
      let ran = order.withLock { $0 }
      let place = try #require(ran.firstIndex(of: patient))
      #expect(place > 0)
      #expect(place < ran.count - 1, "urgent ones were waiting")
    }
  }
}

@Suite(.freshDatabase)
struct DoorbellTests {
  private func isDozing(_ database: Connection) async throws -> Bool {
    try await database.count(
      """
      pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid = hashtext('reeve.job_notify')::bit(32)::bigint::oid
      """
    ) == 1
  }

  @Test func `only while a worker waits does enqueueing notify, and the worker is woken`()
    async throws
  {
    try await withDatabase { database in
      let other = try await TestDatabase.current.connect()
      let news = try await other.listen("reeve_job", pause: .milliseconds(300))
      _ = try await database.enqueueProbes(1)
      #expect(try await news.next() == .some(nil), "nobody waits, nobody is told")
      let worker = try Worker.make { _ in .completed }
      async let run: Void = worker.run()
      while try await !isDozing(database) { try await Task.sleep(for: .milliseconds(20)) }
      _ = try await database.enqueueProbes(3)
      var heard = 0
      // It takes its time on a busy machine; another would come with it.
      while heard == 0, let notification = try await news.next() {
        heard += notification == nil ? 0 : 1
      }
      while let notification = try await news.next(), notification != nil { heard += 1 }
      #expect(heard == 1, "one notification a transaction, however many jobs")
      while try await database.count("reeve.job_end") < 4 {
        try await Task.sleep(for: .milliseconds(20))
      }
      worker.stop()
      try await run
      // The doze ends with the worker, as soon as the server has seen its connection go.
      while try await isDozing(database) { try await Task.sleep(for: .milliseconds(20)) }
      await other.close()
    }
  }

  @Test func `nobody begins to wait while somebody's jobs are not committed yet`() async throws {
    try await withDatabase { database in
      let waiter = try await TestDatabase.current.connect()
      let doze = "SELECT reeve.job_doze(1, TRUE)"
      try await database.withTransaction { transaction in
        _ = try await transaction.query("SELECT reeve.enqueue('worker.probe', '{}')")
        #expect(try await waiter.query(doze)[0].get(0, as: Bool.self) == false)
      }
      #expect(try await waiter.query(doze)[0].get(0, as: Bool.self) == true)
      await waiter.close()
    }
  }
}
