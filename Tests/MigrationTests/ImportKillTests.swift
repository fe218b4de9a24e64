import Glibc
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Real processes that die in the middle of an import.
@Suite(.freshDatabase, .blocking)
struct ImportKillTests {
  @Test func `kill -9 twice: every record once, the rest continues after the last chunk`()
    async throws
  {
    let fixture = try await ImportFixture()
    let count = 40_000
    let filler = String(repeating: "wort ", count: 40)
    var text = "Id,Title,Score,Tags,Secret\n"
    for id in 1...count {
      text += id % 1000 == 0 ? "\(id),bad,many,,x\n" : "\(id),\(filler)\(id),1,a|b,x\n"
    }
    try fixture.write(text)
    let importer = try fixture.importer(ImportTests.csv)
    let arguments = [
      "import", "run", fixture.file, "--mapping", fixture.mappingFile, "--dsn",
      try TestDatabase.current.conninfo(),
    ]
    #expect(try await killTwice(fixture, arguments, at: [15_001, 25_001]) == 1)
    let progress = try await importer.run()
    #expect(try await fixture.number("SELECT count(*) FROM reeve.import") == 2)
    #expect(
      try await fixture.number(
        "SELECT inserted FROM reeve.import WHERE same = 0 AND changed = 0"
      ) == count - count / 1000
    )
    #expect(progress.same == count - count / 1000)
    #expect(progress.quarantined == count / 1000)
    #expect(try await importer.verify().differing == 0)
    await fixture.end()
  }

  @Test func `kill -9 while two chunks are written: neither counts, and both are written again`()
    async throws
  {
    let fixture = try await ImportFixture()
    let filler = String(repeating: "wort ", count: 40)
    try fixture.write(
      "Id,Title,Score,Tags,Secret\n"
        + (1...20_000).map { "\($0),\($0 % 15_000 == 3000 ? "" : filler),1,,x\n" }.joined()
    )
    let importer = try fixture.importer(ImportTests.csv)
    let arguments = [
      "import", "run", fixture.file, "--mapping", fixture.mappingFile, "--dsn",
      try TestDatabase.current.conninfo(),
    ]
    // Rows in the first pair of chunks and in the second, which come to nothing.
    let (first, second) = (
      try await TestDatabase.current.connect(), try await TestDatabase.current.connect()
    )
    let pid = try await second.withTransaction { later in
      try await later.execute(
        #"INSERT INTO "My Notes"."Note"(id, title) VALUES (11001, 'comes to nothing')"#
      )
      let pid = try await first.withTransaction { sooner in
        try await sooner.execute(
          #"INSERT INTO "My Notes"."Note"(id, title) VALUES (2001, 'comes to nothing')"#
        )
        let pid = try await killOnce(try spawn(arguments), fixture, arguments)
        try await sooner.execute(#"DELETE FROM "My Notes"."Note""#)
        return pid
      }
      #expect(try await fixture.isTrue("(SELECT read FROM reeve.import) > 5000"))
      let last = try await killOnce(pid, fixture, arguments)
      try await later.execute(#"DELETE FROM "My Notes"."Note" WHERE id = 11001"#)
      return last
    }
    await first.close()
    await second.close()
    #expect(wait(pid) >> 8 == 1)
    #expect(
      try await fixture.number(
        "SELECT inserted FROM reeve.import WHERE same = 0 AND read = 20000 AND quarantined = 2"
      ) == 19_998
    )
    #expect(try await importer.verify().differing == 0)
    await fixture.end()
  }

  @Test func `kill -9 twice inside an export: it goes on in the file and at the byte where it was`()
    async throws
  {
    let fixture = try await ImportFixture()
    let filler = String(repeating: "wort ", count: 1600)
    let outputs = (0..<2).map { output in
      ExportWriter.log(
        (1...400).map { row in
          let id = output * 400 + row
          return ExportWriter.document(
            ["notes", "n\(id)"],
            [("n", .int(Int64(id))), ("title", id % 100 == 0 ? .bool(true) : .string(filler))]
          )
        },
        padded: true
      )
    }
    let folder = try ExportWriter.write(outputs, count: 800)
    defer { ExportWriter.remove(folder) }
    let mapping = """
      app: notes
      source: old
      format: firestore
      collections:
        - match: notes/{id}
          table: Note
          key: [id]
          columns: {id: {from: n}, title: {from: title}}
      """
    _ = try fixture.importer(mapping)
    let importer = try fixture.importer(mapping, of: folder)
    let arguments = [
      "import", "run", folder, "--mapping", fixture.mappingFile, "--dsn",
      try TestDatabase.current.conninfo(),
    ]
    #expect(try await killTwice(fixture, arguments, at: [301, 601]) == 1)
    #expect(
      try await fixture.number("SELECT inserted FROM reeve.import WHERE same = 0 AND read = 800")
        == 792
    )
    let result = try await importer.verify()
    #expect(result.differing == 0)
    #expect(result.skipped == 8)
    let places = try await importer.rejected(of: result.progress, limit: 10)
    #expect(places.last?.hasPrefix("\(ExportWriter.outputs(folder))/output-1, byte ") == true)
    await fixture.end()
  }

  @Test func `kill -9 twice inside a folder of SQLite stores: it goes on after the last key`()
    async throws
  {
    let fixture = try await ImportFixture()
    let first = try SQLiteWriter("a.sqlite")
    defer { first.remove() }
    let second = try SQLiteWriter("b.sqlite", beside: first)
    for (store, start) in [(first, 0), (second, 30_000)] {
      try store.run(
        """
        CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
        INSERT INTO note SELECT i + \(start), iif(i % 1000 = 0, NULL, printf('%0200d', i)) FROM n;
        """
      )
    }
    let mapping = """
      app: notes
      source: old
      format: sqlite
      collections:
        - match: stores/{file}/note/{row}
          table: Note
          key: [id]
          columns: {id: {from: id}, title: {from: words}, tags: {from: "{file}", split: "."}}
      """
    _ = try fixture.importer(mapping)
    let importer = try fixture.importer(mapping, of: first.folder)
    let arguments = [
      "import", "run", first.folder, "--mapping", fixture.mappingFile, "--dsn",
      try TestDatabase.current.conninfo(),
    ]
    #expect(try await killTwice(fixture, arguments, at: [20_001, 45_001]) == 1)
    #expect(
      try await fixture.number("SELECT inserted FROM reeve.import WHERE same = 0 AND read = 60000")
        == 59_940
    )
    let result = try await importer.verify()
    #expect(result.differing == 0)
    #expect(result.skipped == 60)
    #expect(
      try await fixture.number(
        "SELECT count(*) FROM \"My Notes\".\"Note\" WHERE tags = '{b,sqlite}' AND id > 30000"
      ) == 29_970
    )
    #expect(
      try await fixture.database.query(
        "SELECT convert_from(original, 'UTF8') FROM reeve.quarantine ORDER BY record LIMIT 1"
      )[0].get(0, as: String.self) == #"{"id":1000,"words":null}"#
    )
    let places = try await importer.rejected(of: result.progress, limit: 100)
    #expect(places.last?.hasPrefix("\(first.folder)/b.sqlite, note, row 60000: ") == true)
    await fixture.end()
  }

  @Test func `kill -9 twice inside a table of a server: the same rows, each once`() async throws {
    let fixture = try await ImportFixture()
    try await fixture.database.executeScript(
      """
      CREATE SCHEMA there; CREATE TABLE there.note(id bigint, words text);
      INSERT INTO there.note SELECT 40001 - i, CASE WHEN i % 1000 > 0 THEN repeat('x', 200) END
      FROM generate_series(1, 40000) i;
      """
    )
    let mapping = """
      app: notes
      source: old
      format: postgres
      schema: there
      collections:
        - match: note/{row}
          table: Note
          key: [id]
          columns: {id: {from: id}, title: {from: words}}
      """
    _ = try fixture.importer(mapping)
    let address = try TestDatabase.current.conninfo()
    let importer = try fixture.importer(mapping, of: address)
    let arguments = ["import", "run", address, "--mapping", fixture.mappingFile, "--dsn", address]
    // They come in the order in which they lie, the greatest id first.
    let status = try await killTwice(
      fixture,
      arguments,
      at: [40_001 - 15_001, 40_001 - 30_001],
      place: { 40_001 - $0 }
    )
    #expect(status == 1)
    #expect(
      try await fixture.number("SELECT inserted FROM reeve.import WHERE same = 0 AND read = 40000")
        == 39_960
    )
    let result = try await importer.verify()
    #expect(result.differing == 0)
    #expect(result.skipped == 40)
    #expect(
      try await importer.rejected(of: result.progress, limit: 1) == [
        "there.note, row 1000: null value in column \"title\" of relation \"Note\" violates "
          + "not-null constraint (23502)"
      ]
    )
    await fixture.end()
  }

  /// Each format's file of 800 records, of which every hundredth is rejected, and its mapping.
  static let formats = [
    "rtdb", "firestore-json", "mongodb", "firebase-auth", "firebase-auth-csv", "ndjson",
  ]

  private static func source(_ format: String) -> (text: String, mapping: String) {
    let filler = String(repeating: "wort ", count: 1600)
    func records(_ text: (Int, String) -> String) -> [String] {
      (1...800).map { text($0, $0 % 100 == 0 ? "true" : "\"\(filler)\"") }
    }
    let accounts = "table: Note\nkey: [id]\ncolumns: {id: {from: uid}, title: {from: name}}"
    let one = "columns: {id: {from: n}, title: {from: title}}"
    let many = """
      collections:
        - {match: "notes/{i}", table: Note, key: [id], \(one)}
      """
    switch format {
    case "rtdb", "firestore-json":
      let inner = records { "\"k\($0)\":{\"n\":\($0),\"title\":\($1)}" }.joined(separator: ",")
      let tree = "{\"notes\":{\(inner)}}"
      return (format == "rtdb" ? tree : "{\"__collections__\":\(tree)}", many)
    case "firebase-auth":
      let users = records { "{\"localId\":\"\($0)\",\"displayName\":\($1),\"salt\":\"cAnArY\"}" }
      return (
        "{\"users\":[\(users.joined(separator: ",\n"))]}",
        accounts
      )
    case "firebase-auth-csv":
      let lines = records {
        let verified = $1 == "true" ? "perhaps" : "false"
        return "\($0),,\(verified),cAnArY,cAnArY,\($1)" + String(repeating: ",", count: 18)
          + "1500000000123,,,false,\n"
      }
      let drop = "drop: [email_verified, created_at, disabled, providers]"
      return (lines.joined(), "\(accounts)\n\(drop)")
    case "mongodb":
      let lines = records {
        "{\"_id\":{\"$oid\":\"5bfef0a706598d55ece7\(1000 + $0)\"},\"n\":{\"$numberInt\":\"\($0)\"}"
          + ",\"title\":\($1)}\n"
      }
      return (lines.joined(), "table: Note\nkey: [id]\n\(one)\ndrop: [_id]")
    default:
      return (
        records { "{\"n\":\($0),\"title\":\($1)}\n" }.joined(), "table: Note\nkey: [id]\n\(one)"
      )
    }
  }

  @Test(arguments: formats)
  func `kill -9 twice in each format: the rest continues, and all is counted`(format: String)
    async throws
  {
    let fixture = try await ImportFixture()
    let source = Self.source(format)
    try fixture.write(source.text)
    // Lines are packed, too.
    if format == "ndjson" {
      #expect(wait(try spawn(["-nf", fixture.file], program: "/bin/gzip")) == 0)
      try #require(rename(fixture.file + ".gz", fixture.file) == 0)
    }
    let importer = try fixture.importer(
      "app: notes\nsource: old\nformat: \(format)\n\(source.mapping)"
    )
    let arguments = [
      "import", "run", fixture.file, "--mapping", fixture.mappingFile, "--dsn",
      try TestDatabase.current.conninfo(),
    ]
    #expect(try await killTwice(fixture, arguments, at: [301, 601]) == 1)
    #expect(
      try await fixture.number("SELECT inserted FROM reeve.import WHERE same = 0 AND read = 800")
        == 792
    )
    #expect(try await fixture.number("SELECT count(*) FROM \"My Notes\".\"Note\"") == 792)
    let result = try await importer.verify()
    #expect(result.differing == 0)
    #expect(result.skipped == 8)
    #expect(
      try await fixture.number(
        "SELECT count(*) FROM reeve.quarantine WHERE encode(original, 'escape') LIKE '%cAnArY%'"
      ) == 0
    )
    await fixture.end()
  }

  /// Kills an import twice, each time in the middle of the chunk that has this row, and goes on at
  /// once, while the server still writes for the process that is dead.
  ///
  /// - Parameters:
  ///   - fixture: What is imported, and where to.
  ///   - arguments: The command's.
  ///   - ids: The rows.
  ///   - place: Which row of the source has an id.
  /// - Returns: The exit status of the process that came to the end.
  /// - Throws: `PostgresError`.
  private func killTwice(
    _ fixture: ImportFixture,
    _ arguments: [String],
    at ids: [Int],
    place: (Int) -> Int = { $0 }
  ) async throws -> Int32 {
    try await fixture.hold(ids)
    var read = 0
    var pid = try spawn(arguments)
    for id in ids {
      #expect(try await fixture.isHeld(id))
      kill(pid, SIGKILL)
      #expect(wait(pid) == SIGKILL)
      let before = read
      read = try await fixture.number("SELECT max(read) FROM reeve.import")
      #expect(read > before && read < place(id))
      pid = try spawn(arguments)
      #expect(try await fixture.isFollowed())
      try await fixture.release(id)
    }
    return wait(pid) >> 8
  }

  /// Kills an import that writes two chunks, and starts it again.
  private func killOnce(
    _ pid: pid_t,
    _ fixture: ImportFixture,
    _ arguments: [String]
  ) async throws -> pid_t {
    #expect(try await fixture.isFollowed())
    kill(pid, SIGKILL)
    #expect(wait(pid) == SIGKILL)
    return try spawn(arguments)
  }
}
