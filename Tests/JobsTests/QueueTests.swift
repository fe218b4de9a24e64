import Catalog
import Postgres
import TestSupport
import Testing

@testable import Jobs

/// What one connection's transaction means to the others.
@Suite(.freshDatabase)
struct QueueTests {
  private struct Seat {
    let worker: Int
    let nonce: String

    init(_ connection: Connection) async throws {
      let rows = try await connection.query(
        "SELECT worker_id, nonce FROM reeve.worker_register('default', 'test', 1, 'test')"
      )
      worker = try rows[0].get(0)
      nonce = try rows[0].get(1)
    }

    func claim(_ session: some Session, mark: Int64 = 0, max: Int = 100) async throws -> [Int64] {
      try await session.query(
        "SELECT job_id FROM reeve.job_claim($1, $2, ARRAY[$3, $3, $3]::bigint[], $4)",
        [worker, nonce, mark, max]
      ).map { try $0.get(0) }
    }
  }

  private func withTwo<R>(_ body: (Connection, Connection) async throws -> R) async throws -> R {
    try await withDatabase { one in try await withDatabase { two in try await body(one, two) } }
  }

  @Test func `a claim passes over what another one is taking`() async throws {
    try await withTwo { one, two in
      let ids = try await one.enqueueProbes(4)
      let first = try await Seat(one)
      let second = try await Seat(two)
      let taken = try await one.withTransaction { transaction in
        let mine = try await first.claim(transaction, max: 2)
        return (mine, try await second.claim(two, max: 2))
      }
      #expect(taken.0 == Array(ids[..<2]))
      #expect(taken.1 == Array(ids[2...]))
    }
  }

