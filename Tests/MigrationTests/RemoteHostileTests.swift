import Catalog
import Outcome
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// Copies to a database whose owner has other plans, or that was restored.
@Suite(.freshDatabase)
struct RemoteHostileTests {
  @Test func `what triggers of the target do to the session changes no value`() async throws {
    let fixture = try await RemoteFixture()
    try await fixture.trigger(
      """
      SET DateStyle = 'German'; SET IntervalStyle = 'iso_8601'; SET TimeZone = 'Asia/Tokyo';
      SET bytea_output = 'escape'; SET extra_float_digits = -15; SET search_path = evil, pg_catalog;
      SET standard_conforming_strings = off; SET synchronous_commit = off;
      RETURN NEW;
      """
    )
    // By the path that it set, these would be found first.
    try await fixture.there.executeScript(
      """
      CREATE SCHEMA evil;
      GRANT USAGE ON SCHEMA evil TO PUBLIC;
      CREATE FUNCTION evil.sha256(bytea) RETURNS bytea LANGUAGE sql RETURN '\\x00'::bytea;
      """
    )
    try await fixture.near.add(1...300)
    try await fixture.remote.run()
    try await fixture.near.app.execute(
      #"UPDATE "Old Things"."Thing""s" SET "Name" = E'\\' || "Nr" WHERE "Nr" < 200"#
    )
    try await fixture.catchUp()
    #expect(try await fixture.remote.verify().differing == 0)
    try await fixture.expectEqual()
    try await fixture.end()
  }

