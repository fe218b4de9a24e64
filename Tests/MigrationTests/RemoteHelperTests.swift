import Outcome
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// Copies to another database over several connections, whose triggers there are hostile or whose
/// server hangs.
@Suite(.freshDatabase)
struct RemoteHelperTests {
  private static let rows = 6000

  @Test func `rows that a trigger refuses are quarantined, by whichever connection they come`()
    async throws
  {
    try await run { fixture, remote in
      try await fixture.meddle("IF NEW.number % 1000 = 7 THEN RAISE 'not %', NEW.number; END IF;")
      #expect(try await remote.run(pace: .init(parallel: 4)).rejected == 6)
      let told = try await remote.source.rejected(of: remote.status(), limit: 10)
      #expect(told.contains { $0.contains("not 5007") }, "\(told)")
      try await fixture.meddle("")
    }
  }

  @Test func `a trigger that drops a row ends the copy, which names it`() async throws {
    try await run { fixture, remote in
      try await fixture.meddle("IF NEW.number = 5007 THEN RETURN NULL; END IF;")
      let failure = await #expect(throws: Failure.self) {
        try await remote.run(pace: .init(parallel: 4))
      }
      #expect(failure?.message.contains("a trigger there drops some") == true)
      try await fixture.expectNoMover()
      try await fixture.meddle("")
    }
  }

  @Test func `a trigger that changes rows is found by the verification, and keeps the source live`()
    async throws
  {
    try await run { fixture, remote in
      try await fixture.meddle("IF NEW.number % 1000 = 7 THEN NEW.cents := 0; END IF;")
      try await remote.run(pace: .init(parallel: 4))
      #expect(try await remote.verify().differing == 6)
      let refused = await #expect(throws: Failure.self) { try await remote.cutover() }
      #expect(refused?.message.contains("6 rows differed") == true)
      try await fixture.meddle("")
      try await fixture.near.app.execute(#"UPDATE "Old Things"."Thing""s" SET amount = 3"#)
    }
  }

  @Test(arguments: [7, 5007])
  func `a trigger that sleeps and ignores its cancel ends the copy at its limit, and is named`(
    number: Int
  ) async throws {
    try await run { fixture, remote in
      try await fixture.meddle(
        """
        IF NEW.number = \(number) THEN
          LOOP
            BEGIN PERFORM pg_sleep(600); EXCEPTION WHEN query_canceled THEN NULL; END;
          END LOOP;
        END IF;
        """
      )
      let failure = await #expect(throws: Failure.self) {
        try await RemoteTarget.$limit.withValue(.seconds(3)) {
          try await remote.run(pace: .init(parallel: 4))
        }
      }
      #expect(failure?.message.contains("has not answered within 3 s") == true)
      #expect(failure?.hint?.contains("a trigger there may hold it up") == true)
      try await fixture.expectNoMover()
      try await fixture.meddle("")
    }
  }

  @Test func `a trigger that ends the other connections of the mover costs a run, but no row`()
    async throws
  {
    try await run { fixture, remote in
      try await fixture.meddle(
        """
        IF NEW.number = 7 THEN
          PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE usename = current_user AND pid <> pg_backend_pid();
        END IF;
        """
      )
      // It goes on where a helper was ended, and ends with its own connection.
      _ = try? await remote.run(pace: .init(parallel: 4))
      try await fixture.expectNoMover()
      try await fixture.meddle("")
    }
  }

  @Test func `a trigger that writes the copy's position as the mover is found by the verification`()
    async throws
  {
    try await run { fixture, remote in
      try await fixture.meddle(
        """
        IF NEW.number = 7 THEN
          UPDATE reeve_copy.copy SET last_key = NULL, phase = 'following', copied = 6000;
        END IF;
        """
      )
      try await remote.run(pace: .init(parallel: 4))
      #expect(try await remote.verify().differing > 0)
      await #expect(throws: Failure.self) { try await remote.cutover() }
      try await fixture.meddle("")
      try await remote.finish(isAbandoned: true)
    }
  }

  @Test(arguments: ["COPY pg_temp.reeve_stage", "SAVEPOINT reeve_put", "reeve_copy.reject WHERE"])
  func `a connection whose server hangs is given up at the limit, and nothing is lost`(
    statement: String
  ) async throws {
    try await ServerProxy.run { proxy in
      try await run(through: proxy) { fixture, remote in
        // On a busy machine a server that does not hang may take longer than the limit, too.
        var limit = Duration.seconds(3)
        var hasHung = false
        repeat {
          proxy.set(.silentAfter(statement))
          let isOver = Guarded(false)
          try await RemoteTarget.$limit.withValue(limit) {
            async let wasWhole = {
              defer { isOver.withLock { $0 = true } }
              return (try? await remote.run(pace: .init(parallel: 4))) != nil
            }()
            try await eventually { proxy.hasSilentLine || isOver.withLock { $0 } }
            hasHung = proxy.hasSilentLine
            proxy.set(.healthy)
            // All of them may have hung.
            let isWhole = await wasWhole
            try #require(hasHung || !isWhole)
          }
          limit *= 2
        } while !hasHung
      }
    }
  }

  /// Runs a test with rows to be copied over several connections; then copies what is left, and finds
  /// both sides equal and the connections ended.
  private func run(
    through proxy: ServerProxy? = nil,
    _ body: (RemoteFixture, RemoteMigrator) async throws -> Void
  ) async throws {
    let fixture = try await RemoteFixture(through: proxy)
    try await fixture.near.add(1...Self.rows)
    let conninfo = try TestDatabase.current.conninfo()
    let near = Migrator(
      connection: try await TestDatabase.current.connect(),
      mapping: fixture.near.migrator.mapping,
      connect: { try await Connection.connect(conninfo, applicationName: "helper") },
      report: { _ in }
    )
    let remote = try #require(RemoteMigrator(near))
    try await body(fixture, remote)
    let deadline = ContinuousClock.now + patience
    while try await remote.run(pace: .init(parallel: 2)).backlog > 0,
      ContinuousClock.now < deadline
    {}
    #expect(try await remote.verify().differing == 0)
    try await fixture.expectEqual()
    try await fixture.expectNoMover()
    await near.connection.close()
    try await fixture.end()
  }
}

extension RemoteFixture {
  /// Has a trigger of the target run `body` before each row that is written.
  fileprivate func meddle(_ body: String) async throws {
    try await there.executeScript(
      """
      CREATE OR REPLACE FUNCTION things2.meddle() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN \(body) RETURN NEW; END $$;
      CREATE OR REPLACE TRIGGER meddle BEFORE INSERT OR UPDATE ON things2.item
        FOR EACH ROW EXECUTE FUNCTION things2.meddle();
      """
    )
  }

  /// Waits until no connection of the copy is left.
  fileprivate func expectNoMover() async throws {
    try await there.wait(
      until: "SELECT count(*) = 0 FROM pg_stat_activity WHERE usename = $1",
      [mover]
    )
    try await there.wait(
      until: """
        SELECT count(*) = 0 FROM pg_stat_activity
        WHERE application_name = 'helper' AND datname || '_there' = current_database()
        """
    )
  }
}
