/// An instant as `timestamptz` holds it, or one of the two infinities.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since 1970-01-01 00:00:00 UTC.
  ///
  /// `Int64.max` and `Int64.min` are the infinities.
  package let microseconds: Int64

  /// Takes microseconds since 1970-01-01 00:00:00 UTC.
  package init(microseconds: Int64) { self.microseconds = microseconds }

  /// Later than every instant: "without end".
  package static let infinity = Timestamp(microseconds: .max)
  /// Earlier than every instant.
  package static let negativeInfinity = Timestamp(microseconds: .min)

  /// True for an instant, false for the infinities.
  package var isFinite: Bool { self != .infinity && self != .negativeInfinity }

  /// Orders by time.
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }
}

extension Timestamp: CustomStringConvertible {
  /// The instant in UTC, for example `2026-11-21 09:30:00.5+00`, as the server would print it.
  package var description: String { postgresText }
}

extension Timestamp: PostgresBinaryEncodable {
  /// The OID of `timestamptz`.
  package static var binaryType: UInt32 { TypeOID.timestamptz }

  /// Microseconds since 2000-01-01; an instant out of range becomes the infinity of its side.
  package func appendBinary(to bytes: inout [UInt8]) {
    let (shifted, overflow) = microseconds.subtractingReportingOverflow(Self.serverEpoch)
    bytes.appendBigEndian(self == .infinity ? .max : overflow ? .min : shifted)
  }

  /// Microseconds from 1970-01-01 to 2000-01-01, where the server begins to count.
  private static let serverEpoch: Int64 = 946_684_800_000_000

  /// Reads `timestamptz`; `timestamp` names no instant.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    guard type == TypeOID.timestamptz else { throw .type(type) }
    let shifted = try BinaryReader.read(bytes) { (reader) throws(MalformedValue) -> Int64 in
      try reader.integer()
    }
    if shifted == .max || shifted == .min {
      self = shifted == .max ? .infinity : .negativeInfinity
      return
    }
    let (value, overflow) = shifted.addingReportingOverflow(Self.serverEpoch)
    guard !overflow else { throw MalformedValue("the timestamp is out of range") }
    self.init(microseconds: value)
  }

  /// ISO form in UTC, `infinity` or `-infinity`.
  package var postgresText: String {
    guard isFinite else { return self == .infinity ? "infinity" : "-infinity" }
    let day = Self.floorDivide(microseconds, Self.microsecondsPerDay)
    let rest = microseconds - day * Self.microsecondsPerDay
    let (year, month, dayOfMonth) = Self.civil(day)
    let seconds = rest / 1_000_000
    var text = Self.padded(year > 0 ? year : 1 - year, 4)
    text += "-" + Self.padded(month, 2) + "-" + Self.padded(dayOfMonth, 2) + " "
    text += Self.padded(seconds / 3600, 2) + ":" + Self.padded(seconds / 60 % 60, 2)
    text += ":" + Self.padded(seconds % 60, 2)
    if rest % 1_000_000 != 0 {
      text += "." + Self.padded(rest % 1_000_000, 6)
      while text.hasSuffix("0") { text.removeLast() }
    }
    return text + (year > 0 ? "+00" : "+00 BC")
  }
}

extension Timestamp: PostgresDecodable {
  /// Reads what `timestamptz` prints with `DateStyle` ISO, whatever the session's zone.
  ///
  /// Text without an offset, as `timestamp` prints it, is refused: it names no instant.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    if Self.equals(bytes, "infinity") {
      self = .infinity
      return
    }
    if Self.equals(bytes, "-infinity") {
      self = .negativeInfinity
      return
    }
    self.init(
      microseconds: try bytes.withUnsafeBufferPointer { (bytes) throws(MalformedValue) in
        var reader = TimestampReader(bytes: bytes)
        return try reader.read()
      }
    )
  }

  private static func equals(_ bytes: Span<UInt8>, _ text: StaticString) -> Bool {
    guard bytes.count == text.utf8CodeUnitCount else { return false }
    return bytes.indices.allSatisfy { bytes[$0] == text.utf8Start[$0] }
  }
}

extension Timestamp {
  static let microsecondsPerDay: Int64 = 86_400_000_000

  /// Day number from 1970-01-01 of a date in the proleptic Gregorian calendar; year 0 is 1 BC.
  ///
  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = floorDivide(year, 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The inverse of `days`: the same source, `civil_from_days`.
  static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  static func floorDivide(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// Reads `YYYY-MM-DD HH:MM:SS[.ffffff]±HH[:MM[:SS]][ BC]`; it lives no longer than the bytes.
private struct TimestampReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func read() throws(MalformedValue) -> Int64 {
    var year = try number(digits: 4...6)
    try expect("-")
    let month = try number(digits: 2...2, in: 1...12)
    try expect("-")
    let day = try number(digits: 2...2, in: 1...31)
    try expect(" ")
    let seconds = try timeOfDay()
    let fraction = try fractionMicroseconds()
    let offset = try offsetSeconds()
    if current != nil {
      try expect(" ")
      try expect("B")
      try expect("C")
      year = 1 - year
    }
    guard current == nil else { throw malformed }
    let days = Timestamp.days(year: year, month: month, day: day)
    guard Timestamp.civil(days) == (year, month, day) else { throw malformed }
    let (whole, overflow) = (days * 86_400 + seconds - offset)
      .multipliedReportingOverflow(by: 1_000_000)
    let (sum, carry) = whole.addingReportingOverflow(fraction)
    guard !overflow, !carry, sum != .max, sum != .min else {
      throw MalformedValue("the timestamp is out of range")
    }
    return sum
  }

  private var malformed: MalformedValue { MalformedValue("it is not a timestamp with time zone") }

  private mutating func timeOfDay() throws(MalformedValue) -> Int64 {
    let hour = try number(digits: 2...2, in: 0...23)
    try expect(":")
    let minute = try number(digits: 2...2, in: 0...59)
    try expect(":")
    return hour * 3600 + minute * 60 + (try number(digits: 2...2, in: 0...59))
  }

  private mutating func fractionMicroseconds() throws(MalformedValue) -> Int64 {
    guard current == UInt8(ascii: ".") else { return 0 }
    index += 1
    let start = index
    var value = try number(digits: 1...6)
    for _ in (index - start)..<6 { value *= 10 }
    return value
  }

  private mutating func offsetSeconds() throws(MalformedValue) -> Int64 {
    let isWest = current == UInt8(ascii: "-")
    guard isWest || current == UInt8(ascii: "+") else { throw malformed }
    index += 1
    var seconds = try number(digits: 2...2) * 3600
    for unit in [60, 1] as [Int64] where current == UInt8(ascii: ":") {
      index += 1
      seconds += try number(digits: 2...2, in: 0...59) * unit
    }
    return isWest ? -seconds : seconds
  }

  private mutating func number(
    digits: ClosedRange<Int>,
    in range: ClosedRange<Int64> = 0...999_999
  ) throws(MalformedValue) -> Int64 {
    var value: Int64 = 0
    var count = 0
    while count < digits.upperBound, let byte = current, byte &- UInt8(ascii: "0") < 10 {
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      index += 1
      count += 1
    }
    guard digits.contains(count), range.contains(value) else { throw malformed }
    return value
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(MalformedValue) {
    guard let byte = current, byte == UInt8(truncatingIfNeeded: character.value) else {
      throw malformed
    }
    index += 1
  }
}
