import Catalog
import Outcome
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// What programs that know only the old name read and write after a cutover.
@Suite(.freshDatabase)
struct OldNameTests {
  @Test func `the old name reads what it read, or the cutover names the column that does not`()
    async throws
  {
    let fixture = try await CopyFixture(mapping: CopyFixture.lossy)
    try await fixture.add(1...50)
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.verify()
    let unlike = try await fixture.migrator.rehearse(sample: 1000)
    #expect(unlike.map(\.column) == ["rate"])
    #expect(unlike.first?.differing == 50)
    let error = await #expect(throws: Failure.self) {
      try await fixture.migrator.swap(isBack: false)
    }
    #expect(error?.details.first?.contains("0.3333 → 0.33") == true, "\(error as Any)")
    let terms = Migrator.Terms.rehearsal(accepted: ["rate"])
    #expect(try await fixture.migrator.swap(isBack: false, terms: terms) != nil)
    #expect(try await fixture.migrator.status().phase == "following")
    #expect(
      try await fixture.number("SELECT count(*) FROM pg_views WHERE viewname ~ 'Thing|reeve_reh'")
        == 0
    )
    await fixture.end()
  }

  @Test func `what the old table computed is computed through the old name`() async throws {
    let fixture = try await CopyFixture(
      mapping: CopyFixture.mapping.replacingText(
        "  extra: {",
        "  shout: {from: Big Name}\n  extra: {"
      )
    )
    try await fixture.database.execute("ALTER TABLE things2.item ADD shout text NOT NULL")
    try await fixture.add(1...5)
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.verify()
    _ = try await fixture.migrator.swap(isBack: false)
    try await fixture.add(6...6)
    let table = #""Old Things"."Thing""s""#
    try await fixture.app.execute(#"UPDATE \#(table) SET "Name" = 'b' WHERE "Nr" = 2"#)
    let error = await #expect(throws: PostgresError.self) {
      try await fixture.app.execute(#"UPDATE \#(table) SET "Big Name" = 'b' WHERE "Nr" = 2"#)
    }
    #expect(error?.sqlState == SQLState("428C9"))
    await #expect(throws: PostgresError.self) {
      try await fixture.app.execute("SELECT lost FROM \(table)")
    }
    let wrong = #"WHERE "Big Name" IS DISTINCT FROM upper("Name") || '!'"#
    #expect(try await fixture.number("SELECT count(*) FROM \(table) \(wrong)") == 0)
    #expect(
      try await fixture.number(
        "SELECT count(*) FROM things2.item WHERE shout IS DISTINCT FROM upper(title) || '!'"
      ) == 0
    )
    _ = try await fixture.migrator.swap(isBack: true)
    #expect(try await fixture.number("SELECT count(*) FROM \(table)") == 6)
    await fixture.end()
  }

  @Test func `at a rollback what the app did not write is what it was`() async throws {
    let fixture = try await CopyFixture(mapping: CopyFixture.lossy)
    try await fixture.add(1...5)
    _ = try await fixture.migrator.run()
    let terms = Migrator.Terms(isVerified: false, accepted: ["rate"])
    _ = try await fixture.migrator.swap(isBack: false, terms: terms)
    try await fixture.app.execute("UPDATE things2.item SET title = title || '.'")
    try await fixture.app.execute("UPDATE things2.item SET percent = 50 WHERE number = 3")
    _ = try await fixture.migrator.run()
    #expect(try await fixture.migrator.verify().differing == 0)
    _ = try await fixture.migrator.swap(isBack: true)
    let rates: [String] = try await fixture.database.query(
      #"SELECT rate::float8::text FROM "Old Things"."Thing""s" ORDER BY "Nr""#
    ).map { try $0.get(0) }
    #expect(rates == ["0.3333", "0.3333", "0.5", "0.3333", "0.3333"])
    #expect(try await fixture.migrator.verify().differing == 0)
    await fixture.end()
  }

  @Test func `finish waits for the catalog and leaves nothing of Reeve's behind`() async throws {
    let fixture = try await CopyFixture()
    try await fixture.add(1...10)
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.verify()
    _ = try await fixture.migrator.swap(isBack: false)
    await #expect(throws: PostgresError.self) {
      try await fixture.migrator.finish(isAbandoned: false)
    }
    try await fixture.database.execute(
      """
      SELECT * FROM reeve.catalog_apply((SELECT a.manifest || jsonb_build_object(
        'collections', jsonb_build_object('thing', jsonb_build_object('schema', 'things2',
        'table', 'item', 'key', '["owner", "number"]'::jsonb, 'label', 't.title', 'show', '["number"]'::jsonb)))
        FROM reeve.app a WHERE a.app = 'things'))
      """
    )
    try await fixture.migrator.finish(isAbandoned: false)
    #expect(
      try await fixture.number(
        """
        SELECT (SELECT count(*) FROM pg_proc WHERE proname ~ '^follow_')
          + (SELECT count(*) FROM pg_trigger WHERE tgname ~ '^reeve_follow')
          + (SELECT count(*) FROM reeve.change_reader WHERE name ~ '^migrate')
          + has_table_privilege('reeve_writer_things', 'things2.item', 'INSERT')::int
        """
      ) == 0
    )
    // The old name continues working, wherever either is moved.
    try await fixture.add(11...12)
    #expect(try await fixture.rows(inTarget: true).count == 12)
    let uses = try await Migrator.oldUses(
      of: #require(Migrator.statuses(on: fixture.database).first),
      on: fixture.database
    )
    #expect(uses.contains { $0.hasPrefix("written by") && $0.contains("owner") }, "\(uses)")
    try await fixture.database.executeScript(
      """
      CREATE SCHEMA things3;
      CREATE SCHEMA legacy;
      GRANT USAGE ON SCHEMA things3, legacy TO PUBLIC;
      ALTER TABLE things2.item SET SCHEMA things3;
      ALTER TABLE things3.item RENAME TO piece;
      """
    )
    try await fixture.add(13...14)
    try await fixture.database.execute(#"ALTER VIEW "Old Things"."Thing""s" SET SCHEMA legacy"#)
    try await fixture.app.execute(
      #"UPDATE legacy."Thing""s" SET amount = 7 WHERE "Nr" > 12"#
    )
    #expect(try await fixture.number("SELECT count(*) FROM things3.piece WHERE cents = 700") == 2)
    await fixture.end()
  }

  @Test func `policies apply to the old name as they did to the table`() async throws {
    let fixture = try await CopyFixture()
    let reader = try await TestDatabase.current.login("reader")
    let table = #""Old Things"."Thing""s""#
    try await fixture.app.executeScript(
      """
      GRANT USAGE ON SCHEMA "Old Things" TO \(reader);
      GRANT ALL ON \(table) TO \(reader);
      CREATE TABLE "Old Things".owned(login text, number int);
      GRANT SELECT ON "Old Things".owned TO \(reader);
      INSERT INTO "Old Things".owned SELECT '\(reader)', n FROM generate_series(1, 15) n;
      ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY;
      CREATE POLICY own ON \(table) TO \(reader) USING (EXISTS (SELECT FROM "Old Things".owned o
        WHERE o.login = current_user AND o.number = "Nr")) WITH CHECK ("Nr" < 13);
      CREATE POLICY kept ON \(table) AS RESTRICTIVE FOR DELETE TO \(reader) USING ("Nr" <> 2);
      """
    )
    try await fixture.add(1...20)
    try await fixture.app.execute(
      #"ALTER TABLE "Old Things".owned ENABLE ROW LEVEL SECURITY"#
    )
    let hidden = try await fixture.migrator.plan().findings.map(\.message)
    #expect(hidden.contains { $0.contains("owned, which has row security") }, "\(hidden)")
    try await fixture.app.execute(
      #"ALTER TABLE "Old Things".owned DISABLE ROW LEVEL SECURITY"#
    )
    let remedies = try await fixture.migrator.plan().findings.map(\.message)
    #expect(remedies.count == 2, "\(remedies)")
    try await fixture.app.executeScript(
      """
      CREATE POLICY reeve_copies ON \(table) TO reeve_writer_things USING (TRUE) WITH CHECK (TRUE);
      ALTER TABLE things2.item ENABLE ROW LEVEL SECURITY;
      CREATE POLICY reeve_copies ON things2.item TO reeve_writer_things
        USING (TRUE) WITH CHECK (TRUE);
      """
    )
    #expect(try await fixture.migrator.run().copied == 20)
    #expect(try await fixture.migrator.verify().differing == 0)
    let user = try await TestDatabase.current.connect(user: reader)
    // What the reader sees and may do, by the table and by the view that bears its name then.
    func writes() async throws -> [String] {
      var said: [String] = []
      for statement in [
        #"SELECT "Nr" FROM \#(table)"#,
        #"UPDATE \#(table) SET amount = 3 WHERE "Nr" IN (3, 18) RETURNING "Nr""#,
        #"UPDATE \#(table) SET "Nr" = 30 WHERE "Nr" = 4"#,
        #"DELETE FROM \#(table) WHERE "Nr" IN (1, 2, 19) RETURNING "Nr""#,
        #"INSERT INTO \#(table)("The Owner", "Nr", "Name") VALUES (md5('')::uuid, 14, 'x')"#,
        #"INSERT INTO \#(table)("The Owner", "Nr", "Name") VALUES (md5('')::uuid, 12, 'x')"#,
      ] {
        do {
          try await user.withTransaction { transaction in
            let rows = try await transaction.query(statement)
            said.append(try rows.map { try String($0.get(0, as: Int.self)) }.sorted().joined())
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
    #expect(before.count == 6 && before[1] == "3" && before[3] == "1", "\(before)")
    _ = try await fixture.migrator.swap(isBack: false)
    let after = try await writes()
    #expect(after == before)
    _ = try await fixture.migrator.swap(isBack: true)
    let last = try await writes()
    #expect(last == before)
    await user.close()
    await fixture.end()
  }

  @Test func `of two changes of one value through the old name, the second is told`() async throws {
    let fixture = try await CopyFixture()
    try await fixture.add(1...10)
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.swap(isBack: false, terms: .init(isVerified: false))
    let table = #""Old Things"."Thing""s""#
    let other = try await TestDatabase.current.connect()
    let statement = #"UPDATE \#(table) SET amount = amount + 1 WHERE "Nr" = 4"#
    let second = try await withThrowingTaskGroup(of: SQLState?.self) { group in
      try await other.withTransaction { transaction in
        try await transaction.execute(statement)
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
    #expect(second == .serializationFailure)
    try await fixture.app.execute(#"UPDATE \#(table) SET "Name" = 'x' WHERE "Nr" = 4"#)
    #expect(try await fixture.number("SELECT cents::int FROM things2.item WHERE number = 4") == 200)
    await other.close()
    await fixture.end()
  }
}
