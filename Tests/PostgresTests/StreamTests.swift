import Postgres
import TestSupport
import Testing

@Suite(
  .emptyDatabase
)
struct StreamTests {
  private struct Stop: Error {}

  @Test
  func `the server waits for who takes the rows: nothing piles up here`() async throws {
    let connection = try await TestDatabase.current.connect()
    let observer = try await TestDatabase.current.connect()
    let waits =
      "SELECT count(*) FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'ClientWrite'"
    let backend = connection.backendPID
    var count = 0
    var sum = 0
    var wasHeldBack = false
    // Over 100 MB, which the buffers between the two would not hold.
    try await connection.forEachBatch(
      "SELECT i, repeat('x', 100) FROM generate_series(1, 1000000) AS i"
    ) { rows in
      #expect(rows.byteCount < 2 << 20)
      count += rows.count
      for row in rows { sum += try row.get(0, as: Int.self) }
      let deadline = ContinuousClock.now + patience
      while !wasHeldBack, ContinuousClock.now < deadline {
        wasHeldBack = try await observer.query(waits, [backend])[0].get(0, as: Int.self) == 1
      }
    }
    #expect(wasHeldBack)
    #expect(count == 1_000_000)
    #expect(sum == 500_000_500_000)
  }

  @Test(arguments: [
    (0, 10, [0]), (5, 10, [5]), (10, 10, [10]), (25, 10, [10, 10, 5]), (3, 1, [1, 1, 1]),
  ])
  func `batches have the size asked for`(rows: Int, limit: Int, sizes: [Int]) async throws {
    let connection = try await TestDatabase.current.connect()
    var seen: [Int] = []
    var total = 0
    try await connection.forEachBatch(
      "SELECT i AS number FROM generate_series(1, $1) AS i",
      [rows],
      batchRows: limit
    ) { batch in
      #expect(batch.columns.map(\.name) == ["number"])
      seen.append(batch.count)
      total += batch.affected
    }
    #expect(seen.filter { $0 > 0 } == sizes.filter { $0 > 0 })
    #expect(!seen.isEmpty)
    #expect(total == rows || total == 0)
  }

  @Test
  func `wide rows make small batches`() async throws {
    let connection = try await TestDatabase.current.connect()
    var largest = 0
    try await connection.forEachBatch(
      "SELECT repeat('x', 400000) FROM generate_series(1, 20)"
    ) { batch in largest = max(largest, batch.byteCount) }
    #expect(largest < 2 << 20)
  }

  @Test
  func `a body that throws ends the statement and keeps the connection`() async throws {
    let connection = try await TestDatabase.current.connect()
    await #expect(throws: Stop.self) {
      try await connection.forEachBatch("SELECT generate_series(1, 100000000)") { _ in throw Stop()
      }
    }
    #expect(try await connection.query("SELECT 1")[0].get(0) == 1)
  }

  @Test
  func `an error after the first rows is thrown, and the connection goes on`() async throws {
    let connection = try await TestDatabase.current.connect()
    var count = 0
    let error = await #expect(throws: PostgresError.self) {
      try await connection.forEachBatch(
        "SELECT 1 / (5000 - i) FROM generate_series(1, 10000) AS i"
      ) { rows in count += rows.count }
    }
    #expect(error?.sqlState == SQLState("22012"))
    #expect(count > 0 && count < 5000)
    #expect(try await connection.query("SELECT 1")[0].get(0) == 1)
  }

  @Test
  func `a statement inside its own stream is refused, not waited for`() async throws {
    let connection = try await TestDatabase.current.connect()
    await #expect(throws: PostgresError.self) {
      try await connection.forEachBatch("SELECT 1") { _ in
        try await connection.execute("SELECT 2")
      }
    }
    await #expect(throws: PostgresError.self) {
      try await connection.withTransaction { transaction in
        try await transaction.forEachBatch("SELECT 1") { _ in
          try await transaction.execute("SELECT 2")
        }
      }
    }
    #expect(try await connection.query("SELECT 1")[0].get(0) == 1)
  }
}
