import Catalog
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// Copies of tables of 1,600 columns, PostgreSQL's limit.
@Suite(.freshDatabase, .blocking)
struct WideCopyTests {
  /// Columns after `id` and `name`: of every eight four are renamed, three computed, and one exists
  /// on one side only; a few of the source are generated from that before them.
  private static let numbers = 1...1598

  private static func columns(_ prefix: String) -> String {
    numbers.map { number in
      let type = ["bool", "bool", "int2", "text", "int2", "bool", "text", "int2"][number % 8]
      let isGenerated = prefix == "c" && number % 200 == 0
      return "\(prefix)\(number) \(type)"
        + (isGenerated ? " GENERATED ALWAYS AS (c\(number - 1) > 5) STORED" : "")
    }.joined(separator: ", ")
  }

  private static let mapped = numbers.compactMap { number -> String? in
    switch number % 8 {
    case 1: "d\(number): {from: c\(number), up: NOT $v, down: NOT $v}"
    case 3: #"d\#(number): {from: c\#(number), up: $v || '.', down: "left($v, -1)"}"#
    case 6: nil
    case 7: "d\(number): {from: c\(number), up: $v * 2, down: $v / 2}"
    default: "d\(number): {from: c\(number)}"
    }
  }

  /// Makes the tables, with 20 rows.
  private func fixture(server: String? = nil) async throws -> MoveFixture {
    let filled = Self.numbers.filter { $0 % 200 != 0 }
    let values = filled.map { ["NULL", "n % 2 = 0", "n", "''", "n", "NULL", "NULL", "n"][$0 % 8] }
    return try await MoveFixture(
      """
      CREATE TABLE mg.item(id int PRIMARY KEY, name text, \(Self.columns("c")));
      CREATE TABLE mg2.thing(id int PRIMARY KEY, title text, \(Self.columns("d")));
      INSERT INTO mg.item(id, name, \(filled.map { "c\($0)" }.joined(separator: ", ")))
      SELECT n, 'item ' || n, \(values.joined(separator: ", ")) FROM generate_series(1, 20) n
      """,
      columns: ["id: {from: id}", "title: {from: name}"] + Self.mapped,
      drop: Self.numbers.filter { $0 % 8 == 6 }.map { "c\($0)" },
      server: server
    )
  }

  private func write(_ fixture: MoveFixture, _ number: Int) async throws {
    try await fixture.app.execute("UPDATE mg.item SET c199 = \(number), c1597 = NULL WHERE id = 3")
    try await fixture.app.execute("DELETE FROM mg.item WHERE id = \(number)")
    try await fixture.app.execute("INSERT INTO mg.item(id, name) VALUES (\(100 + number), 'new')")
  }

  @Test func `a table of 1,600 columns moves, comes back, and moves for good`() async throws {
    let fixture = try await fixture()
    let migrator = fixture.migrator
    let plan = try await migrator.plan()
    #expect(plan.findings == [])
    #expect(plan.lines.count { $0.part == "lossy" } == 200)
    #expect(plan.lines.count { $0.part == "new" } == 200)
    _ = try await migrator.run()
    try await write(fixture, 7)
    _ = try await migrator.run()
    #expect(try await migrator.verify() == .init(rows: 20))
    _ = try await migrator.swap(isBack: false)
    try await write(fixture, 8)
    let moved = try await fixture.boss.query(
      "SELECT d199, (SELECT c200::int FROM mg.item WHERE id = 3) FROM mg2.thing WHERE id = 3"
    )[0]
    #expect(try moved.get(0, as: Int.self) == 16)
    #expect(try moved.get(1, as: Int.self) == 1)
    #expect(try await migrator.verify() == .init(rows: 20))
    _ = try await migrator.swap(isBack: true)
    try await write(fixture, 9)
    #expect(try await fixture.boss.query("SELECT FROM mg.item WHERE c199 = 9 AND c200").count == 1)
    #expect(try await migrator.verify() == .init(rows: 20))
    _ = try await migrator.swap(isBack: false)
    try await fixture.database.execute(
      """
      SELECT * FROM reeve.catalog_apply((SELECT a.manifest || jsonb_build_object(
        'collections', jsonb_build_object('item', jsonb_build_object('schema', 'mg2', 'table',
        'thing', 'key', '["id"]'::jsonb, 'label', 't.title', 'show', '["title"]'::jsonb)))
        FROM reeve.app a WHERE a.app = 'mg'))
      """
    )
    try await migrator.finish(isAbandoned: false)
    await fixture.end()
  }

  @Test func `a table of 1,600 columns moves to another database`() async throws {
    let name = "\(try TestDatabase.current.name)_there"
    let mover = try await TestDatabase.current.login("mover")
    _ = try await server.withAdministrator { try await $0.execute(#"CREATE DATABASE "\#(name)""#) }
    let fixture = try await fixture(server: server.conninfo(database: name, user: mover))
    let there = try await Connection.connect(
      server.conninfo(database: name),
      applicationName: "reeve test"
    )
    try await there.executeScript(
      """
      CREATE SCHEMA mg2;
      CREATE TABLE mg2.thing(id int PRIMARY KEY, title text, \(Self.columns("d")));
      CREATE SCHEMA reeve_copy AUTHORIZATION "\(mover)";
      GRANT USAGE ON SCHEMA mg2 TO "\(mover)";
      GRANT SELECT, INSERT, UPDATE, DELETE ON mg2.thing TO "\(mover)";
      """
    )
    let remote = try #require(RemoteMigrator(fixture.migrator))
    #expect(try await remote.plan().findings == [])
    try await remote.run()
    try await write(fixture, 7)
    // Transactions of other tests hold changes back.
    let deadline = ContinuousClock.now + patience
    while try await remote.run().backlog > 0, ContinuousClock.now < deadline {}
    #expect(try await remote.verify() == .init(rows: 20))
    #expect(try await remote.cutover() != nil)
    let moved = try await there.query("SELECT d199, d200::int FROM mg2.thing WHERE id = 3")[0]
    #expect(try moved.get(0, as: Int.self) == 14)
    #expect(try moved.get(1, as: Int.self) == 1)
    try await remote.finish(isAbandoned: false)
    await there.close()
    await fixture.end()
    _ = try await server.withAdministrator {
      try await $0.execute(#"DROP DATABASE "\#(name)" WITH (FORCE)"#)
    }
  }
}
