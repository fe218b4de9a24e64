import Catalog
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Collections written out, and read back.
@Suite(.freshDatabase, .blocking)
struct DumpTests {
  /// The app with a collection of every type, whose columns `personal` are personal.
  private func fixture(personal: String = "[]") async throws -> ImportFixture {
    let fixture = try await ImportFixture()
    try await fixture.database.executeScript(
      """
      \(EveryType.makeTypes) \(EveryType.makeTable(#""My Notes"."every""#));
      ALTER TABLE "My Notes"."every" OWNER TO "\(fixture.owner)";
      ALTER TABLE "My Notes"."every" ADD api_token text, ADD twice int GENERATED ALWAYS AS (c1) STORED;
      """
    )
    try await fixture.database.execute(
      """
      SELECT * FROM reeve.catalog_apply(jsonb_build_object('app', 'notes', 'schema', 'My Notes',
        'owner', $1::text, 'title', 'Notes', 'collections', jsonb_build_object(
        'every', jsonb_build_object('table', 'every', 'key', '["id"]'::jsonb,
          'label', 't.id::text', 'show', '["id", "c9"]'::jsonb, 'personal', $2::jsonb,
          'erase', '{"set": {"c9": null}}'::jsonb))))
      """,
      [fixture.owner, JSONB(personal)]
    )
    return fixture
  }

  private func dump(
    _ fixture: ImportFixture,
    hasPersonal: Bool = false,
    why: String = "moving"
  ) async throws -> (text: [UInt8], mapping: String, left: [String], count: Int) {
    let dump = try await Dump(
      app: "notes",
      collection: "every",
      hasPersonal: hasPersonal,
      connection: fixture.database,
      conninfo: try TestDatabase.current.conninfo()
    )
    var text: [UInt8] = []
    let count = try await dump.write(why: why) { text += $0 }
    return (text, dump.mapping, dump.left.map(\.column), count)
  }

  @Test func `every type comes back value for value`() async throws {
    var random = SeededGenerator.forThisTest()
    let fixture = try await fixture()
    let table = #""My Notes"."every""#
    try await EveryType.fill(table, rows: 40, on: fixture.database, &random)
    let dump = try await dump(fixture, hasPersonal: true)
    #expect(dump.count == 40)
    #expect(dump.left == ["twice"])
    try await fixture.database.executeScript(
      "CREATE TABLE public.before AS TABLE \(table); TRUNCATE \(table)"
    )
    try fixture.write(dump.text)
    let importer = try fixture.importer(dump.mapping)
    let progress = try await importer.run()
    #expect(try await importer.rejected(of: progress, limit: 5) == [])
    #expect(progress.inserted == 40)
    #expect(try await EveryType.differences("public.before", table, on: fixture.database) == [])
    #expect(try await importer.verify().differing == 0)
    // What came back is dumped to the same bytes.
    #expect(try await self.dump(fixture, hasPersonal: true).text == dump.text)
    await fixture.end()
  }

  @Test func `personal columns and secrets stay, unless they are asked for; who asks is recorded`()
    async throws
  {
    let fixture = try await fixture(personal: #"["c9"]"#)
    try await fixture.database.execute(
      """
      INSERT INTO "My Notes"."every"(id, c9, api_token) VALUES (1, 'cAnArY', 'cAnArY2')
      """
    )
    let plain = try await dump(fixture)
    #expect(!String(decoding: plain.text, as: UTF8.self).contains("cAnArY"))
    #expect(Set(plain.left) == ["c9", "api_token", "twice"])
    let whole = try await dump(fixture, hasPersonal: true, why: "the app moves")
    #expect(String(decoding: whole.text, as: UTF8.self).contains("cAnArY2"))
    let recorded = try await fixture.database.query(
      """
      SELECT c.actor || ' ' || c.kind || ' ' || l.name || ' ' || r.fields::text || ' ' || w.reason
      FROM reeve.command c JOIN reeve.reveal r USING (command_id)
      JOIN reeve.reveal_reason w USING (command_id)
      JOIN reeve.collection l ON l.collection_id = c.collection_id ORDER BY c.command_id
      """
    ).map { try $0.get(0, as: String.self) }
    let login: String = try await fixture.database.query("SELECT session_user::text")[0].get(0)
    #expect(
      recorded == [
        "\(login) reveal.dump every {} moving",
        "\(login) reveal.dump every {c9,api_token} the app moves",
      ]
    )
    #expect(try await fixture.number("SELECT count(*) FROM reeve.audit_faults(1)") == 0)
    await #expect(throws: PostgresError.self) { _ = try await dump(fixture, why: "  ") }
    #expect(try await fixture.number("SELECT count(*) FROM reeve.reveal") == 2)
    await fixture.end()
  }

