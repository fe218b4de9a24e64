import Catalog
import Outcome
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// Live copies that several sessions copy at once.
@Suite(.freshDatabase)
struct CopyParallelTests {
  private static let step = "SELECT reeve.migrate_step(copy_id) FROM reeve.live_copy"
  private static func apply(_ arguments: String) -> String {
    "SELECT FROM reeve.live_copy, reeve.migrate_apply(copy_id, \(arguments))"
  }

  @Test(arguments: 0..<3)
  func `sessions that copy, are killed and wait for each other lose and resurrect nothing`(
    _ run: Int
  ) async throws {
    var random = SeededGenerator.forThisTest()
    let fixture = try await CopyFixture()
    var sessions: [Connection] = []
    for _ in 0..<3 { sessions.append(try await TestDatabase.current.connect()) }
    try await fixture.add(1...2000)
    try await fixture.database.execute(
      "SELECT FROM reeve.migrate_begin($1::jsonb)",
      [fixture.json]
    )
    // Ranges of 100 rows; changes are applied when the test wants it.
    try await fixture.database.execute(
      "UPDATE reeve.live_copy SET batch_rows = 100, apply_at = 'infinity'"
    )
    for _ in 0..<60 { try await act(fixture, sessions[...], &random) }
    for session in sessions { await session.close() }
    let status = try await fixture.migrator.run()
    #expect(status.phase == "following")
    #expect(status.ranges == 0)
    #expect(status.rejected == 0)
    #expect(try await fixture.migrator.verify().differing == 0)
    #expect(
      try await fixture.rows(inTarget: true) == (try await fixture.rows(inTarget: false))
    )
    await fixture.end()
  }

  /// The app writes, changes are applied, or a session takes a step of copying.
  ///
  /// Before that ends, the app writes and other sessions try to step. One step in four is killed
  /// before its COMMIT.
  private func act(
    _ fixture: CopyFixture,
    _ sessions: ArraySlice<Connection>,
    _ random: inout SeededGenerator
  ) async throws {
    let number = Int.random(in: 1...2000, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0...2:
      guard let session = sessions.first else { return }
      let survives = Int.random(in: 0..<4, using: &random) > 0
      do {
        try await session.withTransaction { transaction in
          try await transaction.execute("SET LOCAL lock_timeout = '100ms'")
          try await transaction.execute(Self.step)
          for _ in 0..<4 { try await act(fixture, sessions.dropFirst(), &random) }
          if !survives { throw Killed() }
        }
      } catch is Killed {
        // As the server does when a client is gone.
      } catch let PostgresError.server(error) where error.sqlState == .lockNotAvailable {
        // The session that has the copy's row ends after this one.
      }
    case 3:
      try await fixture.app.execute(
        #"DELETE FROM "Old Things"."Thing""s" WHERE "Nr" = $1"#,
        [number]
      )
    case 4:
      try await fixture.app.execute(
        #"UPDATE "Old Things"."Thing""s" SET "Name" = 'a ' || $2, amount = 1 WHERE "Nr" = $1"#,
        [number, "\(UInt64.random(in: 0...UInt64.max, using: &random))"]
      )
    default:
      // It would wait for whoever copies.
      guard sessions.count == 3 else { return }
      try await fixture.database.execute(Self.apply("5000"))
    }
  }

  /// Thrown to roll a transaction back.
  private struct Killed: Error {}

  @Test func `who applies changes waits for those who copy`() async throws {
    let fixture = try await CopyFixture()
    let (copier, blocker) = try await (
      TestDatabase.current.connect(), TestDatabase.current.connect()
    )
    try await fixture.add(1...300)
    try await fixture.database.execute(
      "SELECT FROM reeve.migrate_begin($1::jsonb)",
      [fixture.json]
    )
    try await fixture.database.execute("UPDATE reeve.live_copy SET apply_at = 'infinity'")
    try await fixture.database.execute(Self.step)
    var refused: SQLState?
    try await withThrowingTaskGroup(of: Void.self) { group in
      try await blocker.withTransaction { transaction in
        // As nobody can but a superuser: a row in the way, which may yet go.
        try await transaction.execute("SET LOCAL session_replication_role = replica")
        try await transaction.execute(
          "INSERT INTO things2.item VALUES (md5('x')::uuid, 9999, 'thing 100')"
        )
        group.addTask { try await copier.execute(Self.step) }
        try await fixture.database.wait(
          until: """
            SELECT wait_event_type IS NOT DISTINCT FROM 'Lock' FROM pg_stat_activity WHERE pid = $1
            """,
          [Int(copier.backendPID)]
        )
        // The copier has read it: an applier that did not wait would find nothing to delete.
        try await fixture.app.execute(#"DELETE FROM "Old Things"."Thing""s" WHERE "Nr" = 7"#)
        do {
          try await fixture.database.withTransaction { applier in
            try await applier.execute("SET LOCAL lock_timeout = '100ms'")
            try await applier.execute(Self.apply("5000, TRUE"))
          }
        } catch let PostgresError.server(error) { refused = error.sqlState }
        try await transaction.execute("DELETE FROM things2.item")
      }
      try await group.waitForAll()
    }
    #expect(refused == .lockNotAvailable)
    #expect(try await fixture.migrator.run().phase == "following")
    #expect(try await fixture.number("SELECT count(*) FROM things2.item") == 299)
    for connection in [copier, blocker] { await connection.close() }
    await fixture.end()
  }

  @Test(arguments: 0..<3)
  func `several connections copy while the app writes and some of them are lost`(
    _ run: Int
  ) async throws {
    var random = SeededGenerator.forThisTest()
    let fixture = try await CopyFixture()
    try await fixture.add(1...20_000)
    let conninfo = try TestDatabase.current.conninfo()
    let migrator = Migrator(
      connection: fixture.database,
      mapping: fixture.migrator.mapping,
      connect: { try await Connection.connect(conninfo, applicationName: "helper") },
      report: { _ in }
    )
    try await fixture.database.execute(
      "SELECT FROM reeve.migrate_begin($1::jsonb)",
      [fixture.json]
    )
    let killer = try await TestDatabase.current.connect()
    async let copying = migrator.run(pace: .init(parallel: 4))
    var isOver = false
    while !isOver {
      let number = Int.random(in: 1...20_000, using: &random)
      let isKilled = Int.random(in: 0..<40, using: &random) == 0
      try await fixture.app.execute(
        Bool.random(using: &random)
          ? #"DELETE FROM "Old Things"."Thing""s" WHERE "Nr" = $1"#
          : #"UPDATE "Old Things"."Thing""s" SET amount = 1 WHERE "Nr" = $1"#,
        [number]
      )
      if number % 10 == 0 {
        try await killer.execute("UPDATE reeve.live_copy SET apply_at = clock_timestamp()")
      }
      if isKilled {
        try await killer.execute(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'helper' AND datname = current_database()
          ORDER BY random() LIMIT 1
          """
        )
      }
      isOver = try await killer.query("SELECT phase <> 'copying' FROM reeve.live_copy")[0].get(0)
    }
    let status = try await copying
    #expect(status.phase == "following")
    #expect(status.ranges == 0)
    #expect(status.rejected == 0)
    #expect(try await migrator.verify().differing == 0)
    #expect(
      try await fixture.rows(inTarget: true) == (try await fixture.rows(inTarget: false))
    )
    await killer.close()
    await fixture.end()
  }

  @Test(arguments: ShapeFixture.Shape.allCases)
  func `several connections copy tables in parts while the app writes and some of them are lost`(
    shape: ShapeFixture.Shape
  ) async throws {
    let fixture = try await ShapeFixture(shape)
    try await fixture.app.executeScript(
      shape == .split
        ? """
        INSERT INTO whole.account(id, login, has_profile, bio, items)
        SELECT n, 'p' || n, n % 3 = 0, CASE n % 3 WHEN 0 THEN 'bio' END, jsonb_build_array(
          jsonb_build_object('number', 1, 'note', 'note', 'price', 1.00))
        FROM generate_series(100001, 106000) n
        """
        : """
        INSERT INTO apart.person(id, name) SELECT n, 'p' || n FROM generate_series(100001, 106000) n;
        INSERT INTO apart.profile SELECT 'bio', p.id FROM apart.person p WHERE p.id % 3 = 0;
        INSERT INTO apart.item SELECT p.id, n, 'note'
        FROM apart.person p CROSS JOIN generate_series(1, 2) n;
        """
    )
    var history = PersonHistory(fixture: fixture, random: .forThisTest())
    let conninfo = try TestDatabase.current.conninfo()
    let migrator = Migrator(
      connection: fixture.database,
      mapping: fixture.migrator.mapping,
      connect: { try await Connection.connect(conninfo, applicationName: "helper") },
      report: { _ in }
    )
    try await fixture.database.execute(
      "SELECT FROM reeve.migrate_begin($1::jsonb)",
      [migrator.mapping.json]
    )
    try await fixture.database.execute("UPDATE reeve.live_copy SET batch_rows = 200")
    let killer = try await TestDatabase.current.connect()
    async let copying = migrator.run(pace: .init(parallel: 4))
    var isOver = false
    var writes = 0
    while !isOver {
      try await history.write(except: nil)
      writes += 1
      if writes.isMultiple(of: 10) {
        try await killer.execute("UPDATE reeve.live_copy SET apply_at = clock_timestamp()")
      }
      if writes.isMultiple(of: 35) {
        try await killer.execute(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'helper' AND datname = current_database()
          ORDER BY random() LIMIT 1
          """
        )
      }
      isOver = try await killer.query("SELECT phase <> 'copying' FROM reeve.live_copy")[0].get(0)
    }
    let status = try await copying
    #expect(status.rejected == 0 && status.ranges == 0)
    #expect(try await migrator.verify().differing == 0)
    #expect(
      try await fixture.people(inTarget: true) == (try await fixture.people(inTarget: false))
    )
    await killer.close()
    await fixture.end()
  }
}
