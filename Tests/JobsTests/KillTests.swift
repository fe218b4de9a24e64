import Glibc
import Postgres
import TestSupport
import Testing

/// Real worker processes that die in the middle of their work.
@Suite(.freshDatabase)
struct KillTests {
  static let rows = 20_000

  @Test func `kill -9 twice: each stale row is ended once, each side told once`() async throws {
    try await withFolder { folder in
      try await withDatabase { database in
        try await makeApp(database, rows: Self.rows)
        // Else those that have come due once this takes long are sent, one by one.
        try await database.executeScript(
          """
          CREATE FUNCTION public.keep() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            NEW.due_at := NEW.due_at + interval '1 day';
            RETURN NEW;
          END $$;
          CREATE TRIGGER keep BEFORE INSERT ON reeve.outbox
          FOR EACH ROW EXECUTE FUNCTION public.keep();
          """
        )
        let arguments = [
          "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder,
        ]
        try await database.execute(
          """
          SELECT reeve.enqueue('collection.expire', '{"collection": "deal"}', app => 'bulk')
          """
        )
        for _ in 1...2 {
          try await database.execute("INSERT INTO bulk.brake DEFAULT VALUES")
          let worker = try Program(arguments)
          try await database.wait(
            until: """
              SELECT count(*) > 0 FROM pg_stat_activity
              WHERE datname = current_database() AND application_name LIKE 'reeve worker%'
                AND wait_event = 'PgSleep'
              """
          )
          worker.signal(SIGKILL)
          let workerStatus = await worker.wait()
          #expect(workerStatus == -SIGKILL)
          try await database.execute("DELETE FROM bulk.brake")
          try await database.wait(
            until: """
              SELECT count(*) = 0 FROM pg_stat_activity
              WHERE datname = current_database() AND application_name LIKE 'reeve worker%'
              """
          )
          #expect(try await database.count("bulk.deal WHERE state = 'open'") > 0)
          // Where this takes long, notices have come due and jobs that send them ran as well.
          let expiries = try await database.count(
            """
            reeve.job_run JOIN reeve.job USING (job_id, day) JOIN reeve.job_kind USING (kind_id)
            WHERE name = 'collection.expire'
            """
          )
          #expect(expiries == 1, "the killed worker's attempt is still on the list")
          // As if 12 s had passed.
          try await database.execute(
            "UPDATE reeve.worker SET beat_at = beat_at - interval '1 minute'"
          )
        }
        let last = try Program(arguments + ["--once"])
        let lastStatus = await last.wait()
        #expect(lastStatus == 0)

        #expect(try await database.count("bulk.deal WHERE state = 'over'") == Self.rows)
        #expect(try await database.count("bulk.deal_log") == Self.rows)
        #expect(
          try await database.count("(SELECT DISTINCT deal_id FROM bulk.deal_log) l") == Self.rows
        )
        #expect(try await database.count("reeve.effect") == Self.rows)
        #expect(try await database.count("reeve.outbox") == 2 * Self.rows)
        #expect(
          try await database.count(
            "(SELECT DISTINCT collection_id, key, about FROM reeve.outbox) o"
          )
            == 2 * Self.rows
        )
        let outcomes = try await database.query(
          """
          SELECT e.outcome FROM reeve.job_end e JOIN reeve.job j USING (job_id, day)
          JOIN reeve.job_kind k USING (kind_id) WHERE k.name = 'collection.expire' ORDER BY e.lease
          """
        ).map { try $0.get(0, as: String.self) }
        #expect(outcomes == ["lost", "lost", "completed"])
      }
    }
  }

  @Test func `a notice is one file, delivered again after a crash under the same name`()
    async throws
  {
    try await withFolder { folder in
      try await withDatabase { database in
        try await makeApp(database, rows: 75)
        let arguments = [
          "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder,
          "--once",
        ]
        try await database.execute(
          """
          SELECT reeve.enqueue('collection.expire', '{"collection": "deal"}', app => 'bulk')
          """
        )
        let first = try Program(arguments)
        let firstStatus = await first.wait()
        #expect(firstStatus == 0)
        #expect(try names(in: folder).isEmpty, "a notice is held for a while")
        let deliver = """
          WITH due AS (
            UPDATE reeve.outbox SET due_at = now() - interval '1 s', state = 'queued', sent_at = NULL)
          SELECT reeve.enqueue('notify.deliver', '{}')
          """
        // The second time, as if the worker had died between the files and the commit.
        for _ in 1...2 {
          try await database.execute(deliver)
          let worker = try Program(arguments)
          let workerStatus = await worker.wait()
          #expect(workerStatus == 0)
          #expect(try await database.count("reeve.outbox WHERE state = 'sent'") == 150)
          // What one act owes one person is one file.
          let ids = try await database.query(
            "SELECT outbox_id || '.json' FROM reeve.outbox WHERE sent_with IS NULL"
          )
          #expect(ids.count > 1)
          #expect(try names(in: folder) == Set(try ids.map { try $0.get(0, as: String.self) }))
        }
        for name in try names(in: folder) { unlink(folder + "/" + name) }
      }
    }
  }

  private func names(in folder: String) throws -> Set<String> {
    let directory = try #require(opendir(folder))
    defer { closedir(directory) }
    var names: Set<String> = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.insert(name) }
    }
    return names
  }

  @Test func `SIGTERM ends a worker in order`() async throws {
    try await withFolder { folder in
      try await withDatabase { database in
        let worker = try Program([
          "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder,
        ])
        _ = try await database.enqueueProbes(1)
        try await database.wait(until: "SELECT count(*) = 1 FROM reeve.job_end")
        worker.signal(SIGTERM)
        let workerStatus = await worker.wait()
        #expect(workerStatus == 0)
        #expect(try await database.count("reeve.worker WHERE ended_by = 'stop'") == 1)
      }
    }
  }

  @Test(arguments: [
    (["--concurrency", "0", "--sink", "/tmp"], Int32(2)),
    ([], Int32(2)),
    (["--sink", "/nonexistent"], Int32(2)),
    (["--dsn", "host=/nonexistent", "--sink", "/tmp", "--once"], Int32(3)),
    (["--metrics", "0", "--sink", "/tmp"], Int32(2)),
    (["--metrics", "65536", "--sink", "/tmp"], Int32(2)),
    (["--metrics", "0.0.0.0:9187", "--sink", "/tmp"], Int32(2)),
    (["--metrics", "[::1]:9187", "--sink", "/tmp"], Int32(2)),
  ])
  func `what keeps a worker from starting has its exit code`(arguments: [String], code: Int32)
    async throws
  {
    let worker = try Program(arguments)
    let workerStatus = await worker.wait()
    #expect(workerStatus == code)
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    var template = Array("/tmp/reeve-sink-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(
      decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
    defer { rmdir(folder) }
    try await body(folder)
  }

  /// An app of deals that are all over, whose trigger notes each change of state.
  func makeApp(_ database: Connection, rows: Int) async throws {
    let owner = try await TestDatabase.current.login("owner")
    try await database.execute("SELECT reeve.job_partition_keep()")
    try await database.execute("SELECT set_config('test.owner', $1, FALSE)", [owner])
    try await database.executeScript(
      """
      DO $$ BEGIN EXECUTE format('CREATE SCHEMA bulk AUTHORIZATION %I', current_setting('test.owner'));
      EXECUTE format('SET LOCAL ROLE %I', current_setting('test.owner')); 
      CREATE TABLE bulk.person(id bigint PRIMARY KEY, name text NOT NULL);
      CREATE TABLE bulk.deal(
        id bigint PRIMARY KEY, seller_id bigint NOT NULL REFERENCES bulk.person,
        buyer_id bigint NOT NULL REFERENCES bulk.person, state text NOT NULL,
        ends_at timestamptz NOT NULL);
      CREATE INDEX ON bulk.deal(ends_at) WHERE state = 'open';
      CREATE TABLE bulk.deal_log(deal_id bigint NOT NULL);
      -- Twice on the way, whoever ends the deals waits for as long as the test says.
      CREATE SEQUENCE bulk.noted;
      CREATE TABLE bulk.brake();
      CREATE FUNCTION bulk.note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      AS 'BEGIN
        INSERT INTO bulk.deal_log VALUES (NEW.id);
        IF nextval(''bulk.noted'') IN (5001, 10001) THEN
          WHILE EXISTS (SELECT FROM bulk.brake) LOOP PERFORM pg_sleep(0.01); END LOOP;
        END IF;
        RETURN NULL;
      END';
      CREATE TRIGGER note AFTER UPDATE OF state ON bulk.deal
      FOR EACH ROW EXECUTE FUNCTION bulk.note(); END $$;
      """
    )
    try await database.execute(
      "INSERT INTO bulk.person SELECT g, 'p' || g FROM generate_series(1, 100) g"
    )
    try await database.execute(
      """
      INSERT INTO bulk.deal
      SELECT g, 1 + g % 50, 51 + g % 50, 'open', now() - interval '1 hour' FROM generate_series(1, $1) g
      """,
      [rows]
    )
    try await database.execute("ANALYZE bulk.deal")
    try await database.execute(
      "SELECT * FROM reeve.catalog_apply(jsonb_set($1, '{owner}', to_jsonb($2::text)))",
      [
        """
        {"app": "bulk", "schema": "bulk", "owner": "", "title": "Bulk",
        "collections": {
          "person": {"table": "person", "key": ["id"], "label": "t.name", "show": ["id", "name"],
            "recipient": {"locale": "'en'", "zone": "'UTC'"}},
          "deal": {"table": "deal", "key": ["id"], "label": "'deal ' || t.id",
            "show": ["id", "state"], "parents": {
              "seller": {"collection": "person", "columns": ["seller_id"]},
              "buyer": {"collection": "person", "columns": ["buyer_id"]}}}},
        "stale": {"deal": [{"name": "ended", "where": "t.state = 'open' AND t.ends_at <= $at",
          "set": {"state": "'over'"}, "notify": [
            {"to": "buyer", "template": "over", "with": {"deal": "t.id"}},
            {"to": "seller", "template": "over", "with": {"deal": "t.id"}}]}]},
        "templates": {"over": {"en": {"subject": "Over", "body": "Deal {deal} is over."}},
          "correction": {"en": {"subject": "Correction", "body": "About {label}."}}}}
        """, owner,
      ]
    )
  }
}
