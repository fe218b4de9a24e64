import Dispatch
import Outcome
import Postgres
import Search
import Synchronization
import TestSupport
import Testing

/// What tasks of a test share.
private final class State: Sendable {
  let isOver = Atomic(false)
  let steps = Atomic(0)
}

/// Runs a closure instead of each pause.
private struct BusyClock: Clock {
  let pause: @Sendable () async throws -> Void
  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await pause()
  }
}

/// Builds of an index that are disturbed, on an app with awkward names and a key of two columns.
@Suite(.freshDatabase)
struct ReindexTests {
  static let rows = 3000
  static let pieceRows = 100

  /// Makes the app and applies its catalog; lends a connection of the superuser's and the number of
  /// the collection.
  func withApp(_ body: (Connection, Int) async throws -> Void) async throws {
    let owner = try await TestDatabase.current.login("owner")
    try await TestDatabase.current.connect().use { connection in
      try await connection.executeScript(
        """
        CREATE SCHEMA "Odd App" AUTHORIZATION "\(owner)";
        SET ROLE "\(owner)";
        CREATE TABLE "Odd App"."Item"(
          "Part" text, id uuid, title text, body text, weight int, PRIMARY KEY ("Part", id));
        INSERT INTO "Odd App"."Item"
        SELECT chr(97 + n % 7) || '"' || n % 3, md5(n::text)::uuid, 'Bag ' || md5((n % 99)::text),
          repeat('word' || n % 77 || ' ', 9), n % 100
        FROM generate_series(1, \(Self.rows)) n;
        RESET ROLE;
        INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'test');
        SELECT count(*) FROM reeve.catalog_apply(jsonb_build_object('app', 'odd',
          'schema', 'Odd App', 'title', 'Odd', 'owner', '\(owner)',
          'collections', jsonb_build_object('item', jsonb_build_object('table', 'Item',
            'key', '["Part", "id"]'::jsonb, 'label', 't.title', 'show', '["title"]'::jsonb,
            'search', '{"a": ["title"], "c": ["body"], "popularity": "weight"}'::jsonb))))
        """
      )
      let number: Int = try await connection.query(
        "SELECT collection_id FROM reeve.collection WHERE app = 'odd'"
      )[0].get(0)
      try await body(connection, number)
    }
  }

