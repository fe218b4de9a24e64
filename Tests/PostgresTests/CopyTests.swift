import Postgres
import TestSupport
import Testing

@Suite(
  .emptyDatabase
)
struct CopyTests {
  private struct Stop: Error {}

  private func connectionWithTable() async throws -> Connection {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute("CREATE TABLE t(a integer, b text)")
    return connection
  }

  @Test
  func `chunks cut anywhere are loaded whole`() async throws {
    let connection = try await connectionWithTable()
    let text = (1...20_000).map { "\($0)\tline \($0) é\n" }.joined()
    let bytes = Array(text.utf8)
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    for start in stride(from: 0, to: bytes.count, by: 999) {
      continuation.yield(Array(bytes[start..<min(start + 999, bytes.count)]))
    }
    continuation.finish()
    #expect(try await connection.copyIn("COPY t FROM STDIN", chunks) == 20_000)
    let row = try await connection.query(
      "SELECT sum(a), max(b) FROM t WHERE b = 'line ' || a || ' é'"
    )[0]
    #expect(try row.get(0) == 200_010_000)
  }

  @Test
  func `one large chunk is loaded`() async throws {
    let connection = try await connectionWithTable()
    let chunk = Array((1...200_000).map { "\($0)\tx\n" }.joined().utf8)
    #expect(chunk.count > 1 << 20)
    #expect(
      try await connection.copyIn("COPY t FROM STDIN") { try await $0.write(chunk) } == 200_000
    )
  }

  @Test
  func `a producer that fails loads nothing and keeps the connection`() async throws {
    let connection = try await connectionWithTable()
    await #expect(throws: Stop.self) {
      try await connection.copyIn("COPY t FROM STDIN") { writer in
        try await writer.write(Array("1\tx\n".utf8))
        throw Stop()
      }
    }
    #expect(try await connection.query("SELECT count(*) FROM t")[0].get(0) == 0)
  }

  @Test
  func `a row that does not fit is reported with its line`() async throws {
    let connection = try await connectionWithTable()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.copyIn("COPY t FROM STDIN") { writer in
        try await writer.write(Array("1\tx\nnope\ty\n".utf8))
        for _ in 0..<100 { try await writer.write([UInt8](repeating: 0x0A, count: 100_000)) }
      }
    }
    #expect(error?.sqlState == .invalidTextRepresentation)
    #expect(error?.serverError?.context?.contains("line 2") == true)
    #expect(try await connection.query("SELECT count(*) FROM t")[0].get(0) == 0)
  }

  @Test
  func `a trigger that refuses the data unread leaves the answers in step`()
    async throws
  {
    let connection = try await connectionWithTable()
    try await connection.executeScript(
      """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'no' USING ERRCODE = 'RV002'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON t FOR EACH STATEMENT EXECUTE FUNCTION refuse();
      """
    )
    for number in 1...20 {
      let error = await #expect(throws: PostgresError.self) {
        try await connection.copyIn("COPY t FROM STDIN") { writer in
          for _ in 0..<number { try await writer.write(Array("1\tx\n".utf8)) }
        }
      }
      #expect(error?.sqlState?.code == "RV002")
      let rows = try await connection.query("SELECT $1::int", [number])
      #expect(try rows.map { try $0.get(0, as: Int.self) } == [number])
    }
  }

  @Test
  func `a copy in a transaction comes and goes with it`() async throws {
    let connection = try await connectionWithTable()
    await #expect(throws: Stop.self) {
      try await connection.withTransaction { transaction in
        let rows = try await transaction.copyIn("COPY t FROM STDIN") { writer in
          try await writer.write(Array("1\tx\n".utf8))
        }
        #expect(rows == 1)
        throw Stop()
      }
    }
    #expect(try await connection.query("SELECT count(*) FROM t")[0].get(0) == 0)
  }

  @Test(arguments: ["SELECT 1", "COPY t TO STDOUT", "COPY nope FROM STDIN", "COPY t FROM"])
  func `what is no COPY from the client is refused`(sql: String) async throws {
    let connection = try await connectionWithTable()
    await #expect(throws: PostgresError.self) {
      try await connection.copyIn(sql) { _ in Issue.record("nothing may be asked for") }
    }
    #expect(try await connection.query("SELECT 1")[0].get(0) == 1)
  }

  @Test
  func `a cancelled copy loads nothing and keeps the connection`() async throws {
    let connection = try await connectionWithTable()
    let (started, starting) = AsyncStream.makeStream(of: Void.self)
    await withThrowingTaskGroup { group in
      group.addTask {
        try await connection.copyIn("COPY t FROM STDIN") { writer in
          while true {
            try await writer.write(Array("1\tx\n".utf8))
            starting.yield()
          }
        }
      }
      for await _ in started { break }
      group.cancelAll()
      await #expect(throws: CancellationError.self) { _ = try await group.next() }
    }
    #expect(try await connection.query("SELECT count(*) FROM t")[0].get(0) == 0)
  }

  @Test
  func `a server that takes nothing holds the producer up`()
    async throws
  {
    let connection = try await connectionWithTable()
    let database = try TestDatabase.current
    try await connection.executeScript(
      """
      CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(600); RETURN new; END $$;
      CREATE TRIGGER slow BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION slow();
      """
    )
    let observer = try await database.connect()
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await connection.copyIn("COPY t FROM STDIN") { writer in
          while true {
            try await writer.write(Array(String(repeating: "1\tx\n", count: 9999).utf8))
          }
        }
      }
      try await observer.waitUntilAsleep(connection)
      group.cancelAll()
      await #expect(throws: CancellationError.self) { _ = try await group.next() }
    }
    #expect(try await connection.query("SELECT count(*) FROM t")[0].get(0) == 0)
  }

  @Test
  func `a writer that outlives its copy is refused`() async throws {
    let connection = try await connectionWithTable()
    var kept: CopyWriter?
    try await connection.copyIn("COPY t FROM STDIN") { kept = $0 }
    let writer = try #require(kept)
    await #expect(throws: PostgresError.self) { try await writer.write([1]) }
  }
}

