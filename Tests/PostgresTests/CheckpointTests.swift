import TestSupport
import Testing

@testable import Postgres

@Suite(.emptyDatabase)
struct CheckpointTests {
  /// Writes more WAL than may be left.
  private static let load = """
    SELECT pg_logical_emit_message(FALSE, 'load', repeat('x', 1024 * 1024))
    FROM generate_series(1, 65)
    """

  @Test
  func `after a load no more than 64 MB are replayed after a crash`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute(Self.load)
    let loaded: String = try await connection.query("SELECT pg_current_wal_insert_lsn()::text")[0]
      .get(0)
    try await connection.checkpointAfterLoad()
    let replayed: Int = try await connection.query(
      "SELECT pg_wal_lsn_diff($1::pg_lsn, redo_lsn)::bigint FROM pg_control_checkpoint()",
      [loaded]
    )[0].get(0)
    #expect(replayed <= 64 << 20)
  }

  @Test
  func `whoever may not make a checkpoint does without`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute(Self.load)
    try await connection.execute("SET ROLE pg_monitor")
    await #expect(throws: PostgresError.self) { try await connection.execute("CHECKPOINT") }
    try await connection.checkpointAfterLoad()
  }
}
