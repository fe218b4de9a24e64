import Catalog
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Operations

/// What the doctor finds in a copy of the template that something was done to.
@Suite(.freshDatabase)
struct DoctorTests {
  func findings() async throws -> [Doctor.Finding] {
    // How full this machine's disk is does not matter here.
    try await connected {
      try await Doctor(share: Share.find(), connection: $0, limits: .init(freeBytes: 0)).findings()
    }
  }

  @Test func `a sound database lacks only a sender of files and a key of its chats`()
    async throws
  {
    // Logins are the cluster's, and a copy of a database has none of its grants.
    try await connected { try await $0.execute(Self.grants) }
    // So are replication slots and the lock table, which other tests use.
    let found = try await findings().filter {
      !$0.finding.contains("replication slot") && $0.area != "locks"
    }
    #expect(found.map(\.area) == ["outside", "outside", "outside", "texts"], "\(found)")
    #expect(found.allSatisfy { !$0.isRed })
  }

  /// What a copy of the template lacks.
  static let grants = """
    DO $$BEGIN
      EXECUTE format('GRANT CREATE ON DATABASE %I TO reeve_owner', current_database());
    END$$
    """

  /// Makes workers count as alive, however long the test takes.
  private static let heard = "UPDATE reeve.worker SET beat_at = clock_timestamp() + interval '1 h'"