/// COPY to the client.
@Suite(
  .emptyDatabase
)
struct CopyOutTests {
  private struct Stop: Error {}

  @Test
  func `rows are copied out whole, a chunk at a time`() async throws {
    let connection = try await TestDatabase.current.connect()
    var text: [UInt8] = []
    var largest = 0
    let rows = try await connection.copyOut(
      "COPY (SELECT n, repeat('é', 10) FROM generate_series(1, 200000) n) TO STDOUT"
    ) { chunk in
      #expect(chunk.last == UInt8(ascii: "\n"))
      largest = max(largest, chunk.count)
      text += chunk
    }
    #expect(rows == 200_000)
    #expect(largest < 2 << 20)
    let expected = (1...200_000).map { "\($0)\t\(String(repeating: "é", count: 10))\n" }.joined()
    #expect(text == Array(expected.utf8))
  }

  @Test
  func `what is copied out is copied in again`() async throws {
    let connection = try await TestDatabase.current.connect()
    let second = try await TestDatabase.current.connect()
    try await connection.executeScript(
      """
      CREATE TABLE a AS SELECT n AS id, md5(n::text)::bytea AS b FROM generate_series(1, 50000) n;
      CREATE TABLE b(LIKE a);
      """
    )
    let copied = try await second.copyIn("COPY b FROM STDIN (FORMAT binary)") { writer in
      try await connection.copyOut("COPY a TO STDOUT (FORMAT binary)") { chunk in
        try await writer.write(chunk)
      }
    }
    #expect(copied == 50_000)
    let rows = try await connection.query(
      "(TABLE a EXCEPT TABLE b) UNION ALL (TABLE b EXCEPT TABLE a)"
    )
    #expect(rows.isEmpty)
  }

  @Test
  func `a taker that fails ends the copy and keeps the connection`() async throws {
    let connection = try await TestDatabase.current.connect()
    await #expect(throws: Stop.self) {
      try await connection.copyOut(
        "COPY (SELECT repeat('x', 1000) FROM generate_series(1, 10000000)) TO STDOUT"
      ) { _ in
        throw Stop()
      }
    }
    #expect(try await connection.query("SELECT 1")[0].get(0) == 1)
  }

  @Test
  func `an error amid the rows is told, and the connection stays`() async throws {
    let connection = try await TestDatabase.current.connect()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.copyOut(
        "COPY (SELECT 1 / (100000 - n) FROM generate_series(1, 200000) n) TO STDOUT"
      ) { _ in
      }
    }
    #expect(error?.sqlState?.code == "22012")
    #expect(try await connection.copyOut("COPY (SELECT 1) TO STDOUT") { _ in } == 1)
  }

  @Test(arguments: ["SELECT 1", "COPY t FROM STDIN", "COPY nope TO STDOUT", ""])
  func `what does not copy out is refused`(sql: String) async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute("CREATE TABLE t(a integer)")
    await #expect(throws: PostgresError.self) { try await connection.copyOut(sql) { _ in } }
  }

  @Test
  func `in a transaction a copy sees its rows, and no other statement comes between`()
    async throws
  {
    let connection = try await TestDatabase.current.connect()
    try await connection.withTransaction { transaction in
      try await transaction.execute("CREATE TABLE t AS SELECT 7 AS a")
      var text: [UInt8] = []
      try await transaction.copyOut("COPY t TO STDOUT") { chunk in
        text += chunk
        await #expect(throws: PostgresError.self) { try await transaction.query("SELECT 1") }
      }
      #expect(text == Array("7\n".utf8))
    }
  }
}
