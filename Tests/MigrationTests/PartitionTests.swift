import Catalog
import LiveCopy
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Copies of partitioned tables: what goes into their partitions, past the table.
@Suite(.freshDatabase)
struct PartitionTests {
  @Test func `partitions of what follows refuse writes, whenever they came`() async throws {
    let fixture = try await Self.fixture()
    _ = try await fixture.migrator.run()
    try await fixture.boss.execute(
      "CREATE TABLE mg2.later PARTITION OF mg2.thing FOR VALUES FROM (2000) TO (3000)"
    )
    try await expectClosed(fixture, ["mg2.first", "mg2.later", "mg2.rest"], "id")
    _ = try await fixture.migrator.run()
    #expect(try await fixture.refusal("TRUNCATE mg2.later")?.contains("follows another") == true)
    _ = try await fixture.migrator.swap(isBack: false, terms: .init(isVerified: false))
    try await fixture.boss.executeScript(
      """
      DO $$ BEGIN EXECUTE (SELECT format('CREATE TABLE mg.added PARTITION OF %s FOR VALUES FROM (5000) '
        'TO (6000)', c.oid::regclass) FROM pg_class c WHERE c.relname ~ '^item_before_'); END $$
      """
    )
    try await expectClosed(fixture, ["mg.first", "mg.second", "mg.second_a", "mg.added"], "id")
    for table in ["mg.first", "mg.second", "mg.second_a"] {
      #expect(try await fixture.refusal("TRUNCATE \(table)")?.contains("follows another") == true)
    }
    // The live ones take them, and the other follows.
    #expect(try await fixture.refusal("INSERT INTO mg2.first VALUES (502, 'new')") == nil)
    #expect(try await fixture.refusal("INSERT INTO mg.item VALUES (1502, 'old')") == nil)
    _ = try await fixture.migrator.run()
    #expect(try await fixture.migrator.verify().differing == 0)
    _ = try await fixture.migrator.swap(isBack: true)
    #expect(try await fixture.refusal("INSERT INTO mg.second VALUES (1503, 'x')") == nil)
    #expect(try await fixture.refusal("TRUNCATE mg.added") == nil)
    try await expectClosed(fixture, ["mg2.first", "mg2.later"], "id")
    try await fixture.migrator.finish(isAbandoned: true)
    #expect(try await fixture.refusal("INSERT INTO mg2.later VALUES (2500, 'x')") == nil)
    await fixture.end()
  }

  @Test(arguments: [
    "CREATE TABLE mg.n PARTITION OF mg.item FOR VALUES FROM (5000) TO (6000); INSERT INTO mg.n VALUES (5001, 'n')",
    """
    CREATE TABLE mg.n(LIKE mg.item INCLUDING ALL); INSERT INTO mg.n VALUES (5001, 'n'), (5002, 'm');
    ALTER TABLE mg.item ATTACH PARTITION mg.n FOR VALUES FROM (5000) TO (6000)
    """,
    "ALTER TABLE mg.item DETACH PARTITION mg.first; TRUNCATE mg.first; INSERT INTO mg.first VALUES (7, 'z')",
    "ALTER TABLE mg.second DETACH PARTITION mg.second_a",
    "DROP TABLE mg.second",
    "TRUNCATE mg.first; INSERT INTO mg.first VALUES (7, 'again')",
    "BEGIN; DELETE FROM mg.first; TRUNCATE mg.second_a; INSERT INTO mg.first VALUES (7, 'x'); COMMIT",
    "UPDATE mg.second_a SET name = name || '.'; DELETE FROM mg.second_b WHERE id % 3 = 0",
  ])
  func `the target has what partitions of the source gain and lose`(statement: String) async throws
  {
    let fixture = try await Self.fixture()
    _ = try await fixture.migrator.run()
    #expect(try await fixture.migrator.verify().differing == 0)
    #expect(try await fixture.refusal(statement) == nil)
    #expect(try await fixture.migrator.swap(isBack: false) != nil)
    let unlike = try await fixture.database.query(
      """
      SELECT format('%s %s', o.id, n.id) FROM mg2.thing n FULL JOIN (
        SELECT * FROM mg.first WHERE tableoid IN (SELECT inhrelid FROM pg_inherits)
        UNION ALL SELECT * FROM mg.item) o ON o.id = n.id AND o.name = n.title
      WHERE o.id IS NULL OR n.id IS NULL
      """
    )
    #expect(try unlike.map { try $0.get(0, as: String.self) } == [])
    #expect(try await fixture.migrator.verify().differing == 0)
    _ = try await fixture.migrator.swap(isBack: true)
    #expect(try await fixture.migrator.verify().differing == 0)
    await fixture.end()
  }

