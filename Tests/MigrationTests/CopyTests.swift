import Catalog
import Glibc
import Postgres
import TestSupport
import Testing

@testable import Migration

@Suite(.enabled(if: server.isConfigured), .freshDatabase)
struct CopyTests {
  @Test func `a plan names what is wrong with its place, and writes nothing`() async throws {
    let fixture = try await CopyFixture(
      mapping: CopyFixture.mapping
        .replacingText("number: {from: Nr}", "number: {from: Number}")
        .replacingText("title: {from: Name}", "titel: {from: Name}")
    )
    let findings = try await fixture.migrator.plan().findings.map(\.description)
    #expect(
      findings == [
        "thing.yaml:9:10: things2.item has no column titel",
        #"thing.yaml:8:18: "Old Things"."Thing""s" has no column Number"#,
      ]
    )
    #expect(try await fixture.number("SELECT count(*) FROM reeve.live_copy") == 0)
    await fixture.end()
  }

  @Test(arguments: [
    ("rate, lost]", "rate]", "is not mapped"),
    ("($v * 100)::bigint", "$v || 'x'", "bigint but expression is of type text"),
    ("$v / 100.0", "t.nothing", "t.nothing does not exist"),
    (", down: $v / 100.0", "", "column amount of \"Old Things\".\"Thing\"\"s\" does not come back"),
    ("lost]", "lost, Name]", "Name comes back from the target"),
    ("up: ($v * 100)", "up: ($v * s.rate)", "rate is what columns of the target are made of"),
    ("key: [owner, number]", "key: [number]", "no unique index on exactly (Nr)"),
    ("number: {from: Nr}", "number: {from: Nr, up: $v}", "`key` names columns of things2.item"),
  ])
  func `a mapping that does not fit is refused`(
    _ old: String,
    _ new: String,
    _ message: String
  ) async throws {
    let fixture = try await CopyFixture(
      mapping: CopyFixture.mapping.replacingText(old, new)
    )
    let findings = try await fixture.migrator.plan().findings
    #expect(findings.contains { $0.message.contains(message) }, "\(findings)")
    await #expect(throws: Failure.self) { try await fixture.migrator.run() }
    await fixture.end()
  }

  @Test func `a plan refuses a target with rows, until the copy is what fills it`() async throws {
    let fixture = try await CopyFixture()
    try await fixture.app.execute(
      "INSERT INTO things2.item(owner, number, title) VALUES (md5('x')::uuid, 1, 'x')"
    )
    let findings = try await fixture.migrator.plan().findings.map(\.description)
    #expect(findings.count == 1 && findings[0].contains("things2.item holds rows"), "\(findings)")
    try await fixture.app.execute("DELETE FROM things2.item")
    try await fixture.add(1...5)
    try await fixture.migrator.run()
    #expect(try await fixture.migrator.plan().findings.isEmpty)
    await fixture.end()
  }

  @Test func `a plan tells what a rollback loses`() async throws {
    let fixture = try await CopyFixture(
      mapping: CopyFixture.mapping.replacingText("$v * 100", "$v * 10")
    )
    try await fixture.add(1...50)
    let lossy = try await fixture.migrator.plan().lines.filter { $0.part == "lossy" }
    #expect(lossy.map(\.object) == ["amount", "lost", "rate"])
    #expect(lossy[0].note.contains("of 50 sample rows come back different"))
    await fixture.end()
  }

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
    let terms = Migrator.Terms(accepted: ["rate"], isRehearsal: true)
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

  @Test func `rows that do not fit wait in quarantine, and there is no cutover meanwhile`()
    async throws
  {
    let fixture = try await CopyFixture()
    try await fixture.add(1...300)
    let table = #""Old Things"."Thing""s""#
    try await fixture.app.execute(#"UPDATE \#(table) SET amount = 20000 WHERE "Nr" IN (7, 250)"#)
    let status = try await fixture.migrator.run()
    #expect(status.rejected == 2)
    #expect(try await fixture.number("SELECT count(*) FROM things2.item") == 298)
    await #expect(throws: Failure.self) {
      try await fixture.migrator.swap(isBack: false, terms: .init(isVerified: false))
    }
    try await fixture.app.execute(#"UPDATE \#(table) SET amount = 2 WHERE "Nr" = 7"#)
    try await fixture.app.execute(#"DELETE FROM \#(table) WHERE "Nr" = 250"#)
    #expect(try await fixture.migrator.run().rejected == 0)
    #expect(try await fixture.migrator.verify().differing == 0)
    #expect(try await fixture.migrator.swap(isBack: false) != nil)
    await fixture.end()
  }

  @Test func `a difference is found, by its key, and no cutover follows`() async throws {
    let fixture = try await CopyFixture()
    try await fixture.add(1...300)
    _ = try await fixture.migrator.run()
    // As nobody can but a superuser.
    try await fixture.database.executeScript(
      """
      SET session_replication_role = replica;
      UPDATE things2.item SET cents = 1 WHERE number = 77;
      DELETE FROM things2.item WHERE number = 78;
      INSERT INTO things2.item VALUES (md5('x')::uuid, 9999, 'extra');
      SET session_replication_role = origin
      """
    )
    let found = try await fixture.migrator.verify()
    #expect(found.differing == 3)
    #expect(found.examples.contains { $0.hasSuffix(", 77]") })
    await #expect(throws: Failure.self) { try await fixture.migrator.swap(isBack: false) }
    await fixture.end()
  }

  @Test func `a row whose change is not applied yet is compared again by its key`() async throws {
    let fixture = try await CopyFixture()
    try await fixture.add(1...300)
    _ = try await fixture.migrator.run()
    let id = try await fixture.migrator.status().id
    try await fixture.app.execute(#"UPDATE "Old Things"."Thing""s" SET amount = 1 WHERE "Nr" = 7"#)
    let all = try await fixture.database.one(
      MigrationFunctions.migrateVerify(copyID: id, low: nil, size: 1000)
    )
    #expect(all.rows == 300)
    #expect(all.differing == nil)
    let moving = try #require(all.moving)
    let again = try await fixture.database.one(
      MigrationFunctions.migrateVerify(copyID: id, low: nil, size: 0, keys: moving)
    )
    #expect(again.rows == 1)
    #expect(again.moving == moving)
    let whole = try await fixture.migrator.verify()
    #expect(whole.rows == 300)
    #expect(whole.differing == 0)
    await fixture.end()
  }

  @Test func `TRUNCATE ends a copy cleanly`() async throws {
    let fixture = try await CopyFixture()
    try await fixture.add(1...300)
    _ = try await fixture.migrator.run()
    try await fixture.app.execute(#"TRUNCATE "Old Things"."Thing""s""#)
    let status = try await fixture.migrator.run()
    #expect(status.broken == #""Old Things"."Thing""s" was truncated"#)
    await #expect(throws: PostgresError.self) {
      try await fixture.migrator.swap(isBack: false, terms: .init(isVerified: false))
    }
    try await fixture.migrator.finish(isAbandoned: true)
    #expect(try await fixture.number("SELECT count(*) FROM things2.item") == 0)
    try await fixture.add(1...10)
    #expect(try await fixture.migrator.run().copied == 10)
    await fixture.end()
  }

  @Test func `only Reeve writes what follows`() async throws {
    let fixture = try await CopyFixture()
    try await fixture.add(1...10)
    _ = try await fixture.migrator.run()
    for statement in ["DELETE FROM things2.item", "TRUNCATE things2.item"] {
      await #expect(throws: PostgresError.self) { try await fixture.app.execute(statement) }
    }
    await fixture.end()
  }

  @Test func `a cutover that gets no lock names who is in the way and changes nothing`()
    async throws
  {
    let fixture = try await CopyFixture()
    try await fixture.add(1...10)
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.verify()
    try await fixture.app.withTransaction { transaction in
      try await transaction.execute(
        #"DELETE FROM "Old Things"."Thing""s" WHERE "Nr" = 1"#
      )
      let error = await #expect(throws: Failure.self) {
        try await fixture.migrator.swap(
          isBack: false,
          lockTimeout: .milliseconds(20),
          budget: .milliseconds(100)
        )
      }
      #expect(error?.details.first?.contains("process \(fixture.app.backendPID),") == true)
      #expect(error?.details.first?.contains("idle in transaction") == true)
      #expect(try await fixture.migrator.status().phase == "following")
    }
    #expect(try await fixture.migrator.swap(isBack: false) != nil)
    #expect(try await fixture.migrator.swap(isBack: false) == nil)
    #expect(try await fixture.rows(inTarget: true).count == 9)
    await fixture.end()
  }

  @Test(arguments: [false, true])
  func `a cutover that was killed after its COMMIT leaves no foreign key unvalidated`(
    isRolledBack: Bool
  ) async throws {
    let fixture = try await CopyFixture()
    try await fixture.app.executeScript(
      """
      CREATE TABLE "Old Things".mark(
        owner uuid, number int, FOREIGN KEY (owner, number) REFERENCES "Old Things"."Thing""s")
      """
    )
    try await fixture.add(1...10)
    _ = try await fixture.migrator.run()
    _ = try await fixture.migrator.verify()
    let id = try await fixture.migrator.status().id
    // All that the program has done until then.
    try await fixture.database.withTransaction { transaction in
      _ = try await transaction.query("SELECT reeve.migrate_swap($1, FALSE)", [id])
    }
    let unvalidated = "SELECT count(*) FROM pg_constraint WHERE NOT convalidated"
    #expect(try await fixture.number(unvalidated) == 1)
    if isRolledBack {
      #expect(try await fixture.migrator.swap(isBack: true) != nil)
    } else {
      #expect(try await fixture.migrator.swap(isBack: false) == nil)
    }
    #expect(try await fixture.number(unvalidated) == 0)
    await fixture.end()
  }

  @Test func `a long transaction elsewhere holds up neither copy nor cutover`() async throws {
    let fixture = try await CopyFixture()
    try await fixture.add(1...10)
    let other = try await TestDatabase.current.connect()
    try await other.withTransaction { transaction in
      try await transaction.execute("CREATE TABLE public.other()")
      try await fixture.migrator.run()
      try await fixture.add(11...20)
      #expect(try await fixture.migrator.run().backlog == 0)
      #expect(try await fixture.migrator.verify().differing == 0)
      #expect(try await fixture.migrator.swap(isBack: false) != nil)
      try await fixture.add(21...30)
      #expect(try await fixture.migrator.swap(isBack: true) != nil)
      #expect(try await fixture.rows(inTarget: false).count == 30)
    }
    await other.close()
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

extension String {
  /// The text with the first `old` replaced by `new`.
  func replacingText(_ old: String, _ new: String) -> String {
    guard let range = ranges(of: old).first else { return self }
    return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }
}
