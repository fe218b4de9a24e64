import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Values that a type of PostgreSQL cannot hold, or holds changed.
@Suite(.freshDatabase, .blocking)
struct ChangedValueTests {
  @Test func `U+0000 is rejected, or replaced where the mapping says by what, and that is told`()
    async throws
  {
    let fixture = try await ImportFixture()
    try fixture.write(
      #"""
      {"id":1,"title":"a\u0000b","more":{"k\u0000":["x\u0000\u0000y",1]}}
      {"id":2,"title":"plain","more":{}}

      """#
    )
    func importer(_ replace: String) throws -> SoleImport {
      try fixture.importer(
        ImportFixture.mapping(
          "ndjson",
          "id: {from: id}\ntitle: {from: title\(replace)}\nrest: {from: more\(replace)}"
        )
      )
    }
    let refused = try await importer("").run()
    #expect(refused.quarantined == 1)
    let reasons = try await fixture.database.query(
      "SELECT reason FROM reeve.quarantine WHERE import_id = $1",
      [refused.id]
    ).map { try $0.get(0, as: String.self) }
    #expect(reasons == ["column rest: text cannot contain U+0000"])
    let importer = try importer(", replace: \"\u{FFFD}\"")
    let progress = try await importer.run()
    #expect(progress.inserted == 1)
    #expect(progress.same == 1)
    let row = try await fixture.database.query(
      "SELECT title || ' ' || rest::text FROM \"My Notes\".\"Note\" WHERE id = 1"
    )[0].get(0, as: String.self)
    #expect(row == "a\u{FFFD}b {\"k\u{FFFD}\": [\"x\u{FFFD}\u{FFFD}y\", 1]}")
    #expect(try await importer.verify().differing == 0)
    let told = try await StoredImport(progress.id, fixture.database).told(fixture.database)
    #expect(told.contains("U+0000 in title was replaced"), "\(told)")
    await fixture.end()
  }

  @Test func `a plan tells which values the types of a table change`() async throws {
    let fixture = try await ImportFixture()
    try await fixture.database.execute("ALTER TABLE \"My Notes\".\"Note\" ADD near real")
    try fixture.write(
      """
      {"id":1,"title":"a","score":-0.0,"near":0.123456789,"at":"2020-01-01T00:00:00.1234567Z"}
      {"id":2,"title":"a","score":0.5,"near":0.1,"at":"2020-01-01T00:00:00.123456Z"}
      {"id":3,"title":"a","score":-0.00,"near":-0.0,"at":null}

      """
    )
    let plan = try await ImportPlan(
      Inspection(fixture.file, report: { _ in }),
      app: "notes",
      schema: nil,
      table: "Note",
      connection: fixture.database
    )
    #expect(plan.tables.first?.exists == true)
    for note in [
      "score: -0.0 becomes 0 in 2 values", "near: digits beyond those of real are lost in 1 value",
      "at: times are rounded to microseconds in 1 value",
    ] { #expect(plan.tables.first?.losses.contains(note) == true, "\(plan.tables[0].losses)") }
    await fixture.end()
  }

  @Test func `an import counts the numbers that the scale of their column rounds`() async throws {
    let fixture = try await ImportFixture()
    try await fixture.database.execute("ALTER TABLE \"My Notes\".\"Note\" ADD price numeric(8, 2)")
    try fixture.write(
      """
      {"id":1,"title":"a","price":1.005}
      {"id":2,"title":"a","price":1.500}
      {"id":3,"title":"a","price":"2.999"}
      {"id":4,"title":"a","price":3}

      """
    )
    let columns = "id: {from: id}\ntitle: {from: title}\nprice: {from: price}"
    let progress = try await fixture.importer(ImportFixture.mapping("ndjson", columns)).run()
    #expect(progress.quarantined == 0)
    let told = try await StoredImport(progress.id, fixture.database).told(fixture.database)
    #expect(
      told.contains("price: changed to fit numeric(8,2) in 2 values"),
      "\(told)"
    )
    await fixture.end()
  }

  @Test func `an import counts the times whose offset or time of day their column leaves out`()
    async throws
  {
    let fixture = try await ImportFixture()
    try await fixture.database.execute(
      "ALTER TABLE \"My Notes\".\"Note\" ADD local timestamp(3), ADD day date"
    )
    try fixture.write(
      """
      {"id":1,"title":"a","local":"2026-01-02T03:04:05+05:00","day":"2026-01-02T23:30:00-05:00"}
      {"id":2,"title":"a","local":"2026-01-02 03:04:05Z","day":"2026-01-02"}
      {"id":3,"title":"a","local":"2026-01-02T03:04:05+00:00","day":"2026-01-02 10:00:00"}
      {"id":4,"title":"a","local":"2026-01-02T03:04:05","day":null}
      {"id":5,"title":"a","local":"2026-01-02T03:04:05-0330","day":"2026-01-02"}

      """
    )
    let columns = "id: {from: id}\ntitle: {from: title}\nlocal: {from: local}\nday: {from: day}"
    let progress = try await fixture.importer(ImportFixture.mapping("ndjson", columns)).run()
    #expect(progress.quarantined == 0)
    let told = try await StoredImport(progress.id, fixture.database).told(fixture.database)
    for note in [
      "local: offsets from UTC are left out, so that the time is another one in 2 values",
      "day: times of day are left out in 2 values",
    ] { #expect(told.contains(note), "\(told)") }
    await fixture.end()
  }

  static let columns = """
    id: {from: id}
    title: {from: title}
    score: {from: score}
    near: {from: near}
    at: {from: at}
    """

  @Test(arguments: [
    (
      "ndjson",
      """
      {"id":1,"title":"a","score":-0.0,"near":0.123456789,"at":"2020-01-01T00:00:00.1234567Z"}
      {"id":2,"title":"a","score":0.5,"near":0.1,"at":"2020-01-01T00:00:00.123456Z"}
      {"id":3,"title":"a","score":-0.00,"near":16777217,"at":null}
      {"id":4,"title":"","score":-0.0,"near":0.123456789,"at":null}
      {"id":5,"title":true,"score":-0.0,"near":0.123456789,"at":null}

      """
    ),
    (
      "csv",
      """
      id,title,score,near,at
      1,a,-0.0,0.123456789,2020-01-01T00:00:00.1234567Z
      2,a,0.5,0.1,2020-01-01T00:00:00.123456Z
      3,a,-0.00,16777217,
      4,"",-0.0,0.123456789,
      5,a

      """
    ),
  ])
  func `an import counts the values that it changed, those of rejected records when they are taken`(
    format: String,
    text: String
  ) async throws {
    let fixture = try await ImportFixture()
    try await fixture.database.execute("ALTER TABLE \"My Notes\".\"Note\" ADD near real")
    try fixture.write(text)
    func importer(_ columns: String) throws -> SoleImport {
      try fixture.importer(ImportFixture.mapping(format, columns))
    }
    let progress = try await importer(Self.columns).run()
    #expect(progress.quarantined == 2)
    func told() async throws -> [String] {
      try await StoredImport(progress.id, fixture.database).told(fixture.database)
        .filter { $0.contains(": ") && !$0.contains("rejected") }
    }
    let first = try await told()
    #expect(
      first == [
        "at: times are rounded to microseconds in 1 value",
        "near: digits beyond those of real are lost in 2 values",
        "score: -0.0 becomes 0 in 2 values",
      ]
    )
    let mended = Self.columns.replacing(
      "from: title",
      with: "from: title, up: \"coalesce($v, '') || 'x'\""
    )
    .replacing("from: at", with: "from: at, up: $v::timestamptz")
    let retried = try await importer(mended).retry(progress.id)
    #expect(retried.quarantined == 0 || format == "csv")
    let more = format == "csv" ? 1 : 2
    #expect(
      try await told() == [
        first[0], "near: digits beyond those of real are lost in \(2 + more) values",
        "score: -0.0 becomes 0 in \(2 + more) values",
      ]
    )
    await fixture.end()
  }

  @Test(arguments: [
    ("0.1", false), ("1.10", false), ("-12.50e+3", false), ("1e-5", false), ("16777216", false),
    ("0.10000000149011612", false), ("16777217", true), ("0.123456789", true), ("-0.1e-7", false),
    ("0.1000000000000000000001", true), ("3.4e38", false), ("x", false), ("Infinity", false),
  ])
  func `real changes a number only if it comes back as another`(text: String, isLong: Bool) {
    let bytes = Array(text.utf8)[...]
    #expect(Loss.longNumber.changes(.decimal(bytes)) == isLong)
    #expect(Loss.longNumber.changes(.string(bytes)) == isLong)
  }

  @Test(arguments: [
    (#"{"a":[1,{"b":-0.0}]}"#, true), ("-0", true), ("-0e5", true), (#"["-0.0", -0.01]"#, false),
    (#"{"-0":"\"-0.0","c":0.0}"#, false), ("[-1e-5,-10]", false),
  ])
  func `a zero with a sign is found within a document`(text: String, isChanged: Bool) {
    #expect(Loss.zeroInJSON.changes(.json(Array(text.utf8)[...])) == isChanged)
  }

  @Test func `an import tells of a zero with a sign that jsonb does not keep`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write(
      #"{"id":1,"title":"a","more":{"x":[-0.0]}}"# + "\n" + #"{"id":2,"title":"b","more":1}"# + "\n"
    )
    let columns = "id: {from: id}\ntitle: {from: title}\nrest: {from: more}\n"
    let progress = try await fixture.importer(ImportFixture.mapping("ndjson", columns)).run()
    let told = try await StoredImport(progress.id, fixture.database).told(fixture.database)
    #expect(told.contains("rest: -0.0 becomes 0.0 in 1 value"), "\(told)")
    await fixture.end()
  }

  @Test func `a plan says of a column that the database computes that it is there`() async throws {
    let fixture = try await ImportFixture()
    try await fixture.database.execute(
      "ALTER TABLE \"My Notes\".\"Note\" ADD up text GENERATED ALWAYS AS (upper(title)) STORED"
    )
    try fixture.write(#"{"id":1,"title":"a","up":"A"}"# + "\n")
    let plan = try await ImportPlan(
      Inspection(fixture.file, report: { _ in }),
      app: "notes",
      schema: nil,
      table: "Note",
      connection: fixture.database
    )
    #expect(plan.mapping.contains("the database itself computes column up"), "\(plan.mapping)")
    #expect(!plan.mapping.contains("has no column up"))
    await fixture.end()
  }

  @Test func `U+0000 within a document is refused with the name of its column`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write(
      #"""
      {"id":1,"title":"a","more":"x\u0000"}
      {"id":2,"title":"a","more":{"k":["\u0000"]}}
      {"id":3,"title":"a","more":{"k\u0000":1}}
      {"id":4,"title":"a","more":"\\u0000"}

      """#
    )
    let columns = "id: {from: id}\ntitle: {from: title}\nrest: {from: more}\n"
    let progress = try await fixture.importer(ImportFixture.mapping("ndjson", columns)).run()
    #expect(progress.inserted == 1)
    let reasons = try await fixture.database.query(
      "SELECT DISTINCT reason FROM reeve.quarantine WHERE import_id = $1",
      [progress.id]
    ).map { try $0.get(0, as: String.self) }
    #expect(reasons == ["column rest: text cannot contain U+0000"])
    await fixture.end()
  }
}
