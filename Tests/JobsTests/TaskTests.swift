import Catalog
import Logging
import Postgres
import TestSupport
import Testing

@testable import Jobs

/// Work of the database, done by a worker step by step: tasks of a catalog, and any other kind.
@Suite(.freshDatabase)
struct TaskTests {
  private func makeApp(_ database: Connection, rows: Int) async throws -> String {
    let owner = try await TestDatabase.current.login("owner")
    try await database.execute("SELECT set_config('test.owner', $1, FALSE)", [owner])
    try await database.executeScript(
      """
      DO $$ BEGIN EXECUTE format('CREATE SCHEMA chore AUTHORIZATION %I', current_setting('test.owner'));
      EXECUTE format('SET LOCAL ROLE %I', current_setting('test.owner'));
      CREATE TABLE chore.thing(id bigint PRIMARY KEY, is_done boolean NOT NULL);
      CREATE TABLE chore.batch(n bigint NOT NULL, xid xid8 NOT NULL, who text NOT NULL);
      CREATE FUNCTION chore.work(max_rows int, most text, OUT done bigint, OUT remaining bigint)
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = chore, pg_temp AS $f$
      BEGIN
        UPDATE thing SET is_done = TRUE WHERE id IN (
          SELECT id FROM thing WHERE NOT is_done ORDER BY id LIMIT least(max_rows, most::int));
        GET DIAGNOSTICS done = ROW_COUNT;
        INSERT INTO batch VALUES (done, pg_current_xact_id(), current_user);
        SELECT count(*) INTO remaining FROM thing WHERE NOT is_done;
      END $f$;
      END $$;
      """
    )
    try await database.execute(
      "INSERT INTO chore.thing SELECT g, FALSE FROM generate_series(1, $1) g",
      [rows]
    )
    try await database.execute(
      "SELECT * FROM reeve.catalog_apply(jsonb_set($1, '{owner}', to_jsonb($2::text)))",
      [
        """
        {"app": "chore", "schema": "chore", "owner": "", "title": "Chores",
        "collections": {"thing": {"table": "thing", "key": ["id"], "label": "'thing ' || t.id",
          "show": ["id"]}},
        "tasks": {"work": {"function": "work", "arguments": ["most"]}}}
        """, owner,
      ]
    )
    return owner
  }