  @Test(arguments: ["viewer", "moderator", "senior", "auditor"])
  func `nobody dumps by a rank`(rank: String) async throws {
    let fixture = try await fixture()
    let login = try await TestDatabase.current.login(rank: rank)
    try await fixture.database.execute(
      "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ($1, $2, 'postgres')",
      [login, rank]
    )
    let colleague = try await TestDatabase.current.connect(user: login)
    for statement in [
      "SELECT * FROM reeve.dump_source('notes', 'every')",
      "SELECT reeve.dump_ask('notes', 'every', '{}', 'curious')",
      #"COPY (SELECT * FROM "My Notes"."every") TO STDOUT"#,
    ] {
      let error = await #expect(throws: PostgresError.self) {
        if statement.hasPrefix("COPY") {
          try await colleague.copyOut(statement) { _ in }
        } else {
          try await colleague.execute(statement)
        }
      }
      #expect(error?.sqlState?.code == "42501")
    }
    await #expect(throws: PostgresError.self) {
      _ = try await Dump(
        app: "notes",
        collection: "every",
        hasPersonal: true,
        connection: colleague,
        conninfo: try TestDatabase.current.conninfo(user: login)
      )
    }
    #expect(
      try await fixture.number("SELECT count(*) FROM reeve.command WHERE kind = 'reveal.dump'") == 0
    )
    await colleague.close()
    await fixture.end()
  }

  @Test func `no code of the app runs while its rows are dumped`() async throws {
    let fixture = try await fixture()
    // Casts, and a policy that the owner is under too.
    try await fixture.database.executeScript(
      """
      CREATE TABLE public.hit(who text);
      CREATE FUNCTION public.evil(public.mood) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO public.hit VALUES (current_user); RETURN 'evil'; END $$;
      CREATE CAST (public.mood AS text) WITH FUNCTION public.evil(public.mood) AS ASSIGNMENT;
      CREATE FUNCTION public.evil_json(public.pair) RETURNS json LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO public.hit VALUES (current_user); RETURN '1'; END $$;
      CREATE CAST (public.pair AS json) WITH FUNCTION public.evil_json(public.pair);
      INSERT INTO "My Notes"."every"(id, c21, c23) VALUES (1, 'sad', '(1,x)');
      """
    )
    let text = try await dump(fixture).text
    #expect(String(decoding: text, as: UTF8.self).contains(#""c21":"sad""#))
    #expect(try await fixture.number("SELECT count(*) FROM public.hit") == 0)
    try await fixture.database.executeScript(
      """
      CREATE FUNCTION public.policy() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO public.hit VALUES (current_user); RETURN FALSE; END $$;
      ALTER TABLE "My Notes"."every" ENABLE ROW LEVEL SECURITY;
      ALTER TABLE "My Notes"."every" FORCE ROW LEVEL SECURITY;
      CREATE POLICY own ON "My Notes"."every" USING (public.policy());
      """
    )
    await #expect(throws: PostgresError.self) { _ = try await dump(fixture) }
    #expect(try await fixture.number("SELECT count(*) FROM public.hit") == 0)
    await fixture.end()
  }
}