  @Test func `a transaction that enqueues can be prepared while a worker waits`() async throws {
    try await withTwo { one, two in
      let seat = try await Seat(two)
      let queue = "(SELECT queue_id FROM reeve.queue WHERE name = 'default')"
      #expect(try await two.query("SELECT reeve.job_doze(\(queue), TRUE)")[0].get(0) == true)
      // The names of prepared transactions are the cluster's.
      let name: String = try await one.query("SELECT quote_literal(current_database())")[0].get(0)
      let enqueue = "SELECT reeve.enqueue('worker.probe', '{}'); PREPARE TRANSACTION \(name);"
      let failure = await #expect(throws: PostgresError.self) {
        try await one.executeScript("BEGIN; \(enqueue)")
      }
      #expect(failure.map { "\($0)" }?.contains("NOTIFY") == true)
      try await one.executeScript("ROLLBACK")
      try await one.executeScript("BEGIN; SET LOCAL reeve.notify_workers = off; \(enqueue)")
      #expect(try await seat.claim(two).isEmpty)
      try await one.execute("COMMIT PREPARED \(name)")
      #expect(try await seat.claim(two).count == 1)
    }
  }

  @Test func `a job that commits late is found by the cold scan, not beyond the marks`()
    async throws
  {
    try await withTwo { one, two in
      let seat = try await Seat(two)
      try await one.withTransaction { transaction in
        try await transaction.execute("SELECT reeve.enqueue('worker.probe', '{}')")
        _ = try await two.enqueueProbes(1)
        #expect(try await seat.claim(two).count == 1)
      }
      let mark: Int64 = try await two.query("SELECT last_value FROM reeve.job_id_seq")[0].get(0)
      #expect(try await seat.claim(two, mark: mark).isEmpty)
      #expect(try await seat.claim(two).count == 1)
    }
  }

  @Test func `a worker that runs once leaves no job that commits late`() async throws {
    try await withTwo { one, two in
      let hasStarted = Event()
      let mayEnd = Event()
      let worker = try Worker.make(isOnce: true) { _ in
        hasStarted.happen()
        await mayEnd.wait()
        return .completed
      }
      let run = try await one.withTransaction { transaction in
        try await transaction.execute("SELECT reeve.enqueue('worker.probe', '{}')")
        _ = try await two.enqueueProbes(1)
        let run = Task { try await worker.run() }
        await hasStarted.wait()
        return run
      }
      mayEnd.happen()
      try await run.value
      #expect(try await two.count("reeve.job_end WHERE outcome = 'completed'") == 2)
    }
  }

  @Test func `a worker in the middle of a claim is not swept`() async throws {
    try await withTwo { one, two in
      _ = try await one.enqueueProbes(1)
      let seat = try await Seat(one)
      try await one.execute("UPDATE reeve.worker SET beat_at = beat_at - interval '1 minute'")
      try await one.withTransaction { transaction in
        let claimed = try await seat.claim(transaction)
        #expect(claimed.count == 1)
        #expect(try await two.number("SELECT reeve.worker_sweep()") == 0)
      }
      // What was claimed in between is seen by the next sweep.
      #expect(try await two.number("SELECT reeve.worker_sweep()") == 1)
    }
  }

  @Test func `an attempt that is writing keeps its job from being given away`() async throws {
    try await withTwo { one, two in
      let ids = try await one.enqueueProbes(1)
      let seat = try await Seat(one)
      _ = try await seat.claim(one)
      try await one.execute("UPDATE reeve.worker SET beat_at = beat_at - interval '1 minute'")
      try await one.withTransaction { transaction in
        let isLive: Bool = try await transaction.query("SELECT reeve.job_is_live($1, 1)", [ids[0]])[
          0
        ]
        .get(0)
        #expect(isLive)
        #expect(try await two.number("SELECT reeve.worker_sweep()") == 0)
      }
      #expect(try await two.number("SELECT reeve.worker_sweep()") == 1)
      #expect(try await two.number("SELECT reeve.worker_sweep()") == 0)
      #expect(try await two.count("reeve.worker WHERE is_clear") == 1)
    }
  }

  @Test(arguments: [#""every": "1h""#, #""cron": "30 2 29 3 *", "zone": "Europe/Berlin""#])
  func `two schedulers fire an occurrence once`(when: String) async throws {
    try await withTwo { one, two in
      try await one.execute(
        "SELECT reeve.cron_load('x', $1::jsonb)",
        [#"{"a": {"kind": "worker.probe", \#(when)}}"#]
      )
      try await one.execute("UPDATE reeve.cron SET next_at = '2020-03-29 01:00Z' WHERE app = 'x'")
      try await one.withTransaction { transaction in
        let fired = try await transaction.number("SELECT reeve.job_schedule_tick(9)")
        #expect(fired == 1)
        #expect(try await two.number("SELECT reeve.job_schedule_tick(9)") == 0)
      }
      #expect(try await two.number("SELECT reeve.job_schedule_tick(9)") == 0)
      #expect(try await two.count("reeve.job_ready") == 1)
    }
  }

  @Test func `a change is read once it is committed, whatever older transaction runs`()
    async throws
  {
    try await withTwo { one, two in
      try await one.execute("DELETE FROM reeve.change")
      // What flags have not read is kept, and no job of theirs runs here.
      try await one.execute("DELETE FROM reeve.change_reader WHERE name = 'flags'")
      let job: Int64 = try await one.query("SELECT reeve.enqueue('search.sync', '{}')")[0].get(0)
      let seat = try await Seat(one)
      _ = try await seat.claim(one)
      let sync = "SELECT rows FROM reeve.job_advance($1, 1, 100)"
      let change = """
        INSERT INTO reeve.change(collection_id, key)
        SELECT min(collection_id), $1 FROM reeve.collection
        """
      try await one.execute("UPDATE reeve.collection SET search = NULL")
      try await two.withTransaction { older in
        _ = try await older.query(change, ["old"])
        _ = try await one.query(change, ["new"])
        #expect(try await one.number(sync, [job]) == 1)
        #expect(try await one.number(sync, [job]) == 0)
        #expect(try await one.count("reeve.change") == 1)
        _ = try await one.query(change, ["newer"])
        #expect(try await one.number(sync, [job]) == 1)
        #expect(try await one.query("SELECT reeve.change_lag('search')")[0].get(0) == false)
      }
      #expect(try await one.number(sync, [job]) == 1)
      #expect(try await one.number(sync, [job]) == 0)
      // Other tests' transactions are older than the changes for a moment, too.
      try await one.wait(
        until: """
          SELECT count(*) = count(*) FILTER (WHERE xid < pg_snapshot_xmin(pg_current_snapshot()))
          FROM reeve.change
          """
      )
      #expect(try await one.number(sync, [job]) == 0)
      #expect(try await one.count("reeve.change") == 0)
    }
  }

  @Test func `a claim does not walk what is dead in front of it, and reads the index in order`()
    async throws
  {
    let batch = 500
    try await withDatabase { database in
      let seat = try await Seat(database)
      /// Buffers that a claim touches, the index entries it reads, and how often it read the table.
      func claim(_ transaction: Transaction, mark: Int64) async throws -> [Int] {
        let before = try await Self.scans(transaction)
        let rows = try await transaction.query(
          """
          EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON)
          SELECT * FROM reeve.job_claim(\(seat.worker), '\(seat.nonce)', '{0,\(mark),0}', \(batch))
          """
        )
        let buffers = try await transaction.number(
          """
          SELECT ($1::jsonb #>> '{0,Plan,Shared Hit Blocks}')::int
            + ($1::jsonb #>> '{0,Plan,Shared Read Blocks}')::int
          """,
          [try rows[0].get(0, as: String.self)]
        )
        let after = try await Self.scans(transaction)
        return [buffers, after[0] - before[0], after[1] - before[1]]
      }
      _ = try await database.enqueueProbes(3 * batch)
      // One transaction: its own dead rows are those that nothing can remove, as under a held
      // snapshot.
      try await database.withTransaction { transaction in
        let fresh = try await claim(transaction, mark: 0)
        let mark: Int64 = try await transaction.query("SELECT max(seq) FROM reeve.job_ready")[0]
          .get(0)
        try await transaction.execute(
          """
          INSERT INTO reeve.job_ready(queue_id, priority, seq, job_id, day)
          SELECT 1, 0, $1 + n, -n, current_date FROM generate_series(1, 1000000) n
          """,
          [mark]
        )
        try await transaction.execute("DELETE FROM reeve.job_ready WHERE seq > $1", [mark])
        // The living move behind the dead.
        try await transaction.execute("UPDATE reeve.job_ready SET seq = seq + 2000000")
        let warm = try await claim(transaction, mark: mark + 1_000_000)
        #expect(warm[0] < 2 * fresh[0], "buffers \(warm[0]), \(fresh[0]) with nothing in front")
        #expect(warm[1] <= batch + 1, "index entries")
        #expect(warm[2] == 0, "scans of the table")
        let cold = try await claim(transaction, mark: 0)
        #expect(cold[0] > 2 * fresh[0], "what the mark saves: \(cold[0]) buffers")
      }
    }
  }

  /// Entries read of the index that claims use, and scans of its table, in this transaction.
  private static func scans(_ transaction: Transaction) async throws -> [Int] {
    let row = try await transaction.query(
      """
      SELECT pg_stat_get_xact_tuples_returned('reeve.job_ready_pkey'::regclass)::int,
        pg_stat_get_xact_numscans('reeve.job_ready'::regclass)::int
      """
    )[0]
    return [try row.get(0), try row.get(1)]
  }
}