  private func run() async throws {
    let conninfo = try TestDatabase.current.conninfo(user: "reeve_worker")
    let pool = ConnectionPool(conninfo: conninfo, maximum: 2)
    var configuration = Worker.Configuration(conninfo: conninfo)
    configuration.isOnce = true
    let worker = Worker(
      configuration,
      handlers: [:],
      steps: StepHandler(pool: pool),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    try await pool.use { _ in try await worker.run() }
  }

  @Test func `a task is called until nothing is left, each batch in a transaction of its own`()
    async throws
  {
    try await withDatabase { database in
      let owner = try await makeApp(database, rows: 1000)
      try await database.execute(
        """
        SELECT reeve.enqueue('sql', '{"task": "work", "arguments": {"most": 300}}', app => 'chore')
        """
      )
      try await run()
      #expect(try await database.count("chore.thing WHERE is_done") == 1000)
      #expect(try await database.number("SELECT sum(n)::bigint FROM chore.batch") == 1000)
      let batches = try await database.count("chore.batch")
      #expect(try await database.number("SELECT count(DISTINCT xid) FROM chore.batch") == batches)
      #expect(batches >= 5)
      let users = try await database.query("SELECT DISTINCT who FROM chore.batch").map {
        try $0.get(0, as: String.self)
      }
      #expect(users == [owner])
      #expect(try await database.count("reeve.job_end WHERE outcome = 'completed'") == 1)
    }
  }

  @Test func `progress tells how much is done and left, what fails is tried again`() async throws {
    try await withDatabase { database in
      _ = try await makeApp(database, rows: 1000)
      // The 600th row cannot be done: the batches before it stay.
      try await database.execute("ALTER TABLE chore.thing ADD CHECK (id < 600 OR NOT is_done)")
      try await database.execute(
        """
        SELECT reeve.enqueue('sql', '{"task": "work", "arguments": {"most": 100}}', app => 'chore')
        """
      )
      try await run()
      #expect((500..<600).contains(try await database.count("chore.thing WHERE is_done")))
      let error: String = try await database.query(
        "SELECT error FROM reeve.job_end WHERE outcome = 'retryable'"
      )[0].get(0)
      #expect(error.contains("thing_check"))
      let progress = try await database.query("SELECT done, total FROM reeve.job_progress")
      #expect(try progress[0].get(0, as: Int.self) >= 100)
      #expect(try progress[0].get(1) == 1000)
    }
  }

  @Test func `a task whose asker is no longer a senior stops between its batches`() async throws {
    try await withDatabase { database in
      _ = try await makeApp(database, rows: 1000)
      let senior = try await TestDatabase.current.login(rank: "senior")
      try await database.execute(
        "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ($1, 'senior', 'test')",
        [senior]
      )
      // The first batch costs the rank.
      try await database.executeScript(
        """
        CREATE FUNCTION chore.demote() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $f$
        BEGIN UPDATE reeve.member SET rank = 'viewer'; RETURN NULL; END $f$;
        CREATE TRIGGER demote AFTER INSERT ON chore.batch EXECUTE FUNCTION chore.demote();
        """
      )
      let person = try await TestDatabase.current.connect(user: senior)
      try await person.execute(
        """
        SELECT reeve.enqueue('sql', '{"task": "work", "arguments": {"most": 300}}', app => 'chore')
        """
      )
      await person.close()
      try await run()
      #expect((1...300).contains(try await database.count("chore.thing WHERE is_done")))
      let error: String = try await database.query(
        "SELECT error FROM reeve.job_end WHERE outcome = 'discarded'"
      )[0].get(0)
      #expect(error.contains("asker \(senior) no longer holds "), "\(error)")
    }
  }

  @Test(arguments: [
    #"{"task": "nope"}"#, #"{"task": "work"}"#, "{}",
    #"{"task": "work", "arguments": {"most": 1}, "sql": "DROP TABLE chore.thing"}"#,
  ])
  func `arguments that are no task's are a dead letter`(arguments: String) async throws {
    try await withDatabase { database in
      _ = try await makeApp(database, rows: 1)
      try await database.execute(
        "SELECT reeve.enqueue('sql', $1::jsonb, app => 'chore')",
        [arguments]
      )
      try await run()
      #expect(try await database.count("reeve.job_dead WHERE reason = 'handler'") == 1)
      #expect(try await database.count("chore.thing WHERE is_done") == 0)
    }
  }

  /// A kind whose jobs count up to their argument, `rows` at a time at most.
  private func makeKind(_ database: Connection, body: String) async throws {
    try await database.executeScript(
      """
      SET ROLE reeve_owner;
      CREATE FUNCTION reeve.test_count(job reeve.job, progress reeve.job_progress, max_rows int)
      RETURNS reeve.job_step LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp AS $f$
      DECLARE
        step reeve.job_step;
      BEGIN
        \(body)
        RETURN step;
      END $f$;
      INSERT INTO reeve.job_kind(name, queue_id, enqueuers, step_function)
      SELECT 'test.count', queue_id, '{reeve_owner}', 'test_count' FROM reeve.queue
      WHERE name = 'default';
      RESET ROLE;
      """
    )
  }

  @Test func `a function and a row are a new kind of job`() async throws {
    try await withDatabase { database in
      try await makeKind(
        database,
        body: """
          step.total := (job.args ->> 'rows')::bigint;
          step.done := least(progress.done + max_rows, step.total);
          step.state := 'running';
          IF step.done = step.total THEN
            step.state := 'completed';
            step.note := format('counted to %s', step.done);
          END IF;
          """
      )
      try await database.execute("SELECT reeve.enqueue('test.count', '{\"rows\": 1000}')")
      try await run()
      let line: String = try await database.query("SELECT line FROM reeve.job_log")[0].get(0)
      #expect(line == "counted to 1000")
      #expect(try await database.count("reeve.job_end WHERE outcome = 'completed'") == 1)
    }
  }

  @Test(arguments: [
    ("'retryable'", "reeve.job_end WHERE outcome = 'retryable' AND error = 'not now'"),
    ("'discarded'", "reeve.job_dead WHERE reason = 'handler'"),
    ("'cancelled'", "reeve.job_end WHERE outcome = 'cancelled' AND error = 'not now'"),
    ("'scheduled'", "reeve.job_timer WHERE due_at > now() + interval '1 hour' AND attempt = 0"),
    ("'unheard of'", "reeve.job_dead WHERE reason = 'handler'"),
  ])
  func `a step says what becomes of its job`(state: String, found: String) async throws {
    try await withDatabase { database in
      try await makeKind(
        database,
        body: "step.state := \(state); step.note := 'not now'; step.wait := '2 h';"
      )
      try await database.execute("SELECT reeve.enqueue('test.count', '{}')")
      try await run()
      #expect(try await database.count(found) == 1)
    }
  }
}
