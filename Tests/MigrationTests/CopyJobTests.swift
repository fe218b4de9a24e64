import Catalog
import LiveCopy
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Live copies that workers run, and what stops them for a while.
@Suite(.freshDatabase)
struct CopyJobTests {
  @Test func `a job copies, waits while it is paused, follows and verifies`() async throws {
    let fixture = try await CopyFixture()
    try await fixture.add(1...300)
    let job = try await fixture.migrator.enqueue("migrate.copy", pace: .init())[0]
    #expect(try await fixture.migrator.enqueue("migrate.copy") == [job])
    try await fixture.migrator.pause(true)
    let paused = try await step(fixture.database, "migrate_copy_step", job)
    #expect(paused.state == "scheduled")
    #expect(try #require(paused.note).hasPrefix("paused by "))
    #expect(try await fixture.migrator.status().waits != nil)
    #expect(try await fixture.number("SELECT count(*) FROM things2.item") == 0)
    try await fixture.migrator.pause(false)
    var last = try await step(fixture.database, "migrate_copy_step", job)
    for _ in 0..<50 where last.state == "running" {
      last = try await step(fixture.database, "migrate_copy_step", job)
    }
    #expect(last.state == "scheduled")
    try await fixture.add(301...310)
    _ = try await step(fixture.database, "migrate_copy_step", job)
    #expect(try await fixture.number("SELECT count(*) FROM things2.item") == 310)
    let check = try await fixture.migrator.enqueue("migrate.verify")[0]
    let verified = try await step(fixture.database, "migrate_verify_step", check)
    #expect(verified.state == "completed")
    #expect(verified.note == "compared 310 rows, 0 differ")
    #expect(try await fixture.migrator.status().differing == 0)
    try await fixture.migrator.finish(isAbandoned: true)
    #expect(try await step(fixture.database, "migrate_copy_step", job).state == "completed")
    await fixture.end()
  }

  @Test(arguments: ShapeFixture.Shape.allCases)
  func `a job copies tables in parts, follows and verifies`(shape: ShapeFixture.Shape) async throws
  {
    let fixture = try await ShapeFixture(shape)
    var history = PersonHistory(fixture: fixture, random: .forThisTest())
    for _ in 0..<200 { try await history.write(except: nil) }
    let jobs = try await fixture.migrator.enqueue("migrate.copy", pace: .init(parallel: 2))
    #expect(jobs.count == 2)
    var isCopied = false
    while !isCopied {
      for job in jobs { _ = try await step(fixture.database, "migrate_copy_step", job) }
      for _ in 0..<5 { try await history.write(except: nil) }
      isCopied = try await fixture.migrator.status().phase == "following"
    }
    for _ in 0..<50 { try await history.write(except: nil) }
    for job in jobs { _ = try await step(fixture.database, "migrate_copy_step", job) }
    let check = try await fixture.migrator.enqueue("migrate.verify")[0]
    #expect(try await step(fixture.database, "migrate_verify_step", check).state == "completed")
    #expect(try await fixture.migrator.status().differing == 0)
    try await history.expect()
    await fixture.end()
  }

  @Test func `an old snapshot and too much WAL hold a copy up`() async throws {
    let fixture = try await CopyFixture()
    try await fixture.add(1...10)
    let job = try await fixture.migrator.enqueue(
      "migrate.copy",
      pace: .init(maxSnapshot: .milliseconds(1))
    )[0]
    let other = try await TestDatabase.current.connect()
    try await other.withTransaction(.init(isolation: .repeatableRead)) { transaction in
      try await transaction.execute("SELECT count(*) FROM pg_class")
      let held = try await step(fixture.database, "migrate_copy_step", job)
      #expect(held.note?.contains("a transaction has been open for") == true, "\(held)")
    }
    _ = try await fixture.migrator.enqueue("migrate.copy", pace: .init(maxWAL: 1))
    try await fixture.database.execute(
      """
      UPDATE reeve.live_copy SET wal_place = pg_current_wal_insert_lsn() - 100000,
        wal_at = clock_timestamp() - interval '0.5 s'
      """
    )
    let held = try await step(fixture.database, "migrate_copy_step", job)
    #expect(held.note?.hasSuffix("of WAL are written per second") == true, "\(held)")
    await other.close()
    await fixture.end()
  }

  /// One step of a job, as a worker's connection has the database do it.
  private func step(
    _ database: Connection,
    _ function: String,
    _ job: Int64
  ) async throws -> (state: String, note: String?) {
    let row = try await database.query(
      """
      SELECT s.state, s.note FROM reeve.job j CROSS JOIN LATERAL reeve.\(function)(
        j, jsonb_populate_record(NULL::reeve.job_progress, '{"done": 0}'), 1000) s
      WHERE j.job_id = $1
      """,
      [job]
    )[0]
    return (try row.get(0), try row.get(1))
  }
}
