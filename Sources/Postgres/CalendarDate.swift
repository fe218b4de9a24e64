/// A `date`: a day of the proleptic Gregorian calendar, or one of the two infinities.
package struct CalendarDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01; `Int64.max` and `Int64.min` are the infinities.
  package let days: Int64

  /// Takes days since 1970-01-01.
  package init(days: Int64) { self.days = days }

  /// Takes a year (0 is 1 BC), a month and a day of the month, or nil if there is no such day.
  package init?(year: Int64, month: Int64, day: Int64) {
    let days = Timestamp.days(year: year, month: month, day: day)
    guard Timestamp.civil(days) == (year, month, day) else { return nil }
    self.init(days: days)
  }

  /// Later than every day.
  package static let infinity = CalendarDate(days: .max)
  /// Earlier than every day.
  package static let negativeInfinity = CalendarDate(days: .min)

  /// Orders by time.
  package static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.days < right.days }

  /// Days from 1970-01-01 to 2000-01-01, where the server begins to count.
  private static let serverEpoch: Int64 = 10_957
}

extension CalendarDate: PostgresBinaryEncodable, PostgresDecodable {
  /// `YYYY-MM-DD`, with ` BC` before year 1, `infinity` or `-infinity`.
  package var postgresText: String {
    if self == .infinity { return "infinity" }
    if self == .negativeInfinity { return "-infinity" }
    let (year, month, day) = Timestamp.civil(days)
    let digits = [(year > 0 ? year : 1 - year, 4), (month, 2), (day, 2)]
    return digits.map { Timestamp.padded($0, $1) }.joined(separator: "-") + (year > 0 ? "" : " BC")
  }

  /// Reads what `date` prints with `DateStyle` ISO.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    var text = Substring(try String(postgresText: bytes))
    if text == "infinity" || text == "-infinity" {
      self = text == "infinity" ? .infinity : .negativeInfinity
      return
    }
    let isBefore = text.hasSuffix(" BC")
    if isBefore { text = text.dropLast(3) }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.allSatisfy { 48...57 ~= $0 } ? Int64($0) : nil }
    guard parts.count == 3, numbers.count == 3,
      let date = CalendarDate(
        year: isBefore ? 1 - numbers[0] : numbers[0],
        month: numbers[1],
        day: numbers[2]
      )
    else { throw MalformedValue("it is not a date") }
    self = date
  }

  /// The OID of `date`.
  package static var binaryType: UInt32 { TypeOID.date }

  /// Days since 2000-01-01 in 32 bits; a day out of range becomes the infinity of its side.
  package func appendBinary(to bytes: inout [UInt8]) {
    let (shifted, overflow) = days.subtractingReportingOverflow(Self.serverEpoch)
    bytes.appendBigEndian(overflow ? .min : Int32(clamping: shifted))
  }

  /// Reads days since 2000-01-01.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    guard type == TypeOID.date else { throw .type(type) }
    let days = try BinaryReader.read(bytes) { (reader) throws(MalformedValue) -> Int32 in
      try reader.integer()
    }
    switch days {
    case .max: self = .infinity
    case .min: self = .negativeInfinity
    default: self.init(days: Int64(days) + Self.serverEpoch)
    }
  }
}
