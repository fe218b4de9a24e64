import Postgres
import TestSupport
import Testing

/// Values of every type that has a binary form, each with what the server prints for it.
private let samples: [any Sample] = [
  Of<Bool>("boolean", [(true, "t"), (false, "f")]),
  Of<Int16>("int2", [(.min, "-32768"), (.max, "32767"), (0, "0")]),
  Of<Int32>("int4", [(.min, "-2147483648"), (.max, "2147483647"), (-1, "-1")]),
  Of<Int>("int8", [(.min, "-9223372036854775808"), (.max, "9223372036854775807"), (42, "42")]),
  Of<Double>(
    "float8",
    [
      (0.1, "0.1"), (-.infinity, "-Infinity"), (.infinity, "Infinity"),
      (.leastNonzeroMagnitude, "5e-324"),
      (-0.0, "-0"),
    ]
  ),
  Of<String>("text", [("", ""), ("žluť 銀座 \"'\\\u{1}", "žluť 銀座 \"'\\\u{1}")]),
  Of<[UInt8]>("bytea", [([], "\\x"), ([0, 255, 92], "\\x00ff5c")]),
  Of<Numeric>(
    "numeric",
    [
      "0", "0.00", "1", "-1", "10000", "1.50", "0.0001", "0.00001", "-12345678.9",
      "99999999999999999999.99999999999999999999", "100000000", "0.000000000000000000000001", "NaN",
      "Infinity", "-Infinity", "9999", "10000.0000",
    ].compactMap { text in Numeric(text).map { ($0, text) } }
  ),
  Of<Timestamp>(
    "timestamptz",
    [
      (Timestamp(microseconds: 0), "1970-01-01 00:00:00+00"),
      (Timestamp(microseconds: -62_135_596_800_000_000), "0001-01-01 00:00:00+00"),
      (Timestamp(microseconds: 946_684_799_999_999), "1999-12-31 23:59:59.999999+00"),
      (.infinity, "infinity"), (.negativeInfinity, "-infinity"),
    ]
  ),
  Of<CalendarDate>(
    "date",
    [
      (CalendarDate(days: 0), "1970-01-01"),
      (CalendarDate(year: 2024, month: 2, day: 29) ?? .infinity, "2024-02-29"),
      (CalendarDate(year: 0, month: 12, day: 31) ?? .infinity, "0001-12-31 BC"),
      (CalendarDate(year: 5_874_897, month: 12, day: 31) ?? .infinity, "5874897-12-31"),
      (.infinity, "infinity"), (.negativeInfinity, "-infinity"),
    ]
  ),
  Of<Interval>(
    "interval",
    [
      (Interval(), "00:00:00"),
      (
        Interval(months: 14, days: -3, microseconds: 3_723_000_001),
        "1 year 2 mons -3 days +01:02:03.000001"
      ),
      (Interval(microseconds: -1), "-00:00:00.000001"),
      (Interval(months: -1, days: 1), "-1 mons +1 day"),
    ]
  ),
  Of<UniqueID>(
    "uuid",
    [
      (
        UniqueID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210),
        "01234567-89ab-cdef-fedc-ba9876543210"
      ),
      (UniqueID(high: 0, low: 0), "00000000-0000-0000-0000-000000000000"),
    ]
  ),
  Of<JSONB>("jsonb", [(JSONB(#"{"a": [1, null, "é"]}"#), #"{"a": [1, null, "é"]}"#)]),
  Of<[Int32]>("int4[]", [([], "{}"), ([1, -2], "{1,-2}")]),
  Of<[String?]>("text[]", [(["a b", nil, "NULL", ""], #"{"a b",NULL,"NULL",""}"#)]),
  Of<[UniqueID]>(
    "uuid[]",
    [([UniqueID(high: 0, low: 1)], "{00000000-0000-0000-0000-000000000001}")]
  ),
  Of<PostgresRange<Int64>>(
    "int8range",
    [
      (.empty, "empty"),
      (.bounds(lower: 1, isLowerIncluded: true, upper: 5, isUpperIncluded: false), "[1,5)"),
      (.bounds(lower: nil, isLowerIncluded: false, upper: nil, isUpperIncluded: false), "(,)"),
    ]
  ),
  Of<PostgresRange<Timestamp>>(
    "tstzrange",
    [
      (
        .bounds(
          lower: Timestamp(microseconds: 0),
          isLowerIncluded: true,
          upper: .infinity,
          isUpperIncluded: true
        ),
        #"["1970-01-01 00:00:00+00",infinity]"#
      )
    ]
  ),
  Of<PostgresRange<CalendarDate>>(
    "daterange",
    [
      (
        .bounds(
          lower: CalendarDate(days: 0),
          isLowerIncluded: true,
          upper: nil,
          isUpperIncluded: false
        ),
        "[1970-01-01,)"
      )
    ]
  ),
  Of<PostgresRange<Numeric>>(
    "numrange",
    [
      (
        .bounds(
          lower: Numeric("1.5"),
          isLowerIncluded: false,
          upper: Numeric("2"),
          isUpperIncluded: true
        ),
        "(1.5,2]"
      )
    ]
  ),
]

/// A type with values of it.
private protocol Sample: Sendable, CustomStringConvertible {
  func check(_ connection: Connection) async throws
  func checkHostile(_ random: inout SeededGenerator)
}

private struct Of<Value: PostgresBinaryEncodable & PostgresDecodable & Hashable>: Sample {
  let type: String
  let values: [(value: Value, text: String)]

  init(_ type: String, _ values: [(Value, String)]) {
    self.type = type
    self.values = values.map { (value: $0.0, text: $0.1) }
  }

  var description: String { type }

  func check(_ connection: Connection) async throws {
    for (value, text) in values {
      for format in [ResultFormat.text, .binary] {
        let row = try await connection.query(
          "SELECT $1::\(type), $2::\(type), $3::\(type), $4::\(type)",
          [Binary(value), value, text, nil],
          format: format
        )[0]
        for column in 0..<3 { #expect(try row.get(column, as: Value.self) == value) }
        #expect(try row.get(3, as: Value?.self) == nil)
      }
      let printed = try await connection.query("SELECT $1::\(type)", [Binary(value)])[0]
      #expect(String(decoding: printed[bytes: 0] ?? [], as: UTF8.self) == text)
    }
  }

  func checkHostile(_ random: inout SeededGenerator) {
    for (value, _) in values {
      var bytes: [UInt8] = []
      value.appendBinary(to: &bytes)
      for count in 0..<bytes.count { read(Array(bytes.prefix(count))) }
      for _ in 0..<200 where !bytes.isEmpty {
        var broken = bytes
        broken[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255,
          using: &random
        )
        read(broken)
      }
      read(bytes + [0])
    }
  }

  /// Whatever the bytes are, there is a value or an error.
  private func read(_ bytes: [UInt8]) {
    do throws(MalformedValue) {
      _ = try Value(postgresBinary: bytes.span, type: Value.binaryType)
    } catch {
      #expect(!error.reason.isEmpty)
    }
  }
}

@Suite(
  .emptyDatabase
)
struct BinaryTests {
  @Test
  func `every type goes and comes in both formats, alike`() async throws {
    let connection = try await TestDatabase.current.connect()
    try await connection.execute("SET timezone = 'UTC'")
    for sample in samples { try await sample.check(connection) }
  }

  @Test
  func `broken bytes are refused, never a crash`() {
    var random = SeededGenerator.forThisTest()
    for sample in samples { sample.checkHostile(&random) }
  }

  @Test
  func `random numbers are exact`() async throws {
    let connection = try await TestDatabase.current.connect()
    var random = SeededGenerator.forThisTest()
    func digits(_ count: Int) -> String {
      String((0..<count).map { _ in Character("\(Int.random(in: 0...9, using: &random))") })
    }
    var texts: [String] = []
    for _ in 0..<2000 {
      let whole = String("1\(digits(.random(in: 0...30, using: &random)))")
      let scale = Int.random(in: 0...30, using: &random)
      texts.append((Bool.random(using: &random) ? "-" : "") + whole)
      texts.append("0.\(digits(scale + 1))")
      texts.append("\(whole).\(digits(scale + 1))")
    }
    let numbers = try texts.map { try #require(Numeric($0)) }
    let row = try await connection.query(
      "SELECT $1::numeric[], $1::numeric[]::text[]",
      [Binary(numbers)],
      format: .binary
    )[0]
    #expect(try row.get(0, as: [Numeric].self) == numbers)
    #expect(try row.get(1, as: [String].self) == texts)
  }

  @Test
  func `a column of another type is refused, not reinterpreted`() async throws {
    let connection = try await TestDatabase.current.connect()
    let row = try await connection.query(
      "SELECT 1.5::float8, now()::timestamp, '{1}'::int4[], 7::int4, 1::oid, 70000::int4",
      format: .binary
    )[0]
    #expect(throws: PostgresError.self) { try row.get(0, as: Int.self) }
    #expect(throws: PostgresError.self) { try row.get(1, as: Timestamp.self) }
    #expect(throws: PostgresError.self) { try row.get(2, as: [String].self) }
    #expect(throws: PostgresError.self) { try row.get(4, as: Int32.self) }
    #expect(throws: PostgresError.self) { try row.get(5, as: Int16.self) }
    // A narrower one fits.
    #expect(try row.get(3, as: Int.self) == 7)
    #expect(try row.get(2, as: [Int].self) == [1])
  }

  @Test
  func `binary rows are streamed, and mixed parameters keep their order`() async throws {
    let connection = try await TestDatabase.current.connect()
    var sum = 0
    try await connection.forEachBatch(
      "SELECT n + $3::int8 FROM generate_series($1::int8, $2) n",
      [Binary(1), "5000", Binary(Int64(1))],
      batchRows: 700,
      format: .binary
    ) { rows in
      for row in rows { sum += try row.get(0, as: Int.self) }
    }
    #expect(sum == 5000 * 5001 / 2 + 5000)
  }

  @Test
  func `bytes of any kind are bound without a detour`() async throws {
    let connection = try await TestDatabase.current.connect()
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let row = try await connection.query(
      "SELECT $1::bytea, length($1), $2::bytea",
      [Binary(bytes), Binary([UInt8]())],
      format: .binary
    )[0]
    #expect(try row.get(0, as: [UInt8].self) == bytes)
    #expect(try row.get(1, as: Int.self) == bytes.count)
    #expect(try row.get(2, as: [UInt8].self).isEmpty)
  }
}
