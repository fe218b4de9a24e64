import Catalog
import Postgres
import TestSupport
import Testing

@testable import Display

/// What is drawn of values, for people and for programs.
struct DrawingTests {
  @Test(arguments: [
    (CellType.bar, "0.42", "████▎        42 %"), (CellType.bar, "3/12", "██▌          3/12"),
    (CellType.bar, "7", "██████████  700 %"), (CellType.bar, "-1", "           -100 %"),
    (CellType.bar, "1/0", "              1/0"), (CellType.spark, "{1,NULL,4,8}", "▂ ▅█"),
    (CellType.spark, "{0,0}", "▁▁"), (CellType.spark, "{a}", "{a}"), (CellType.delta, "12", "▲12"),
    (CellType.delta, "-3.5", "▼3.5"), (CellType.delta, "0", "="), (CellType.delta, "x", "x"),
    (CellType.daysLeft, "12", "12 days"), (CellType.daysLeft, "0", "today"),
    (CellType.daysLeft, "-1", "1 day over"), (CellType.daysLeft, "2026-11-24", "3 days"),
    (CellType.daysLeft, "2026-11-20 11:00:00+00", "1 day over"),
    (CellType.daysLeft, "infinity", "no end"), (CellType.timeOfDay, "09:30:00", "09:30"),
    (CellType.timeOfDay, "2026-11-21 09:30:00+00", "2 h ago"),
    (CellType.money, "1250 EUR", "1,250.00 EUR"), (CellType.money, "{-0.5,EUR}", "-0.50 EUR"),
    (CellType.money, "1250000 JPY", "1,250,000 JPY"), (CellType.money, "1.005 EUR", "1.005 EUR"),
    (CellType.money, "12", "12"), (CellType.money, "$12", "$12"),
    (CellType.money, "\u{1B}[31m", "<U+001B>[31m"), (CellType.distance, "0", "0 m"),
    (CellType.distance, "999.4", "999 m"), (CellType.distance, "999.6", "1 km"),
    (CellType.distance, "1240", "1.2 km"), (CellType.distance, "99960", "100 km"),
    (CellType.distance, "20015114.4", "20015 km"), (CellType.distance, "NaN", "NaN"),
  ])
  func `a value is drawn by its column's type`(oid: UInt32, text: String, expected: String) throws {
    let now = try Timestamp(postgresText: Array("2026-11-21 12:00:00+00".utf8).span)
    var out: [UInt8] = []
    _ = Array(text.utf8).withUnsafeBufferPointer {
      appendReadable($0, CellKind(oid), to: &out, times: TimeStyle(now: now))
    }
    #expect(String(decoding: out, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    (CellType.bar, "0.42", "####-        42 %"), (CellType.spark, "{0,1,2,3,4,5,6,7}", "_.:-=+*#"),
    (CellType.delta, "12", "+12"), (CellType.delta, "-3", "-3"), (CellType.daysLeft, "0", "today"),
    (CellType.money, "1250 EUR", "1,250.00 EUR"), (CellType.text, "ö – 東… → x", "ö - 東~ > x"),
  ])
  func `where there is only ASCII, signs are of that`(
    oid: UInt32,
    text: String,
    expected: String
  ) {
    var out: [UInt8] = []
    _ = Array(text.utf8).withUnsafeBufferPointer {
      appendReadable($0, CellKind(oid), to: &out)
    }
    #expect(String(decoding: ASCIISigns.replaced(in: out), as: UTF8.self) == expected)
  }

  @Test func `an instant that is drawn is an instant for programs`() {
    let columns = [CellColumn("left", CellType.daysLeft), CellColumn("opens", CellType.timeOfDay)]
    let rows = [["2026-11-21 10:42:07+00", "09:30:00"], ["2026-11-21 10:42\"}\n", "infinity"]]
    #expect(
      String(decoding: rendered(.ndjson, columns, [rows]), as: UTF8.self) == """
        {"left":"2026-11-21T10:42:07+00:00","opens":"09:30:00"}
        {"left":"2026-11-21 10:42\\"}\\u000a","opens":"infinity"}

        """
    )
  }

  @Test func `programs get what is drawn as it is`() {
    let columns = [
      CellColumn("share", CellType.bar), CellColumn("days", CellType.spark),
      CellColumn("change", CellType.delta), CellColumn("price", CellType.money),
    ]
    let rows = [["0.42", "{1,NULL,3}", "-3", "1250 EUR"], ["01", "{a}", "\"", nil]]
    #expect(
      String(decoding: rendered(.ndjson, columns, [rows]), as: UTF8.self) == """
        {"share":0.42,"days":[1,null,3],"change":-3,"price":"1250 EUR"}
        {"share":"01","days":["a"],"change":"\\"","price":null}

        """
    )
    #expect(
      String(decoding: rendered(.tsv, columns, [rows]), as: UTF8.self)
        == "0.42\t{1,NULL,3}\t-3\t1250 EUR\n01\t{a}\t\"\t\n"
    )
  }

  @Test(arguments: [
    (80, false, "drawn-80"), (40, false, "drawn-40"), (120, true, "drawn-ascii"),
    (120, false, "drawn-120"),
  ])
  func `drawings stand in their columns`(screen: Int, inASCII: Bool, name: String) throws {
    let columns = [
      CellColumn("store", CellType.subject), CellColumn("name"),
      CellColumn("opens", CellType.timeOfDay), CellColumn("filled", CellType.bar),
      CellColumn("requests", CellType.spark), CellColumn("change", CellType.delta),
      CellColumn("closes", CellType.daysLeft), CellColumn("worth", CellType.money),
    ]
    let rows: [[String?]] = [
      ["store:5", "Schäfer am Ku'damm", nil, "13/30", "{0,2,1,28}", "49", "12", "133650.00 EUR"],
      ["store:28", "鈴木 銀座", "10:00:00", "1/9", "{3,2,1}", "-7", "0", "22367220 JPY"],
      ["store:1234567", "دار النجار", "09:30:00", "1", "{0,0,0,0,0,0,0}", "0", "-1", nil],
      ["\u{1B}[31m", "", "noon", "half", "{}", "", "soon", "much"],
    ]
    var out = rendered(
      .table,
      columns,
      [rows],
      RenderingOptions(screen: screen, firstNumber: 1, times: TimeStyle(namesZone: false))
    )
    if inASCII { out = ASCIISigns.replaced(in: out) }
    let text = String(decoding: out, as: UTF8.self)
    for line in text.split(separator: "\n") { #expect(Untrusted(String(line)).width <= screen) }
    #expect(text.contains("store:1234567") && !text.contains("\u{1B}"))
    #expect(!inASCII || !text.contains { "█▏▎▍▌▋▊▉▁▂▃▄▅▆▇▲▼".contains($0) })
    try expectSnapshot(out, name)
  }

  @Test func `a catalog can declare every drawing of a column`() throws {
    for name in CellDrawing.allCases.map(\.rawValue) + ["subject"] {
      let text = """
        {app: a, schema: a, owner: a, title: A, collections: {},
          views: {v: {function: f, columns: [c], types: {c: \(name)}}}}
        """
      _ = try Manifest(catalog: ManifestFile(name: "c.yaml", bytes: Array(text.utf8)))
      #expect(CellType.oid(named: name) != CellType.text)
    }
  }
}
