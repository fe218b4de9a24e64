import Answers
import Catalog
import Glibc
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// A schema of a server as a source.
@Suite(.freshDatabase, .blocking)
struct PostgresSourceTests {
  private static func mapping(_ table: String, _ columns: String, drop: String = "") -> String {
    """
    app: notes
    source: there
    format: postgres
    schema: there
    collections:
      - {match: "\(table)/{row}", table: \(table), key: [id], columns: {\(columns)}}
    drop: [\(drop)]
    """
  }

  /// An app, and a schema `there` beside it that is the source.
  private func fixture() async throws -> ImportFixture {
    let fixture = try await ImportFixture()
    try await fixture.database.executeScript("CREATE SCHEMA there")
    return fixture
  }

  @Test func `every type arrives value for value`() async throws {
    var random = SeededGenerator.forThisTest()
    let fixture = try await fixture()
    let here = #""My Notes"."every""#
    try await fixture.database.executeScript(
      """
      \(EveryType.makeTypes) \(EveryType.makeTable("there.every"));
      \(EveryType.makeTable(here)); ALTER TABLE \(here) OWNER TO "\(fixture.owner)";
      """
    )
    try await EveryType.fill("there.every", rows: 40, on: fixture.database, &random)
    let importer = try fixture.importer(
      Self.mapping("every", EveryType.columns),
      of: try TestDatabase.current.conninfo()
    )
    let progress = try await importer.run()
    #expect(try await importer.rejected(of: progress, limit: 5) == [])
    #expect(progress.inserted == 40)
    #expect(
      try await EveryType.differences("there.every", here, on: fixture.database) == []
    )
    #expect(try await importer.verify().differing == 0)
    #expect(try await importer.run().same == 40)
    await fixture.end()
  }

  @Test func `a server that falls silent is given up by name`() async throws {
    let gone = try FullListener()
    let failure = await #expect(throws: Failure.self) {
      _ = try await Inspection(
        of: "postgresql://127.0.0.1:\(gone.port)/there?connect_timeout=2",
        SourceOptions(),
        report: { _ in }
      )
    }
    #expect(failure?.exit == .connection)
    #expect(
      failure?.message.contains("127.0.0.1, port \(gone.port) has not answered within 2 s") == true,
      "\(String(describing: failure))"
    )
    try await ServerProxy.run { proxy in
      proxy.set(.silentAfter("pg_control_system"))
      let address = try PostgresAddress(proxy.conninfo())
      let error = await #expect(throws: PostgresError.self) {
        _ = try await PostgresCatalog(address, schema: "public", named: [:], limit: .seconds(1))
      }
      let told = address.failure(try #require(error))
      #expect(told.message.contains("reeve-proxy"), "\(told)")
      #expect(told.message.contains("stopped after 1 s"), "\(told)")
    }
  }

  @Test func `a plan takes names, keys and types as they are, and says what is left out`()
    async throws
  {
    let fixture = try await fixture()
    try await fixture.database.executeScript(
      """
      \(EveryType.makeTypes)
      CREATE TABLE there."Order"(
        "no" int, shop uuid, "Total" numeric(10,2), mood public.mood, price money,
        password_hash text, twice int GENERATED ALWAYS AS ("no" * 2) STORED,
        PRIMARY KEY (shop, "no"));
      INSERT INTO there."Order" VALUES (1, gen_random_uuid(), 5, 'sad', 3, 'cAnArY');
      CREATE TABLE there.part("no" int, shop uuid) PARTITION BY RANGE ("no");
      CREATE TABLE there.part_1 PARTITION OF there.part FOR VALUES FROM (0) TO (9);
      ALTER TABLE there.part ADD FOREIGN KEY (shop, "no") REFERENCES there."Order";
      INSERT INTO there.part SELECT "no", shop FROM there."Order";
      CREATE TABLE there.heir(more text) INHERITS (there."Order");
      INSERT INTO there.heir VALUES (2, gen_random_uuid(), 6, 'sad', 4, 'cAnArY');
      CREATE VIEW there.seen AS SELECT 1 AS a;
      """
    )
    let inspection = try await Inspection(
      of: try TestDatabase.current.conninfo(),
      SourceOptions(schema: "there")
    ) { _ in }
    let plan = try await ImportPlan(
      inspection,
      app: "notes",
      schema: nil,
      table: nil,
      connection: fixture.database
    )
    #expect(plan.statements.contains(#"CREATE TABLE "My Notes"."Order"("#))
    #expect(plan.statements.contains(#""Total" numeric(10,2)"#))
    #expect(plan.statements.contains(#"PRIMARY KEY (shop, no)"#))
    #expect(!plan.statements.contains("part_1"))
    #expect(!plan.mapping.contains("password_hash}"))
    let notes = plan.tables.flatMap(\.notes)
    #expect(notes.contains("mood: public.mood there"))
    #expect(notes.contains("price: money there"))
    #expect(notes.contains("twice: computed there"))
    #expect(notes.contains { $0.hasSuffix("a secret: password_hash") })
    #expect(inspection.notes == ["seen is a view, which is not read"])
    #expect(plan.tables.map(\.records) == [1, 1, 1])
    await fixture.end()
  }

  @Test func `rows that a policy hides, and tables that cannot be read, are not passed over`()
    async throws
  {
    let fixture = try await fixture()
    let reader = try await TestDatabase.current.login("reader")
    try await fixture.database.executeScript(
      """
      CREATE TABLE there."Note"(id bigint PRIMARY KEY, title text);
      CREATE TABLE there.closed(id bigint PRIMARY KEY);
      INSERT INTO there."Note" VALUES (1, 'a'), (2, 'b');
      ALTER TABLE there."Note" ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON there."Note" USING (id = 1);
      GRANT USAGE ON SCHEMA there TO "\(reader)"; GRANT SELECT ON there."Note" TO "\(reader)";
      """
    )
    let address = try TestDatabase.current.conninfo(user: reader)
    let mapping = Self.mapping("Note", "id: {from: id}, title: {from: title}")
    let refusal = await #expect(throws: Failure.self) {
      try await fixture.importer(mapping, of: address).run()
    }
    #expect(refusal?.details.count == 2)
    #expect(refusal?.details.first?.hasPrefix("Note: row security hides rows of it") == true)
    #expect(refusal?.details.last?.hasPrefix("closed: the login may not read it") == true)
    try await fixture.database.executeScript(
      #"ALTER TABLE there."Note" DISABLE ROW LEVEL SECURITY"#
    )
    let dropping = Self.mapping(
      "Note",
      "id: {from: id}, title: {from: title}",
      drop: "\"closed/{row}\""
    )
    #expect(try await fixture.importer(dropping, of: address).run().inserted == 2)
    await fixture.end()
  }

  @Test func `objects named like those of PostgreSQL are never used, and nothing is written`()
    async throws
  {
    let fixture = try await fixture()
    let name = try TestDatabase.current.name
    try await fixture.database.executeScript(
      """
      CREATE TABLE there."Note"(id bigint PRIMARY KEY, title text);
      INSERT INTO there."Note" VALUES (1, 'a');
      CREATE TABLE public.hit(word text);
      CREATE FUNCTION public.hit(text) RETURNS bigint LANGUAGE sql
        AS 'INSERT INTO public.hit VALUES ($1) RETURNING 0::bigint';
      CREATE FUNCTION public.count() RETURNS bigint LANGUAGE sql AS $$SELECT public.hit('count')$$;
      CREATE FUNCTION public.hashtextextended(text, int) RETURNS bigint LANGUAGE sql
        AS $$SELECT public.hit('hash')$$;
      CREATE VIEW public.pg_class AS SELECT public.hit('pg_class') AS oid;
      CREATE VIEW public.pg_attribute AS SELECT public.hit('pg_attribute') AS attrelid;
      CREATE FUNCTION public.cat(text, text) RETURNS text LANGUAGE sql
        AS $$SELECT public.hit('||')::text$$;
      CREATE OPERATOR public.|| (FUNCTION = public.cat, LEFTARG = text, RIGHTARG = text);
      ALTER DATABASE "\(name)" SET search_path = public, pg_catalog;
      """
    )
    let address = try TestDatabase.current.conninfo() + " password=hunter2"
    let importer = try fixture.importer(
      Self.mapping("Note", "id: {from: id}, title: {from: title}"),
      of: address
    )
    #expect(try await importer.run().inserted == 1)
    #expect(try await fixture.number("SELECT count(*) FROM public.hit") == 0)
    #expect(
      try await fixture.number(
        """
        SELECT (SELECT count(*) FROM reeve.import i WHERE i::text LIKE '%hunter2%')
          + (SELECT count(*) FROM reeve.command c WHERE c::text LIKE '%hunter2%')
        """
      ) == 0
    )
    // What is stored is an address again.
    let stored: String = try await fixture.database.query("SELECT file FROM reeve.import")[0].get(0)
    #expect(stored.contains("dbname=\(name)"))
    #expect(PostgresAddress.isAddress(stored))
    await fixture.end()
  }

  @Test func `a secret is read only where a mapping names it, and never kept in quarantine`()
    async throws
  {
    let fixture = try await fixture()
    try await fixture.database.executeScript(
      """
      CREATE TABLE there."Note"(id bigint PRIMARY KEY, token text, doc json);
      INSERT INTO there."Note" VALUES (1, 'cAnArY', E'{"city":\n"Roma"}'), (2, 'cAnArY', NULL),
        (3, 'cAnArY2', E'{"city":\n"Oslo"}');
      """
    )
    let address = try TestDatabase.current.conninfo()
    let title = #"title: {from: doc, up: "nullif($v::jsonb ->> 'city', 'Oslo')"}"#
    let without = try fixture.importer(
      Self.mapping("Note", "id: {from: id}, \(title)"),
      of: address
    )
    #expect(try await without.run().inserted == 1)
    let named = Self.mapping("Note", "id: {from: id}, \(title), tags: {from: token, split: ','}")
      .replacing("source: there", with: "source: named")
    #expect(try await fixture.importer(named, of: address).run().changed == 1)
    #expect(
      try await fixture.number(#"SELECT count(*) FROM "My Notes"."Note" WHERE tags = '{cAnArY}'"#)
        == 1
    )
    let kept = try await fixture.database.query(
      "SELECT convert_from(original, 'UTF8') FROM reeve.quarantine ORDER BY import_id, record"
    ).map { try $0.get(0, as: String.self) }
    #expect(
      kept == [
        #"{"id":"2","doc":null}"#, #"{"id":"3","doc":{"city":"Oslo"}}"#,
        #"{"id":"2","token":"•••","doc":null}"#,
        #"{"id":"3","token":"•••","doc":{"city":"Oslo"}}"#,
      ]
    )
    await fixture.end()
  }

  @Test func `an address that cannot be used is refused without its password`() async throws {
    let fixture = try await fixture()
    for address in [
      "postgresql://anna:hunter2@/nowhere?host=/nowhere", "host=/nowhere password=hunter2",
      "postgresql://anna:hunter2@h:port/x", "password=hunter2 nonsense",
      "host=/nowhere user='anna password=hunter2",
    ] {
      do {
        _ = try await Inspection(of: address, SourceOptions()) { _ in }
        Issue.record("\(address) was read")
      } catch {
        #expect(!"\(Failure(error, during: .operation))".contains("hunter2"))
        #expect(!SourceFile.shown(address).contains("hunter2"))
      }
    }
    let encoded = await #expect(throws: Failure.self) {
      _ = try await Inspection(
        of: try TestDatabase.current.conninfo(),
        SourceOptions(encoding: "windows-1252")
      ) { _ in }
    }
    #expect(encoded?.message.contains("has an encoding of its own") == true)
    let missing = await #expect(throws: Failure.self) {
      _ = try await Inspection(
        of: try TestDatabase.current.conninfo(),
        SourceOptions(schema: "nowhere")
      ) { _ in }
    }
    #expect(missing?.message == "the database has no schema nowhere")
    await fixture.end()
  }

  @Test func `a source whose server ends amid its rows is told, and the same import goes on`()
    async throws
  {
    let fixture = try await fixture()
    try await fixture.database.executeScript(
      """
      CREATE TABLE there."Note"(id bigint PRIMARY KEY, title text);
      INSERT INTO there."Note" SELECT i, repeat('x', 200) FROM generate_series(1, 60000) i;
      """
    )
    let mapping = Self.mapping("Note", "id: {from: id}, title: {from: title}")
    let address = try TestDatabase.current.conninfo()
    try await fixture.hold([10])
    async let running = ImportFixture.runApart(mapping, of: address)
    #expect(try await fixture.isHeld(10))
    try await fixture.database.execute(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'COPY (%'
      """
    )
    try await fixture.release(10)
    do {
      let progress = try await running
      Issue.record("all was read: \(progress)")
    } catch let failure as Failure {
      #expect(failure.message.contains("the connection was lost"), "\(failure)")
      #expect(failure.hint?.contains("Run it again") == true, "\(failure)")
    }
    let progress = try await ImportFixture.runApart(mapping, of: address)
    #expect(progress.read == 60_000 && progress.inserted == 60_000, "\(progress)")
    #expect(try await fixture.number("SELECT max(import_id) FROM reeve.import") == 1)
    await fixture.end()
  }

  @Test func `a table that has changed is read again from its beginning`() async throws {
    let fixture = try await fixture()
    try await fixture.database.executeScript(
      """
      CREATE TABLE there."Note"(id bigint PRIMARY KEY, title text);
      INSERT INTO there."Note" SELECT i, CASE WHEN i % 15000 > 0 THEN repeat('x', 200) ELSE '' END
      FROM generate_series(1, 40000) i;
      """
    )
    let importer = try fixture.importer(
      Self.mapping("Note", "id: {from: id}, title: {from: title}"),
      of: try TestDatabase.current.conninfo()
    )
    // It stops after the chunk with the first record that is rejected.
    let stop = await #expect(throws: Failure.self) { try await importer.run(maxErrors: 0) }
    #expect(stop?.message.contains("more than the 0 of --max-errors") == true)
    let read = try await fixture.number("SELECT read FROM reeve.import")
    #expect(read >= 15_000 && read < 30_000)
    await #expect(throws: Failure.self) { try await importer.run(maxErrors: 1) }
    #expect(try await fixture.number("SELECT count(*) FROM reeve.import WHERE import_id = 1") == 1)
    #expect(try await fixture.number("SELECT read FROM reeve.import") > read)
    try await fixture.database.execute(#"UPDATE there."Note" SET title = 'new' WHERE id = 7"#)
    let progress = try await importer.run()
    #expect(progress.read == 40_000)
    #expect(progress.quarantined == 2)
    #expect(progress.changed == 1)
    #expect(progress.inserted + progress.same == 39_997)
    #expect(
      try await StoredImport(progress.id, fixture.database).told(fixture.database).first
        == "the table had changed since the import was interrupted: it is read from its first row"
    )
    #expect(try await importer.verify().differing == 0)
    // A later verification would compare other rows.
    try await fixture.database.execute(#"DELETE FROM there."Note" WHERE id = 8"#)
    await #expect(throws: PostgresError.self) { try await importer.verify() }
    await fixture.end()
  }
}
