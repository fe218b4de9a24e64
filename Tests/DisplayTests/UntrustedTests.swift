import TestSupport
import Testing

@testable import Catalog
@testable import Display

struct UntrustedTests {
  /// The strings of the width table in the research, and what modern terminals make of them.
  @Test(arguments: [
    ("漢字", 4), ("한", 2), ("e\u{301}", 1), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1),
    ("1️⃣", 2), ("Anna Keller", 11), ("", 0), ("Ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("한", 2), ("🏳️‍🌈", 2),
    ("می‌خواهم", 7), ("क्‍ष", 2), ("東京時計店", 10), ("Zoë", 3), ("…", 1), ("▸", 1),
  ])
  func `columns are what a terminal draws`(text: String, columns: Int) {
    #expect(Untrusted(text).width == columns)
    #expect(printed(text) == text)
  }

  @Test(arguments: [
    ("a\u{1B}[31mb", "a<U+001B>[31mb"), ("\u{7F}", "<U+007F>"), ("\u{9B}31m", "<U+009B>31m"),
    ("a\nb\tc\r", "a<U+000A>b<U+0009>c<U+000D>"), ("\u{202E}gpj.exe", "<U+202E>gpj.exe"),
    ("\u{2066}x\u{2069}", "<U+2066>x<U+2069>"), ("a\u{200B}b", "a<U+200B>b"),
    ("pay\u{200D}pal", "pay<U+200D>pal"), ("\u{FEFF}a", "<U+FEFF>a"), ("a\u{2028}b", "a<U+2028>b"),
    ("\u{E0041}", "<U+E0041>"), ("\u{301}a", "<U+0301>a"), ("a\u{AD}b", "a<U+00AD>b"),
    ("\u{3164}", "<U+3164>"), ("\u{FE0F}", "<U+FE0F>"), ("a\u{FE00}\u{FE01}", "a\u{FE00}<U+FE01>"),
    ("z" + String(repeating: "\u{301}", count: 6), "z\u{301}\u{301}\u{301}\u{301}<U+0301><U+0301>"),
    ("\u{61C}\u{200F}", "<U+061C><U+200F>"), ("\u{0}", "<U+0000>"), ("\u{FFFE}", "<U+FFFE>"),
  ])
  func `what moves, reorders, hides or imitates is shown`(text: String, shown: String) {
    #expect(printed(text) == shown)
  }

  @Test(arguments: [
    ([0x9B, 0x41] as [UInt8], "<0x9B>A"), ([0xC3], "<0xC3>"), ([0xC0, 0x80], "<0xC0><0x80>"),
    ([0xED, 0xA0, 0x80], "<0xED><0xA0><0x80>"),
    ([0xF4, 0x90, 0x80, 0x80], "<0xF4><0x90><0x80><0x80>"),
    ([0xE2, 0x82], "<0xE2><0x82>"), ([0xFF, 0xFE], "<0xFF><0xFE>"),
    ([0xF0, 0x82, 0x82, 0xAC], "<0xF0><0x82><0x82><0xAC>"),
  ])
  func `bytes that are not UTF-8 are shown one by one`(bytes: [UInt8], shown: String) {
    var out: [UInt8] = []
    Untrusted(bytes[...]).append(to: &out)
    #expect(String(decoding: out, as: UTF8.self) == shown)
  }

  @Test(arguments: [
    ("Anna Keller", 5, "Anna…"), ("Anna", 4, "Anna"), ("漢字漢字", 5, "漢字…"), ("漢字漢字", 6, "漢字…"),
    ("漢字", 4, "漢字"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("ab\u{202E}cd", 6, "ab…"), ("abc", 1, "…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `a cut keeps whole characters and fits`(text: String, columns: Int, shown: String) {
    var out: [UInt8] = []
    let taken = Untrusted(text).append(to: &out, columns: columns)
    #expect(String(decoding: out, as: UTF8.self) == shown)
    #expect(taken == Untrusted(String(decoding: out, as: UTF8.self)).width)
    #expect(taken <= columns)
  }

  @Test func `no control byte leaves, whatever comes in`() {
    var random = SeededGenerator.forThisTest()
    for round in 0..<4000 {
      let bytes =
        round % 2 == 0
        ? Array(random.text(limit: 40).utf8)
        : (0..<Int.random(in: 0...60, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      let limit = round % 3 == 0 ? Int.random(in: 1...30, using: &random) : Int.max
      var out: [UInt8] = []
      let columns = Untrusted(bytes[...]).append(to: &out, columns: limit)
      #expect(columns <= limit)
      expectHarmless(out)
      var rows = CellRows(columns: [CellColumn("a"), CellColumn("b", 3802)])
      rows.append([bytes[...], bytes[...]])
      for format in OutputFormat.allCases {
        var out: [UInt8] = []
        var renderer = format.renderer(rows.columns)
        renderer.append(rows, to: &out)
        renderer.finish(&out)
        #expect(out.last == 0x0A)
        // CSV keeps tabs and line ends in quotes.
        if format == .csv { out = out.filter { $0 != 0x09 && $0 != 0x0D } }
        expectHarmless(out.filter { $0 != 0x0A && !(format == .tsv && $0 == 0x09) })
      }
      expectHarmless(
        SafeText("\(String(decoding: bytes, as: UTF8.self)) \("x", .red)").rendered(
          isColoured: false
        )
      )
    }
  }

  private func printed(_ text: String) -> String {
    var out: [UInt8] = []
    Untrusted(text).append(to: &out)
    return String(decoding: out, as: UTF8.self)
  }
}

struct UnicodeTablesTests {
  @Test func `the tables are sorted and do not overlap`() {
    for table in [
      UnicodeTables.marks, UnicodeTables.wide, UnicodeTables.pictographic, UnicodeTables.deceptive,
    ] {
      #expect(table.count.isMultiple(of: 2))
      #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test func `they agree with the library's properties of every scalar`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        #expect(isDeceptive(value), "U+\(String(value, radix: 16))")
      case .nonspacingMark, .enclosingMark:
        let isSelector = (0xFE00...0xFE0F).contains(value) || (0xE0100...0xE01EF).contains(value)
        #expect(UnicodeTables.marks.holds(value) || isSelector, "U+\(String(value, radix: 16))")
      default:
        if properties.isEmojiPresentation, !(0x1F1E6...0x1F1FF).contains(value) {
          #expect(UnicodeTables.wide.holds(value), "U+\(String(value, radix: 16))")
        }
        if properties.isBidiControl || properties.isNoncharacterCodePoint {
          #expect(isDeceptive(value), "U+\(String(value, radix: 16))")
        }
      }
    }
  }
}
