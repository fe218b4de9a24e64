import Catalog
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Display

struct RendererTests {
  private let columns = [
    CellColumn("subject"), CellColumn("name"), CellColumn("rank", 701), CellColumn("ok", 16),
    CellColumn("at", CellType.timestamptz), CellColumn("tags", 1009), CellColumn("extra", 3802),
  ]
  private let rows: [[String?]] = [
    [
      "user:1",
      "Anna Keller",
      "0.5",
      "t",
      "2026-11-21 10:42:07.5+00",
      "{a,\"b,c\"}",
      "{\"k\": 1}",
    ],
    ["user:22", "東京時計店", "12", "f", "infinity", "{}", "{\"k\": \"\u{202E}x\"}"],
    ["user:3", "\u{1B}[31mred\n", nil, nil, nil, "{NULL,\"NULL\"}", nil],
    ["user:4", "=cmd|' /C calc'!A1, \"x\"\t`<b>`", "-1", nil, nil, nil, "[]"],
  ]

  /// The name of each format's snapshot: that of the format, and what kind of file it is.
  private static let snapshots: [(OutputFormat, String)] = [
    (.table, "table"), (.expanded, "expanded"), (.md, "rows.md"), (.json, "rows.json"),
    (.ndjson, "rows.ndjson"), (.csv, "rows.csv"), (.tsv, "rows.tsv"),
  ]

  @Test(arguments: OutputFormat.allCases)
  func `each format looks like its snapshot, in whatever batches rows come`(
    format: OutputFormat
  ) throws {
    let name = try #require(Self.snapshots.first { $0.0 == format }?.1)
    let options = RenderingOptions(firstNumber: 1)
    let whole = rendered(format, columns, [rows], options)
    try expectSnapshot(whole, name)
    expectHarmless(whole.filter { $0 != 0x0A && $0 != 0x09 })
    // Widths are those of the first batch, so a table's rows may stand differently.
    guard format != .table else { return }
    let single = rendered(format, columns, [[]] + rows.map { [$0] }, options)
    #expect(String(decoding: single, as: UTF8.self) == String(decoding: whole, as: UTF8.self))
  }

  @Test(arguments: [
    (OutputFormat.csv, "subject,name,rank,ok,at,tags,extra\n"), (.tsv, ""), (.json, "[]\n"),
    (.ndjson, ""), (.expanded, ""),
  ])
  func `a result without rows is one, too`(format: OutputFormat, expected: String) {
    #expect(String(decoding: rendered(format, columns, [[]]), as: UTF8.self) == expected)
  }

