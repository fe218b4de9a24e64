import TestSupport
import Testing

@testable import Postgres

@Suite(
  .emptyDatabase
)
struct PipelineTests {
  private func connection() async throws -> Connection {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute("CREATE TABLE t(a integer PRIMARY KEY)")
    return connection
  }

  private func numbers(_ connection: Connection) async throws -> [Int] {
    try await connection.query("SELECT a FROM t ORDER BY a").map { try $0.get(0) }
  }

  @Test
  func `a pipeline gives the result of each statement, in one transaction`() async throws {
    let connection = try await connection()
    let results = try await connection.pipeline([
      ("INSERT INTO t SELECT generate_series(1, $1)", [3]),
      ("SELECT a, pg_current_xact_id()::text FROM t WHERE a > $1 ORDER BY a", [1]),
      ("SELECT pg_current_xact_id()::text", []),
      ("", []),
    ])
    #expect(results.map(\.count) == [0, 2, 1, 0])
    #expect(results[0].affected == 3)
    #expect(try results[1].map { try $0.get(0, as: Int.self) } == [2, 3])
    #expect(try results[1][0].get(1, as: String.self) == results[2][0].get(0))
    #expect(try await numbers(connection) == [1, 2, 3])
    await connection.close()
  }

  @Test
  func `a pipeline behind a stream gives all rows of each statement`() async throws {
    let connection = try await connection()
    for _ in 1...2 {
      try await connection.forEachBatch("SELECT generate_series(1, 3)", []) { _ in }
      let results = try await connection.pipeline([
        ("SELECT generate_series(1, $1)", [3]), ("SELECT generate_series(4, $1)", [5]),
      ])
      #expect(
        try results.map { try $0.map { try $0.get(0, as: Int.self) } } == [[1, 2, 3], [4, 5]]
      )
      #expect(results.map(\.affected) == [3, 2])
    }
    await connection.close()
  }

  @Test
  func `what fails at the commit of a pipeline is its error`() async throws {
    let connection = try await connection()
    try await connection.execute(
      "ALTER TABLE t ADD CONSTRAINT t_once UNIQUE (a) DEFERRABLE INITIALLY DEFERRED"
    )
    try await connection.execute("ALTER TABLE t DROP CONSTRAINT t_pkey")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.pipeline([
        ("INSERT INTO t VALUES (1)", []), ("INSERT INTO t VALUES ($1)", [1]),
      ])
    }
    #expect(error?.sqlState == .uniqueViolation)
    #expect(error?.serverError?.constraint == "t_once")
    #expect(try await numbers(connection).isEmpty)
    try await connection.pipeline([("INSERT INTO t VALUES (4)", [])])
    #expect(try await numbers(connection) == [4])
    await connection.close()
  }

  @Test
  func `the first statement that fails undoes those before and stops those behind`() async throws {
    let connection = try await connection()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.pipeline([
        ("INSERT INTO t VALUES (1)", []), ("INSERT INTO t VALUES ($1 / 0)", [1]),
        ("INSERT INTO t VALUES (2), (2)", []), ("INSERT INTO t VALUES (3)", []),
      ])
    }
    #expect(error?.sqlState == SQLState("22012"))
    #expect(try await numbers(connection).isEmpty)
    try await connection.pipeline([("INSERT INTO t VALUES (4)", [])])
    #expect(try await numbers(connection) == [4])
    await connection.close()
  }

  @Test
  func `a pipeline inside a transaction is part of it`() async throws {
    let connection = try await connection()
    try await connection.withTransaction { transaction in
      try await transaction.pipeline([("INSERT INTO t VALUES (1)", []), ("SELECT 1", [])])
      try await transaction.execute("INSERT INTO t VALUES (2)")
    }
    #expect(try await numbers(connection) == [1, 2])
    await connection.close()
  }

  @Test
  func `more than the buffers of both sides hold goes through`() async throws {
    let connection = try await connection()
    let text = String(repeating: "long ", count: 40_000)
    let results = try await connection.pipeline(
      (0..<100).map { ("SELECT $1 || $2, repeat($1, 3)", ["\($0) ", text]) }
    )
    for (index, rows) in results.enumerated() {
      #expect(try rows[0].get(0, as: String.self) == "\(index) " + text)
    }
    await connection.close()
  }

  @Test
  func `a pipeline that leaves a transaction open, or a COPY, is refused`() async throws {
    let connection = try await connection()
    await #expect(throws: PostgresError.self) {
      try await connection.pipeline([("BEGIN", []), ("INSERT INTO t VALUES (1)", [])])
    }
    #expect(try await numbers(connection).isEmpty)
    await #expect(throws: PostgresError.self) {
      try await connection.pipeline([("COPY t TO STDOUT", [])])
    }
    await connection.close()
  }

  @Test
  func `a cancelled pipeline ends, and the connection stays usable`() async throws {
    let connection = try await connection()
    let observer = try await TestDatabase.current.connect()
    let task = Task {
      try await connection.pipeline([
        ("INSERT INTO t VALUES (1)", []), ("SELECT pg_sleep(600)", []),
      ])
    }
    try await observer.waitUntilAsleep(connection)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await numbers(connection).isEmpty)
    await connection.close()
    await observer.close()
  }

  @Test
  func `a connection that is ended in a pipeline is lost`() async throws {
    let connection = try await connection()
    let other = try await TestDatabase.current.connect()
    let task = Task {
      try await connection.pipeline([
        ("SELECT 1", []), ("SELECT pg_sleep(600)", []), ("SELECT 2", []),
      ])
    }
    try await other.waitUntilAsleep(connection)
    try await other.query("SELECT pg_terminate_backend($1)", [Int(connection.backendPID)])
    let error = await #expect(throws: PostgresError.self) { try await task.value }
    #expect(error?.isConnectionFailure == true)
    #expect(await !connection.isUsable)
    await connection.close()
    await other.close()
  }
}

@Suite(
  .emptyDatabase
)
struct NotificationTests {
  @Test
  func `notifications come in order with what they say, pauses in between`() async throws {
    let listener = try await TestDatabase.current.connect()
    let speaker = try await TestDatabase.current.connect()
    let notifications = try await listener.listen("a \"channel\"", pause: .milliseconds(20))
    #expect(try await notifications.next() == .some(nil), "nothing was said yet")
    for index in 1...3 {
      try await speaker.query("SELECT pg_notify('a \"channel\"', $1)", ["n\(index)"])
    }
    try await speaker.query("SELECT pg_notify('another', 'x')")
    var heard: [String] = []
    for try await notification in notifications {
      guard let notification else {
        if heard.count == 3 { break }
        continue
      }
      #expect(notification.backendPID == speaker.backendPID)
      heard.append(notification.payload)
    }
    #expect(heard == ["n1", "n2", "n3"])
    #expect(try await listener.query("SELECT 1").count == 1, "statements go on in between")
    await listener.close()
    await speaker.close()
  }

  @Test
  func `a listener whose connection is ended, or whose task is cancelled, is told`() async throws {
    let listener = try await TestDatabase.current.connect()
    let other = try await TestDatabase.current.connect()
    let notifications = try await listener.listen("c", pause: .milliseconds(50))
    let task = Task { while true { _ = try await notifications.next() } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await other.query("SELECT pg_terminate_backend($1)", [Int(listener.backendPID)])
    let error = await #expect(throws: PostgresError.self) {
      while true { _ = try await notifications.next() }
    }
    #expect(error?.isConnectionFailure == true)
    await listener.close()
    await other.close()
  }
}
