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
}

extension String {
  /// The text with the first `old` replaced by `new`.
  func replacingText(_ old: String, _ new: String) -> String {
    guard let range = ranges(of: old).first else { return self }
    return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }
}
