import Dispatch
import Postgres
import TestSupport
import Testing

@Suite(
  .emptyDatabase
)
struct LossTests {
  @Test(arguments: [
    "host=/nowhere-at-all user=x", "host=127.0.0.1 port=1 user=x connect_timeout=2", "nonsense",
  ])
  func `a server that is not there cannot be connected to`(conninfo: String) async {
    let error = await #expect(throws: PostgresError.self) { try await Connection.connect(conninfo) }
    guard case .cannotConnect? = error else {
      Issue.record("it is \(String(describing: error))")
      return
    }
  }

  @Test
  func `a login that is refused cannot connect, and its password is not shown`() async throws {
    let conninfo = try ConnectionInfo.replacing(
      TestDatabase.current.conninfo(user: "nobody_of_that_name"),
      with: [("password", "hunter2-hunter2")]
    )
    let error = await #expect(throws: PostgresError.self) { try await Connection.connect(conninfo) }
    #expect(error?.isConnectionFailure == true)
    #expect(error?.description.contains("nobody_of_that_name") == true)
    #expect(error?.description.contains("hunter2") == false)
  }

  @Test(arguments: [
    (ServerProxy.Mode.mute, 2 as Int?), (.mute, nil), (.silentAfter("search_path TO"), 2),
  ])
  func `a server that says nothing is given up by name, after connect_timeout or 15 s`(
    mode: ServerProxy.Mode,
    timeout: Int?
  ) async throws {
    try await ServerProxy.run { proxy in
      proxy.set(mode)
      let conninfo = try ConnectionInfo.replacing(
        proxy.conninfo(),
        with: timeout.map { [("connect_timeout", "\($0)")] } ?? []
      )
      let elapsed = await ContinuousClock().measure {
        let error = await #expect(throws: PostgresError.self) {
          try await Connection.connect(conninfo)
        }
        guard case .cannotConnect(let message)? = error else {
          Issue.record("it is \(String(describing: error))")
          return
        }
        #expect(message.hasPrefix("/tmp/reeve-proxy"), "\(message)")
        #expect(
          message.contains(", port 5432 has not answered within \(timeout ?? 15) s"),
          "\(message)"
        )
      }
      #expect(elapsed >= .seconds(timeout ?? 15) - .milliseconds(100))
    }
  }

  @Test
  func `a server that answered in time is not given up, however late the caller has its turn`()
    async throws
  {
    let conninfo = try ConnectionInfo.replacing(
      TestDatabase.current.conninfo(),
      with: [("connect_timeout", "4")]
    )
    let connection = try await withTaskExecutorPreference(LateExecutor()) {
      while true {
        do {
          return try await Connection.connect(conninfo)
        } catch PostgresError.cannotConnect {
          // This time the server itself was late.
        }
      }
    }
    #expect(try await connection.query("SELECT 7")[0].get(0, as: Int.self) == 7)
    await connection.close()
  }

  @Test
  func `the next host is tried when the first does not answer in time`() async throws {
    let gone = try FullListener()
    try await ServerProxy.run { proxy in
      let directory = try #require(
        proxy.conninfo().split { " ='".contains($0) }.first { $0.hasPrefix("/tmp/reeve-proxy") }
      )
      let connection = try await Connection.connect(
        ConnectionInfo.replacing(
          proxy.conninfo(),
          with: [
            ("host", "127.0.0.1,\(directory)"), ("port", "\(gone.port),5432"),
            ("connect_timeout", "10"),
          ]
        )
      )
      try await connection.execute("SELECT 1")
      await connection.close()
    }
  }

  @Test
  func `a backend killed in the middle of a statement is a lost connection`() async throws {
    let database = try TestDatabase.current
    let connection = try await database.connect()
    let observer = try await database.connect()
    try await withThrowingTaskGroup { group in
      group.addTask { try await connection.execute("SELECT pg_sleep(600)") }
      try await observer.waitUntilAsleep(connection)
      try await observer.execute("SELECT pg_terminate_backend($1)", [connection.backendPID])
      let error = await #expect(throws: PostgresError.self) { try await group.next() }
      guard case .connectionLost(let message, mayHaveRun: true)? = error else {
        Issue.record("it is \(String(describing: error))")
        return
      }
      #expect(message == "terminating connection due to administrator command")
    }
    #expect(await !connection.isUsable)
    let after = await #expect(throws: PostgresError.self) { try await connection.query("SELECT 1") }
    guard case .connectionLost(_, mayHaveRun: false)? = after else {
      Issue.record("it is \(String(describing: after))")
      return
    }
  }

  @Test
  func `a backend killed while idle is noticed at the next statement, or before`() async throws {
    let database = try TestDatabase.current
    let connection = try await database.connect()
    let observer = try await database.connect()
    try await observer.execute("SELECT pg_terminate_backend($1, 5000)", [connection.backendPID])
    #expect(await !connection.isUsable)
    let error = await #expect(throws: PostgresError.self) { try await connection.query("SELECT 1") }
    #expect(error?.isConnectionFailure == true)
  }

  @Test
  func `a body's own error is kept when the rollback finds no server`() async throws {
    struct Stop: Error {}
    let database = try TestDatabase.current
    let connection = try await database.connect()
    let observer = try await database.connect()
    let error = await #expect(throws: TransactionError.self) {
      try await connection.withTransaction { transaction in
        try await transaction.execute("SELECT 1")
        try await observer.execute("SELECT pg_terminate_backend($1, 5000)", [connection.backendPID])
        throw Stop()
      }
    }
    #expect(error?.cause is Stop)
    #expect((error?.rollback as? PostgresError)?.isConnectionFailure == true)
  }

  @Test
  func `without an answer to COMMIT its outcome is unknown`()
    async throws
  {
    let administrator = try await TestDatabase.current.connect()
    try await administrator.execute("CREATE TABLE t(a integer)")
    try await ServerProxy.run { proxy in
      let connection = try await Connection.connect(proxy.conninfo())
      let error = await #expect(throws: PostgresError.self) {
        try await connection.withTransaction { transaction in
          try await transaction.execute("INSERT INTO public.t VALUES (1)")
          proxy.set(.cutAfter("COMMIT"))
        }
      }
      guard case .commitOutcomeUnknown? = error else {
        Issue.record("it is \(String(describing: error))")
        return
      }
      await connection.close()
    }
    try await administrator.wait(until: "SELECT count(*) = 1 FROM t")
  }

  @Test
  func `a connection that is being made is given up, even if its server falls silent`() async throws
  {
    try await ServerProxy.run { proxy in
      proxy.set(.silentAfter("search_path TO"))
      let conninfo = try proxy.conninfo()
      let attempt = Task { try await Connection.connect(conninfo) }
      try await eventually { proxy.hasSilentLine }
      attempt.cancel()
      await #expect(throws: (any Error).self) { _ = try await attempt.value }
    }
  }

  @Test
  func `nothing keeps a connection that its caller has dropped`() async throws {
    struct Dropped { weak var connection: Connection? }
    func connect() async throws -> Dropped {
      let connection = try await TestDatabase.current.connect()
      return Dropped(connection: connection)
    }
    #expect(try await connect().connection == nil)
  }

  @Test
  func `a server that dies under a stream or a copy is a lost connection`() async throws {
    let administrator = try await TestDatabase.current.connect()
    try await administrator.execute("CREATE TABLE t(a integer)")
    try await ServerProxy.run { proxy in
      let reading = try await Connection.connect(proxy.conninfo())
      let read = await #expect(throws: PostgresError.self) {
        try await reading.forEachBatch("SELECT generate_series(1, 100000000)") { _ in proxy.cut() }
      }
      #expect(read?.isConnectionFailure == true)
      let writing = try await Connection.connect(proxy.conninfo())
      let written = await #expect(throws: PostgresError.self) {
        try await writing.copyIn("COPY public.t FROM STDIN") { writer in
          for _ in 0..<10_000 {
            try await writer.write(Array(String(repeating: "1\n", count: 4096).utf8))
            proxy.cut()
          }
        }
      }
      #expect(written?.isConnectionFailure == true)
      await reading.close()
      await writing.close()
    }
    #expect(try await administrator.query("SELECT count(*) FROM t")[0].get(0) == 0)
  }

  @Test
  func `an abandoned connection lets go of a server that does not answer`() async throws {
    try await ServerProxy.run { proxy in
      let connection = try await Connection.connect(proxy.conninfo())
      proxy.set(.mute)
      await withThrowingTaskGroup { group in
        group.addTask { try await connection.execute("SELECT 1") }
        for _ in 0..<100 { await Task.yield() }
        connection.abandon()
        let error = await #expect(throws: PostgresError.self) { try await group.next() }
        #expect(error?.isConnectionFailure == true)
      }
      await connection.close()
    }
  }

  @Test
  func `a connection that is lent for a closure is closed however the closure ends`() async throws {
    struct Stop: Error {}
    let returned = try await TestDatabase.current.connect().use { $0 }
    #expect(await !returned.isUsable)
    let other = try await TestDatabase.current.connect()
    await #expect(throws: Stop.self) {
      try await other.use { connection in
        #expect(await connection.isUsable)
        throw Stop()
      }
    }
    #expect(await !other.isUsable)
  }

  @Test
  func `a closed connection says so, and closes once`() async throws {
    let connection = try await TestDatabase.current.connect()
    await connection.close()
    await connection.close()
    await #expect(throws: PostgresError.misuse("the connection is closed")) {
      try await connection.query("SELECT 1")
    }
    #expect(await !connection.isUsable)
  }
}

/// Runs what a task does between its calls of actors six seconds late, as a busy machine does.
private final class LateExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().asyncAfter(deadline: .now() + 6) {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
