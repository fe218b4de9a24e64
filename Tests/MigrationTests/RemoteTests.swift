import Catalog
import Postgres
import TestSupport
import Testing

@testable import Migration

/// Copies of a collection to another database.
@Suite(.enabled(if: server.isConfigured), .freshDatabase)
struct RemoteTests {
  @Test func `a collection moves to another database with what is written meanwhile`() async throws
  {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...2500)
    #expect(try await fixture.remote.plan().findings == [])
    #expect(try await fixture.remote.run().phase == "following")
    try await fixture.near.app.executeScript(
      #"""
      UPDATE "Old Things"."Thing""s" SET "Name" = E'a\tb\\n\n' || "Nr" WHERE "Nr" % 10 = 0;
      UPDATE "Old Things"."Thing""s" SET "Nr" = "Nr" + 10000 WHERE "Nr" % 10 = 1;
      DELETE FROM "Old Things"."Thing""s" WHERE "Nr" % 10 = 2;
      """#
    )
    try await fixture.catchUp()
    let verified = try await fixture.remote.verify()
    #expect(verified.differing == 0)
    #expect(verified.rows == 2250)
    try await fixture.near.app.execute(
      #"UPDATE "Old Things"."Thing""s" SET amount = 1 WHERE "Nr" < 100"#
    )
    #expect(try await fixture.remote.cutover() != nil)
    #expect(try await fixture.remote.cutover() == nil)
    try await fixture.expectEqual()
    let error = await #expect(throws: PostgresError.self) { try await fixture.near.add(1...1) }
    #expect(try #require(error?.serverError).message.contains("has moved"))
    await #expect(throws: Failure.self) { try await fixture.remote.reopen() }
    try await fixture.remote.finish(isAbandoned: false)
    #expect(
      try await fixture.near.number(
        "SELECT count(*) FROM reeve.change_reader WHERE name ~ '^migrate:'"
      ) == 0
    )
    await #expect(throws: PostgresError.self) { try await fixture.near.add(1...1) }
    try await fixture.end()
  }

  @Test func `rows that the target refuses wait, and come when it takes them`() async throws {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...10)
    try await fixture.near.app.execute(
      #"UPDATE "Old Things"."Thing""s" SET amount = 1e6 WHERE "Nr" = 3"#
    )
    #expect(try await fixture.remote.run().rejected == 1)
    #expect(try await fixture.rows().count == 9)
    await #expect(throws: Failure.self) { try await fixture.remote.cutover(isVerified: false) }
    #expect(try await fixture.remote.verify().differing == 1)
    try await fixture.there.execute("ALTER TABLE things2.item DROP CONSTRAINT item_cents_check")
    #expect(try await fixture.remote.run().rejected == 0)
    try await fixture.expectEqual()
    try await fixture.end()
  }

  @Test func `rows exchange unique values, and a source that is emptied is copied anew`()
    async throws
  {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...500)
    try await fixture.remote.run()
    try await fixture.near.app.executeScript(
      #"""
      BEGIN;
      UPDATE "Old Things"."Thing""s" SET "Name" = 'x' WHERE "Nr" = 1;
      UPDATE "Old Things"."Thing""s" SET "Name" = 'thing 1' WHERE "Nr" = 2;
      UPDATE "Old Things"."Thing""s" SET "Name" = 'thing 2' WHERE "Nr" = 1;
      COMMIT;
      """#
    )
    try await fixture.catchUp()
    try await fixture.expectEqual()
    try await fixture.near.app.execute(#"TRUNCATE "Old Things"."Thing""s""#)
    try await fixture.near.add(400...600)
    try await fixture.catchUp()
    #expect(try await fixture.rows().count == 201)
    try await fixture.expectEqual()
    try await fixture.end()
  }

  @Test func `a verification finds what another has written or removed there`() async throws {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...100)
    try await fixture.remote.run()
    try await fixture.there.executeScript(
      """
      UPDATE things2.item SET cents = 7 WHERE number = 3;
      DELETE FROM things2.item WHERE number = 4;
      INSERT INTO things2.item(owner, number, title) VALUES (md5('x')::uuid, 999, 'strange');
      """
    )
    let verified = try await fixture.remote.verify()
    #expect(verified.differing == 3)
    #expect(verified.examples.contains { $0.contains("999") })
    await #expect(throws: Failure.self) { try await fixture.remote.cutover() }
    try await fixture.near.add(5000...5000)
    try await fixture.end()
  }

  @Test func `a cutover that was killed is ended by the next, or taken back`() async throws {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...50)
    try await fixture.remote.run()
    let id = try await fixture.remote.status().id
    // One that began before, and comes back when it was taken back by another.
    try await fixture.remote.withWork { work in
      try await fixture.near.database.execute("SELECT FROM reeve.remote_close(\(id))")
      await #expect(throws: PostgresError.self) { try await fixture.near.add(51...51) }
      #expect(try await fixture.another().reopenAndClose())
      try await fixture.near.add(51...60)
      await #expect(throws: Failure.self) { try await work.finalize(fence: 0) }
    }
    #expect(try await fixture.remote.status().phase == "following")
    try await fixture.near.database.execute("SELECT FROM reeve.remote_close(\(id))")
    // Killed once the target was live.
    try await fixture.remote.withWork { work in try await work.finalize(fence: 1) }
    await #expect(throws: Failure.self) { try await fixture.remote.reopen() }
    #expect(try await fixture.remote.status().phase == "live")
    try await fixture.expectEqual()
    try await fixture.end()
  }

  @Test func `what the databases no longer agree on ends the copy`() async throws {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...50)
    try await fixture.remote.run()
    try await fixture.near.app.execute(
      #"ALTER TABLE "Old Things"."Thing""s" DISABLE TRIGGER reeve_follow_update"#
    )
    await #expect(throws: Failure.self) { try await fixture.remote.run() }
    await #expect(throws: Failure.self) { try await fixture.remote.cutover(isVerified: false) }
    try await fixture.near.app.executeScript(
      #"""
      ALTER TABLE "Old Things"."Thing""s" ENABLE TRIGGER reeve_follow_update;
      ALTER TABLE "Old Things"."Thing""s" ADD late int;
      """#
    )
    await #expect(throws: Failure.self) { try await fixture.remote.run() }
    try await fixture.near.app.execute(#"ALTER TABLE "Old Things"."Thing""s" DROP late"#)
    try await fixture.remote.run()
    // As after a restore.
    try await fixture.there.execute("UPDATE reeve_copy.copy SET xid = '3'")
    await #expect(throws: Failure.self) { try await fixture.remote.run() }
    try await fixture.there.execute("DELETE FROM reeve_copy.copy")
    await #expect(throws: Failure.self) { try await fixture.remote.run() }
    try await fixture.end()
  }

  @Test func `a copy is abandoned, and leaves an empty target and an open source`() async throws {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...50)
    try await fixture.remote.run()
    try await fixture.remote.finish(isAbandoned: true)
    #expect(try await fixture.rows() == [])
    try await fixture.near.add(51...60)
    #expect(
      try await fixture.near.number(
        "SELECT count(*) FROM pg_trigger WHERE tgname ~ '^reeve_(follow|closed)'"
      ) == 0
    )
    try await fixture.remote.run()
    try await fixture.expectEqual()
    try await fixture.end()
  }

  @Test func `what stands against a copy is told before it begins`() async throws {
    let fixture = try await RemoteFixture {
      $0.replacingText("drop: [rate, lost]", "drop: [lost]")
        .replacingText("  extra: {", "  nothing: {from: extra}\n  extra: {")
    }
    let messages = try await fixture.remote.plan().findings.map(\.message)
    #expect(messages == ["things2.item has no column nothing"])
    await #expect(throws: Failure.self) { try await fixture.remote.run() }
    #expect(try await fixture.near.number("SELECT count(*) FROM reeve.live_copy") == 0)
    try await fixture.end()
  }
}

extension RemoteMigrator {
  /// Takes a cutover back and closes the connection.
  fileprivate func reopenAndClose() async throws -> Bool {
    let wasClosed = try await reopen()
    await source.connection.close()
    return wasClosed
  }
}
