import Postgres
import TestSupport
import Testing

@Suite(
  .emptyDatabase
)
struct QueryTests {
  @Test
  func `values travel there and back`() async throws {
    let connection = try await TestDatabase.current.connect()
    let bytes: [UInt8] = [0, 255, 92, 39]
    let instant = Timestamp(microseconds: 1_795_264_200_500_001)
    let hostile = "'; DROP TABLE x; -- \" \\ \u{202E} 漢 \n"
    let row = try await connection.query(
      """
      SELECT $1::boolean AS a, $2::smallint AS b, $3::integer AS c, $4::bigint AS d, $5::float8 AS e,
        $6::text AS f, $7::bytea AS g, $8::uuid AS h, $9::timestamptz AS i, $10::text[] AS j,
        $11::bigint[] AS k, $12::text AS l
      """,
      [
        true, Int16.min, Int32.min, Int64.max, 0.1, hostile, bytes,
        "5f0c6a3c-9a43-4a3e-8f43-3f3f4a0f0b7c", instant, [hostile, "", "NULL"] as [String],
        [Int64.min, 0] as [Int64], nil,
      ]
    )[0]
    #expect(try row.get("a") == true)
    #expect(try row.get("b") == Int16.min)
    #expect(try row.get("c") == Int32.min)
    #expect(try row.get("d") == Int64.max)
    #expect(try row.get("e") == 0.1)
    #expect(try row.get("f") == hostile)
    #expect(try row.get("g") == bytes)
    #expect(try row.get("h") == "5f0c6a3c-9a43-4a3e-8f43-3f3f4a0f0b7c")
    #expect(try row.get("i") == instant)
    #expect(try row.get("j") == [hostile, "", "NULL"])
    #expect(try row.get("k") == [Int64.min, 0])
    #expect(try row.get("l", as: String?.self) == nil)
  }

  @Test
  func `random text and arrays survive the server`() async throws {
    let connection = try await TestDatabase.current.connect()
    var random = SeededGenerator.forThisTest()
    for _ in 0..<100 {
      let text = random.text(limit: 60)
      let array = (0..<5).map { _ in Bool.random(using: &random) ? nil : random.text(limit: 9) }
      let instant = Timestamp(
        microseconds: .random(
          in: -200_000_000_000_000_000...9_000_000_000_000_000_000,
          using: &random
        )
      )
      let row = try await connection.query(
        "SELECT $1::text, $2::text[], $3::timestamptz",
        [text, array, instant]
      )[0]
      #expect(try row.get(0) == text)
      #expect(try row.get(1, as: [String?].self) == array)
      #expect(try row.get(2) == instant)
    }
  }

