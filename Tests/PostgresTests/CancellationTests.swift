import Postgres
import Synchronization
import TestSupport
import Testing

@Suite(
  .emptyDatabase
)
struct CancellationTests {
  /// Runs `body` in a task, cancels it when the server sleeps in it, and expects CancellationError.
  private func cancelWhenAsleep(
    _ connection: Connection,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let observer = try await TestDatabase.current.connect()
    try await withThrowingTaskGroup { group in
      group.addTask { try await body() }
      try await observer.waitUntilAsleep(connection)
      group.cancelAll()
      await #expect(throws: CancellationError.self) { try await group.next() }
    }
  }

  @Test
  func `a cancelled task ends its statement and keeps the connection`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await cancelWhenAsleep(connection) { try await connection.execute("SELECT pg_sleep(600)") }
    #expect(try await connection.query("SELECT 1")[0].get(0) == 1)
  }

  @Test
  func `a cancelled transaction is rolled back`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute("CREATE TABLE t(a integer)")
    try await cancelWhenAsleep(connection) {
      try await connection.withTransaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        try await transaction.execute("SELECT pg_sleep(600)")
      }
    }
    #expect(try await connection.query("SELECT count(*) FROM t")[0].get(0) == 0)
  }

  @Test
  func `a cancelled script and a cancelled stream keep the connection`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await cancelWhenAsleep(connection) {
      try await connection.executeScript("SELECT 1; SELECT pg_sleep(600)")
    }
    try await cancelWhenAsleep(connection) {
      try await connection.forEachBatch(
        "SELECT pg_sleep(i / 3 * 600) FROM generate_series(1, 9) AS i",
        batchRows: 1
      ) { _ in }
    }
    #expect(try await connection.query("SELECT 1")[0].get(0) == 1)
  }

  @Test
  func `a task cancelled before its statement sends nothing`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute("CREATE TABLE t(a integer)")
    await withThrowingTaskGroup(of: Int.self) { group in
      group.cancelAll()
      group.addTask { try await connection.execute("INSERT INTO t VALUES (1)") }
      await #expect(throws: CancellationError.self) { _ = try await group.next() }
    }
    #expect(try await connection.query("SELECT count(*) FROM t")[0].get(0) == 0)
  }

  @Test
  func `a statement that the server itself ends is no cancellation`() async throws {
    let connection = try await TestDatabase.current.connect()
    let timeout = await #expect(throws: PostgresError.self) {
      try await connection.executeScript("SET statement_timeout = 20; SELECT pg_sleep(600)")
    }
    #expect(timeout?.sqlState == .queryCanceled)
  }

  @Test
  func `no statement is sent while a cancel request is under way`() async throws {
    try await ServerProxy.run { proxy in
      let connection = try await Connection.connect(proxy.conninfo())
      let observer = try await TestDatabase.current.connect()
      proxy.set(.holdingCancelRequests)
      try await withThrowingTaskGroup { group in
        group.addTask { try await connection.execute("SELECT pg_sleep(600)") }
        try await observer.waitUntilAsleep(connection)
        group.cancelAll()
        try await eventually { proxy.holdsCancelRequest }
        // The statement ends, for another reason, before the request reaches the server.
        try await observer.execute("SELECT pg_cancel_backend($1)", [connection.backendPID])
        let idle = "SELECT state = 'idle' FROM pg_stat_activity WHERE pid = $1"
        try await observer.wait(until: idle, [connection.backendPID])
        try await withThrowingTaskGroup { next in
          let now = "SELECT extract(epoch FROM clock_timestamp())::float8"
          let hasBegun = Atomic(false)
          next.addTask {
            hasBegun.store(true, ordering: .relaxed)
            return try await connection.query(now)[0].get(0, as: Double.self)
          }
          try await eventually { hasBegun.load(ordering: .relaxed) }
          // As often as it could have been sent meanwhile.
          for _ in 0..<20 {
            #expect(try await observer.query(idle, [connection.backendPID])[0].get(0) == true)
          }
          let released = try await observer.query(now)[0].get(0, as: Double.self)
          proxy.set(.healthy)
          #expect(try #require(await next.next()) > released)
        }
        await #expect(throws: CancellationError.self) { try await group.next() }
      }
      await connection.close()
    }
  }

  @Test
  func `hundreds of cancels at any moment never hit the statement after`() async throws {
    let connection = try await TestDatabase.current.connect()
    var random = SeededGenerator.forThisTest()
    for _ in 0..<150 {
      let yields = Int.random(in: 0...400, using: &random)
      await withThrowingTaskGroup { group in
        group.addTask { try await connection.execute("SELECT pg_sleep(0.002)") }
        for _ in 0..<yields { await Task.yield() }
        group.cancelAll()
        do {
          _ = try await group.next()
        } catch {
          #expect(error is CancellationError)
        }
      }
      #expect(try await connection.query("SELECT 'after'")[0].get(0) == "after")
    }
  }

  @Test
  func `a task that waits for its turn can be cancelled alone`() async throws {
    let connection = try await TestDatabase.current.connect()
    let observer = try await TestDatabase.current.connect()
    try await withThrowingTaskGroup { group in
      group.addTask { try await connection.execute("SELECT pg_sleep(600)") }
      try await observer.waitUntilAsleep(connection)
      await withThrowingTaskGroup { waiting in
        waiting.addTask { _ = try await connection.execute("SELECT 1") }
        waiting.cancelAll()
        await #expect(throws: CancellationError.self) { try await waiting.next() }
      }
      group.cancelAll()
      await #expect(throws: CancellationError.self) { try await group.next() }
    }
  }

  @Test
  func `connecting to a server that says nothing can be cancelled`() async throws {
    try await ServerProxy.run { proxy in
      proxy.set(.mute)
      let conninfo = try proxy.conninfo()
      await withThrowingTaskGroup { group in
        group.addTask { try await Connection.connect(conninfo) }
        for _ in 0..<100 { await Task.yield() }
        group.cancelAll()
        await #expect(throws: CancellationError.self) { _ = try await group.next() }
      }
    }
  }
}
