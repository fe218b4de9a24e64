import Catalog
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Rows that are made of fields where they lie, beside the rows that values make.
@Suite(.freshDatabase)
struct FieldTests {
  private static let columns = """
    id: {from: id}
    title: {from: title, null: ["", "-"]}
    score: {from: score}
    tags: {from: tags, split: "|"}
    rest: {rest: true}
    done: {from: done}
    at: {from: at, up: "$v::timestamptz"}
    """

  /// What an export has as a value, and what only a hostile one has.
  private static let values = [
    "0", "-0", "7", "-42", "999999999999999", "9999999999999999", "123456789012345678901", "01",
    "1.5", "1.50", "-1.0", "100.0", "0.0", "-0.0", "0.5", "0.05", "0.001", "123456789012.25",
    "12345678901234.25", "0.1234567890123456", "1e3", "1E-7", "2.5e400", "1.", "-", ".5",
    "\"\"", "\"-\"", "\"plain\"", "\"Österreich 🦊\"", "\"a\\\"b\\\\c\\n\\t\\u00e9\"", "\"\\u0000\"",
    "\"\\ud83d\"", "\"a|b||c\"", "\"2026-01-02T03:04:05Z\"", "\"\t\"", "\"\u{7F}\\\\N\"", "true",
    "false", "null", "nul", "[]", "[1, \"x\", [null]]", "{}", "{\"a\": {\"b\": [1.50]}}",
    "{\"$num\": 1}", "[1,]",
  ]

  /// Some that fit their columns.
  private static let sound = [
    "id": ["1", "123456789012345678", "\"7\"", "null"],
    "title": ["\"plain\"", "\"-\"", "\"Ö\\n\\\"\\\\ 🦊\"", "\"\"", "null"],
    "score": ["0.5", "-1.50", "0.0", "100.0", "12345678901234.5", "1e3", "7", "\"many\""],
    "tags": ["\"a|b||c\"", "\"a\"", "null"], "done": ["true", "false"],
    "at": ["\"2026-01-02T03:04:05Z\""], "a b": ["{\"a\": [1.50, null]}", "0.05", "\"\\t\""],
  ]

  @Test(arguments: ["ndjson", "json", "rtdb"])
  func `a row of JSON made of fields is the row that its values make`(format: String) async throws {
    let fixture = try await ImportFixture()
    var generator = SeededGenerator.forThisTest("fields of \(format)")
    let names = [
      "id", "title", "score", "tags", "done", "at", "more", "a b", "__x__", "ti\\u0074le",
    ]
    // Of a whole text one fault spoils the rest.
    let broken = ["01", "1.", "-", ".5", "nul", "[1,]", "\"\t\""]
    let values = Self.values.filter { format == "ndjson" || !broken.contains($0) }
    let records = (0..<1000).map { number -> String in
      let blank = Int.random(in: 0..<4, using: &generator) == 0 ? " " : ""
      var members = names.filter { _ in Int.random(in: 0..<10, using: &generator) < 8 }
      if Int.random(in: 0..<3, using: &generator) > 0 { members.removeAll { $0.count > 5 } }
      if Int.random(in: 0..<20, using: &generator) == 0 { members.append(members.first ?? "id") }
      if Int.random(in: 0..<9, using: &generator) == 0 { members.shuffle(using: &generator) }
      let isSound = Int.random(in: 0..<2, using: &generator) == 0
      if isSound { members.removeAll { $0 == "more" || $0.count > 5 } }
      let text = members.map { name in
        let value =
          (isSound ? Self.sound[name]?.randomElement(using: &generator) : nil)
          ?? values.randomElement(using: &generator) ?? "null"
        return "\"\(name)\"\(blank):\(blank)\(value)\(blank)"
      }
      return "{" + text.joined(separator: ",") + "}"
    }
    if format == "ndjson" {
      try fixture.write(records.joined(separator: "\n"))
    } else {
      try fixture.write(
        format == "json"
          ? "[" + records.joined(separator: ",") + "]"
          : "{\"notes\":{"
            + records.enumerated().map { "\"-O\($0)\":\($1)" }.joined(separator: ",") + "}}"
      )
    }
    let mapping =
      format == "rtdb"
      ? """
      app: notes
      source: old
      format: rtdb
      collections:
        - match: notes/{note}
          table: Note
          key: [id]
          columns:
            id: {from: id}
            title: {from: "{note}"}
            score: {from: score}
            tags: {from: tags}
            rest: {rest: true}
            done: {from: done}
            at: {from: $created}
      """
      : ImportFixture.mapping(format, Self.columns)
    try await compare(fixture.importer(mapping), atLeast: 50)
    await fixture.end()
  }

