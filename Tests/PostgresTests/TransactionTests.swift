import TestSupport
import Testing

@testable import Postgres

@Suite(
  .emptyDatabase
)
struct TransactionTests {
  private struct Stop: Error {}

  private func connectionWithTable() async throws -> Connection {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute(
      """
      CREATE TABLE t(a integer, b integer,
        CONSTRAINT t_a_key UNIQUE (a) DEFERRABLE INITIALLY DEFERRED)
      """
    )
    return connection
  }

  private func count(_ connection: Connection) async throws -> Int {
    try await connection.query("SELECT count(*) FROM t")[0].get(0)
  }

  @Test
  func `what the body did is committed when it returns`() async throws {
    let connection = try await connectionWithTable()
    let result = try await connection.withTransaction { transaction in
      try await transaction.execute("INSERT INTO t VALUES (1, 1)")
      return try await transaction.query("SELECT 'r'")[0].get(0, as: String.self)
    }
    #expect(result == "r")
    #expect(try await count(connection) == 1)
  }

  @Test
  func `what the body did is undone when it throws`() async throws {
    let connection = try await connectionWithTable()
    await #expect(throws: Stop.self) {
      try await connection.withTransaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1, 1)")
        throw Stop()
      }
    }
    #expect(try await count(connection) == 0)
  }

  @Test
  func `a failure that the body swallowed is reported at the end`() async throws {
    let connection = try await connectionWithTable()
    await #expect(throws: PostgresError.commitRolledBack) {
      try await connection.withTransaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1, 1)")
        await #expect(throws: PostgresError.self) { try await transaction.query("SELECT 1/0") }
      }
    }
    #expect(try await count(connection) == 0)
  }

  @Test
  func `a constraint that fails at COMMIT is the server's error`() async throws {
    let connection = try await connectionWithTable()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withTransaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1, 1), (1, 2)")
      }
    }
    #expect(error?.sqlState == .uniqueViolation)
    #expect(error?.serverError?.constraint == "t_a_key")
    #expect(try await count(connection) == 0)
  }

  @Test
  func `a transaction of one statement is two round trips, one of none is none`() async throws {
    let direct = try await connectionWithTable()
    try await ServerProxy.run { proxy in
      let connection = try await Connection.connect(proxy.conninfo())
      let before = proxy.trips.count
      try await connection.withTransaction { _ in }
      #expect(proxy.trips.count == before)
      let insert = "INSERT INTO public.t VALUES (1, 1)"
      try await connection.withTransaction { try await $0.execute(insert) }
      #expect(proxy.trips[before...] == [["BEGIN", insert], ["COMMIT"]])
    }
    #expect(try await count(direct) == 1)
  }

  /// Counts the rows of `t`, and fails where there is none.
  private let counted = FunctionCall<Int>("SELECT count(*) / sign(count(*))::int FROM public.t", [])

  @Test
  func `a call behind the commit sees it, and its failure is not the transaction's`() async throws {
    let connection = try await connectionWithTable()
    let (_, none) = try await connection.withTransaction(then: counted) { transaction in
      try await transaction.query("SELECT 1")
    }
    #expect(throws: PostgresError.self) { try none.get() }
    let (_, one) = try await connection.withTransaction(then: counted) { transaction in
      try await transaction.execute("INSERT INTO t VALUES (1, 1)")
    }
    #expect(try one.get() == 1)
    let (_, empty) = try await connection.withTransaction(then: counted) { _ in }
    #expect(try empty.get() == 1)
  }

  @Test
  func `a call behind a commit that fails is not run`() async throws {
    let connection = try await connectionWithTable()
    try await connection.execute("CREATE SEQUENCE s")
    let next = FunctionCall<Int>("SELECT nextval('s')", [])
    let refused = await #expect(throws: PostgresError.self) {
      try await connection.withTransaction(then: next) { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1, 1), (1, 2)")
      }
    }
    #expect(refused?.serverError?.constraint == "t_a_key")
    await #expect(throws: PostgresError.commitRolledBack) {
      try await connection.withTransaction(then: next) { transaction in
        await #expect(throws: PostgresError.self) { try await transaction.query("SELECT 1/0") }
      }
    }
    await #expect(throws: Stop.self) {
      try await connection.withTransaction(then: next) { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1, 1)")
        throw Stop()
      }
    }
    #expect(try await count(connection) == 0)
    #expect(try await connection.query("SELECT nextval('s')")[0].get(0) == 1)
  }

  @Test
  func `a connection lost behind COMMIT leaves open what became of it`() async throws {
    let direct = try await connectionWithTable()
    try await ServerProxy.run { proxy in
      for (number, mode) in [(1, ServerProxy.Mode.cutAfter("COMMIT")), (2, .cutBefore("COMMIT"))] {
        let connection = try await Connection.connect(proxy.conninfo())
        proxy.set(mode)
        let error = await #expect(throws: PostgresError.self) {
          try await connection.withTransaction(then: counted) { transaction in
            try await transaction.execute("INSERT INTO public.t VALUES ($1)", [number])
          }
        }
        guard case .commitOutcomeUnknown? = error else {
          Issue.record("\(mode): \(String(describing: error))")
          continue
        }
        proxy.set(.healthy)
      }
    }
    try await direct.wait(until: "SELECT array_agg(a) = '{1}' FROM t")
  }

  /// The server's answer to COMMIT.
  private static let committed = "COMMIT\0"

  @Test(arguments: [
    ServerProxy.Mode.cutAfterAnswer(committed), .silentAfterAnswer(committed),
  ])
  func `once COMMIT is answered it is committed, and what is behind it is not waited for long`(
    mode: ServerProxy.Mode
  ) async throws {
    let direct = try await connectionWithTable()
    try await ServerProxy.run { proxy in
      let connection = try await Connection.connect(proxy.conninfo())
      proxy.set(mode)
      let (number, behind) = try await connection.withTransaction(then: counted) { transaction in
        try await transaction.execute("INSERT INTO public.t VALUES (1, 1)")
        return 7
      }
      #expect(number == 7)
      let error = #expect(throws: PostgresError.self) { try behind.get() }
      guard case .connectionLost(_, mayHaveRun: true)? = error else {
        Issue.record("\(mode): \(String(describing: error))")
        return
      }
      #expect(await !connection.isUsable)
      proxy.set(.healthy)
    }
    #expect(try await count(direct) == 1)
  }

  @Test
  func `what waits behind COMMIT keeps nobody from seeing that it is committed`() async throws {
    let direct = try await connectionWithTable()
    let connection = try await TestDatabase.current.connect()
    let other = try await TestDatabase.current.connect()
    try await other.execute("CREATE TABLE u(a integer)")
    let (_, behind) = try await other.withTransaction { held in
      try await held.execute("LOCK TABLE u")
      return try await connection.withTransaction(
        then: FunctionCall<Int>("SELECT count(*)::int FROM public.u", [])
      ) { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1, 1)")
      }
    }
    let error = #expect(throws: PostgresError.self) { try behind.get() }
    guard case .connectionLost(_, mayHaveRun: true)? = error else {
      Issue.record("it is \(String(describing: error))")
      return
    }
    #expect(try await count(direct) == 1)
  }

  @Test
  func `a transaction inside itself is refused`() async throws {
    let connection = try await connectionWithTable()
    try await connection.withTransaction { transaction in
      await #expect(throws: PostgresError.self) {
        try await connection.withTransaction { _ in Issue.record("it may not begin") }
      }
      await #expect(throws: PostgresError.self) { try await connection.query("SELECT 1") }
      try await transaction.execute("SELECT 1")
    }
  }

  @Test(arguments: ["COMMIT", "ROLLBACK"])
  func `a statement that ends the transaction is refused`(sql: String) async throws {
    let connection = try await connectionWithTable()
    await #expect(throws: PostgresError.self) {
      try await connection.withTransaction { transaction in
        try await transaction.execute(sql)
        try await transaction.execute("INSERT INTO t VALUES (1, 1)")
      }
    }
    #expect(try await count(connection) == 0)
  }

  @Test
  func `a transaction kept after its end is refused`() async throws {
    let connection = try await connectionWithTable()
    var kept: Transaction?
    try await connection.withTransaction { kept = $0 }
    let transaction = try #require(kept)
    await #expect(throws: PostgresError.self) {
      try await transaction.execute("INSERT INTO t VALUES (1, 1)")
    }
    try await connection.withTransaction { _ in
      await #expect(throws: PostgresError.self) {
        try await transaction.execute("INSERT INTO t VALUES (1, 1)")
      }
    }
    #expect(try await count(connection) == 0)
  }

  @Test
  func `others wait until the transaction has ended`() async throws {
    let connection = try await connectionWithTable()
    try await withThrowingTaskGroup { group in
      let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
      group.addTask {
        for await _ in begun { break }
        return try await self.count(connection)
      }
      try await connection.withTransaction { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1, 1)")
        beginning.yield()
        try await eventually { connection.turnstile.waitingCount > 0 }
        try await transaction.execute("INSERT INTO t VALUES (2, 1)")
      }
      #expect(try await group.next() == 2)
    }
  }

  @Test
  func `child tasks share the transaction one after the other`() async throws {
    let connection = try await connectionWithTable()
    try await connection.withTransaction { transaction in
      try await withThrowingTaskGroup { group in
        for number in 0..<10 {
          group.addTask {
            try await transaction.execute("INSERT INTO t VALUES ($1, 1)", [number])
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(try await count(connection) == 10)
  }

  @Test
  func `options reach the server`() async throws {
    let connection = try await connectionWithTable()
    let options = TransactionOptions(isolation: .repeatableRead, isReadOnly: true)
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withTransaction(options) { transaction in
        let level = try await transaction.query("SHOW transaction_isolation")[0]
        #expect(try level.get(0) == "repeatable read")
        try await transaction.execute("INSERT INTO t VALUES (1, 1)")
      }
    }
    #expect(error?.sqlState == SQLState("25006"))
  }

  @Test
  func `a serialization failure runs the whole transaction again`() async throws {
    let connection = try await connectionWithTable()
    try await connection.execute("INSERT INTO t VALUES (1, 0)")
    let other = try await TestDatabase.current.connect()
    var runs = 0
    try await connection.withTransaction(
      TransactionOptions(isolation: .repeatableRead),
      retry: TransactionRetry(attempts: 3, pause: .milliseconds(1))
    ) { transaction in
      runs += 1
      try await transaction.query("SELECT * FROM t")
      if runs == 1 { try await other.execute("UPDATE t SET b = b + 10") }
      try await transaction.execute("UPDATE t SET b = b + 1")
    }
    #expect(runs == 2)
    #expect(try await connection.query("SELECT b FROM t")[0].get(0) == 11)
  }

  @Test
  func `after the last attempt the failure is thrown`() async throws {
    let connection = try await connectionWithTable()
    var runs = 0
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withTransaction(
        retry: TransactionRetry(attempts: 3, pause: .milliseconds(1))
      ) { transaction in
        runs += 1
        try await transaction.executeScript("DO $$ BEGIN RAISE 'x' USING ERRCODE = '40P01'; END $$")
      }
    }
    #expect(error?.sqlState == .deadlockDetected)
    #expect(runs == 3)
  }
}
