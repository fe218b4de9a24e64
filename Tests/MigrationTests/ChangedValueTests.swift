import Postgres
import TestSupport
import Testing

@testable import Migration

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
    #expect(try await importer("").run().quarantined == 1)
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
      {"id":1,"title":"a","score":-0.0,"near":0.1,"at":"2020-01-01T00:00:00.1234567Z"}
      {"id":2,"title":"a","score":0.5,"near":0.5,"at":"2020-01-01T00:00:00.123456Z"}
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
      {"id":1,"title":"a","score":-0.0,"near":0.1,"at":"2020-01-01T00:00:00.1234567Z"}
      {"id":2,"title":"a","score":0.5,"near":0.5,"at":"2020-01-01T00:00:00.123456Z"}
      {"id":3,"title":"a","score":-0.00,"near":16777217,"at":null}
      {"id":4,"title":"","score":-0.0,"near":0.1,"at":null}
      {"id":5,"title":true,"score":-0.0,"near":0.1,"at":null}

      """
    ),
    (
      "csv",
      """
      id,title,score,near,at
      1,a,-0.0,0.1,2020-01-01T00:00:00.1234567Z
      2,a,0.5,0.5,2020-01-01T00:00:00.123456Z
      3,a,-0.00,16777217,
      4,"",-0.0,0.1,
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
}