  @Test func `finish refuses, by key, what only the old table has`() async throws {
    let fixture = try await Self.fixture()
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.swap(isBack: false, terms: .init(isVerified: false))
    try await fixture.database.execute(
      "UPDATE reeve.collection SET is_live = FALSE WHERE app = 'mg'"
    )
    // As nobody can but a superuser.
    try await fixture.database.executeScript(
      """
      SET session_replication_role = replica;
      INSERT INTO mg.first VALUES (777, 'lost');
      SET session_replication_role = origin
      """
    )
    try await fixture.boss.executeScript(
      """
      CREATE TABLE mg.n(LIKE mg.first INCLUDING ALL);
      INSERT INTO mg.n VALUES (5001, 'attached');
      DO $$ BEGIN EXECUTE (SELECT format('ALTER TABLE %s ATTACH PARTITION mg.n FOR VALUES FROM (5000) '
        'TO (6000)', c.oid::regclass) FROM pg_class c WHERE c.relname ~ '^item_before_'); END $$
      """
    )
    _ = try await fixture.migrator.run()
    let failure = await #expect(throws: Failure.self) {
      try await fixture.migrator.finish(isAbandoned: false)
    }
    #expect(try #require(failure).details.sorted() == ["key 5001", "key 777"])
    #expect(try await fixture.migrator.status().phase == "live")
    try await fixture.migrator.finish(isAbandoned: false, isVerified: false)
    await fixture.end()
  }

  @Test func `a table that comes to inherit from the source is refused`() async throws {
    let fixture = try await MoveFixture.numbered("", "", isPlain: true)
    _ = try await fixture.migrator.run()
    #expect(try await fixture.refusal("CREATE TABLE mg.heir() INHERITS (mg.item)") == nil)
    let error = await #expect(throws: PostgresError.self) {
      try await fixture.migrator.swap(isBack: false, terms: .init(isVerified: false))
    }
    #expect(error?.serverError?.message == "mg.heir inherits from a table of the copy item")
    await fixture.end()
  }

  /// A source with partitions of partitions, and a target that is divided in another way; both with
  /// a foreign key and triggers, of which one belongs to a partition alone.
  private static func fixture() async throws -> MoveFixture {
    try await MoveFixture(
      """
      CREATE TABLE mg.kind(id int PRIMARY KEY);
      INSERT INTO mg.kind VALUES (1);
      CREATE TABLE mg.item(id int PRIMARY KEY, name text, kind int DEFAULT 1 REFERENCES mg.kind)
        PARTITION BY RANGE (id);
      CREATE TABLE mg.first PARTITION OF mg.item FOR VALUES FROM (0) TO (1000);
      CREATE TABLE mg.second PARTITION OF mg.item FOR VALUES FROM (1000) TO (2000)
        PARTITION BY RANGE (id);
      CREATE TABLE mg.second_a PARTITION OF mg.second FOR VALUES FROM (1000) TO (1500);
      CREATE TABLE mg.second_b PARTITION OF mg.second FOR VALUES FROM (1500) TO (2000);
      CREATE TABLE mg2.thing(id int PRIMARY KEY, title text, kind int DEFAULT 1 REFERENCES mg.kind)
        PARTITION BY RANGE (id);
      CREATE TABLE mg2.first PARTITION OF mg2.thing FOR VALUES FROM (0) TO (1200);
      CREATE TABLE mg2.rest PARTITION OF mg2.thing DEFAULT;
      CREATE FUNCTION mg2.refuse() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION ''the trigger of a partition ran for a copied row''; END';
      CREATE TRIGGER refuse BEFORE INSERT ON mg2.rest FOR EACH ROW WHEN (NEW.title ~ '^item')
        EXECUTE FUNCTION mg2.refuse();
      INSERT INTO mg.item(id, name) SELECT n, 'item ' || n FROM generate_series(1, 1800, 10) n
      """,
      columns: ["id: {from: id}", "title: {from: name}", "kind: {from: kind}"]
    )
  }

  /// Every kind of write is refused.
  private func expectClosed(
    _ fixture: MoveFixture,
    _ tables: [String],
    _ key: String
  ) async throws {
    for table in tables {
      let numbers = [
        "mg.second_a": 1001, "mg.second": 1001, "mg.added": 5001, "mg2.later": 2001,
        "mg2.rest": 9000,
      ]
      for statement in [
        "INSERT INTO \(table)(\(key)) VALUES (\(numbers[table] ?? 5))",
        "UPDATE \(table) SET \(key) = \(key)", "DELETE FROM \(table)",
      ] {
        let message = try await fixture.refusal(statement)
        // Where there are no rows, nothing is lost.
        if message == nil, !statement.hasPrefix("INSERT") {
          let rows = try await fixture.database.query("SELECT count(*)::int FROM \(table)")
          #expect(try rows[0].get(0, as: Int.self) == 0, "\(statement)")
        } else {
          #expect(
            message?.contains("follows another table") == true,
            "\(statement): \(message as Any)"
          )
        }
      }
    }
  }
}
