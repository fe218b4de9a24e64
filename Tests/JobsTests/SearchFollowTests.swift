import Catalog
import Postgres
import TestSupport
import Testing

@testable import Jobs

/// How a worker keeps the search indexes up to date.
@Suite(.freshDatabase)
struct SearchFollowTests {
  /// An app of two searchable tables, whose labels a function of its own gives; the index of `item`.
  private func oddApp(_ database: Connection, named odd: String = "odd") async throws -> String {
    let owner = try await TestDatabase.current.login(odd)
    try await database.executeScript(
      """
      CREATE SCHEMA \(odd) AUTHORIZATION "\(owner)";
      SET ROLE "\(owner)";
      CREATE FUNCTION \(odd).nap(text) RETURNS text LANGUAGE sql AS 'SELECT $1';
      CREATE TABLE \(odd).item(id int PRIMARY KEY, title text);
      CREATE TABLE \(odd).slow(id int PRIMARY KEY, title text);
      RESET ROLE;
      SELECT count(*) FROM reeve.catalog_apply(jsonb_build_object('app', '\(odd)', 'schema', '\(odd)',
        'title', 'Odd', 'owner', '\(owner)', 'collections', (
          SELECT jsonb_object_agg(name, jsonb_build_object('table', name, 'key', 'id',
            'label', '\(odd).nap(t.title)', 'show', '["title"]'::jsonb,
            'search', '{"a": ["title"]}'::jsonb))
          FROM unnest('{item,slow}'::text[]) name)));
      DO $$
      DECLARE
        gen int;
        coll int;
      BEGIN
        FOR coll IN SELECT collection_id FROM reeve.collection WHERE app = '\(odd)' LOOP
          gen := reeve.search_begin(coll, FALSE, 100);
          WHILE (SELECT did <> 'built' FROM reeve.search_step(gen, NULL, NULL)) LOOP
          END LOOP;
          PERFORM reeve.search_swap(gen, NULL, NULL);
        END LOOP;
      END
      $$;
      """
    )
    return try await database.query(
      """
      SELECT g.table_name FROM reeve.search_generation g
      JOIN reeve.collection c USING (collection_id) WHERE c.name = 'item' AND c.app = '\(odd)'
      """
    )[0].get(0)
  }

  @Test func `a change is indexed without a job, though another table stops whoever reads it`()
    async throws
  {
    try await withDatabase { database in
      let table = try await oddApp(database)
      try await database.executeScript(
        """
        -- It ignores that it is to stop.
        CREATE OR REPLACE FUNCTION odd.nap(text) RETURNS text LANGUAGE plpgsql AS $$
        BEGIN
          WHILE $1 = 'hang' LOOP
            BEGIN
              PERFORM pg_sleep(60);
            EXCEPTION WHEN query_canceled THEN
              NULL;
            END;
          END LOOP;
          RETURN $1;
        END
        $$;
        """
      )
      let worker = try Worker.make { _ in .completed }
      async let run: Void = worker.run()
      try await database.execute("INSERT INTO odd.slow VALUES (1, 'hang')")
      try await database.wait(until: "SELECT EXISTS (SELECT FROM reeve.search_waiting)")
      try await database.execute("INSERT INTO odd.item VALUES (1, 'Velvet')")
      try await database.wait(
        until: "SELECT EXISTS (SELECT FROM reeve_index.\(table) WHERE tsv @@ 'velvet')"
      )
      #expect(try await database.count("reeve.search_waiting") == 1)
      #expect(
        try await database.count(
          """
          reeve.job_key k JOIN reeve.collection c ON k.key = 'search.apply:' || c.collection_id
          WHERE c.name = 'slow'
          """
        ) == 1
      )
      worker.stop()
      try await run
    }
  }

  @Test func `the changes of one app wait for nothing that another app does`() async throws {
    try await withDatabase { database in
      _ = try await oddApp(database)
      let table = try await oddApp(database, named: "even")
      // Whoever reads it waits until the test lets go, however long that takes.
      try await database.executeScript(
        """
        CREATE OR REPLACE FUNCTION odd.nap(text) RETURNS text LANGUAGE plpgsql AS $$
        BEGIN
          WHILE NOT pg_try_advisory_xact_lock(1234) LOOP
            PERFORM pg_sleep(0.05);
          END LOOP;
          RETURN $1;
        END
        $$;
        SELECT pg_advisory_lock(1234);
        """
      )
      let worker = try Worker.make(searchLimit: patience) { _ in .completed }
      async let run: Void = worker.run()
      try await database.execute("INSERT INTO odd.item VALUES (1, 'Velvet')")
      try await database.wait(
        until: """
          SELECT EXISTS (
            SELECT FROM pg_stat_activity WHERE datname = current_database()
              AND wait_event = 'PgSleep' AND query LIKE '%search_take%')
          """
      )
      try await database.execute("INSERT INTO even.item VALUES (1, 'Velvet')")
      try await database.wait(
        until: "SELECT EXISTS (SELECT FROM reeve_index.\(table) WHERE tsv @@ 'velvet')"
      )
      #expect(
        try await database.count(
          "reeve.search_waiting w JOIN reeve.collection c USING (collection_id) WHERE c.app = 'odd'"
        ) == 1,
        "the first app still waits"
      )
      try await database.execute("SELECT pg_advisory_unlock(1234)")
      try await database.wait(until: "SELECT NOT EXISTS (SELECT FROM reeve.search_waiting)")
      worker.stop()
      try await run
    }
  }

  @Test func `a worker that runs once leaves no change behind, not even one that a job made`()
    async throws
  {
    try await withDatabase { database in
      let table = try await oddApp(database)
      try await database.execute("INSERT INTO odd.item VALUES (1, 'Velvet')")
      _ = try await database.enqueueProbes(1)
      let worker = try Worker.make(isOnce: true) { _ in
        _ = try await withDatabase {
          try await $0.execute("INSERT INTO odd.item VALUES (2, 'Velvet')")
        }
        return .completed
      }
      try await worker.run()
      #expect(try await database.count("reeve_index.\(table) WHERE tsv @@ 'velvet'") == 2)
      #expect(try await database.count("reeve.search_waiting") == 0)
    }
  }

  @Test func `a worker that runs once ends though the changes cannot be read`() async throws {
    try await withDatabase { database in
      let ids = try await database.enqueueProbes(1)
      try await database.execute(
        """
        CREATE OR REPLACE FUNCTION reeve.search_tick(OUT app text, OUT collection_id int)
        RETURNS SETOF record LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not today''; END'
        """
      )
      try await Worker.make(isOnce: true) { _ in .completed }.run()
      #expect(
        try await database.count("reeve.job_end WHERE outcome = 'completed' AND job_id = \(ids[0])")
          == 1
      )
    }
  }
}