  @Test(arguments: [40, 60, 80, 120])
  func `a table fits the screen, its names whole, and says what it leaves out`(screen: Int) throws {
    let out = rendered(
      .table,
      Array(columns.prefix(5)),
      [rows.map { Array($0.prefix(5)) }],
      RenderingOptions(screen: screen, firstNumber: 1, times: TimeStyle(namesZone: false))
    )
    let text = String(decoding: out, as: UTF8.self)
    for line in text.split(separator: "\n") { #expect(Untrusted(String(line)).width <= screen) }
    for row in rows { #expect(text.contains(try #require(row[0]))) }
    #expect(text.contains("not shown: ") == (screen < 50))
    if [40, 60].contains(screen) { try expectSnapshot(out, "table-\(screen)") }
  }

  @Test func `what fits no screen even without the rest stands below one another`() throws {
    let columns = [CellColumn("subject"), CellColumn("action"), CellColumn("label")]
    let key = String(repeating: "k", count: 30)
    let out = rendered(
      .table,
      columns,
      [[["user:\(key)", "A\(key)", "A label of many words that goes on and on beyond one line"]]],
      RenderingOptions(screen: 40)
    )
    try expectSnapshot(out, "table-expanded")
  }

  @Test func `empty columns go first, then texts from the last, and times are never cut`() {
    let columns = [
      CellColumn("at", CellType.timestamptz), CellColumn("by"), CellColumn("until", 1184),
      CellColumn("reason"), CellColumn("note"),
    ]
    let row = ["2026-11-21 10:42:07+00", "anna", nil, "copies of bags, again and again", "twice"]
    func shown(_ screen: Int) -> String {
      String(
        decoding: rendered(.table, columns, [[row]], RenderingOptions(screen: screen)),
        as: UTF8.self
      )
    }
    #expect(shown(54).contains("not shown: until;"))
    #expect(shown(44).contains("not shown: until, note;"))
    #expect(shown(40).contains("not shown: until, reason, note;"))
    for screen in [40, 44, 54] { #expect(shown(screen).contains("2026-11-21 10:42 UTC  anna")) }
  }

  @Test(arguments: ["👩‍👩‍👧‍👦", "مريم ", "x", "a\u{301}"])
  func `a label of 10,000 characters leaves a screen of 40 columns readable`(character: String) {
    let label = String(repeating: character, count: 10_000)
    let columns = [CellColumn("subject"), CellColumn("label"), CellColumn("state")]
    let out = rendered(
      .table,
      columns,
      [[["user:1", label, "banned"], ["user:2", "Anna", ""]]],
      RenderingOptions(screen: 40, firstNumber: 1)
    )
    let lines = String(decoding: out, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines { #expect(Untrusted(String(line)).width <= 40) }
    #expect(lines.last?.hasPrefix("    2  user:2   Anna") == true)
  }

  @Test(arguments: [
    (Int.max, "a \u{1B}[1mSilk\u{1B}[0m <U+001B>[1mbag"), (16, "a \u{1B}[1mSilk\u{1B}[0m <U+001…"),
    (5, "a Si…"), (2, "a…"),
  ])
  func `matched parts are set off, and what users wrote sets off nothing`(
    columns: Int,
    expected: String
  ) {
    let cell = Array("{\"a \",Silk,\" \u{1B}[1mbag\"}".utf8)
    var out: [UInt8] = []
    let taken = cell.withUnsafeBufferPointer {
      appendReadable($0, CellKind(CellType.marked), to: &out, columns: columns)
    }
    #expect(String(decoding: out, as: UTF8.self).hasPrefix(String(expected.prefix(20))))
    #expect(taken <= columns)
  }

  @Test func `widths are those of the first batch, and names are whole in all`() {
    let two = [CellColumn("a"), CellColumn("b")]
    let batches = [[["short", "x"]], [["much longer than short", "y"]]]
    let cut = rendered(.table, two, batches, RenderingOptions(screen: 80))
    #expect(String(decoding: cut, as: UTF8.self) == "  A      B\n  short  x\n  much…  y\n")
    let named = [CellColumn("subject"), CellColumn("b")]
    let uncut = rendered(.table, named, batches, RenderingOptions(screen: 80))
    #expect(String(decoding: uncut, as: UTF8.self).hasSuffix("  much longer than short  y\n"))
    let whole = rendered(.table, two, batches)
    #expect(String(decoding: whole, as: UTF8.self).hasSuffix("  much longer than short  y\n"))
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49 170", "'+49 170"), ("-2", "'-2"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'\t=1"), ("\n=1", "\"'\n=1\""), ("\r=1", "'<U+000D>=1"), ("＝1", "'＝1"),
    ("=a,\"b\"", "\"'=a,\"\"b\"\"\""), ("a=1", "a=1"), ("–5", "–5"),
  ])
  func `no text in a file for spreadsheets is a formula`(text: String, expected: String) {
    let out = rendered(.csv, [CellColumn("=h")], [[[text]]])
    #expect(String(decoding: out, as: UTF8.self) == "'=h\n\(expected)\n")
  }

  @Test func `numbers keep their sign`() {
    let columns = [CellColumn("n", 1700), CellColumn("m", 20)]
    for (format, expected) in [(OutputFormat.csv, "n,m\n-1.5,-2\n"), (.tsv, "-1.5\t-2\n")] {
      let out = rendered(format, columns, [[["-1.5", "-2"]]])
      #expect(String(decoding: out, as: UTF8.self) == expected)
    }
  }

  @Test(
    arguments: [
      ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""),
      ("a\r\nb", "\"a\r\nb\""), ("a\rb", "a<U+000D>b"), ("a\tb", "a\tb"), ("", "\"\""),
      (" a ", " a "), ("\u{202E}x,", "\"<U+202E>x,\""), ("東京", "東京"), (nil, ""),
    ] as [(String?, String)]
  )
  func `fields are quoted where RFC 4180 asks for it`(text: String?, expected: String) {
    let out = rendered(.csv, [CellColumn("h")], [[[text]]])
    #expect(String(decoding: out, as: UTF8.self) == "h\n\(expected)\n")
  }

  /// Takes a file apart as RFC 4180 says, knowing nothing of how it was written.
  private func parsed(csv text: [UInt8]) -> [[String]] {
    var rows: [[String]] = [[]]
    var field: [UInt8] = []
    var isQuoted = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if isQuoted {
        if byte == 0x22, index < text.count, text[index] == 0x22 {
          field.append(byte)
          index += 1
        } else if byte == 0x22 {
          isQuoted = false
        } else {
          field.append(byte)
        }
      } else if byte == 0x22, field.isEmpty {
        isQuoted = true
      } else if byte == 0x2C || byte == 0x0A {
        rows[rows.count - 1].append(String(decoding: field, as: UTF8.self))
        field = []
        if byte == 0x0A { rows.append([]) }
      } else {
        field.append(byte)
      }
    }
    return rows.dropLast()
  }

  @Test func `whatever texts hold, programs find every field again`() throws {
    var random = SeededGenerator.forThisTest()
    let columns = [CellColumn("a"), CellColumn("b")]
    let signs = ["\"", ",", "\n", "\t", "\\", "\r\n", "=", "|", "x", "漢", "\u{1B}"]
    for _ in 0..<500 {
      let rows = (0..<3).map { _ in
        (0..<2).map { _ in
          (0..<Int.random(in: 0...6, using: &random)).map { _ in
            signs.randomElement(using: &random) ?? ""
          }.joined()
        }
      }
      let batch = rows.map { $0.map { Optional($0) } }
      // A text is found as it was but for the two things done to it.
      let expected = rows.map { row in
        row.map { text in
          let isFormula = ["=", "\n", "\t", "\r\n"].contains { text.hasPrefix($0) }
          let shown = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
            .joined(separator: "<U+001B>")
          return isFormula ? "'\(shown)" : shown
        }
      }
      #expect(
        Array(parsed(csv: rendered(.csv, columns, [batch])).dropFirst()) == expected
      )
      let tsv = String(decoding: rendered(.tsv, columns, [batch]), as: UTF8.self)
      let lines = tsv.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(
        lines.map {
          $0.split(separator: "\t", omittingEmptySubsequences: false).map { unescaped($0) }
        } == expected
      )
    }
  }