  @Test func `a target that drops or refuses rows is found out`() async throws {
    let fixture = try await RemoteFixture()
    try await fixture.trigger("RETURN CASE WHEN NEW.number = 7 THEN NULL ELSE NEW END;")
    try await fixture.near.add(1...50)
    let failure = await #expect(throws: Failure.self) { try await fixture.remote.run() }
    #expect(failure?.message.contains("a trigger there drops some") == true)
    try await fixture.trigger(
      #"IF NEW.number = 7 THEN RAISE E'\e[2J%', repeat('x', 100000); END IF; RETURN NEW;"#
    )
    #expect(try await fixture.remote.run().rejected == 1)
    let told = try await fixture.remote.source.rejected(of: fixture.remote.status(), limit: 10)
    #expect(told.allSatisfy { $0.count < 2000 })
    try await fixture.trigger("NEW.cents := 0; RETURN NEW;")
    try await fixture.near.app.execute(#"UPDATE "Old Things"."Thing""s" SET amount = 2.33"#)
    try await fixture.catchUp()
    let verified = try await fixture.remote.verify()
    #expect(verified.differing == 50, "\(verified)")
    let refused = await #expect(throws: Failure.self) { try await fixture.remote.cutover() }
    #expect(refused?.message.contains("50 rows differed") == true)
    // Nor without: the last changes are compared.
    try await fixture.near.app.execute(#"UPDATE "Old Things"."Thing""s" SET amount = 4.33"#)
    _ = await #expect(throws: Failure.self) {
      try await fixture.remote.withWork { work in
        let id = try await fixture.remote.status().id
        try await fixture.near.database.execute("SELECT FROM reeve.remote_close(\(id))")
        try await work.finalize(fence: 0)
      }
    }
    #expect(try await fixture.remote.reopen())
    try await fixture.near.add(51...60)
    try await fixture.end()
  }

  @Test(arguments: ["phase = 'live'", "phase = 'finished'", "xid = '99999999999'"])
  func `what the target's database says of the copy is not believed`(lie: String) async throws {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...50)
    try await fixture.remote.run()
    try await fixture.there.execute("UPDATE reeve_copy.copy SET \(lie)")
    let error = await #expect(throws: PostgresError.self) { try await fixture.remote.run() }
    #expect(error?.serverError?.sqlState.code == "RV009")
    #expect(try await fixture.remote.status().phase == "following")
    try await fixture.near.add(51...60)
    // What is lost there does not keep the source.
    await #expect(throws: PostgresError.self) {
      try await fixture.remote.finish(isAbandoned: true)
    }
    try await fixture.remote.finish(isAbandoned: true, isLost: true)
    #expect(
      try await fixture.near.number(
        "SELECT count(*) FROM reeve.change_reader WHERE name ~ '^migrate:'"
      ) == 0
    )
    // The next copy does not take what is there for its own.
    let failure = await #expect(throws: Failure.self) { try await fixture.remote.run() }
    #expect(failure?.message.contains("holds another copy") == true)
    try await fixture.end()
  }

  @Test func `a cutover to a server that is gone is taken back without it`() async throws {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...50)
    try await fixture.remote.run()
    let id = try await fixture.remote.status().id
    try await fixture.near.database.execute("SELECT FROM reeve.remote_close(\(id))")
    try await fixture.there.execute("DROP SCHEMA reeve_copy CASCADE")
    await #expect(throws: RemoteTarget.Refused.self) { try await fixture.remote.reopen() }
    await #expect(throws: PostgresError.self) { try await fixture.near.add(51...60) }
    #expect(try await fixture.remote.reopen(isLost: true))
    try await fixture.near.add(51...60)
    try await fixture.end()
  }

  @Test(arguments: [
    "PERFORM pg_sleep(600);",
    "LOOP BEGIN PERFORM pg_sleep(600); EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP;",
  ])
  func `a target that hangs during the cutover leaves the source open`(hang: String) async throws {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...50)
    try await fixture.catchUp()
    try await fixture.trigger("IF NEW.number = 51 THEN \(hang) END IF; RETURN NEW;")
    let holder = try await TestDatabase.current.connect()
    // An older transaction keeps the change out of the log until the source is closed.
    try await holder.withTransaction { transaction in
      try await transaction.execute("SELECT pg_current_xact_id()")
      try await fixture.near.add(51...51)
      await #expect(throws: PostgresError.self) {
        try await fixture.remote.cutover(isVerified: false, deadline: .seconds(3))
      }
    }
    await holder.close()
    #expect(try await fixture.remote.status().phase == "following")
    try await fixture.near.add(52...60)
    try await fixture.trigger("RETURN NEW;")
    try await fixture.catchUp()
    #expect(try await fixture.another().cutover(isVerified: false) != nil)
    try await fixture.expectEqual()
    try await fixture.end()
  }

  @Test func `only who closed the source opens it without asking the target`() async throws {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...50)
    try await fixture.remote.run()
    let id = try await fixture.remote.status().id
    let database = fixture.near.database
    let closed = "SELECT reeve.remote_close(\(id))::text"
    let at = try await database.query(closed)[0].get(0, as: String.self)
    // Another cutover continues it.
    #expect(try await database.query(closed)[0].get(0, as: String?.self) == nil)
    let error = await #expect(throws: PostgresError.self) {
      try await database.execute("SELECT FROM reeve.remote_open(\(id), '\(at)')")
    }
    #expect(error?.serverError?.sqlState.code == "RV009")
    #expect(try await fixture.remote.reopen())
    try await fixture.end()
  }

  @Test func `a login without rights is told which it needs`() async throws {
    let fixture = try await RemoteFixture()
    try await fixture.there.execute(
      #"REVOKE ALL ON things2.item FROM "\#(fixture.mover)""#
    )
    try await fixture.there.execute(
      #"REVOKE ALL ON SEQUENCE things2.item_number_seq FROM "\#(fixture.mover)""#
    )
    let messages = try await fixture.remote.plan().findings.map(\.message)
    #expect(messages.contains { $0.contains("SELECT, INSERT, UPDATE, DELETE") })
    #expect(messages.contains { $0.contains("things2.item_number_seq") })
    try await fixture.end()
  }
}

extension RemoteFixture {
  /// Makes a trigger that runs for each row that is written to the target.
  fileprivate func trigger(_ body: String) async throws {
    try await there.executeScript(
      """
      CREATE OR REPLACE FUNCTION things2.meddle() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN \(body) END $$;
      CREATE OR REPLACE TRIGGER meddle BEFORE INSERT OR UPDATE ON things2.item
        FOR EACH ROW EXECUTE FUNCTION things2.meddle();
      """
    )
  }
}
