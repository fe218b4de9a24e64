import Catalog
import Outcome
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// Copies of tables in parts: what is refused, told and kept.
@Suite(.freshDatabase)
struct ShapeTests {
  @Test(arguments: [
    ("key: [person_id]}", "key: [who]}", "apart.profile has no column who"),
    ("{table: profile,", "{table: profiles,", "there is no table apart.profiles"),
    ("{table: item,", "{table: profile,", "apart.profile is named twice"),
    (", each: [number]", "", "name what distinguishes them under `each`"),
    ("each: [number]", "place: number", "in the source rows may leave places out"),
    ("each: [number]", "each: [note]", "no unique index on (person_id, note) or some of these"),
    ("each: [number]", "each: [number], columns: [number]", "need every column of the source"),
    ("key: [person_id]}", "key: [person_id], columns: [bio]}", "which has `each` or `place`"),
    ("profile: {table", "name: {table", "name is the name of a column of apart.person too"),
    ("  bio: {from: profile.bio}\n", "", "column profile.bio of apart.person is not mapped"),
    ("  has_profile: {from: profile}\n", "", "column has_profile of whole.account is NOT NULL"),
    ("  items: {from: items}\n", "", "column items of apart.person is not mapped"),
    ("{from: profile.seen}", "{from: profile.sin}", "apart.person has no column profile.sin"),
  ])
  func `a mapping of parts that does not fit is refused with its line`(
    _ old: String,
    _ new: String,
    _ message: String
  ) async throws {
    let fixture = try await ShapeFixture(
      .merge,
      mapping: ShapeFixture.mapping(.merge).replacingText(old, new)
    )
    let findings = try await fixture.migrator.plan().findings.map(\.description)
    #expect(findings.contains { $0.contains(message) }, "\(findings)")
    #expect(findings.allSatisfy { $0.hasPrefix("person.yaml:") })
    await #expect(throws: Failure.self) { try await fixture.migrator.run() }
    await fixture.end()
  }

  @Test(arguments: [
    ("ALTER TABLE apart.item DROP CONSTRAINT item_person_id_fkey", "ADD FOREIGN KEY (person_id)"),
    (
      // What is so of a copy that runs is not so of another one.
      """
      DO $$BEGIN
        INSERT INTO reeve.live_copy(app, name, mapping, source, target, statements, total)
        SELECT a.app, 'other', jsonb_build_object('app', a.app, 'copy', 'other'), 'apart.profile',
          'apart.item', '{}', 0 FROM reeve.app a LIMIT 1;
        ALTER TABLE apart.item DROP CONSTRAINT item_person_id_fkey;
      END$$
      """, "ADD FOREIGN KEY (person_id)"
    ),
    (
      "ALTER TABLE apart.item DROP CONSTRAINT item_pkey, ADD PRIMARY KEY (number, person_id)",
      "no index of apart.item begins with (person_id)"
    ),
    ("ALTER TABLE apart.profile ENABLE ROW LEVEL SECURITY", "apart.profile has row security"),
    ("ALTER TABLE apart.item ADD place point", "place of apart.item is point, which has no exact"),
    (
      "ALTER TABLE apart.item ADD twice int GENERATED ALWAYS AS (number * 2) STORED",
      "column twice of apart.item is generated"
    ),
    (
      "CREATE TABLE apart.mark(person bigint REFERENCES apart.profile)",
      "of apart.mark refers to apart.profile"
    ),
    ("CREATE MATERIALIZED VIEW apart.m AS SELECT bio FROM apart.profile", "cannot follow its name"),
  ])
  func `what a part cannot take along is refused, and why`(
    _ statement: String,
    _ message: String
  ) async throws {
    let fixture = try await ShapeFixture(.merge)
    try await fixture.database.execute(statement)
    let findings = try await fixture.migrator.plan().findings.map(\.description)
    #expect(findings.contains { $0.contains(message) }, "\(findings)")
    await fixture.end()
  }

