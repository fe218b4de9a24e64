import Catalog
import Outcome
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// Random histories of an app whose table moves to another database, while sessions of both servers
/// die at random moments, against a model of what the app wrote.
@Suite(.freshDatabase)
struct RemoteModelTests {
  @Test(arguments: 0..<3)
  func `whatever is written and whichever server fails: nothing is lost, doubled or revived`(
    _ run: Int
  ) async throws {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...450)
    var history = ThingHistory(fixture: fixture.near, random: .forThisTest())
    try await fixture.makeFates()
    _ = try await fixture.remote.start(
      pace: StepPace(),
      locks: LockPatience(lockTimeout: .seconds(1), budget: patience)
    )
    var deaths = 0
    for round in 0..<40 {
      for _ in 0..<Int.random(in: 0..<6, using: &history.random) {
        try await history.write(except: nil)
      }
      if round % 16 == 15 {
        try await fixture.near.app.execute(#"TRUNCATE "Old Things"."Thing""s""#)
        history.model = [:]
        let low = 1000 * round
        try await fixture.near.add(low...low + 100)
        for number in low...low + 100 { history.model[number] = ("thing \(number)", number * 25) }
      }
      let isCutover = Int.random(in: 0..<4, using: &history.random) == 0
      let isThere = Bool.random(using: &history.random)
      let step = Int.random(in: 1..<(isThere ? 600 : 8), using: &history.random)
      try await fixture.meetFate(after: step, isThere: isThere)
      async let outcome = fixture.attempt {
        if isCutover, try await $0.status().phase == "following" {
          // Taken back again, so that the history goes on.
          try await $0.closeAndReopen()
        } else {
          try await $0.run()
        }
      }
      if !isCutover { for _ in 0..<5 { try await history.write(except: nil) } }
      if try await !outcome { deaths += 1 }
      try await fixture.meetFate(after: nil, isThere: isThere)
      _ = try await fixture.remote.reopen()
    }
    #expect(deaths > 0)
    try await fixture.catchUp()
    let verification = try await fixture.remote.verify()
    #expect(verification.differing == 0, "\(verification.examples)")
    #expect(verification.rows == history.model.count)
    // The cutover dies again and again, each time a step later.
    var step = 1
    while try await fixture.remote.status().phase != "live" {
      try await fixture.meetFate(after: step, isThere: Bool.random(using: &history.random))
      _ = try await fixture.attempt { _ = try await $0.cutover(isVerified: false) }
      step += 1
    }
    try await fixture.meetFate(after: nil, isThere: true)
    try await expect(fixture, history)
    await #expect(throws: PostgresError.self) { try await fixture.near.add(1...1) }
    try await fixture.end()
  }

  /// Both databases have the rows of the model.
  private func expect(_ fixture: RemoteFixture, _ history: ThingHistory) async throws {
    try await fixture.expectEqual()
    let rows = try await fixture.there.query("SELECT number::int, title, cents FROM things2.item")
    #expect(rows.count == history.model.count)
    for row in rows {
      let wanted = try #require(history.model[try row.get(0)])
      #expect(try row.get(1, as: String.self) == wanted.name)
      #expect(try row.get(2, as: Int.self) == wanted.cents)
    }
  }
}

extension RemoteFixture {
  /// Makes triggers on what a copy writes in both databases, by which its sessions die; only on its
  /// own tables there, where the app writes the target.
  func makeFates(isTargetLive: Bool = false) async throws {
    let fate = """
      CREATE SEQUENCE public.fate MINVALUE -1000000;
      CREATE FUNCTION public.fate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        IF nextval('public.fate') = 0 THEN
          PERFORM pg_terminate_backend(pg_backend_pid());
        END IF;
        RETURN NULL;
      END $$;
      """
    try await near.database.executeScript(
      """
      \(fate)
      CREATE TRIGGER fate AFTER UPDATE ON reeve.live_copy FOR EACH ROW EXECUTE FUNCTION public.fate();
      CREATE CONSTRAINT TRIGGER fate_last AFTER UPDATE ON reeve.live_copy
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.fate();
      """
    )
    // As they are once a copy has begun.
    try await there.executeScript(
      """
      \(fate)
      SET ROLE "\(mover)";
      \(RemoteTarget.tables)
      RESET ROLE;
      CREATE TRIGGER fate AFTER \(isTargetLive ? "" : "INSERT OR UPDATE OR ")DELETE
        ON \(isTargetLive ? "reeve_copy.change" : "things2.item")
        FOR EACH ROW EXECUTE FUNCTION public.fate();
      CREATE TRIGGER fate AFTER INSERT OR UPDATE ON reeve_copy.copy
        FOR EACH ROW EXECUTE FUNCTION public.fate();
      CREATE CONSTRAINT TRIGGER fate_last AFTER INSERT OR UPDATE ON reeve_copy.copy
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.fate();
      """
    )
  }

  /// Lets the session die that is the `step`th from now to come to a trigger; none where it is nil.
  func meetFate(after step: Int?, isThere: Bool) async throws {
    try await (isThere ? there : near.database).execute(
      "SELECT setval('public.fate', $1)",
      [step.map { -$0 } ?? 1]
    )
  }

  /// Does something with sessions of its own.
  ///
  /// - Returns: Whether it came to its end.
  func attempt(
    _ body: @Sendable (RemoteMigrator) async throws -> Void
  ) async throws -> Bool {
    let remote = try await another()
    do {
      try await remote.source.connection.use { _ in try await body(remote) }
      return true
    } catch let error as PostgresError {
      guard error.isLoss else { throw error }
      return false
    } catch let failure as Failure where failure.message.contains("interrupted") {
      return false
    } catch let refused as RemoteTarget.Refused where refused.error.sqlState.code == "57P01" {
      return false
    }
  }
}

extension PostgresError {
  /// Whether the session has ended.
  fileprivate var isLoss: Bool {
    switch self {
    case .connectionLost, .commitOutcomeUnknown: true
    case .server(let error): error.sqlState.code == "57P01"
    default: false
    }
  }
}

extension RemoteMigrator {
  /// A cutover up to the moment where the source is closed, which is taken back.
  fileprivate func closeAndReopen() async throws {
    let id = try await status().id
    try await source.connection.execute("SELECT FROM reeve.remote_close(\(id))")
    _ = try await reopen()
  }
}