  private func unescaped(_ field: Substring) -> String {
    var text = ""
    var isEscaped = false
    for character in field.unicodeScalars {
      if isEscaped {
        text += ["t": "\t", "n": "\n", "r": "\r", "\\": "\\"][character] ?? "?"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(character)
      }
    }
    return text
  }

  @Test func `objects have the fields asked for, in that order`() {
    let out = rendered(
      .json,
      columns,
      [[Array(rows[0])]],
      RenderingOptions(fields: [2, 0])
    )
    #expect(
      String(decoding: out, as: UTF8.self) == "[\n{\"rank\":0.5,\"subject\":\"user:1\"}\n]\n"
    )
  }

  @Test(arguments: [
    ("2026-11-21 10:42:07.123+00", "2026-11-21 10:42 UTC"),
    ("2026-11-28T10:00:00+00:00", "2026-11-28 10:00 UTC"),
    ("2026-11-21 10:42:07+05:30", "2026-11-21 05:12 UTC"), ("infinity", "no end"),
    ("2026-11-21 10:42:07", "2026-11-21 10:42"), ("-infinity", "-infinity"), ("x", "x"),
  ])
  func `times are read to the minute`(text: String, expected: String) {
    #expect(readableTime(text) == expected)
  }

  @Test(arguments: [
    ("2026-11-21 12:00:00+00", "just now"), ("2026-11-21 11:57:00+00", "3 min ago"),
    ("2026-11-21 12:03:30+00", "in 3 min"), ("2026-11-21 13:00:00+02", "1 h ago"),
    ("2026-11-20 12:00:00+00", "1 day ago"), ("2026-11-28 12:00:00+00", "in 7 days"),
    ("2026-01-01 12:00:00+00", "2026-01-01"), ("infinity", "no end"),
    ("2026-11-21 10:42:07", "2026-11-21 10:42"),
    ("294276-12-31 23:59:59+00", "294276-12-31 23:59:59+00"),
  ])
  func `in a list on a screen times are told from now`(text: String, expected: String) throws {
    let now = try Timestamp(postgresText: Array("2026-11-21 12:00:00+00".utf8).span)
    #expect(readableTime(text, TimeStyle(now: now)) == expected)
  }

  @Test(arguments: [
    (80, "reservation of 2026-11-27 11:15 UTC"), (40, "reservation of 2026-11-27 11:15 UTC"),
    (33, "reservation of …"), (20, "reservation of …"), (10, "reservati…"),
  ])
  func `a text is cut before a time, not within it`(columns: Int, expected: String) {
    let text = Array("reservation of 2026-11-27 11:15 UTC".utf8)
    var out: [UInt8] = []
    text.withUnsafeBufferPointer { text in
      _ = appendReadable(text, .text, to: &out, columns: columns)
    }
    #expect(String(decoding: out, as: UTF8.self) == expected)
  }

  @Test func `on a narrow screen columns go before a time in a text is cut`() {
    let columns = [
      CellColumn("subject", CellType.subject), CellColumn("label"), CellColumn("effect"),
      CellColumn("change"), CellColumn("undone", CellType.bool),
    ]
    let change = "blocked_until: – → 2026-11-30 01:38 UTC"
    let rows = [["product:1009", "Merino three-piece suit Corallo", "products", change, "f"]]
    for (screen, hidden) in [(80, "not shown: effect, undone;"), (95, nil), (30, nil)] {
      let out = rendered(.table, columns, [rows], RenderingOptions(screen: screen, firstNumber: 1))
      let text = String(decoding: out, as: UTF8.self)
      #expect(text.contains("not shown") == (hidden != nil), "\(text)")
      #expect(text.contains(hidden ?? ""), "\(text)")
      #expect(screen == 30 || text.contains(change), "\(text)")
      // Where not even what is needed fits, the fields stand below one another.
      #expect((screen == 30) == text.contains("\n  change"), "\(text)")
    }
  }

  @Test(arguments: [
    (Interval(days: 1), "1d"), (Interval(microseconds: 86_400_000_000), "1d"), (Interval(), "0s"),
    (Interval(days: 1, microseconds: 43_200_000_000), "1d12h"),
    (Interval(microseconds: 5_400_000_000), "1h30m"), (Interval(microseconds: 250_000), "250 ms"),
    (Interval(months: 1), "1 month"), (Interval(months: 14, days: 2), "14 months 2d"),
    (Interval(days: -2), "-2d"),
  ])
  func `durations are written as they are typed`(_ length: Interval, expected: String) {
    #expect(readableDuration(length) == expected)
  }

  @Test(arguments: [
    (20, "  NAME  one two\n        three four"),
    (9, "  NAME\n    one\n    two\n    three\n    four"),
    (30, "  NAME  one two three four"),
  ])
  func `lines are wrapped at words, below the second column`(columns: Int, expected: String) {
    let line: SafeText = "  \("NAME", .bold)  one two three four"
    let parts = line.wrapped(to: columns).map {
      String(decoding: $0.rendered(isColoured: false), as: UTF8.self)
    }
    #expect(parts.joined(separator: "\n") == expected)
  }

  @Test(arguments: [
    ("{}", [] as [String?]), ("{a,b}", ["a", "b"]), ("{NULL,\"NULL\",\"\"}", [nil, "NULL", ""]),
    ("{\"a,b\",\"c\\\"d\",\"e\\\\f\"}", ["a,b", "c\"d", "e\\f"]),
  ])
  func `arrays are taken apart as PostgreSQL writes them`(text: String, expected: [String?]) {
    let items = arrayItems(Array(text.utf8))
    #expect(items?.map { $0.map { String(decoding: $0, as: UTF8.self) } } == expected)
  }

  @Test(arguments: ["{{1,2},{3,4}}", "", "x", "{"])
  func `other shapes stay as they are`(text: String) {
    #expect(arrayItems(Array(text.utf8)) == nil)
  }
}

/// What a format makes of batches of rows of texts; nil is NULL.
func rendered(
  _ format: OutputFormat,
  _ columns: [CellColumn],
  _ batches: [[[String?]]],
  _ options: RenderingOptions = RenderingOptions()
) -> [UInt8] {
  var out: [UInt8] = []
  var renderer = format.renderer(columns, options)
  for batch in batches {
    var rows = CellRows(columns: columns)
    for row in batch { rows.append(row.map { cell in cell.map { ArraySlice($0.utf8) } }) }
    renderer.append(rows, to: &out)
  }
  renderer.finish(&out)
  return out
}
