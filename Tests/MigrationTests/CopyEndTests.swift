import LiveCopy
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// What a live copy leaves behind.
@Suite(.freshDatabase)
struct CopyEndTests {
  @Test func `a job's step whose worker is killed is taken again by the next`() async throws {
    let fixture = try await CopyFixture()
    try await fixture.add(1...3000)
    let job = try await fixture.migrator.enqueue("migrate.copy", pace: .init())[0]
    let step = """
      SELECT s.state FROM reeve.job j CROSS JOIN LATERAL reeve.migrate_copy_step(
        j, jsonb_populate_record(NULL::reeve.job_progress, '{"done": 0}'), 1000) s
      WHERE j.job_id = $1
      """
    let killer = try await TestDatabase.current.connect()
    for _ in 0..<3 {
      let worker = try await TestDatabase.current.connect()
      // Its backend ends amid the step's transaction, as after kill -9 of a worker.
      await #expect(throws: PostgresError.self) {
        try await worker.withTransaction { transaction in
          _ = try await transaction.query(step, [job])
          try await killer.execute("SELECT pg_terminate_backend($1)", [Int(worker.backendPID)])
          try await transaction.execute("SELECT 1")
        }
      }
      await worker.close()
      _ = try await fixture.database.query(step, [job])
    }
    var state = "running"
    while state == "running" {
      state = try await fixture.database.query(step, [job])[0].get(0)
    }
    #expect(state == "scheduled")
    let status = try await fixture.migrator.status()
    #expect(status.phase == "following")
    #expect(status.copied == 3000)
    #expect(try await fixture.migrator.verify().differing == 0)
    await killer.close()
    await fixture.end()
  }
}
