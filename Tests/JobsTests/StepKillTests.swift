import Glibc
import Postgres
import TestSupport
import Testing

/// Real worker processes that die, or lose their job, around the commit of a job's last step.
@Suite(.freshDatabase, .blocking)
struct StepKillTests {
  /// Where a worker dies.
  enum Death: CaseIterable {
    /// While the record that the job is completed waits for a lock.
    case beforeCommit
    /// When the server has the COMMIT of the last step, whose answer the worker never gets.
    case behindCommit
  }

  @Test(arguments: Death.allCases)
  func `kill -9 around the last step: its work is committed once`(death: Death) async throws {
    try await withDatabase { database in
      try await makeKind(database)
      switch death {
      case .beforeCommit:
        try await withDatabase { holder in
          try await holder.withTransaction { transaction in
            try await transaction.execute("LOCK TABLE reeve.job_end IN SHARE MODE")
            try await kill(
              arguments(try TestDatabase.current.conninfo(user: "reeve_worker")),
              database,
              once: """
                SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = current_database()
                  AND wait_event_type = 'Lock' AND query ~ 'job_(advance|complete)'
                """
            )
          }
        }
      case .behindCommit:
        try await ServerProxy.run { proxy in
          proxy.set(.cutAtCommit(of: "job_advance"))
          let conninfo = try ConnectionInfo.replacing(
            proxy.conninfo(),
            with: [("user", "reeve_worker")]
          )
          try await kill(
            arguments(conninfo),
            database,
            once: "SELECT count(*) > 0 FROM reeve.test_tally"
          )
        }
      }
      try await runAgain(database)
      #expect(try await database.count("reeve.test_tally") == 1)
      #expect(
        try await outcomes(database)
          == (death == .beforeCommit ? ["lost", "completed"] : ["completed"])
      )
    }
  }

  @Test func `a worker that lost its job during the last step does not complete it`()
    async throws
  {
    try await withDatabase { database in
      try await makeKind(database)
      try await database.execute("INSERT INTO reeve.test_brake VALUES (TRUE)")
      let slow = try Program(arguments(try TestDatabase.current.conninfo(user: "reeve_worker")))
      try await database.wait(
        until: """
          SELECT count(*) > 0 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event = 'PgSleep'
          """
      )
      // The process hangs, and its server ends the sessions of a client that it does not hear.
      slow.signal(SIGSTOP)
      try await endSessions(database)
      try await database.execute("DELETE FROM reeve.test_brake")
      try await runAgain(database)
      #expect(try await outcomes(database) == ["lost", "completed"])
      slow.signal(SIGCONT)
      try await database.wait(
        until: "SELECT count(*) = 3 FROM reeve.worker"
      )
      slow.signal(SIGTERM)
      _ = await slow.wait()
      #expect(try await database.count("reeve.test_tally") == 1)
      #expect(try await outcomes(database) == ["lost", "completed"])
    }
  }

  private func arguments(_ conninfo: String) -> [String] { ["--dsn", conninfo, "--sink", "/tmp"] }

  /// Starts a worker and ends it by SIGKILL once a condition holds.
  private func kill(_ arguments: [String], _ database: Connection, once sql: String) async throws {
    let worker = try Program(arguments)
    try await database.wait(until: sql)
    worker.signal(SIGKILL)
    let status = await worker.wait()
    #expect(status == -SIGKILL)
    try await endSessions(database)
  }

  /// Ends what the server still runs for workers.
  private func endSessions(_ database: Connection) async throws {
    try await database.execute(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'reeve worker%'
      """
    )
    try await database.wait(
      until: """
        SELECT count(*) = 0 FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'reeve worker%'
        """
    )
  }

  /// Has another worker do what is left, as if 12 s and every backoff had passed.
  private func runAgain(_ database: Connection) async throws {
    try await database.execute("UPDATE reeve.worker SET beat_at = beat_at - interval '1 minute'")
    try await database.execute("UPDATE reeve.job_timer SET due_at = clock_timestamp()")
    let worker = try Program(
      arguments(try TestDatabase.current.conninfo(user: "reeve_worker")) + ["--once"]
    )
    let status = await worker.wait()
    #expect(status == 0)
  }

  /// How the job's attempts ended, in order.
  private func outcomes(_ database: Connection) async throws -> [String] {
    try await database.query(
      """
      SELECT e.outcome FROM reeve.job_end e JOIN reeve.job j USING (job_id, day)
      JOIN reeve.job_kind k USING (kind_id) WHERE k.name = 'test.tally' ORDER BY e.lease
      """
    ).map { try $0.get(0) }
  }

  /// A kind whose jobs have one step, which counts one up and takes as long as there is a brake; and
  /// one job.
  private func makeKind(_ database: Connection) async throws {
    try await database.executeScript(
      """
      SELECT reeve.job_partition_keep();
      SET ROLE reeve_owner;
      CREATE TABLE reeve.test_tally(lease int NOT NULL);
      CREATE TABLE reeve.test_brake(is_on boolean NOT NULL);
      CREATE FUNCTION reeve.test_tally(job reeve.job, progress reeve.job_progress, max_rows int)
      RETURNS reeve.job_step LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp AS $f$
      DECLARE
        step reeve.job_step;
      BEGIN
        INSERT INTO reeve.test_tally VALUES (progress.lease);
        WHILE EXISTS (SELECT FROM reeve.test_brake) LOOP
          PERFORM pg_sleep(0.01);
        END LOOP;
        step.state := 'completed';
        RETURN step;
      END $f$;
      INSERT INTO reeve.job_kind(name, queue_id, enqueuers, step_function)
      SELECT 'test.tally', queue_id, '{reeve_owner}', 'test_tally' FROM reeve.queue
      WHERE name = 'default';
      RESET ROLE;
      SELECT reeve.enqueue('test.tally', '{}');
      """
    )
  }
}