  @Test func `an array of texts becomes child rows, and policies hold through the old name`()
    async throws
  {
    let up =
      "(SELECT coalesce(jsonb_agg(jsonb_build_object('word', e)), '[]') FROM unnest($v) e)"
    let down = "ARRAY(SELECT e ->> 'word' FROM jsonb_array_elements($v) e)"
    let plain = ShapeFixture.mapping(.split)
      .replacingText(
        "    items: {table",
        "    labels: {table: tag, key: [person_id], place: number, columns: [word]}\n"
          + "    items: {table"
      )
      .replacingText("  items: {from: items}", "  items: {from: items}\n  labels: {from: tags}")
    let made = #"{from: tags, up: "\#(up)", down: "\#(down)"}"#
    let mapping = plain.replacingText("{from: tags}", made)
    let tables = """
      ALTER TABLE whole.account ADD tags text[] NOT NULL DEFAULT '{}';
      CREATE TABLE apart.tag(person_id bigint REFERENCES apart.person ON DELETE CASCADE, number int,
        word text NOT NULL, PRIMARY KEY (person_id, number));
      DO $$ BEGIN EXECUTE (
        SELECT format('ALTER TABLE apart.tag OWNER TO %I', pg_get_userbyid(c.relowner))
        FROM pg_class c WHERE c.oid = 'apart.person'::regclass); END $$;
      GRANT SELECT ON apart.tag TO PUBLIC;
      ALTER TABLE apart.tag ENABLE ROW LEVEL SECURITY;
      CREATE POLICY reeve_copies ON apart.tag TO reeve_writer_shapes USING (TRUE) WITH CHECK (TRUE);
      INSERT INTO whole.account(id, login, has_profile, tags) VALUES
        (-1, 'hidden', FALSE, '{a,b}'), (1, 'seen', FALSE, '{b,b,c}'), (2, 'none', FALSE, '{}');
      """
    let fixture = try await ShapeFixture(.split, mapping: mapping)
    try await fixture.database.executeScript(tables)
    let unlike = Migrator(
      connection: fixture.database,
      mapping: try CopyMapping(file: ManifestFile(name: "p.yaml", bytes: Array(plain.utf8))),
      report: { _ in }
    )
    let findings = try await unlike.plan().findings.map(\.description)
    #expect(
      findings.contains { $0.contains("column tags is text[], and a list is") },
      "\(findings)"
    )

