import Testing

@testable import Console

struct RendererTests {
  private let columns = [
    CellColumn("subject"), CellColumn("name"), CellColumn("rank", 701), CellColumn("ok", 16),
    CellColumn("at", CellType.timestamptz), CellColumn("tags", 1009), CellColumn("extra", 3802),
  ]
  private let rows = [
    row(
      "user:1",
      "Anna Keller",
      "0.5",
      "t",
      "2026-11-21 10:42:07.5+00",
      "{a,\"b,c\"}",
      "{\"k\": 1}"
    ),
    row("user:22", "東京時計店", "12", "f", "infinity", "{}", "{\"k\": \"\u{202E}x\"}"),
    row("user:3", "\u{1B}[31mred\n", nil, nil, nil, "{NULL,\"NULL\"}", nil),
  ]

  @Test func `a table is aligned by columns, not by bytes`() throws {
    var out: [UInt8] = []
    var table = TableRenderer(columns: columns, firstNumber: 1)
    table.append(rows, to: &out)
    try expectSnapshot(out, "table")
  }

  @Test(arguments: [40, 60, 80, 120])
  func `a table fits the screen`(screen: Int) throws {
    var out: [UInt8] = []
    var table = TableRenderer(columns: Array(columns.prefix(5)), screen: screen, firstNumber: 1)
    table.append(rows, to: &out)
    for line in String(decoding: out, as: UTF8.self).split(separator: "\n") {
      #expect(Untrusted(String(line)).width <= max(screen, 5 + 5 * 10))
    }
    if screen == 60 { try expectSnapshot(out, "table-60") }
  }

  @Test func `widths are those of the first batch`() {
    var out: [UInt8] = []
    var table = TableRenderer(columns: [CellColumn("a"), CellColumn("b")], screen: 80)
    table.append([row("short", "x")], to: &out)
    table.append([row("much longer than short", "y")], to: &out)
    #expect(String(decoding: out, as: UTF8.self) == "  A      B\n  short  x\n  much…  y\n")
    out = []
    var whole = TableRenderer(columns: [CellColumn("a"), CellColumn("b")])
    whole.append([row("short", "x")], to: &out)
    whole.append([row("much longer than short", "y")], to: &out)
    #expect(String(decoding: out, as: UTF8.self).hasSuffix("  much longer than short  y\n"))
  }

  @Test func `objects are typed by the columns`() throws {
    var out: [UInt8] = []
    JSONRenderer(columns: columns).append(rows, to: &out)
    try expectSnapshot(out, "rows.ndjson")
  }

  @Test(arguments: [
    ("2026-11-21 10:42:07.123+00", "2026-11-21 10:42 UTC"),
    ("2026-11-28T10:00:00+00:00", "2026-11-28 10:00 UTC"),
    ("2026-11-21 10:42:07+05:30", "2026-11-21 10:42 +05:30"), ("infinity", "no end"),
    ("2026-11-21 10:42:07", "2026-11-21 10:42"), ("-infinity", "-infinity"), ("x", "x"),
  ])
  func `times are read to the minute`(text: String, expected: String) {
    #expect(readableTime(text) == expected)
  }

  @Test(arguments: [
    ("{}", [] as [String?]), ("{a,b}", ["a", "b"]), ("{NULL,\"NULL\",\"\"}", [nil, "NULL", ""]),
    ("{\"a,b\",\"c\\\"d\",\"e\\\\f\"}", ["a,b", "c\"d", "e\\f"]),
  ])
  func `arrays are taken apart as PostgreSQL writes them`(text: String, expected: [String?]) {
    let items = arrayItems(ArraySlice(text.utf8))
    #expect(items?.map { $0.map { String(decoding: $0, as: UTF8.self) } } == expected)
  }

  @Test(arguments: ["{{1,2},{3,4}}", "", "x", "{"])
  func `other shapes stay as they are`(text: String) {
    #expect(arrayItems(ArraySlice(text.utf8)) == nil)
  }
}

/// A row of texts; nil is NULL.
func row(_ cells: String?...) -> BuiltRow {
  BuiltRow(cells.map { cell in cell.map { ArraySlice($0.utf8) } })
}
