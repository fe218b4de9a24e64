import Answers
import Catalog
import Glibc
import Operations
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Files, good and bad, into a table.
@Suite(.freshDatabase)
struct ImportTests {
  static let csv = ImportFixture.mapping(
    "csv",
    """
    id: {from: Id}
    title: {from: Title}
    score: {from: Score, null: ["", "-"]}
    tags: {from: Tags, split: "|"}
    """,
    drop: "Secret"
  )

  @Test func `every record of a bad CSV file is a row or in quarantine, as it was`() async throws {
    let fixture = try await ImportFixture()
    let lines: [[UInt8]] =
      [
        "\u{FEFF}Id,Title,Score,Tags,Secret", "1,Good,1.50,a|b,x", "2,Wrong type,many,,x",
        "1,Twice,2,,x", "3,Too few", "4,\"Quote\" bad,1,,x", "5,Over a limit,1000,,x",
        ",No key,1,,x",
        "6,\"Two\n\"\"lines\"\"\",-,\"{\\\",x",
      ].map { Array($0.utf8) } + [
        Array("7,Not UTF-8 ".utf8) + [0xC3, 0x28] + Array(",1,,x".utf8),
        Array("8,N".utf8) + [0] + Array("ul,1,,x".utf8), Array("9,\"open,1,,x".utf8),
        Array("10,Last,,\tz,x".utf8),
      ]
    try fixture.write(Array(lines.joined(separator: [13, 10])))
    let progress = try await fixture.importer(Self.csv).run()
    #expect(progress.declared == 12)
    #expect(progress.read == 12)
    #expect(progress.inserted == 3)
    #expect(progress.quarantined == 9)
    #expect(
      try await fixture.quarantine() == [
        "3 22P02", "4 key", "5 syntax", "6 syntax", "7 23514", "8 23502", "11 encoding", "12 type",
        "13 syntax",
      ]
    )
    let originals = try await fixture.database.query(
      "SELECT original, byte_offset FROM reeve.quarantine ORDER BY record"
    )
    #expect(try originals[6].get(0, as: [UInt8].self) == lines[9])
    let before = lines[..<9].reduce(0) { $0 + $1.count + 2 }
    #expect(try originals[6].get(1, as: Int.self) == before)
    let rows = try await fixture.database.query(
      #"SELECT concat_ws('/', id, title, score, tags) FROM "My Notes"."Note" ORDER BY id"#
    ).map { try $0.get(0, as: String.self) }
    #expect(rows == ["1/Good/1.50/{a,b}", "6/Two\n\"lines\"/{\"{\\\\\"}", "10/Last/{\"\tz\"}"])
    await fixture.end()
  }

  @Test func `JSON keeps its kinds, and what is odd in it is rejected`() async throws {
    let fixture = try await ImportFixture()
    let mapping = ImportFixture.mapping(
      "ndjson",
      """
      id: {from: id}
      title: {from: /meta/a~1b}
      score: {from: score}
      tags: {from: tags}
      rest: {from: rest}
      done: {from: done}
      at: {from: at}
      """,
      drop: "meta"
    )
    try fixture.write(
      #"""
      {"id":1,"meta":{"a/b":"\u00e9\ud83d\ude00"},"score":0.1000000000000000000001,"tags":["a",null,"\"{"],"rest":{"n":1e400,"s":"\u0001"},"done":true,"at":"2026-01-02T03:04:05Z"}
      {"id":2,"meta":{"a/b":"ok"},"tags":[]}
      {"id":3,"meta":{"a/b":7}}
      {"id":4,"id":5,"meta":{"a/b":"x"}}
      {"id":6,"meta":{"a/b":"\ud83d"}}
      {"id":7,"meta":{"a/b":"x"},"score":01}
      {"id":8,"meta":{"a/b":"x"},"tags":[{"a":1}]}
      {"id":9,"meta":{"a/b":"x"},"rest":"\u0000"}
      {"id":10,"meta":{"a/b":"x"},"new":1}
      [1]
      {"id":11,"meta":{"a/b":"x"},"done":1}
      {"id":12,"meta":{"a/b":"x"}
      """#
    )
    let progress = try await fixture.importer(mapping).run()
    #expect(progress.inserted == 2)
    #expect(progress.quarantined == 10)
    #expect(
      try await fixture.quarantine() == [
        "3 type", "4 syntax", "5 syntax", "6 syntax", "7 type", "8 type", "9 field", "10 type",
        "11 type", "12 syntax",
      ]
    )
    let first: String = try await fixture.database.query(
      """
      SELECT concat_ws(' ', title, score, tags, length(rest::text), done, at AT TIME ZONE 'UTC')
      FROM "My Notes"."Note" WHERE id = 1
      """
    )[0].get(0)
    #expect(
      first == #"é😀 0.1000000000000000000001 {a,NULL,"\"{"} 423 t 2026-01-02 03:04:05"#
    )
    await fixture.end()
  }

  @Test func `a field that older records call otherwise is found by either name`() async throws {
    let fixture = try await ImportFixture()
    let lines = #"""
      {"id":1,"title":"new"}
      {"id":2,"name":"old"}
      {"id":3,"title":null,"name":"both, one of them NULL"}
      {"id":4,"title":"both","name":"and the first counts"}
      {"id":5,"meta":{"a/b":"deep"}}
      {"id":6}
      """#
    try fixture.write(lines)
    let columns = """
      id: {from: id}
      title: {from: title, or: [name, /meta/a~1b], default: "'none'"}
      """
    let progress = try await fixture.importer(ImportFixture.mapping("ndjson", columns)).run()
    #expect(progress.inserted == 6)
    let titles: [String] = try await fixture.database.query(
      #"SELECT title FROM "My Notes"."Note" ORDER BY id"#
    ).map { try $0.get(0) }
    #expect(titles == ["new", "old", "both, one of them NULL", "both", "deep", "none"])
    try fixture.write("id,name\n7,of a file\n")
    let csv = "id: {from: id}\ntitle: {from: title, or: [name]}"
    #expect(try await fixture.importer(ImportFixture.mapping("csv", csv)).run().inserted == 1)
    await fixture.end()
  }

  @Test(arguments: [
    (#"[{"id":1,"title":"a"},{"id":2,"title":"b"}"#, 2, "3 42 the file ends inside its array"),
    (#"[{"id":1,"title":"a"},{"id":2,"ti"#, 1, "2 22 the file ends inside its array"),
    (#"[{"id":1,"title":"a"} {"id":2}]"#, 1, "2 22 expected a comma between elements"),
    (#"[{"id":1,"title":"a"}] []"#, 1, "2 23 text after the array"),
    (#"[{"id":1,"title":"a"},,3]"#, 1, "2 22 a missing element"),
    (#"[{"id":1,"title":"a"},{"id":3,"title":}]"#, 1, "2 22 not a JSON value"),
  ])
  func `of a JSON array that is broken or cut off, what is whole is kept`(
    text: String,
    written: Int,
    rejection: String
  ) async throws {
    let fixture = try await ImportFixture()
    let mapping = ImportFixture.mapping("json", "id: {from: id}\ntitle: {from: title}")
    try fixture.write(text)
    let progress = try await fixture.importer(mapping).run()
    #expect(progress.written == written)
    #expect(progress.quarantined == 1)
    let rows = try await fixture.database.query(
      "SELECT record || ' ' || byte_offset || ' ' || reason FROM reeve.quarantine"
    )
    let found: String = try #require(rows.first).get(0)
    #expect(found.hasPrefix(rejection), "\(found)")
    await fixture.end()
  }

  @Test(arguments: ["", "{}", "nothing"])
  func `what is no JSON array is refused whole`(text: String) async throws {
    let fixture = try await ImportFixture()
    try fixture.write(text)
    let mapping = ImportFixture.mapping("json", "id: {from: id}\ntitle: {from: title}")
    await #expect(throws: Failure.self) { try await fixture.importer(mapping).run() }
    #expect(try await fixture.number("SELECT count(*) FROM reeve.import") == 0)
    await fixture.end()
  }

  @Test func `a line over the limit is rejected, the next one is read`() async throws {
    let fixture = try await ImportFixture()
    let mapping = ImportFixture.mapping("ndjson", "id: {from: id}\ntitle: {from: title}")
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: Chunk.limitBytes + 1)
    try fixture.write(
      Array(#"{"id":1,"title":"a"}"#.utf8) + [10] + long + [10]
        + Array(#"{"id":2,"title":"b"}"#.utf8)
    )
    let progress = try await fixture.importer(mapping).run()
    #expect(progress.inserted == 2)
    #expect(try await fixture.quarantine() == ["2 length"])
    #expect(
      try await fixture.number("SELECT length(original) FROM reeve.quarantine WHERE is_cut")
        == Chunk.keptBytes
    )
    await fixture.end()
  }

  @Test func `again it changes nothing; a change is a change; verify sees what was touched`()
    async throws
  {
    let fixture = try await ImportFixture()
    let rows = (1...500).map { "\($0),Note \($0),1,a,x\n" }
    try fixture.write("Id,Title,Score,Tags,Secret\n" + rows.joined())
    let importer = try fixture.importer(Self.csv)
    #expect(try await importer.run().inserted == 500)
    let again = try await importer.run()
    #expect(again.same == 500)
    #expect(again.written == 500)
    #expect(try await importer.verify().differing == 0)
    try await fixture.database.execute(
      #"UPDATE "My Notes"."Note" SET title = 'other' WHERE id = 7"#
    )
    try await fixture.database.execute(#"DELETE FROM "My Notes"."Note" WHERE id = 9"#)
    let result = try await importer.verify()
    #expect(result.compared == 500)
    #expect(
      result.examples == [
        "\(fixture.file):8: record 7: its row differs",
        "\(fixture.file):10: record 9: its row is missing",
      ]
    )
    let third = try await importer.run(existing: .overwrite)
    #expect(third.inserted == 1)
    #expect(third.changed == 1)
    #expect(third.same == 498)
    // New rows of the app come behind; nothing of the import is left.
    let next = try await fixture.number(
      #"INSERT INTO "My Notes"."Note"(title) VALUES ('new') RETURNING id"#
    )
    #expect(next == 501)
    #expect(
      try await fixture.number(
        "SELECT count(*) FROM pg_class WHERE relnamespace = 'reeve_stage'::regnamespace"
      ) == 0
    )
    #expect(
      try await fixture.number(
        """
        SELECT has_any_column_privilege('reeve_writer_notes', '"My Notes"."Note"', 'INSERT, UPDATE')::int
        """
      ) == 0
    )
    await fixture.end()
  }

  @Test(arguments: [
    ("table: Note", "table: Nope", "mapping.yaml:4:8"),
    ("app: notes", "app: nope", "mapping.yaml:1:6"),
    ("key: [id]", "key: [title]", "mapping.yaml:5:6"),
    ("title: {from: Title}", "title: {from: Titel}", "did you mean “Title”?"),
    ("title: {from: Title}", "titel: {from: Title}", "has no column titel"),
    ("title: {from: Title}", "title: {from: Title, up: nope($v)}", "mapping.yaml:8:10"),
    ("tags: {from: Tags, split: \"|\"}", "twice: {from: Tags}", "itself computes column twice"),
    ("drop: [Secret]", "drop: []", "field “Secret” is neither mapped nor listed under drop"),
  ])
  func `a mapping that names what is not there is told its place`(
    old: String,
    new: String,
    finding: String
  ) async throws {
    let fixture = try await ImportFixture()
    try fixture.write("Id,Title,Score,Tags,Secret\n1,a,1,,\n")
    let importer = try fixture.importer(Self.csv.replacing(old, with: new))
    let error = await #expect(throws: Failure.self) { try await importer.run() }
    #expect(error?.description.contains(finding) == true, "\(error?.description ?? "")")
    #expect(try await fixture.number("SELECT count(*) FROM reeve.import") == 0)
    await fixture.end()
  }

  static let children = ImportFixture.mapping(
    "ndjson",
    """
    id: {from: id}
    title: {from: about.title}
    rest: {rest: true}
    """,
    drop: "secret",
    children: """

        - from: about.parts
          table: Part
          key: [note, "#n"]
          columns:
            note: {from: $parent.id}
            "#n": {from: $index}
            word: {from: w}
            more: {rest: true}
        - {from: labels, table: Label, key: [note, label], columns: {note: {from: $parent.id}, label: {from: $value}}}
      """
  )

  @Test func `rows of arrays and maps go to child tables, as a set; the rest is kept`()
    async throws
  {
    let fixture = try await ImportFixture()
    try fixture.write(
      #"""
      {"id":1,"about":{"title":"a","parts":[{"w":"x"},null,{"w":"y","k":[1]}],"by":"me"},"labels":["p","q"],"more":2,"secret":3}
      {"id":2,"about":{"title":"b","parts":{"k1":{"w":"x"},"k2":{"w":"y"}}}}
      {"id":3,"about":{"title":"c","parts":[{"w":"x"},{"w":"too long"}]}}
      {"id":4,"about":{"title":"d","parts":[{"k":1}]}}
      {"id":5,"about":{"title":"e","parts":7}}
      {"id":6,"about":{"title":"f"},"labels":["p","p"]}
      {"id":7,"about":{"title":"g","parts":[1]}}
      {"id":8,"about":"text"}
      {"id":1,"about":{"title":"again","parts":[]}}
      """#
    )
    let importer = try fixture.importer(Self.children)
    let first = try await importer.run()
    #expect(first.inserted == 2)
    #expect(
      try await fixture.quarantine() == [
        "3 22001", "4 23502", "5 type", "6 09000", "7 type", "8 23502", "9 key",
      ]
    )
    let all = """
      SELECT string_agg(row, ' ' ORDER BY row) FROM (
        SELECT concat_ws('/', id, title, rest) FROM "My Notes"."Note" UNION ALL
        SELECT concat_ws('/', note, "#n", word, more, seen) FROM "My Notes"."Part" UNION ALL
        SELECT concat_ws('/', note, label) FROM "My Notes"."Label") t(row)
      """
    let rows: String = try await fixture.database.query(all)[0].get(0)
    #expect(
      rows == #"1/0/x/{}/0 1/2/y/{"k": [1]}/0 1/a/{"more": 2, "about": {"by": "me"}} 1/p 1/q "#
        + #"2/b/{} 2/k1/x/{}/0 2/k2/y/{}/0"#
    )
    #expect(try await importer.verify().differing == 0)

    // What the mapping does not write stays; rows that are gone from the record go.
    try await fixture.database.execute(#"UPDATE "My Notes"."Part" SET seen = 5"#)
    try await fixture.database.execute(#"INSERT INTO "My Notes"."Label" VALUES (2, 'z')"#)
    #expect(
      try await importer.verify().examples == [
        "\(fixture.file):2: record 2: its rows in Label differ"
      ]
    )
    try fixture.write(
      #"""
      {"id":1,"about":{"title":"a","parts":[{"w":"x"}],"by":"me"},"labels":["q","r"],"more":2}
      {"id":2,"about":{"title":"b","parts":{"k1":{"w":"x"},"k2":{"w":"y"}}},"labels":["z"]}
      """#
    )
    let second = try await importer.run()
    #expect(second.changed == 1)
    #expect(second.same == 1)
    let after: String = try await fixture.database.query(all)[0].get(0)
    #expect(
      after == #"1/0/x/{}/5 1/a/{"more": 2, "about": {"by": "me"}} 1/q 1/r "#
        + #"2/b/{} 2/k1/x/{}/5 2/k2/y/{}/5 2/z"#
    )
    #expect(try await importer.verify().differing == 0)
    await fixture.end()
  }

  @Test(arguments: [
    ("key: [note, \"#n\"]", "key: [\"#n\"]", "mapping.yaml:14:10: \"My Notes\".\"Part\" has no"),
    (
      "$parent.id}\n      \"#n\"", "$parent.at}\n      \"#n\"", "at is not among the mapped columns"
    ),
    ("note: {from: $parent.id}, label", "note: {from: id}, label", "holds the parent's id"),
    ("table: Label", "table: Labels", "mapping.yaml:20:27: there is no table"),
    ("rest: {rest: true}", "tags: {rest: true}", "rest produces JSON"),
    ("word: {from: w}", "word: {}", "either from or rest"),
    ("word: {from: w}", "word: {rest: true}", "already takes the rest"),
    ("format: ndjson", "format: csv", "have no children"),
  ])
  func `a child that does not fit is told its place`(
    old: String,
    new: String,
    finding: String
  ) async throws {
    let fixture = try await ImportFixture()
    try fixture.write("{}\n")
    var message = ""
    do {
      _ = try await fixture.importer(Self.children.replacing(old, with: new)).run()
    } catch let error as Failure {
      message = error.description
    } catch let error as ManifestError {
      message = error.description
    }
    #expect(message.contains(finding), "\(message)")
    await fixture.end()
  }

  @Test func `an app's rows are left where its key is met; what a trigger keeps out is told`()
    async throws
  {
    let fixture = try await ImportFixture()
    try await fixture.database.executeScript(
      """
      CREATE FUNCTION "My Notes".keep() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.id = 3 THEN RETURN NULL; END IF; RETURN NEW; END $$;
      CREATE TRIGGER keep BEFORE INSERT ON "My Notes"."Note"
        FOR EACH ROW EXECUTE FUNCTION "My Notes".keep();
      """
    )
    try fixture.write("Id,Title,Score,Tags,Secret\n1,a,1,,\n2,b,1,,\n3,c,1,,\n2,d,1,,\n")
    #expect(try await fixture.importer(Self.csv).run().inserted == 2)
    #expect(try await fixture.quarantine() == ["4 09000", "5 key"])
    // Not empty now: its rows are brought up to date.
    let again = try await fixture.importer(Self.csv).run()
    #expect(again.same == 2)
    #expect(again.quarantined == 2)
    await fixture.end()
  }

  @Test func `a record that another process has passed is not written twice`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write("Id,Title,Score,Tags,Secret\n1,a,1,,\n")
    let importer = try fixture.importer(Self.csv)
    let rows = try await fixture.database.query(
      "SELECT import_id FROM reeve.import_begin($1::jsonb, 'in', 'mark', 5)",
      [importer.mapping.json]
    )
    let id: Int = try rows[0].get(0)
    let stale = await #expect(throws: PostgresError.self) {
      try await fixture.database.execute("SELECT reeve.import_lock($1, 0)", [id])
    }
    #expect(stale?.sqlState == .importMismatch)
    let short = await #expect(throws: PostgresError.self) {
      try await fixture.database.execute("SELECT reeve.import_finish($1, 1)", [id])
    }
    #expect(short?.sqlState == .importMismatch)
    let other = await #expect(throws: PostgresError.self) { try await importer.run() }
    #expect(other?.sqlState == .importMismatch)
    #expect(try await importer.run(restart: true).inserted == 1)
    await fixture.end()
  }

  /// The list of cities beside the checkout, where it is.
  static let cities: String? = {
    let parts = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }
    let path = parts.joined() + "/shared/data/cities.csv"
    if access(path, R_OK) == 0 { return path }
    print("not tested: ../shared/data/cities.csv is absent")
    return nil
  }()

  @Test(.enabled(if: cities != nil, "../shared/data/cities.csv is absent"))
  func `FindSpot takes 234,908 places`() async throws {
    let file = try #require(Self.cities)
    let database = try await TestDatabase.current.connect()
    let share = try Share.find()
    try await SampleLoader(share: share, connection: database, report: { _ in })
      .load("findspot", replace: true, withRows: false)
    let mappings = try MappingFile(
      file: SourceFile.manifest("\(share.path)/sql/apps/findspot/sources/cities.yaml")
    )
    let staging = try await TestDatabase.current.connect()
    let importer = SoleImport(
      whole: Import(
        connection: database,
        staging: staging,
        mappings: mappings,
        path: file,
        report: { _ in }
      )
    )
    let progress = try await importer.run(declared: 234_908)
    #expect(progress.inserted == 234_908)
    #expect(try await importer.verify().differing == 0)
    let collisions = try await database.query(
      "SELECT legacy_key, places, misfits FROM findspot.legacy_collisions() LIMIT 1"
    )
    #expect(try collisions[0].get(0, as: String.self) == "5001667")
    #expect(try collisions[0].get(1, as: Int.self) == 42)
    #expect(try collisions[0].get(2, as: Int.self) == 0)
    await staging.close()
    await database.close()
  }
}