  @Test(
    arguments: [
      ("rights", "GRANT EXECUTE ON FUNCTION reeve.member_rank() TO PUBLIC", "PUBLIC may call"),
      ("rights", "GRANT SELECT ON reeve.chain TO reeve_access", "reeve_access has a right"),
      ("members", "INSERT INTO reeve.member VALUES ('gone', 'viewer', 'x')", "no role gone"),
      (
        "rights", "GRANT UPDATE(actor) ON reeve.chain TO reeve_moderator",
        "reeve_moderator may UPDATE reeve.chain"
      ),
      ("rights", "GRANT DELETE ON reeve.member TO PUBLIC", "PUBLIC may DELETE reeve.member"),
      ("rights", "ALTER TABLE reeve.effect OWNER TO reeve_migrator", "belongs to reeve_migrator"),
      (
        "rights", "GRANT UPDATE(first_name) ON randevoo.users TO reeve_viewer",
        "member reeve_viewer may write randevoo.users"
      ),
      ("rights", "GRANT TRUNCATE ON randevoo.stores TO PUBLIC", "may write randevoo.stores"),
      ("rights", "GRANT SELECT(id) ON randevoo.users TO PUBLIC", "may read randevoo.users"),
      (
        "rights",
        "ALTER DEFAULT PRIVILEGES FOR ROLE reeve_owner GRANT INSERT ON TABLES TO reeve_viewer",
        "default privileges let reeve_viewer use whatever reeve_owner creates"
      ),
      (
        "rights",
        "ALTER DEFAULT PRIVILEGES FOR ROLE reeve_access GRANT EXECUTE ON FUNCTIONS TO PUBLIC",
        "whatever reeve_access creates"
      ),
      (
        "rights",
        "INSERT INTO reeve.member SELECT rolname, 'viewer', 'x' FROM pg_roles WHERE oid = 10",
        "is a superuser"
      ),
      ("chain", "UPDATE reeve.chain SET actor = 'nobody' WHERE seq = 1", "entry 1: it was edited"),
      (
        "chain",
        """
        SELECT reeve.command_record('x', 'y');
        SELECT reeve.chain_link('18446744073709551615', 100);
        DELETE FROM reeve.chain WHERE seq = 1
        """,
        "the entry before it is gone"
      ),
      (
        "chain", "UPDATE reeve.command SET detail = '{\"x\": 1}'",
        "the command differs from its entry"
      ),
      (
        "chain", "INSERT INTO reeve.anchor VALUES (1, sha256('x'), 'x', 'x')",
        "entry 1: it is not the one that was anchored"
      ),
      ("chain", "ALTER TABLE reeve.action DISABLE TRIGGER action_strike", "action_strike"),
      (
        "chain", "INSERT INTO reeve.member VALUES ('forged', 'senior', 'x')",
        "forged became a member without a command"
      ),
      ("definer", "ALTER FUNCTION reeve.member_rank() RESET ALL", "member_rank()"),
      (
        "definer", "ALTER FUNCTION reeve_cell.reeve_reader_randevoo(text[], text) SECURITY INVOKER",
        "reeve_reader_randevoo"
      ),
      ("chain", "UPDATE reeve.chain_head SET seq = seq + 5", "the head says"),
      (
        "anchor", "UPDATE reeve.chain SET us = us - 2 * 86400 * 1000000::bigint", "not anchored"
      ),
      (
        "outbox",
        """
        WITH a AS (
          INSERT INTO reeve.action(verb, collection_id, actor)
          SELECT 'x', collection_id, 'x' FROM reeve.collection LIMIT 1 RETURNING *)
        INSERT INTO reeve.outbox(
          action_id, collection_id, key, about, template, locale, zone, arguments, due_at)
        SELECT action_id, collection_id, '1', 'x:1', 't', 'en', 'UTC', '{}',
          clock_timestamp() - interval '1 h'
        FROM a
        """,
        "1 notices have been due"
      ),
      (
        "workers",
        "SELECT reeve.enqueue('worker.probe', '{}', NULL, 0::smallint, NULL, NULL, NULL)",
        "no worker is alive"
      ),
      (
        "workers",
        """
        SELECT reeve.worker_register('default', 'afar', 1, 'other', '{worker.probe}');
        \(Self.heard)
        """,
        "randevoo/notify is of kind notify.deliver, which no live worker of queue default knows"
      ),
      (
        "versions",
        "SELECT reeve.worker_register('default', 'afar', 1, 'other')", "afar is Reeve other"
      ),
      (
        "search",
        "INSERT INTO reeve.change(collection_id) SELECT min(collection_id) FROM reeve.collection",
        "changes of randevoo wait for the index, and no search.sync has ended"
      ),
      (
        "flags",
        "INSERT INTO reeve.change(collection_id) SELECT min(collection_id) FROM reeve.collection",
        "changes of randevoo wait for the flags, and no moderation.flag has ended"
      ),
      (
        "copies",
        """
        WITH c AS (
          INSERT INTO reeve.live_copy(app, name, mapping, source, target, statements, total)
          VALUES ('randevoo', 'shop', '{}', 'randevoo.users', 'randevoo.stores', '{}', 1)
          RETURNING copy_id)
        INSERT INTO reeve.change_reader(name, app)
        SELECT format('emit:%s:bi', c.copy_id), 'randevoo' FROM c;
        INSERT INTO reeve.change(collection_id, key, at)
        SELECT -max(copy_id), '1', '2026-03-01 10:00Z' FROM reeve.live_copy
        """,
        "stream bi of randevoo/shop has not read changes since 2026-03-01 10:00 UTC"
      ),
      (
        "search",
        """
        \(fixture("index.sql"))
        SELECT pg_temp.index_build('randevoo', 'product');
        DROP SCHEMA reeve_index CASCADE
        """,
        "the index of randevoo/product is gone"
      ),
      (
        "catalog", "ALTER TABLE randevoo.products DISABLE TRIGGER reeve_change_update",
        "does not see every change of randevoo.products"
      ),
      (
        "capture",
        """
        DO $$BEGIN
          EXECUTE format(
            'ALTER DATABASE %I SET session_replication_role = replica', current_database());
        END$$
        """,
        "everybody logs in with session_replication_role = replica"
      ),
      (
        "catalog", joinTrigger("update", "ALTER TABLE randevoo.stores DISABLE TRIGGER %I"),
        "randevoo/product: search does not see every change of randevoo.stores, by whose texts"
      ),
      (
        "catalog", joinTrigger("truncate", "DROP TRIGGER %I ON randevoo.stores"),
        "randevoo/product: search does not see every change of randevoo.stores, by whose texts"
      ),
      (
        "catalog", "ALTER TABLE randevoo.products DROP CONSTRAINT products_store_id_fkey",
        "randevoo/product: search does not see every change of randevoo.stores, by whose texts"
      ),
      ("versions", "DROP FUNCTION reeve.undo_plan(bigint)", "first: add reeve.undo_plan"),
      (
        "catalog", "CREATE TABLE randevoo.kiosks() INHERITS (randevoo.stores)",
        "does not see every change of randevoo.kiosks"
      ),
      (
        "catalog",
        "CREATE TABLE randevoo.places(id bigint); ALTER TABLE randevoo.stores INHERIT randevoo.places",
        "does not see every change of randevoo.stores"
      ),
      ("catalog", "ALTER TABLE randevoo.users RENAME COLUMN email TO mail", "no column email"),
      (
        "search",
        """
        SELECT reeve.search_begin(collection_id, FALSE, 1000)
        FROM reeve.collection WHERE name = 'product';
        INSERT INTO reeve.change(collection_id, key)
        SELECT collection_id, '1' FROM reeve.collection WHERE name = 'product';
        UPDATE reeve.search_generation SET started_at = started_at - interval '1 h'
        """,
        "the new index of randevoo/product has been unfinished"
      ),
    ]
  )
  func `what is wrong is red, and told with what to do`(
    area: String,
    damage: String,
    told: String
  ) async throws {
    try await connected { connection in
      try await connection.execute(Self.grants)
      try await connection.executeScript(damage)
    }
    let findings = try await findings()
    #expect(
      findings.contains {
        $0.area == area && $0.isRed && $0.finding.contains(told) && !$0.remedy.isEmpty
      },
      "\(findings)"
    )
  }

  /// A statement about the trigger by which products learn that their stores change.
  private static func joinTrigger(_ event: String, _ statement: String) -> String {
    """
    DO $$BEGIN
      EXECUTE (SELECT format('\(statement)', tgname) FROM pg_trigger
        WHERE tgrelid = 'randevoo.stores'::regclass AND tgname ~ '^reeve_join_.*_\(event)$');
    END$$
    """
  }

  @Test func `search sees every change of parents again once the catalog is applied`() async throws
  {
    let damage = Self.joinTrigger("update", "ALTER TABLE randevoo.stores DISABLE TRIGGER %I")
    func parents() async throws -> [String] {
      try await findings().filter { $0.finding.contains("by whose texts") }.map(\.remedy)
    }
    try await connected { connection in
      try await connection.executeScript(damage)
      #expect(
        try await parents() == [
          "`reeve catalog apply --app randevoo` creates its triggers anew, "
            + "`reeve search reindex randevoo/product` finds what it missed."
        ]
      )
      let manifest = try Share.find().manifest(app: "randevoo")
      try await connection.withTransaction {
        _ = try await CatalogLoader(session: $0).apply(manifest)
      }
      #expect(try await parents() == [])
    }
  }

  @Test func `searches that wait are told where nobody has counted them for long`() async throws {
    func remedies() async throws -> [String] {
      try await findings().filter { $0.finding.contains("searches wait") }.map(\.remedy)
    }
    try await connected { connection in
      try await connection.execute("SELECT reeve.search_note('randevoo', 'silk', 1, 1)")
      #expect(try await remedies() == [])
      try await connection.execute(
        "UPDATE reeve.search_heard SET heard_at = heard_at - interval '11 min'"
      )
      #expect(try await remedies().first?.hasPrefix("A worker counts them: `reeve work`.") == true)
      try await connection.executeScript(
        "SELECT reeve.worker_register('default', 'afar', 1, 'other'); \(Self.heard)"
      )
      #expect(try await remedies().first?.hasPrefix("The schedule search.sync") == true)
      try await connection.execute("SELECT * FROM reeve.search_log(NULL, 1)")
      #expect(try await remedies() == [])
    }
  }

  @Test func `what came before the last anchor is looked at in full only`() async throws {
    try await connected { connection in
      try await connection.execute("SELECT reeve.command_record('x', 'y')")
      try await connection.execute("SELECT reeve.chain_link('18446744073709551615', 100)")
      try await connection.executeScript(
        """
        INSERT INTO reeve.anchor(seq, hash, destination, anchored_by)
        SELECT seq, hash, 'x', 'x' FROM reeve.chain ORDER BY seq DESC LIMIT 1;
        UPDATE reeve.command SET detail = '{"x": 1}' WHERE command_id = (
          SELECT command_id FROM reeve.chain WHERE seq = 1)
        """
      )
      for isFull in [false, true] {
        let found = try await Doctor(share: Share.find(), connection: connection, isFull: isFull)
          .findings()
        #expect(found.contains { $0.area == "chain" } == isFull, "\(found)")
      }
    }
  }

  @Test(
    arguments: [
      (
        "search",
        """
        \(fixture("index.sql"))
        SELECT pg_temp.index_build('randevoo', 'product');
        UPDATE pg_class SET reltuples = 5000 WHERE oid = 'randevoo.products'::regclass
        """,
        "holds about 0 documents, its table 5000 rows"
      ),
      (
        "index",
        """
        DO $$
        DECLARE
          i regclass;
        BEGIN
          FOR i IN SELECT x.indexrelid FROM pg_index x
            JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[0]
            WHERE x.indrelid = 'randevoo.products'::regclass AND a.attname = 'store_id'
          LOOP
            EXECUTE 'DROP INDEX ' || i;
          END LOOP;
          UPDATE pg_class SET reltuples = 200000 WHERE oid = 'randevoo.products'::regclass;
        END
        $$
        """,
        "randevoo.products has about 200000 rows and no index on store_id, by which actions on store"
      ),
      (
        "disk",
        """
        INSERT INTO reeve.change(collection_id, key)
        SELECT 1, repeat('x', 80) FROM generate_series(1, 300000)
        """,
        "the change log takes"
      ),
      (
        "search",
        """
        INSERT INTO reeve.search_heard(app, query, is_empty, step, heard_at)
        SELECT 'randevoo', 'silk', FALSE, 1, '2026-03-01 10:00Z' FROM generate_series(1, 3)
        """,
        "3 searches wait to be counted, the oldest since 2026-03-01 10:00 UTC"
      ),
      (
        "search",
        """
        INSERT INTO reeve.search_heard(app, query, is_empty, step, heard_at)
        SELECT 'randevoo', repeat('x', 100), FALSE, 1, '2026-03-01 10:00Z'
        FROM generate_series(1, 450000)
        """,
        "450000 searches wait to be counted, the oldest since 2026-03-01 10:00 UTC; no more are"
      ),
    ]
  )
  func `what may become a nuisance is yellow`(
    area: String,
    damage: String,
    told: String
  ) async throws {
    try await connected { try await $0.executeScript(damage) }
    let findings = try await findings()
    #expect(
      findings.contains { $0.area == area && !$0.isRed && $0.finding.contains(told) },
      "\(findings)"
    )
  }

  @Test func `a build that somebody works on is not found`() async throws {
    try await connected { connection in
      try await connection.executeScript(
        """
        SELECT reeve.search_begin(collection_id, FALSE, 1000)
        FROM reeve.collection WHERE name = 'product';
        UPDATE reeve.search_generation SET started_at = started_at - interval '1 h'
        """
      )
      #expect(try await findings().contains { $0.finding.contains("been unfinished") })
      try await connection.withTransaction { transaction in
        try await transaction.execute(
          "SELECT reeve.search_step(generation_id, NULL, NULL) FROM reeve.search_generation"
        )
        #expect(try await !findings().contains { $0.finding.contains("been unfinished") })
      }
      // A piece that was done a moment ago.
      #expect(try await !findings().contains { $0.finding.contains("been unfinished") })
    }
  }

  @Test func `a guard that somebody switched off is found`() async throws {
    try await withShare { share in
      try share.change(
        "sql/apps/randevoo/catalog.yaml",
        "enforcement: column",
        to: "enforcement: guard\n    guards: [{table: stores, actor: [owner_id], writes: [insert]}]"
      )
      let manifest = try share.manifest(app: "randevoo")
      try await connected { connection in
        try await connection.withTransaction {
          _ = try await CatalogLoader(session: $0).apply(manifest)
        }
        #expect(try await !self.findings().contains { $0.area == "catalog" })
        try await connection.execute("ALTER TABLE randevoo.stores DISABLE TRIGGER ALL")
      }
      let findings = try await findings()
      #expect(
        findings.contains { $0.finding.contains("are no longer enforced on randevoo.stores") }
      )
    }
  }

  @Test func `a database without Reeve is told to upgrade`() async throws {
    let error = await failure {
      _ = try await connected(to: server.conninfo(database: "postgres")) {
        try await Doctor(share: Share.find(), connection: $0).findings()
      }
    }
    #expect(error?.hint == "Run `reeve upgrade`.")
  }
}
