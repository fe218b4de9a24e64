import Catalog
import Outcome
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// The way back from another database after a cutover.
@Suite(.freshDatabase)
struct RemoteBackTests {
  /// A copy whose target is live, with a way back.
  private func live(_ rows: ClosedRange<Int> = 1...200) async throws -> RemoteFixture {
    let fixture = try await RemoteFixture()
    try await fixture.allowTriggers()
    try await fixture.near.add(rows)
    try await fixture.catchUp()
    #expect(try await fixture.remote.cutover(isVerified: false) != nil)
    return fixture
  }

  @Test func `whatever is written at the target comes back, and can go there again`() async throws {
    let fixture = try await live(1...2500)
    try await fixture.there.executeScript(
      #"""
      INSERT INTO things2.item(owner, number, title, cents, extra)
      SELECT md5(n::text)::uuid, 50000 + n, E'new\t\\' || n, n, '{"a": [1.50]}' FROM generate_series(1, 50) n;
      UPDATE things2.item SET cents = cents + 1 WHERE number % 10 = 1;
      UPDATE things2.item SET number = number + 100000 WHERE number % 10 = 2;
      UPDATE things2.item SET title = CASE number WHEN 3 THEN 'thing 4' ELSE 'thing 3' END || '!'
      WHERE number IN (3, 4);
      DELETE FROM things2.item WHERE number % 10 = 5;
      """#
    )
    #expect(try await fixture.remote.run().phase == "live")
    try await fixture.expectEqual()
    try await fixture.there.executeScript(
      """
      BEGIN;
      UPDATE things2.item SET title = 'x' WHERE number = 6;
      UPDATE things2.item SET title = 'thing 6' WHERE number = 7;
      UPDATE things2.item SET title = 'thing 7' WHERE number = 6;
      COMMIT;
      DELETE FROM things2.item WHERE number = 8;
      """
    )
    _ = try await fixture.remote.goBack()
    try await fixture.expectEqual()
    #expect(try await fixture.remote.status().phase == "following")
    let refused = await #expect(throws: PostgresError.self) {
      try await fixture.there.execute("DELETE FROM things2.item")
    }
    #expect(try #require(refused?.serverError).message.contains("has moved back"))
    try await fixture.near.add(3000...3100)
    try await fixture.near.app.execute(
      #"UPDATE "Old Things"."Thing""s" SET amount = 7 WHERE "Nr" < 100"#
    )
    try await fixture.catchUp()
    #expect(try await fixture.remote.verify().differing == 0)
    try await fixture.expectEqual()
    #expect(try await fixture.remote.cutover() != nil)
    try await fixture.there.execute("UPDATE things2.item SET cents = 8 WHERE number < 50")
    try await fixture.remote.finish(isAbandoned: false)
    #expect(try await fixture.leftThere() == 0)
    #expect(
      try await fixture.near.number(
        #"SELECT count(*) FROM pg_class WHERE relname ~ '^reeve_back_'"#
      ) == 0
    )
    try await fixture.end()
  }

  @Test func `a target that was emptied empties the source`() async throws {
    let fixture = try await live(1...2500)
    try await fixture.there.executeScript(
      """
      TRUNCATE things2.item;
      INSERT INTO things2.item(owner, number, title, cents) SELECT md5('x')::uuid, n, n, 1
      FROM generate_series(2400, 2600) n;
      """
    )
    try await fixture.remote.run()
    try await fixture.expectEqual()
    _ = try await fixture.remote.goBack()
    #expect(try await fixture.near.rows(inTarget: false).count == 201)
    try await fixture.expectEqual()
    try await fixture.end()
  }

  @Test func `writers of the target lose nothing while the source goes live`() async throws {
    let fixture = try await live()
    let name = fixture.name
    let written = try await withThrowingTaskGroup(of: Int.self) { group in
      for writer in 1...3 {
        group.addTask {
          try await Connection.connect(try server.conninfo(database: name)).use { app in
            // One reads before it is closed and writes after, by what it saw.
            let level = writer == 1 ? "REPEATABLE READ" : "READ COMMITTED"
            for number in 1... {
              do {
                try await app.executeScript(
                  """
                  BEGIN ISOLATION LEVEL \(level);
                  SELECT count(*) FROM things2.item;
                  INSERT INTO things2.item(owner, number, title)
                  VALUES (md5('')::uuid, \(writer * 100_000 + number), 'w\(writer) \(number)');
                  COMMIT;
                  """
                )
              } catch let error as PostgresError where error.serverError?.sqlState.code == "55000" {
                return number - 1
              }
            }
            return 0
          }
        }
      }
      try await fixture.there.wait(
        until: "SELECT count(*) > 30 FROM things2.item WHERE number > 100000"
      )
      _ = try await fixture.remote.goBack()
      return try await group.reduce(0, +)
    }
    #expect(written > 30)
    #expect(
      try await fixture.near.number(
        #"SELECT count(*) FROM "Old Things"."Thing""s" WHERE "Nr" > 100000"#
      ) == written
    )
    try await fixture.expectEqual()
    try await fixture.end()
  }

  @Test func `a rollback that was killed is continued, or taken back by a cutover`() async throws {
    let fixture = try await live()
    let id = try await fixture.remote.status().id
    let returning = "SELECT reeve.remote_returning(\(id))"
    // Before the target is closed.
    try await fixture.near.database.execute(returning)
    #expect(try await fixture.takers() == ["target"])
    #expect(try await fixture.remote.cutover() == nil)
    #expect(try await fixture.takers() == ["target"])
    // Once it is.
    let round: Int = try await fixture.near.database.query(returning)[0].get(0)
    try await fixture.remote.withWork { work in
      try await work.shut(#require(try await work.wayBack()), round: round, LockPatience())
    }
    #expect(try await fixture.takers() == [])
    #expect(try await fixture.remote.cutover() == nil)
    #expect(try await fixture.takers() == ["target"])
    // What was taken back cannot open the source, nor close what another rollback opens.
    try await fixture.there.execute("UPDATE things2.item SET cents = 5 WHERE number = 5")
    let next: Int = try await fixture.near.database.query(returning)[0].get(0)
    #expect(next == round + 1)
    await #expect(throws: PostgresError.self) {
      try await fixture.near.database.execute("SELECT reeve.remote_return(\(id), \(round), '{}')")
    }
    try await fixture.remote.withWork { work in
      let back = try #require(try await work.wayBack())
      try await work.shut(back, round: next, LockPatience())
      try await work.unshut(back, round: round)
      #expect(try await fixture.takers() == [])
      let numbers = try await work.bringRest(back, until: .now + patience)
      try await fixture.near.database.execute(
        "SELECT reeve.remote_return($1, $2, $3)",
        [id, next, numbers]
      )
    }
    // The target has not learned yet that it follows.
    #expect(try await fixture.takers() == ["source"])
    #expect(try await fixture.remote.run().phase == "following")
    #expect(try await fixture.takers() == ["source"])
    try await fixture.expectEqual()
    try await fixture.near.add(500...600)
    try await fixture.catchUp()
    #expect(try await fixture.remote.verify().differing == 0)
    try await fixture.remote.finish(isAbandoned: true)
    #expect(try await fixture.leftThere() == 0)
    try await fixture.end()
  }

  @Test func `changes come again where the source was committed and the target was not`()
    async throws
  {
    let fixture = try await live()
    try await fixture.there.execute("UPDATE things2.item SET cents = 5 WHERE number < 50")
    // The session dies at the last moment there.
    try await fixture.there.executeScript(
      """
      CREATE FUNCTION public.die() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER die AFTER DELETE ON reeve_copy.change
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.die();
      """
    )
    await #expect(throws: (any Error).self) { try await fixture.remote.run() }
    try await fixture.expectEqual()
    #expect(try await fixture.noted() == 49)
    try await fixture.there.executeScript(
      """
      DROP TRIGGER die ON reeve_copy.change;
      UPDATE things2.item SET cents = 6 WHERE number < 20;
      """
    )
    try await fixture.another().run()
    #expect(try await fixture.noted() == 0)
    try await fixture.expectEqual()
    try await fixture.end()
  }

  @Test func `rows that the source refuses keep the target live until they fit`() async throws {
    let fixture = try await live()
    try await fixture.there.execute(
      "INSERT INTO things2.item(owner, number, title) VALUES (md5('x')::uuid, 99999999999, 'far')"
    )
    #expect(try await fixture.remote.run().rejected == 1)
    let failure = await #expect(throws: Failure.self) { try await fixture.remote.goBack() }
    #expect(failure?.message.contains("1 rows are in quarantine") == true)
    // One that comes while it is closed is found as well.
    let id = try await fixture.remote.status().id
    let round: Int = try await fixture.near.database.query(
      "SELECT reeve.remote_returning(\(id))"
    )[0].get(0)
    await #expect(throws: PostgresError.self) {
      try await fixture.near.database.execute("SELECT reeve.remote_return(\(id), \(round), '{}')")
    }
    #expect(try await fixture.remote.cutover() == nil)
    try await fixture.there.execute("UPDATE things2.item SET number = 999 WHERE title = 'far'")
    _ = try await fixture.remote.goBack()
    try await fixture.expectEqual()
    try await fixture.end()
  }

  @Test func `forged changes only have rows read again, and missing triggers are found`()
    async throws
  {
    let fixture = try await live()
    let expected = try await fixture.rows()
    try await fixture.there.execute(
      #"""
      INSERT INTO reeve_copy.change(token, key)
      SELECT c.token, k FROM reeve_copy.copy c, unnest(ARRAY['', 'x', '[]', '[1]', '{}', '[1, 2, 3]',
        '["1", "x"]', '[" 1 ", "c4ca4238a0b923820dcc509a6f75849b"]', '[7, null]',
        '[99999999999999999999, "c4ca4238a0b923820dcc509a6f75849b"]', '1; DROP TABLE x']) k
      """#
    )
    try await fixture.there.execute(
      #"""
      INSERT INTO reeve_copy.change(token, key)
      SELECT c.token, format('["0%s", "%s"]', i.number, upper(i.owner::text))
      FROM reeve_copy.copy c, things2.item i
      """#
    )
    #expect(try await fixture.remote.run().rejected == 0)
    #expect(try await fixture.noted() == 0)
    #expect(try await fixture.rows() == expected)
    try await fixture.expectEqual()
    try await fixture.there.execute("ALTER TABLE things2.item DISABLE TRIGGER reeve_note")
    let failure = await #expect(throws: Failure.self) { try await fixture.remote.goBack() }
    #expect(failure?.message.contains("gone or disabled") == true)
    #expect(try await fixture.takers() == ["target"])
    try await fixture.remote.finish(isAbandoned: false)
    try await fixture.end()
  }

  @Test func `a source whose target is gone for good goes live with what has come back`()
    async throws
  {
    let fixture = try await live()
    try await fixture.there.execute("UPDATE things2.item SET cents = 5 WHERE number = 5")
    try await fixture.remote.run()
    try await fixture.there.execute("DROP SCHEMA reeve_copy CASCADE")
    await #expect(throws: (any Error).self) { try await fixture.remote.goBack() }
    #expect(
      try await fixture.remote.rollBack(Migrator.Terms(), isLost: true, locks: LockPatience()).line
        == "the source is live, with what had come back"
    )
    #expect(
      try await fixture.near.number(
        #"SELECT (amount * 100)::int FROM "Old Things"."Thing""s" WHERE "Nr" = 5"#
      ) == 5
    )
    try await fixture.remote.finish(isAbandoned: true, isLost: true)
    try await fixture.near.add(500...600)
    try await fixture.end()
  }

  @Test func `two rollbacks at once are one`() async throws {
    let fixture = try await live()
    let other = try await fixture.another()
    async let first = fixture.remote.goBack()
    async let second = other.goBack()
    let outcomes = [try? await first, try? await second]
    #expect(outcomes.contains { $0 != nil })
    #expect(try await fixture.takers() == ["source"])
    #expect(try await fixture.remote.run().phase == "following")
    try await fixture.expectEqual()
    try await fixture.end()
  }

  @Test(arguments: 0..<3)
  func `back and forth, and whatever dies: one side takes writes at most, and nothing is lost`(
    _ run: Int
  ) async throws {
    let fixture = try await live(1...100)
    try await fixture.makeFates(isTargetLive: true)
    var random = SeededGenerator.forThisTest()
    var model = Dictionary(uniqueKeysWithValues: (1...100).map { ($0, $0 * 25) })
    var next = 1000
    var deaths = 0
    var sides: Set<String> = []
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        next += 1
        let number =
          Bool.random(using: &random)
          ? next : model.keys.sorted().randomElement(using: &random) ?? 1
        let cents = Bool.random(using: &random) || model[number] == nil ? next * 25 : nil
        guard let side = try await fixture.write(number, cents: cents) else { continue }
        sides.insert(side)
        model[number] = cents
      }
      let kind = Int.random(in: 0..<4, using: &random)
      let isThere = Bool.random(using: &random)
      try await fixture.meetFate(
        after: Bool.random(using: &random) ? Int.random(in: 1..<12, using: &random) : nil,
        isThere: isThere
      )
      let hasEnded = try await fixture.attempt { remote in
        let phase = try await remote.status().phase
        switch (kind, phase) {
        case (0, "following"), (0, "closing"): _ = try await remote.cutover(isVerified: false)
        case (1, "closing"): _ = try await remote.reopen()
        case (1, "returning"): _ = try await remote.cutover()
        case (1, "live"), (2, "live"), (2, "returning"): _ = try await remote.goBack()
        default: try await remote.run()
        }
      }
      if !hasEnded { deaths += 1 }
      try await fixture.meetFate(after: nil, isThere: isThere)
      #expect(try await fixture.takers().count <= 1)
    }
    #expect(deaths > 0)
    #expect(sides == ["source", "target"])
    switch try await fixture.remote.status().phase {
    case "closing": _ = try await fixture.remote.reopen()
    case "live", "returning": _ = try await fixture.remote.goBack()
    default: break
    }
    #expect(try await fixture.takers() == ["source"])
    try await fixture.catchUp()
    let verified = try await fixture.remote.verify()
    #expect(verified.differing == 0, "\(verified.examples)")
    try await fixture.expectEqual()
    let rows = try await fixture.there.query("SELECT number::int, cents::int FROM things2.item")
    #expect(
      try Dictionary(uniqueKeysWithValues: rows.map { (try $0.get(0), try $0.get(1)) }) == model
    )
    try await fixture.end()
  }
}

extension RemoteFixture {
  /// Lets the login of the copy create triggers at the target.
  fileprivate func allowTriggers() async throws {
    try await there.execute(#"GRANT TRIGGER ON things2.item TO "\#(mover)""#)
  }

  /// Which sides take writes now.
  fileprivate func takers() async throws -> [String] {
    var sides: [String] = []
    if try await near.app.takes(#"DELETE FROM "Old Things"."Thing""s" WHERE FALSE"#) {
      sides.append("source")
    }
    if try await there.takes("DELETE FROM things2.item WHERE FALSE") { sides.append("target") }
    return sides
  }

  /// Writes a row with this number where writes are taken, or deletes it where `cents` is nil.
  ///
  /// - Returns: Where; nil where no side takes writes.
  fileprivate func write(_ number: Int, cents: Int?) async throws -> String? {
    let owner = "md5((\(number) % 7)::text)::uuid"
    if try await near.app.takes(
      cents.map {
        #"""
        INSERT INTO "Old Things"."Thing""s"("The Owner", "Nr", "Name", amount)
        VALUES (\#(owner), \#(number), 'thing \#(number)', \#($0) / 100.0)
        ON CONFLICT ("The Owner", "Nr") DO UPDATE SET amount = EXCLUDED.amount
        """#
      } ?? #"DELETE FROM "Old Things"."Thing""s" WHERE "Nr" = \#(number)"#
    ) {
      return "source"
    }
    if try await there.takes(
      cents.map {
        """
        INSERT INTO things2.item(owner, number, title, cents)
        VALUES (\(owner), \(number), 'thing \(number)', \($0))
        ON CONFLICT (owner, number) DO UPDATE SET cents = EXCLUDED.cents
        """
      } ?? "DELETE FROM things2.item WHERE number = \(number)"
    ) {
      return "target"
    }
    return nil
  }

  /// How many changes are noted at the target.
  fileprivate func noted() async throws -> Int {
    try await there.query("SELECT count(*) FROM reeve_copy.change")[0].get(0)
  }

  /// How many triggers and functions of a copy are left at the target.
  fileprivate func leftThere() async throws -> Int {
    try await there.query(
      """
      SELECT (SELECT count(*) FROM pg_trigger WHERE tgname ~ '^reeve_')
        + (SELECT count(*) FROM pg_proc WHERE pronamespace = 'reeve_copy'::regnamespace)
        + (SELECT count(*) FROM reeve_copy.change)
      """
    )[0].get(0)
  }
}

extension Connection {
  /// Runs a statement.
  ///
  /// - Returns: Whether the table takes writes.
  fileprivate nonisolated func takes(_ statement: String) async throws -> Bool {
    do {
      try await execute(statement)
      return true
    } catch let error as PostgresError where error.serverError?.sqlState.code == "55000" {
      return false
    }
  }
}
