import Outcome
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// Copies to another database over several connections.
@Suite(.freshDatabase)
struct RemoteParallelTests {
  /// A migrator over a connection of its own, with a way to make more.
  private func migrator(_ fixture: RemoteFixture) async throws -> RemoteMigrator {
    let conninfo = try TestDatabase.current.conninfo()
    let near = Migrator(
      connection: try await TestDatabase.current.connect(),
      mapping: fixture.near.migrator.mapping,
      connect: { try await Connection.connect(conninfo, applicationName: "helper") },
      report: { _ in }
    )
    return try #require(RemoteMigrator(near))
  }

  @Test func `four connections copy at once, and nothing is lost or doubled`() async throws {
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...8000)
    let remote = try await migrator(fixture)
    async let copying = remote.run(pace: .init(parallel: 4))
    var most = 0
    repeat {
      try await Task.sleep(for: .milliseconds(5))
      let writers: Int = try await fixture.there.query(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = $1",
        [fixture.mover]
      )[0].get(0)
      most = max(most, writers)
    } while try await fixture.near.number(
      "SELECT count(*) FROM reeve.live_copy WHERE phase = 'following'"
    ) == 0
    #expect(try await copying.phase == "following")
    #expect(most == 4)
    #expect(try await remote.verify().rows == 8000)
    try await fixture.expectEqual()
    let left: Int = try await fixture.there.query(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = $1",
      [fixture.mover]
    )[0].get(0)
    #expect(left == 0)
    await remote.source.connection.close()
    try await fixture.end()
  }

  @Test(arguments: 0..<3)
  func `the app writes, connections of both sides die, two processes copy: all rows are equal`(
    _ run: Int
  ) async throws {
    var random = SeededGenerator.forThisTest()
    let fixture = try await RemoteFixture()
    try await fixture.near.add(1...12_000)
    _ = try await fixture.remote.start(
      pace: StepPace(),
      locks: LockPatience(lockTimeout: .seconds(1), budget: patience)
    )
    let killer = try await TestDatabase.current.connect()
    let isOver = Guarded(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...2 {
        group.addTask {
          while !isOver.withLock({ $0 }) {
            let remote = try await migrator(fixture)
            // A connection of its own that dies ends a run; the next one continues it.
            let status = try? await remote.run(pace: .init(parallel: 3))
            await remote.source.connection.close()
            if status?.phase == "following" { isOver.withLock { $0 = true } }
          }
        }
      }
      var next = 12_001
      while !isOver.withLock({ $0 }) {
        let number = Int.random(in: 1...12_000, using: &random)
        switch Int.random(in: 0..<60, using: &random) {
        case 0:
          try await killer.execute(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE (application_name = 'helper' OR usename = $1) AND datname ~ current_database()
            ORDER BY random() LIMIT 1
            """,
            [fixture.mover]
          )
        case 1:
          try await fixture.near.add(next...next)
          next += 1
        case 2..<30:
          try await fixture.near.app.execute(
            #"DELETE FROM "Old Things"."Thing""s" WHERE "Nr" = $1"#,
            [number]
          )
        default:
          try await fixture.near.app.execute(
            #"UPDATE "Old Things"."Thing""s" SET amount = 1 WHERE "Nr" = $1"#,
            [number]
          )
        }
      }
      try await group.waitForAll()
    }
    try await fixture.catchUp()
    let verification = try await fixture.remote.verify()
    #expect(verification.differing == 0, "\(verification.examples)")
    try await fixture.expectEqual()
    await killer.close()
    try await fixture.end()
  }
}
