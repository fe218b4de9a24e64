/// An `interval`: its months and days are not of one length, so the three parts stay apart.
///
/// Two intervals are equal if their parts are; the server holds 30 days and a month for equal.
package struct Interval: Hashable, Sendable {
  /// Months, years among them.
  package let months: Int32
  /// Days, weeks among them.
  package let days: Int32
  /// The rest, in microseconds.
  package let microseconds: Int64

  /// Takes the parts, whose signs may differ.
  package init(months: Int32 = 0, days: Int32 = 0, microseconds: Int64 = 0) {
    self.months = months
    self.days = days
    self.microseconds = microseconds
  }
}

extension Interval: PostgresBinaryEncodable, PostgresDecodable {
  /// Each part with its unit.
  package var postgresText: String {
    "\(months) months \(days) days \(microseconds) microseconds"
  }

  /// Reads what `interval` prints with `IntervalStyle` postgres, its default.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    let malformed = MalformedValue("it is not an interval in the style postgres")
    var (months, days, microseconds) = (Int64(0), Int64(0), Int64(0))
    var words = try String(postgresText: bytes).split(separator: " ")[...]
    guard !words.isEmpty else { throw malformed }
    while let word = words.popFirst() {
      if word.contains(":") {
        guard words.isEmpty, let time = Self.time(word) else { throw malformed }
        microseconds = time
        break
      }
      guard let number = Int64(word), let unit = words.popFirst() else { throw malformed }
      switch unit {
      case "year", "years": months += number * 12
      case "mon", "mons": months += number
      case "day", "days": days = number
      default: throw malformed
      }
    }
    guard let months = Int32(exactly: months), let days = Int32(exactly: days) else {
      throw malformed
    }
    self.init(months: months, days: days, microseconds: microseconds)
  }

  /// Reads `[-]HH:MM:SS[.ffffff]`.
  private static func time(_ word: Substring) -> Int64? {
    let isNegative = word.hasPrefix("-")
    let parts = word.drop { $0 == "-" || $0 == "+" }.split(separator: ":")
    let seconds = parts.last?.split(separator: ".", maxSplits: 1) ?? []
    guard parts.count == 3, let hours = UInt32(parts[0]), let minutes = UInt32(parts[1]),
      let whole = seconds.first.flatMap({ UInt32($0) }),
      let micro = UInt32((seconds.count > 1 ? seconds[1] : "").prefix(6).padding(to: 6))
    else { return nil }
    let total = (Int64(hours) * 3600 + Int64(minutes) * 60 + Int64(whole)) * 1_000_000
    return (isNegative ? -1 : 1) * (total + Int64(micro))
  }

  /// The OID of `interval`.
  package static var binaryType: UInt32 { TypeOID.interval }

  /// Microseconds, days, months.
  package func appendBinary(to bytes: inout [UInt8]) {
    bytes.appendBigEndian(microseconds)
    bytes.appendBigEndian(days)
    bytes.appendBigEndian(months)
  }

  /// Reads microseconds, days, months.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    guard type == TypeOID.interval else { throw .type(type) }
    self = try BinaryReader.read(bytes) { (reader) throws(MalformedValue) in
      let microseconds: Int64 = try reader.integer()
      let days: Int32 = try reader.integer()
      return Interval(months: try reader.integer(), days: days, microseconds: microseconds)
    }
  }
}

extension Interval: CustomStringConvertible {
  /// As PostgreSQL writes it with `IntervalStyle` postgres: `1 year 2 mons -3 days +04:05:06.7`.
  package var description: String {
    var parts: [String] = []
    var isBefore = false
    for (number, unit) in [(months / 12, "year"), (months % 12, "mon"), (days, "day")]
    where number != 0 {
      let sign = isBefore && number > 0 ? "+" : ""
      parts.append("\(sign)\(number) \(unit)\(number == 1 ? "" : "s")")
      isBefore = number < 0
    }
    guard microseconds != 0 || parts.isEmpty else { return parts.joined(separator: " ") }
    func padded(_ number: UInt64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let total = microseconds.magnitude
    let (seconds, fraction) = total.quotientAndRemainder(dividingBy: 1_000_000)
    var time =
      "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    if fraction > 0 {
      var digits = padded(fraction, 6)
      while digits.last == "0" { digits.removeLast() }
      time += "." + digits
    }
    parts.append((microseconds < 0 ? "-" : isBefore ? "+" : "") + time)
    return parts.joined(separator: " ")
  }
}

extension Substring {
  /// The digits of a fraction, with trailing zeros.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: "0", count: Swift.max(0, width - count))
  }
}
