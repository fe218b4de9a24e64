import Postgres
import TestSupport
import Testing

@Suite(
  .emptyDatabase
)
struct PoolTests {
  private func withPool(
    _ maximum: Int,
    _ body: (ConnectionPool) async throws -> Void
  ) async throws {
    try await ConnectionPool(conninfo: TestDatabase.current.conninfo(), maximum: maximum).use(body)
  }

  @Test
  func `an idle connection is used again`() async throws {
    try await withPool(3) { pool in
      let first = try await pool.withConnection { $0.backendPID }
      let second = try await pool.withConnection { $0.backendPID }
      #expect(first == second)
      #expect(await pool.idleCount == 1)
    }
  }

  @Test
  func `there are never more connections than the maximum`() async throws {
    try await withPool(3) { pool in
      let processes = try await withThrowingTaskGroup { group in
        for _ in 0..<60 {
          group.addTask {
            try await pool.withConnection { connection in
              try await connection.execute("SELECT pg_sleep(0.001)")
              return connection.backendPID
            }
          }
        }
        return try await group.reduce(into: Set<Int32>()) { $0.insert($1) }
      }
      #expect(processes.count <= 3)
      #expect(await pool.idleCount == processes.count)
    }
  }

  @Test
  func `a task that waits for a connection can be cancelled`() async throws {
    try await withPool(1) { pool in
      let (taken, taking) = AsyncStream.makeStream(of: Void.self)
      let (released, releasing) = AsyncStream.makeStream(of: Void.self)
      // The holder is a task beside the one that waits: its children could not ask for another.
      async let answer = pool.withConnection { connection in
        taking.finish()
        for await _ in released {}
        return try await connection.query("SELECT 1")[0].get(0, as: Int.self)
      }
      for await _ in taken {}
      let isCancelled = await withTaskGroup { group in
        group.addTask {
          do {
            try await pool.withConnection { _ in }
            return false
          } catch {
            return error is CancellationError
          }
        }
        group.cancelAll()
        return await group.next()
      }
      releasing.finish()
      #expect(isCancelled == true)
      let value = try await answer
      #expect(value == 1)
    }
  }

  @Test
  func `a task that holds a connection is refused another`() async throws {
    try await withPool(2) { pool in
      try await pool.withConnection { _ in
        _ = await #expect(throws: PostgresError.self) { try await pool.withConnection { _ in } }
      }
    }
  }

  @Test
  func `a connection that the server ended is replaced`() async throws {
    let observer = try await TestDatabase.current.connect()
    try await withPool(1) { pool in
      let first = try await pool.withConnection { $0.backendPID }
      try await observer.execute("SELECT pg_terminate_backend($1, 5000)", [first])
      let second = try await pool.withConnection { connection in
        try await connection.execute("SELECT 1")
        return connection.backendPID
      }
      #expect(first != second)
    }
  }

  @Test
  func `a connection that broke while lent is not lent again`() async throws {
    try await withPool(1) { pool in
      await #expect(throws: PostgresError.self) {
        try await pool.withConnection { connection in
          try await connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        }
      }
      #expect(await pool.idleCount == 0)
      try await pool.withConnection { try await $0.execute("SELECT 1") }
    }
  }

  @Test
  func `a place is free again after a connection could not be made`() async throws {
    let pool = ConnectionPool(conninfo: "host=/nowhere-at-all", maximum: 1)
    for _ in 0..<3 {
      let error = await #expect(throws: PostgresError.self) {
        try await pool.withConnection { _ in }
      }
      #expect(error?.isConnectionFailure == true)
    }
    await pool.close()
  }

  @Test
  func `a connection whose server takes no writes is not lent again`() async throws {
    try await withPool(1) { pool in
      let first = try await pool.withConnection { $0.backendPID }
      let error = await #expect(throws: PostgresError.self) {
        try await pool.withConnection { connection in
          try await connection.execute("SET default_transaction_read_only = on")
          try await connection.execute("CREATE TABLE public.t()")
        }
      }
      #expect(error?.sqlState == .readOnlyTransaction)
      let second = try await pool.withConnection { connection in
        try await connection.execute("CREATE TABLE public.t()")
        return connection.backendPID
      }
      #expect(first != second)
    }
  }

  @Test
  func `a closed pool lends nothing`() async throws {
    try await withPool(2) { pool in
      try await pool.withConnection { _ in }
      await pool.close()
      #expect(await pool.idleCount == 0)
      await #expect(throws: PostgresError.misuse("the pool is closed")) {
        try await pool.withConnection { _ in }
      }
    }
  }
}