  /// Builds; `report` takes each step.
  func reindex(
    _ collection: Int,
    clock: any Clock<Duration> = ContinuousClock(),
    report: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> IndexComparison? {
    try await ConnectionPool(
      conninfo: TestDatabase.current.conninfo(),
      maximum: 2,
      applicationName: "reindex"
    ).use { pool in
      try await Indexer(pool: pool, pieceRows: Self.pieceRows, clock: clock, report: report)
        .reindex(collection, "odd/item")
    }
  }

  /// Rows whose document is missing or other, and documents without a row, by plain comparison.
  func differences(_ connection: Connection) async throws -> Int {
    let table: String = try await connection.query(
      "SELECT table_name FROM reeve.search_generation WHERE state = 'live'"
    )[0].get(0)
    return try await connection.query(
      """
      SELECT count(*) FROM reeve_index.\(table) i
      FULL JOIN "Odd App"."Item" t ON i.key = jsonb_build_array(t."Part", t.id)::text
      WHERE (strip(ts_filter(i.tsv, '{a}')), i.popularity)
          IS DISTINCT FROM (
            strip(to_tsvector('simple', reeve.search_fold(t.title))), t.weight::real)
        OR NOT i.tsv @@ phraseto_tsquery('simple', t.body)
      """
    )[0].get(0)
  }

  @Test func `lost sessions, a writer and a reader: it goes on, and nothing differs or fails`()
    async throws
  {
    try await withApp { connection, collection in
      let state = State()
      let database = try TestDatabase.current
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await database.connect().use { writer in
            while !state.isOver.load(ordering: .relaxed) {
              try await writer.executeScript(Self.changes)
            }
          }
        }
        group.addTask {
          try await database.connect().use { reader in
            while !state.isOver.load(ordering: .relaxed) {
              try await reader.execute("SELECT * FROM reeve.search('odd', 'bag word7')")
            }
          }
        }
        defer { state.isOver.store(true, ordering: .relaxed) }
        for steps in [3, 30, 12] {
          state.steps.store(0, ordering: .relaxed)
          let (stream, signal) = AsyncStream.makeStream(of: Void.self)
          // The build waits for its end, so that it does not come first.
          let isKilled = DispatchSemaphore(value: 0)
          async let killer: Void = {
            for await _ in stream { break }
            try await database.connect().use {
              try await $0.execute(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'reindex'
                """
              )
            }
            isKilled.signal()
          }()
          await #expect(throws: PostgresError.self) {
            try await reindex(collection) { progress in
              // How often a session waits for others' pieces depends on how busy the machine is.
              guard progress.step.hasSuffix("loading"),
                state.steps.add(1, ordering: .relaxed).newValue == steps
              else { return }
              signal.yield()
              isKilled.wait()
            }
          }
          signal.finish()
          try await killer
        }
        let open: Int = try await connection.query(
          """
          SELECT count(*) FROM reeve.search_task WHERE done_at IS NULL AND kind = 'load'
            AND generation_id = (SELECT generation_id FROM reeve.search_generation)
          """
        )[0].get(0)
        #expect(open < Self.rows / Self.pieceRows)
        let found = try #require(try await reindex(collection))
        #expect(found.differences == 0)
        #expect(try await connection.query("SELECT FROM reeve.search_generation").count == 1)
      }
      // What was written up to here, and no more.
      let found = try #require(try await reindex(collection))
      #expect(found.differences == 0)
      #expect(found.source == found.indexed)
      #expect(try await differences(connection) == 0)
    }
  }

  @Test(arguments: [
    ("SELECT FROM reeve.collection FOR UPDATE", false),
    ("SELECT FROM reeve.change_reader FOR UPDATE", false),
    ("SELECT FROM reeve.search_task FOR UPDATE", true),
    ("LOCK reeve_index.%I IN SHARE MODE", true), ("LOCK reeve_index.%I", true),
  ])
  func `a build waits for a lock that somebody holds`(lock: String, isBegun: Bool) async throws {
    try await withApp { connection, collection in
      // The lock is held until the build pauses since it could not have it.
      try await connection.executeScript(
        ["begin(int, boolean, int, bigint, int)", "step(int, bigint, int)"]
          .map { "ALTER FUNCTION reeve.search_\($0) SET lock_timeout = '10ms';" }.joined()
      )
      var statement = lock
      if isBegun {
        try await connection.execute(
          "SELECT reeve.search_begin($1, FALSE, $2)",
          [collection, Self.pieceRows]
        )
        statement = try await connection.query(
          "SELECT format($1, table_name) FROM reeve.search_generation",
          [lock]
        )[0].get(0)
      }
      let state = State()
      let (isHeld, hold) = AsyncStream.makeStream(of: Void.self)
      let (pauses, pause) = AsyncStream.makeStream(of: Void.self)
      let holder = try await TestDatabase.current.connect()
      async let released: Void = {
        try await holder.withTransaction { [statement] holding in
          try await holding.execute(statement)
          hold.yield()
          for await _ in pauses { break }
        }
        state.isOver.store(true, ordering: .relaxed)
      }()
      for await _ in isHeld { break }
      let found = try await reindex(
        collection,
        clock: BusyClock {
          pause.yield()
          while !state.isOver.load(ordering: .relaxed) {
            try await Task.sleep(for: .milliseconds(1))
          }
        }
      )
      try await released
      #expect(found?.source == Self.rows)
      #expect(try await differences(connection) == 0)
      await holder.close()
    }
  }

  @Test func `an index that is not what its rows make is not swapped in`() async throws {
    try await withApp { connection, collection in
      #expect(try await reindex(collection)?.differences == 0)
      try await connection.executeScript(
        """
        DO $$
        DECLARE
          gen int := reeve.search_begin(
            (SELECT collection_id FROM reeve.collection WHERE app = 'odd'), FALSE, 100);
          did text;
        BEGIN
          LOOP
            SELECT s.did INTO did FROM reeve.search_step(gen, NULL, NULL) s;
            EXIT WHEN did = 'built';
          END LOOP;
          EXECUTE format('DELETE FROM reeve_index.%I WHERE popularity = 7', (
            SELECT table_name FROM reeve.search_generation WHERE generation_id = gen));
        END
        $$
        """
      )
      let error = await #expect(throws: Failure.self) { try await reindex(collection) }
      let documents = Self.rows - Self.rows / 100
      #expect(
        error?.details.first
          == "\(Self.rows) rows, \(documents) documents: \(Self.rows / 100) missing, 0 extra, 0 stale"
      )
      #expect(try await differences(connection) == 0)
    }
  }

  /// Rows that come, change, go and get another key.
  private static let changes = """
    INSERT INTO "Odd App"."Item" SELECT 'new', gen_random_uuid(), 'Fresh ' || n, 'word', n
    FROM generate_series(1, 5) n;
    UPDATE "Odd App"."Item" SET title = 'Changed ' || random()
    WHERE id IN (SELECT id FROM "Odd App"."Item" ORDER BY random() LIMIT 5);
    DELETE FROM "Odd App"."Item"
    WHERE id IN (SELECT id FROM "Odd App"."Item" ORDER BY random() LIMIT 5);
    UPDATE "Odd App"."Item" SET "Part" = 'moved'
    WHERE id IN (SELECT id FROM "Odd App"."Item" ORDER BY random() LIMIT 3)
    """
}