  @Test func `a row of SQLite made of fields is the row that its values make`() async throws {
    let fixture = try await ImportFixture()
    var generator = SeededGenerator.forThisTest()
    let values = [
      "NULL", "0", "-9223372036854775808", "9223372036854775807", "1.5", "-0.0", "1e300", "9e999",
      "0.1", "1e-7", "''", "'-'", "'a|b'", "'Ö 🦊'", "'a' || char(9, 10, 13, 92) || 'N'",
      "CAST(x'6100' AS TEXT)", "CAST(x'ff41' AS TEXT)", "x''", "x'00ff'", "'2026-01-02 03:04:05'",
      "x'02' || CAST('01234567-89AB-CDEF-0123-456789ABCDEF' AS BLOB) || x'00'",
    ]
    let writer = try SQLiteWriter()
    try writer.run("CREATE TABLE note(id, title, score, tags, done, at, more)")
    let sound = [
      ["1", "NULL"], values.filter { $0.hasPrefix("'") }, ["1.5", "-0.0", "7", "1e-7", "'x'"],
      ["'a|b'", "NULL"], ["NULL"], ["'2026-01-02 03:04:05'"], values.filter { !$0.contains("02'") },
    ]
    try writer.run("BEGIN")
    for number in 0..<1000 {
      let row = (0..<7).map { column in
        (number % 2 == 0 ? values : sound[column]).randomElement(using: &generator) ?? "NULL"
      }
      try writer.run("INSERT INTO note VALUES (\(row.joined(separator: ",")))")
    }
    try writer.run("COMMIT")
    let mapping = """
      app: notes
      source: old
      format: sqlite
      collections:
        - match: note/{row}
          table: Note
          key: [id]
          columns:
            id: {from: "{row}"}
            title: {from: title, null: ["", "-"]}
            score: {from: score}
            tags: {from: tags, split: "|"}
            rest: {rest: true}
            done: {from: done}
            at: {from: at, up: "$v::timestamptz"}
      """
    try await compare(fixture.importer(mapping, of: writer.path), atLeast: 20)
    await fixture.end()
  }

  /// Compares every record's row, or fault.
  private func compare(_ importer: SoleImport, atLeast least: Int) async throws {
    let stager = try await importer.whole.open(checksCount: false).importers[0].stager
    var feed = stager.feed
    var (direct, whole) = (stager.sink, stager.sink)
    var count = 0
    while let chunk = try feed.next(damaged: { throw $0 }) {
      for index in chunk.frames.indices {
        direct.rows = [Array("before\n".utf8)]
        whole.rows = direct.rows
        let fault = fault {
          () throws(Fault) in
          try stager.source.append(chunk, index, number: index, to: &direct)
        }
        let wantedFault = self.fault {
          () throws(Fault) in
          let record = try stager.source.decode(chunk, index)
          try whole.append(record, number: index)
        }
        let text = String(decoding: chunk.bytes[chunk.frames[index].range], as: UTF8.self)
        try #require(fault == wantedFault, "\(text)")
        try #require(
          String(decoding: direct.rows[0], as: UTF8.self)
            == String(decoding: whole.rows[0], as: UTF8.self),
          "\(text)"
        )
        if fault == nil { count += 1 }
      }
    }
    #expect(count >= least)
    #expect(direct.projection.orders.values.contains { $0.columns != nil })
  }

  private func fault(_ body: () throws(Fault) -> Void) -> Fault? {
    do throws(Fault) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}
