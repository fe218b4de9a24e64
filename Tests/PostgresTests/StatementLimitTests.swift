import Postgres
import TestSupport
import Testing

/// Statements that do not end by themselves, some of which ignore a cancel.
@Suite(.emptyDatabase)
struct StatementLimitTests {
  /// A function that writes a row and then ignores every cancel; `t_cancel` counts those, also in
  /// a transaction that is rolled back.
  private static let stubborn = """
    CREATE TABLE t(a integer);
    CREATE SEQUENCE t_cancel;
    CREATE FUNCTION public.stubborn() RETURNS integer LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO public.t VALUES (1);
      LOOP
        BEGIN
          PERFORM pg_sleep(600);
        EXCEPTION WHEN query_canceled THEN
          PERFORM nextval('public.t_cancel');
        END;
      END LOOP;
    END $$
    """

  private func stop(of error: PostgresError?) throws -> StoppedStatement {
    guard case .stopped(let stop)? = error else {
      throw PostgresError.misuse("it is \(String(describing: error))")
    }
    return stop
  }

  @Test
  func `a statement over its limit is cancelled, and its connection goes on`() async throws {
    let connection = try await TestDatabase.current.connect()
    let error = await #expect(throws: PostgresError.self) {
      try await StatementLimit.within(.milliseconds(100)) {
        try await connection.execute("SELECT pg_sleep(600)")
      }
    }
    let stop = try stop(of: error)
    #expect(stop.limit == .milliseconds(100))
    #expect(!stop.isConnectionLost)
    #expect(stop.isCommitted == false)
    #expect(try await connection.query("SELECT 1")[0].get(0) == 1)
  }

  @Test
  func `rows that come in time may take as long as their reader`() async throws {
    let connection = try await TestDatabase.current.connect()
    let other = try await TestDatabase.current.connect()
    var count = 0
    // On a busy machine the first row may come too late.
    while count == 0 {
      do {
        try await StatementLimit.within(.milliseconds(300)) {
          // More than fits between server and reader.
          try await connection.forEachBatch(
            "SELECT repeat('x', 2000000) FROM generate_series(1, 40)",
            batchRows: 1
          ) { rows in
            count += rows.count
            guard count == 1 else { return }
            try await StatementLimit.within(nil) { try await other.execute("SELECT pg_sleep(0.7)") }
          }
        }
      } catch PostgresError.stopped where count == 0 {}
    }
    #expect(count == 40)
    let error = await #expect(throws: PostgresError.self) {
      try await StatementLimit.within(.milliseconds(100)) {
        try await connection.forEachBatch("SELECT pg_sleep(600)") { _ in }
      }
    }
    #expect(try stop(of: error).limit == .milliseconds(100))
    #expect(try await connection.query("SELECT 1")[0].get(0) == 1)
  }

  @Test
  func `a limit ends with its statement, and does not reach the next one`() async throws {
    let connection = try await TestDatabase.current.connect()
    var isWithin = false
    // On a busy machine even this may take longer: then there is no limit that has ended.
    while !isWithin {
      do {
        try await StatementLimit.within(.milliseconds(300)) {
          try await connection.execute("SELECT 1")
        }
        isWithin = true
      } catch PostgresError.stopped {}
    }
    #expect(
      try await connection.query("SELECT pg_sleep(0.6), 'whole'")[0].get(1) == "whole"
    )
  }

  @Test
  func `what ignores its cancel loses its server process, and is known to be rolled back`()
    async throws
  {
    let database = try TestDatabase.current
    let observer = try await database.connect()
    try await observer.executeScript(Self.stubborn)
    let connection = try await Connection.connect(
      database.conninfo(),
      patience: .milliseconds(500)
    )
    var error: PostgresError?
    var limit = Duration.milliseconds(200)
    // On a busy machine the limit may end before the function ignores anything.
    repeat {
      error = await #expect(throws: PostgresError.self) {
        try await StatementLimit.within(limit) {
          try await connection.execute("SELECT public.stubborn()")
        }
      }
      limit *= 2
    } while try await observer.query("SELECT NOT is_called FROM t_cancel")[0].get(0)
    let stop = try stop(of: error)
    #expect(stop.isConnectionLost)
    #expect(stop.isCommitted == false)
    #expect(await !connection.isUsable)
    #expect(try await observer.query("SELECT count(*) FROM t")[0].get(0) == 0)
    try await observer.wait(
      until: "SELECT count(*) = 0 FROM pg_stat_activity WHERE pid = $1",
      [connection.backendPID]
    )
    await connection.close()
  }

  @Test
  func `without patience a cancel is repeated for ever, until somebody ends the process`()
    async throws
  {
    let database = try TestDatabase.current
    let observer = try await database.connect()
    try await observer.executeScript(Self.stubborn)
    var stopped: (statement: StoppedStatement, cancels: Int)
    // On a busy machine a cancel may come while the function handles another, and end it.
    repeat {
      try await observer.execute("ALTER SEQUENCE t_cancel RESTART")
      let connection = try await database.connect()
      let error = try await withThrowingTaskGroup { group in
        group.addTask { try await connection.execute("SELECT public.stubborn()") }
        try await observer.waitUntilAsleep(connection)
        group.cancelAll()
        try await observer.wait(
          until:
            """
            SELECT (SELECT last_value >= 3 FROM t_cancel) OR state = 'idle' FROM pg_stat_activity
            WHERE pid = $1
            """,
          [connection.backendPID]
        )
        _ = connection.terminate()
        return await #expect(throws: PostgresError.self) { try await group.next() }
      }
      #expect(!connection.terminate(), "no statement runs")
      let cancels: Int = try await observer.query("SELECT last_value FROM t_cancel")[0].get(0)
      stopped = (try stop(of: error), cancels)
    } while stopped.cancels < 3
    #expect(stopped.statement.isConnectionLost)
    #expect(stopped.statement.isCommitted == false)
    #expect(stopped.statement.limit == nil)
  }

  @Test
  func `where the server is out of reach, the connection is given up and nothing is claimed`()
    async throws
  {
    try await ServerProxy.run { proxy in
      let connection = try await Connection.connect(
        proxy.conninfo(),
        patience: .milliseconds(100)
      )
      let observer = try await TestDatabase.current.connect()
      let error = try await withThrowingTaskGroup { group in
        group.addTask { try await connection.execute("SELECT pg_sleep(600)") }
        try await observer.waitUntilAsleep(connection)
        proxy.set(.mute)
        group.cancelAll()
        return await #expect(throws: PostgresError.self) { try await group.next() }
      }
      let stop = try stop(of: error)
      #expect(stop.isConnectionLost)
      #expect(stop.isCommitted == nil)
      try await observer.execute("SELECT pg_terminate_backend($1, 5000)", [connection.backendPID])
      await connection.close()
    }
  }
}