    #expect(try await fixture.migrator.run().copied == 3)
    #expect(try await fixture.migrator.verify().differing == 0)
    let seen = "SELECT login || tags::text FROM whole.account ORDER BY id"
    let words =
      "SELECT string_agg(person_id || word, ' ' ORDER BY person_id, number) FROM apart.tag"
    func texts(_ connection: Connection, _ sql: String) async throws -> [String] {
      try await connection.query(sql).map { try $0.get(0) }
    }
    let before = try await texts(fixture.app, seen)
    #expect(before == ["seen{b,b,c}", "none{}"])
    _ = try await fixture.migrator.swap(isBack: false)
    #expect(try await texts(fixture.app, seen) == before)
    #expect(try await texts(fixture.database, words) == ["-1a -1b 1b 1b 1c"])
    try await fixture.app.execute("UPDATE whole.account SET tags = '{n}' WHERE id IN (-1, 2)")
    try await fixture.app.execute("DELETE FROM whole.account WHERE tags = '{a,b}'")
    await #expect(throws: PostgresError.self) {
      try await fixture.app.execute(
        "INSERT INTO whole.account(id, login, has_profile, tags) VALUES (-2, 'x', FALSE, '{x}')"
      )
    }
    // The child rows have policies of their own, and none is for the app.
    #expect(try await texts(fixture.app, "SELECT word FROM apart.tag") == [])
    #expect(try await texts(fixture.database, words) == ["-1a -1b 1b 1b 1c 2n"])
    _ = try await fixture.migrator.swap(isBack: true)
    #expect(try await texts(fixture.app, seen) == ["seen{b,b,c}", "none{n}"])
    #expect(try await fixture.migrator.verify().differing == 0)
    await fixture.end()
  }

  @Test func `values that the other side has no place for wait in quarantine`() async throws {
    let fixture = try await ShapeFixture(.split)
    try await fixture.app.executeScript(
      """
      INSERT INTO whole.account(id, login, has_profile, items) VALUES
        (1, 'a', FALSE, '[{"number": 2, "note": "x", "price": 1.00}]'), (2, 'b', TRUE, '[]'),
        (3, 'order', FALSE, '[{"number": 2, "note": "x"}, {"number": 1, "note": "x"}]'),
        (4, 'member', FALSE, '[{"number": 1, "note": "x", "more": 1}]'),
        (5, 'twice', FALSE, '[{"number": 1, "note": "x"}, {"number": 1, "note": "x"}]'),
        (6, 'null', FALSE, '[{"number": 1, "note": "x", "price": null}]'),
        (7, 'digits', FALSE, '[{"number": 1, "note": "x", "price": 1.005}]'),
        (8, 'type', FALSE, '[{"number": "1", "note": "x"}]'),
        (9, 'scalar', FALSE, '[7]'), (10, 'less', FALSE, '[{"number": 1}]');
      INSERT INTO whole.account(id, login, has_profile, bio) VALUES (11, 'bio', FALSE, 'lost');
      """
    )
    let plan = try await fixture.migrator.plan()
    #expect(plan.findings.isEmpty, "\(plan.findings)")
    let status = try await fixture.migrator.run()
    let rejected = try await fixture.migrator.rejected(of: status, limit: 20)
    #expect(rejected.count == 9, "\(rejected)")
    #expect(rejected.contains { $0.contains("1 of its columns have a value") }, "\(rejected)")
    #expect(rejected.contains { $0.contains("the rows of items cannot hold") }, "\(rejected)")
    #expect(try await fixture.number("SELECT count(*) FROM apart.person") == 2)
    await #expect(throws: Failure.self) {
      try await fixture.migrator.swap(isBack: false, terms: .init(isVerified: false))
    }
    try await fixture.app.execute("DELETE FROM whole.account WHERE id > 2")
    #expect(try await fixture.migrator.run().rejected == 0)
    #expect(try await fixture.migrator.verify().differing == 0)
    #expect(try await fixture.migrator.swap(isBack: false) != nil)
    // Through the old name it is the program's error.
    for items in [#"[{"number": 1, "note": "x", "more": 1}]"#, "[7]", #"[{"number": 1}]"#] {
      await #expect(throws: PostgresError.self) {
        try await fixture.app.execute(
          "UPDATE whole.account SET items = $1::jsonb WHERE id = 1",
          [items]
        )
      }
    }
    await #expect(throws: PostgresError.self) {
      try await fixture.app.execute("UPDATE whole.account SET bio = 'lost' WHERE id = 1")
    }
    #expect(try await fixture.migrator.verify().differing == 0)
    await fixture.end()
  }

  @Test func `the old names of parts refuse what the tables refused`() async throws {
    let fixture = try await ShapeFixture(.merge)
    try await fixture.app.executeScript(
      """
      INSERT INTO apart.person(id, name) VALUES (1, 'a'), (2, 'b');
      INSERT INTO apart.profile(person_id, bio) VALUES (1, 'x');
      INSERT INTO apart.item(person_id, number, note) VALUES (1, 1, 'x'), (1, 2, 'y');
      """
    )
    let statements = [
      "INSERT INTO apart.profile(person_id) VALUES (1)",
      "INSERT INTO apart.profile(person_id) VALUES (9)",
      "UPDATE apart.profile SET loud = 'x' WHERE person_id = 1",
      "INSERT INTO apart.item(person_id, number, note) VALUES (1, 2, 'z')",
      "INSERT INTO apart.item(person_id, number, note) VALUES (9, 2, 'z')",
      "UPDATE apart.item SET number = 2 WHERE person_id = 1 AND number = 1",
      "DELETE FROM apart.item WHERE person_id = 1 AND number = 7 RETURNING number",
      "DELETE FROM apart.profile WHERE person_id = 2 RETURNING person_id",
      "UPDATE apart.item SET number = 9 WHERE person_id = 1 AND number = 2 RETURNING number",
      "UPDATE apart.profile SET bio = bio || '!' RETURNING person_id",
    ]
    /// What the app is told, by the tables and by the views that bear their names then.
    func writes() async throws -> [String] {
      var said: [String] = []
      for statement in statements {
        do {
          try await fixture.app.withTransaction { transaction in
            let rows = try await transaction.query(statement)
            said.append(try rows.map { try "\($0.get(0, as: Int.self))" }.joined(separator: " "))
            throw CancellationError()
          }
        } catch let error as PostgresError {
          said.append(error.sqlState.map { "\($0)" } ?? "?")
        } catch is CancellationError {
          // Rolled back, so that it can be done again.
        }
      }
      return said
    }
    let before = try await writes()
    #expect(before.suffix(4) == ["", "", "9", "1"], "\(before)")
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.swap(isBack: false, terms: .init(isVerified: false))
    #expect(try await writes() == before)
    // A row of a list stays with its unit.
    let error = await #expect(throws: PostgresError.self) {
      try await fixture.app.execute("UPDATE apart.item SET person_id = 2 WHERE number = 1")
    }
    #expect(error?.sqlState == SQLState("0A000"))
    _ = try await fixture.migrator.swap(isBack: true)
    #expect(try await writes() == before)
    await fixture.end()
  }

  @Test func `what only the new table has stays when the old name writes`() async throws {
    let fixture = try await ShapeFixture(.rename)
    try await fixture.app.executeScript(
      """
      INSERT INTO apart.person(id, name) VALUES (1, 'a');
      INSERT INTO apart.profile(person_id, bio) VALUES (1, 'x');
      INSERT INTO apart.item(person_id, number, note) VALUES (1, 1, 'x'), (1, 2, 'y');
      """
    )
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.swap(isBack: false, terms: .init(isVerified: false))
    try await fixture.database.execute("UPDATE pieces.about SET extra = 9")
    let ids = "SELECT string_agg(thing_id::text, ' ' ORDER BY number) FROM pieces.thing"
    let before: String = try await fixture.database.query(ids)[0].get(0)
    try await fixture.app.executeScript(
      """
      UPDATE apart.profile SET bio = 'new';
      UPDATE apart.item SET note = 'new' WHERE number = 2;
      UPDATE apart.person SET id = 5;
      """
    )
    #expect(try await fixture.number("SELECT extra FROM pieces.about WHERE text = 'new'") == 9)
    let after: String = try await fixture.database.query(ids)[0].get(0)
    #expect(after == before)
    #expect(try await fixture.number("SELECT count(*) FROM pieces.thing WHERE main_id = 5") == 2)
    await fixture.end()
  }

  @Test(arguments: [
    ("UPDATE apart.profile SET bio = bio || '!'", SQLState.serializationFailure, "new"),
    ("UPDATE apart.profile SET seen = '2021-01-01'", nil, "new"),
    ("UPDATE apart.item SET note = 'theirs'", SQLState.serializationFailure, "new"),
  ])
  func `a change by the old name loses none that is made in the new tables meanwhile`(
    _ statement: String,
    _ state: SQLState?,
    _ text: String
  ) async throws {
    let fixture = try await ShapeFixture(.rename)
    try await fixture.app.executeScript(
      """
      INSERT INTO apart.person(id, name) VALUES (1, 'a');
      INSERT INTO apart.profile(person_id, bio) VALUES (1, 'x');
      INSERT INTO apart.item(person_id, number, note) VALUES (1, 1, 'x'), (1, 2, 'y');
      """
    )
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.swap(isBack: false, terms: .init(isVerified: false))
    let other = try await TestDatabase.current.connect()
    let said = try await withThrowingTaskGroup(of: SQLState?.self) { group in
      try await other.withTransaction { transaction in
        try await transaction.execute("UPDATE pieces.about SET text = $1", [text])
        try await transaction.execute(
          "INSERT INTO pieces.thing VALUES (DEFAULT, 3, 1, NULL, 'z', 1)"
        )
        group.addTask {
          do {
            try await fixture.app.execute(statement)
            return nil
          } catch let error as PostgresError {
            return error.sqlState
          }
        }
        try await fixture.database.wait(
          until: "SELECT cardinality(pg_blocking_pids($1)) > 0",
          [fixture.app.backendPID]
        )
      }
      return try await group.next() ?? nil
    }
    #expect(said == state)
    #expect(try await fixture.number("SELECT count(*) FROM pieces.about WHERE text = 'new'") == 1)
    #expect(try await fixture.number("SELECT count(*) FROM pieces.thing WHERE note = 'z'") == 1)
    #expect(try await fixture.migrator.run().rejected == 0)
    #expect(try await fixture.migrator.verify().differing == 0)
    await other.close()
    await fixture.end()
  }

  @Test func `nobody can borrow the routines that write behind the old names`() async throws {
    let fixture = try await ShapeFixture(.rename)
    try await fixture.app.execute("INSERT INTO apart.person(id, name) VALUES (1, 'a')")
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.swap(isBack: false, terms: .init(isVerified: false))
    let routines: [String] = try await fixture.database.query(
      "SELECT p.oid::regproc::text FROM pg_proc p WHERE proname ~ '^reeve_(write|put|part)_'"
    ).map { try $0.get(0) }
    #expect(routines.count == 4, "\(routines)")
    let stranger = try await TestDatabase.current.connect(
      user: TestDatabase.current.login("stranger")
    )
    try await fixture.database.execute("GRANT USAGE ON SCHEMA apart TO PUBLIC")
    try await stranger.execute("CREATE TEMP VIEW mine AS SELECT 1::bigint AS id, 'x'::text AS name")
    for routine in routines {
      let error = await #expect(throws: PostgresError.self) {
        try await stranger.execute(
          """
          CREATE TRIGGER mine INSTEAD OF INSERT ON mine FOR EACH ROW EXECUTE FUNCTION \(routine)()
          """
        )
      }
      #expect(error?.sqlState == SQLState("42501"))
    }
    await stranger.close()
    await fixture.end()
  }

  @Test func `a part that is truncated ends the copy, and abandoning empties all targets`()
    async throws
  {
    let fixture = try await ShapeFixture(.rename)
    try await fixture.app.executeScript(
      """
      INSERT INTO apart.person(id, name) VALUES (1, 'a');
      INSERT INTO apart.item(person_id, number, note) VALUES (1, 1, 'x');
      """
    )
    _ = try await fixture.migrator.run()
    for statement in ["DELETE FROM pieces.thing", "TRUNCATE pieces.about"] {
      await #expect(throws: PostgresError.self) { try await fixture.database.execute(statement) }
    }
    try await fixture.database.execute("TRUNCATE apart.item")
    #expect(try await fixture.migrator.run().broken != nil)
    try await fixture.migrator.finish(isAbandoned: true)
    #expect(
      try await fixture.number(
        """
        SELECT (SELECT count(*) FROM pieces.main) + (SELECT count(*) FROM pieces.thing)
          + (SELECT count(*) FROM pg_proc WHERE proname ~ '^follow_')
          + (SELECT count(*) FROM pg_trigger WHERE tgname ~ '^reeve_(follow|closed)')
        """
      ) == 0
    )
    await fixture.end()
  }

  @Test func `after finish the old names continue, wherever the tables are moved`() async throws {
    let fixture = try await ShapeFixture(.rename)
    try await fixture.app.execute("INSERT INTO apart.person(id, name) VALUES (1, 'a')")
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.verify()
    _ = try await fixture.migrator.swap(isBack: false)
    try await fixture.database.execute(
      """
      SELECT * FROM reeve.catalog_apply((SELECT a.manifest || jsonb_build_object('collections',
        jsonb_build_object('person', jsonb_build_object('schema', 'pieces', 'table', 'main',
        'key', '["id"]'::jsonb, 'label', 't.title', 'show', '["id"]'::jsonb)))
        FROM reeve.app a WHERE a.app = 'shapes'))
      """
    )
    try await fixture.migrator.finish(isAbandoned: false)
    try await fixture.database.executeScript(
      """
      CREATE SCHEMA later;
      GRANT USAGE ON SCHEMA later TO PUBLIC;
      ALTER TABLE pieces.thing SET SCHEMA later;
      ALTER TABLE pieces.about RENAME TO text;
      """
    )
    try await fixture.app.executeScript(
      """
      INSERT INTO apart.profile(person_id, bio) VALUES (1, 'x');
      INSERT INTO apart.item(person_id, number, note) VALUES (1, 1, 'x'), (1, 2, 'y');
      DELETE FROM apart.item WHERE number = 1;
      """
    )
    #expect(try await fixture.number("SELECT count(*) FROM later.thing WHERE note = 'y'") == 1)
    #expect(try await fixture.number("SELECT count(*) FROM pieces.text WHERE text = 'x'") == 1)
    // They need nothing of Reeve any more.
    try await fixture.database.execute("SELECT reeve.catalog_detach('shapes')")
    try await fixture.app.execute("UPDATE apart.profile SET bio = 'z'")
    #expect(try await fixture.number("SELECT count(*) FROM pieces.text WHERE text = 'z'") == 1)
    try await fixture.app.execute("DELETE FROM apart.person")
    #expect(try await fixture.number("SELECT count(*) FROM later.thing") == 0)
    await fixture.end()
  }
}