  @Test(arguments: ["Europe/Kyiv", "America/St_Johns", "Asia/Kolkata", "UTC"])
  func `an instant is the same in every zone of the session`(zone: String) async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.query("SELECT set_config('TimeZone', $1, false)", [zone])
    let rows = try await connection.query(
      """
      SELECT t, (extract(epoch FROM t) * 1000000)::bigint
      FROM unnest(ARRAY[
        '1850-01-01 00:00:00Z', '1970-01-01Z', '2026-10-25 01:30:00.25Z', '0044-03-15 BC Z'
      ]::timestamptz[]) AS t
      """
    )
    for row in rows {
      #expect(try row.get(0, as: Timestamp.self).microseconds == row.get(1, as: Int64.self))
    }
  }

  @Test
  func `a login with other habits is read all the same`() async throws {
    let database = try TestDatabase.current
    let login = try await database.login("odd")
    let administrator = try await database.connect()
    try await administrator.executeScript(
      """
      ALTER ROLE \(login) SET DateStyle = 'German';
      ALTER ROLE \(login) SET bytea_output = 'escape';
      """
    )
    let connection = try await database.connect(user: login)
    let row = try await connection.query(
      "SELECT $1::timestamptz, '\\x005cff'::bytea",
      [Timestamp(microseconds: 1)]
    )[0]
    #expect(try row.get(0) == Timestamp(microseconds: 1))
    #expect(try row.get(1) == [0, 0x5C, 0xFF] as [UInt8])
  }

  @Test
  func `columns are known by name, number and type`() async throws {
    let connection = try await TestDatabase.current.connect()
    let rows = try await connection.query("SELECT 1 AS a, 'x' AS a, NULL AS c WHERE false")
    #expect(rows.isEmpty)
    #expect(rows.columns.map(\.name) == ["a", "a", "c"])
    #expect(rows.columns.map(\.typeOID) == [23, 25, 25])
  }

  @Test
  func `a cell that is not what was asked for is an error that does not show it`() async throws {
    let connection = try await TestDatabase.current.connect()
    let row = try await connection.query("SELECT 'geheim' AS a, NULL::int AS b")[0]
    #expect(
      throws: PostgresError.undecodable(column: "a", type: "Int", reason: "it is not an integer")
    ) {
      try row.get("a", as: Int.self)
    }
    #expect(throws: PostgresError.undecodable(column: "b", type: "Int", reason: "it is NULL")) {
      try row.get("b", as: Int.self)
    }
    #expect(throws: PostgresError.self) { try row.get("nope", as: Int.self) }
    #expect(throws: PostgresError.self) { try row.get(2, as: Int?.self) }
  }

  @Test
  func `rows lie in one buffer with NULL and empty text told apart`() async throws {
    let connection = try await TestDatabase.current.connect()
    let rows = try await connection.query(
      "SELECT * FROM (VALUES (NULL, 'ab', ''), ('', NULL, 'c'), (NULL, NULL, NULL)) AS v"
    )
    let cells = rows.map { row in
      (0..<3).map { row[bytes: $0].map { String(decoding: $0, as: UTF8.self) } }
    }
    #expect(cells == [[nil, "ab", ""], ["", nil, "c"], [nil, nil, nil]])
    #expect(rows.byteCount == 3)
  }

  @Test
  func `execute counts rows`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute("CREATE TABLE t(a integer)")
    #expect(
      try await connection.execute("INSERT INTO t SELECT generate_series(1, $1)", [7]) == 7
    )
    #expect(try await connection.execute("UPDATE t SET a = 0 WHERE a > $1", [4]) == 3)
    #expect(try await connection.execute("") == 0)
  }

  @Test
  func `a script is one transaction and stops at its first error`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.executeScript("CREATE TABLE t(a integer); INSERT INTO t VALUES (1), (2)")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.executeScript("DELETE FROM t; SELECT 1/0; DROP TABLE t")
    }
    #expect(error?.sqlState == SQLState("22012"))
    #expect(try await connection.query("SELECT count(*) FROM t")[0].get(0) == 2)
  }

  @Test
  func `a transaction that a script leaves open is rolled back and reported`() async throws {
    let connection = try await TestDatabase.current.connect()
    await #expect(throws: PostgresError.self) {
      try await connection.executeScript("BEGIN; CREATE TABLE t(a integer)")
    }
    let failure = await #expect(throws: PostgresError.self) {
      try await connection.executeScript("BEGIN; SELECT 1/0; COMMIT")
    }
    #expect(failure?.sqlState == SQLState("22012"))
    #expect(try await connection.query("SELECT to_regclass('t') IS NULL")[0].get(0) == true)
  }

  @Test
  func `an error has every field the server sent`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.executeScript(
      """
      CREATE SCHEMA s;
      CREATE TABLE s.t(a text CONSTRAINT t_a_length CHECK (length(a) < 3), b text NOT NULL);
      CREATE UNIQUE INDEX t_b_key ON s.t(b);
      """
    )
    let check = await #expect(throws: PostgresError.self) {
      try await connection.execute("INSERT INTO s.t VALUES ($1, 'x')", ["geheimnis"])
    }
    let error = try #require(check?.serverError)
    #expect(error.sqlState == .checkViolation)
    #expect(error.severity == "ERROR")
    #expect(error.schema == "s" && error.table == "t" && error.constraint == "t_a_length")
    #expect(error.detail?.contains("geheimnis") == true)
    #expect(error.source?.contains("execMain.c") == true)
    #expect(!"\(PostgresError.server(error))".contains("geheimnis"))

    let null = await #expect(throws: PostgresError.self) {
      try await connection.execute("INSERT INTO s.t VALUES ('x', NULL)")
    }
    #expect(null?.serverError?.column == "b")

    let syntax = await #expect(throws: PostgresError.self) {
      try await connection.query("SELECT nope")
    }
    #expect(syntax?.sqlState == .undefinedColumn)
    #expect(syntax?.serverError?.position == 8)
  }

  @Test
  func `a description never has a bound value`() async throws {
    let connection = try await TestDatabase.current.connect()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.query("SELECT $1::text::integer", ["geheim"])
    }
    #expect(error?.serverError?.message.contains("geheim") == true)
    #expect(
      error?.description == #"ERROR 22P02: invalid input syntax for type integer: "$1""#
    )
  }

  @Test
  func `functions raise with code, hint and context`() async throws {
    let connection = try await TestDatabase.current.connect()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.executeScript(
        "DO $$ BEGIN RAISE 'no' USING ERRCODE = 'RV002', HINT = 'Ask.', DETAIL = 'It is so.'; END $$"
      )
    }
    let raised = try #require(error?.serverError)
    #expect(raised.sqlState.code == "RV002")
    #expect(raised.hint == "Ask." && raised.detail == "It is so.")
    #expect(raised.context?.contains("PL/pgSQL") == true)
  }

  @Test
  func `COPY TO as an ordinary statement is refused, no more`() async throws {
    let connection = try await TestDatabase.current.connect()
    let copy = "COPY (SELECT generate_series(1, 100000)) TO STDOUT"
    await #expect(throws: PostgresError.self) { try await connection.query(copy) }
    await #expect(throws: PostgresError.self) { try await connection.executeScript(copy) }
    await #expect(throws: PostgresError.self) { try await connection.forEachBatch(copy) { _ in } }
    #expect(try await connection.query("SELECT 1")[0].get(0) == 1)
  }

  @Test
  func `COPY FROM in a script is refused and the connection stays usable`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute("CREATE TABLE t(a integer)")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.executeScript("COPY t FROM STDIN; SELECT 2")
    }
    guard case .misuse? = error else {
      Issue.record("it is \(String(describing: error))")
      return
    }
    #expect(try await connection.query("SELECT count(*) FROM t")[0].get(0) == 0)
  }

  @Test
  func `COPY FROM as an ordinary statement is refused and the connection given up`() async throws {
    let database = try TestDatabase.current
    let connection = try await database.connect()
    try await connection.execute("CREATE TABLE t(a integer)")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.query("COPY t FROM STDIN")
    }
    guard case .misuse? = error else {
      Issue.record("it is \(String(describing: error))")
      return
    }
    #expect(await !connection.isUsable)
  }

  @Test
  func `statements of many tasks run one after the other, in order`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute(
      "CREATE TABLE t(id integer GENERATED ALWAYS AS IDENTITY, number integer)"
    )
    try await withThrowingTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          try await connection.execute("INSERT INTO t(number) VALUES ($1)", [number])
        }
      }
      try await group.waitForAll()
    }
    #expect(try await connection.query("SELECT count(DISTINCT id) FROM t")[0].get(0) == 50)
  }

  @Test
  func `notices reach their handler`() async throws {
    let (notices, continuation) = AsyncStream.makeStream(of: ServerNotice.self)
    let connection = try await TestDatabase.current.connect(
      onNotice: NoticeHandler { continuation.yield($0) }
    )
    try await connection.executeScript(
      "DO $$ BEGIN RAISE NOTICE 'hello %', E'\\u202E'; RAISE WARNING 'w' USING HINT = 'h'; END $$"
    )
    await connection.close()
    continuation.finish()
    var seen: [ServerNotice] = []
    for await notice in notices { seen.append(notice) }
    #expect(seen.map(\.severity) == ["NOTICE", "WARNING"])
    #expect(seen.map(\.message) == ["hello \u{202E}", "w"])
    #expect(seen.last?.hint == "h" && seen.last?.sqlState == SQLState("01000"))
  }

  @Test
  func `a flood of notices is cut to twenty short ones and their number`() async throws {
    let seen = Guarded<[ServerNotice]>([])
    let connection = try await TestDatabase.current.connect(
      onNotice: NoticeHandler(of: ["NOTICE"]) { notice in seen.withLock { $0.append(notice) } }
    )
    func flood(_ count: Int) -> String {
      """
      DO $$
      BEGIN
        RAISE WARNING 'not asked for';
        FOR i IN 1..\(count) LOOP
          RAISE NOTICE '%', i || repeat('é', 100000) USING DETAIL = repeat('d', 100000);
        END LOOP;
      END $$
      """
    }
    for _ in 1...2 { try await connection.executeScript(flood(2_366)) }
    #expect(seen.withLock { $0.count } == 20)
    connection.settleNotices()
    #expect(seen.withLock { $0.last?.message } == "… and 4,712 more")
    let first = try #require(seen.withLock { $0.first })
    #expect(first.message.hasPrefix("1éé") && first.message.hasSuffix("é…"))
    #expect(first.message.utf8.count <= 1003 && first.detail?.utf8.count ?? 0 <= 1003)
    // The next command's are told again; what was not told is when the connection ends.
    try await connection.executeScript(flood(21))
    #expect(seen.withLock { $0.count } == 41)
    await connection.close()
    #expect(seen.withLock { $0.last?.message } == "… and 1 more")
    #expect(seen.withLock { $0.count } == 42)
  }

  @Test
  func `what is noticed again and again is told once a command`() async throws {
    let seen = Guarded<[String]>([])
    let connection = try await TestDatabase.current.connect(
      onNotice: NoticeHandler { notice in seen.withLock { $0.append(notice.message) } }
    )
    let again = "DO $$ BEGIN FOR i IN 1..50 LOOP RAISE WARNING 'the same'; END LOOP; END $$"
    try await connection.executeScript(again)
    connection.settleNotices()
    #expect(seen.withLock { $0 } == ["the same"])
    try await connection.executeScript(again)
    await connection.close()
    #expect(seen.withLock { $0 } == ["the same", "the same"])
  }

  @Test
  func `an error of any length is kept short`() async throws {
    let connection = try await TestDatabase.current.connect()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.executeScript(
        """
        DO $$
        BEGIN
          RAISE EXCEPTION '%', repeat('é', 1000000)
          USING DETAIL = repeat(E'd\\n', 1000000), HINT = repeat('h', 1000000);
        END $$
        """
      )
    }
    let server = try #require(error?.serverError)
    for text in [server.message, server.detail, server.hint, server.description] {
      #expect(text?.utf8.count ?? 0 <= 8300)
    }
    #expect(server.detailLines.count == 21)
    #expect(server.detailLines.last == "… and 4,077 more lines")
  }

  @Test
  func `what the connection says of itself is what the server says`() async throws {
    let connection = try await TestDatabase.current.connect()
    let row = try await connection.query(
      """
      SELECT pg_backend_pid(), current_setting('server_version_num')::int,
        current_setting('client_encoding'), current_setting('application_name')
      """
    )[0]
    #expect(try row.get(0) == connection.backendPID)
    #expect(try row.get(1) == connection.serverVersion)
    #expect(try row.get(2) == "UTF8")
    #expect(try row.get(3) == "reeve test")
  }

  @Test
  func `statements are not compiled, whatever the database says`() async throws {
    let database = try TestDatabase.current
    let administrator = try await database.connect()
    try await administrator.execute("ALTER DATABASE \(database.name) SET jit = on")
    let row = try await database.connect().query("SHOW jit")[0]
    #expect(try row.get(0) == "off")
  }

  @Test
  func `a call makes its rows of their columns, in order`() async throws {
    struct Line: Equatable {
      let number: Int
      let text: String?
      let numbers: [Int]
    }
    func call(_ columns: String) -> FunctionCall<Line> {
      FunctionCall("SELECT \(columns)", [], of: Line.init)
    }
    let connection = try await TestDatabase.current.connect()
    #expect(
      try await connection.call(call("7, NULL::text, ARRAY[1, 2]"))
        == [Line(number: 7, text: nil, numbers: [1, 2])]
    )
    let null = await #expect(throws: PostgresError.self) {
      try await connection.call(call("7 AS a, 'x' AS b, NULL::int[] AS c"))
    }
    guard case .undecodable(column: "c", type: _, reason: "it is NULL")? = null else {
      Issue.record("it is \(String(describing: null))")
      return
    }
    await #expect(throws: PostgresError.self) { try await connection.call(call("7, 'x'")) }
    await #expect(throws: PostgresError.self) { try await connection.call(call("'x', 7, 7")) }
  }
}
