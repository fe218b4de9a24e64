import Glibc
import Postgres
import TestSupport
import Testing

@Suite(
  .enabled(if: server.isConfigured, "REEVE_TEST_DSN names no server"),
  .freshDatabase,
  .timeLimit(.minutes(10))
)
struct StreamTests {
  private struct Stop: Error {}

  @Test
  func `a million rows go by in constant memory`() async throws {
    let connection = try await TestDatabase.current.connect()
    var count = 0
    var sum = 0
    var before = 0
    try await connection.forEachBatch(
      "SELECT i, repeat('x', 100) FROM generate_series(1, 1000000) AS i"
    ) { rows in
      count += rows.count
      for row in rows { sum += try row.get(0, as: Int.self) }
      if before == 0 { before = residentBytes() }
    }
    #expect(count == 1_000_000)
    #expect(sum == 500_000_500_000)
    // The rows have over 100 MB; other tests run beside this one.
    #expect(residentBytes() - before < 48 << 20)
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

  /// Resident memory of this process: proc(5), `statm`, second field, in pages.
  private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let fields = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
      separator: " "
    )
    return (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
