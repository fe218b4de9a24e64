import Postgres

/// A drawing for people in place of a value, which programs get unchanged.
///
/// A column takes one by its type's name: `bar`, `spark`, `delta`, `days_left`, `time`, `money`,
/// `distance`. A value of another shape than its drawing takes is printed as it is.
package enum CellDrawing: String, Hashable, CaseIterable {
  /// A share as `0.42` or `3/12`: `████▎        42 %`.
  case bar
  /// An array of numbers, each a column as high as its share of the highest: `▁▃█`.
  case spark
  /// A change: `▲12`, `▼3`, `=`.
  case delta
  /// A number of days, a date or an instant: `12 days`, `today`, `3 days over`.
  case daysLeft = "days_left"
  /// A time of day to the minute: `09:30`. An instant is written as everywhere.
  case time
  /// An amount and its currency, `1250 EUR` or `{1250,EUR}`: `1,250.00 EUR`.
  case money
  /// Metres: `840 m`, `1.2 km`.
  case distance

  /// The number that stands for it where PostgreSQL's types have their OID.
  var typeOID: UInt32 {
    UInt32.max - 1 - UInt32(Self.allCases.firstIndex(of: self) ?? 0)
  }

  /// Finds the drawing that a number stands for.
  init?(_ oid: UInt32) {
    let place = UInt32.max - 1 - min(oid, .max - 1)
    guard oid < .max, place < UInt32(Self.allCases.count) else { return nil }
    self = Self.allCases[Int(place)]
  }

  /// Whether its values end where their column ends.
  var isRightAligned: Bool { [.delta, .money, .daysLeft, .distance].contains(self) }

  /// Returns the drawing of a value; nil where it has another shape.
  ///
  /// - Parameters:
  ///   - cell: The value as PostgreSQL writes it.
  ///   - style: How times are written; days are counted from its instant, else from today.
  /// - Returns: The drawing.
  func text(
    _ cell: UnsafeBufferPointer<UInt8>,
    _ style: TimeStyle = TimeStyle()
  ) -> String? {
    // No drawing is longer, and a hostile app's endless number must not hold up the console.
    guard cell.count <= 4096 else { return nil }
    let value = String(decoding: cell, as: UTF8.self)
    switch self {
    case .bar: return Self.bar(value)
    case .spark: return Self.spark(cell)
    case .delta: return Self.delta(value)
    case .daysLeft: return Self.daysLeft(value, style)
    case .time: return Self.time(value, style)
    case .money: return Self.money(cell)
    case .distance: return Self.number(value).map(Self.distance)
    }
  }

  /// Metres, as far as anybody would measure: `840 m`, `1.2 km`, `320 km`.
  package static func distance(_ metres: Double) -> String {
    let metres = min(max(metres, -1e9), 1e9)
    let whole = Int(metres.rounded())
    if abs(whole) < 1000 { return "\(whole) m" }
    let tenths = Int((metres / 100).rounded())
    guard abs(tenths) < 1000, tenths % 10 != 0 else {
      return "\(Int((metres / 1000).rounded())) km"
    }
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) km"
  }

  private static func number(_ text: some StringProtocol) -> Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  private static func bar(_ value: String) -> String? {
    let parts = value.split(separator: "/", omittingEmptySubsequences: false)
    let share: Double
    let words: String
    if parts.count == 2, let part = number(parts[0]), let whole = number(parts[1]) {
      share = whole > 0 ? part / whole : 0
      words = value
    } else if let value = number(value) {
      share = value
      words = "\(Int((min(max(value, -1e6), 1e6) * 100).rounded())) %"
    } else {
      return nil
    }
    let eighths = Int((min(max(share, 0), 1) * 80).rounded())
    var bar = String(repeating: "█", count: eighths / 8)
    if eighths % 8 > 0 { bar += ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1] }
    bar += String(repeating: " ", count: 10 - (eighths + 7) / 8)
    return bar + String(repeating: " ", count: max(1, 7 - words.count)) + words
  }

  private static func spark(_ cell: UnsafeBufferPointer<UInt8>) -> String? {
    guard let items = arrayItems(cell) else { return nil }
    var values: [Double?] = []
    for item in items {
      guard let item else {
        values.append(nil)
        continue
      }
      guard let value = number(String(decoding: item, as: UTF8.self)) else { return nil }
      values.append(value)
    }
    return sparkline(values)
  }

  /// A column for each value, as high as its share of the highest; nil is a blank.
  static func sparkline(_ values: [Double?]) -> String {
    let columns = Array("▁▂▃▄▅▆▇█")
    let highest = values.compactMap { $0 }.max() ?? 0
    return String(
      values.map { value in
        guard let value else { return " " }
        let share = highest > 0 ? min(max(value / highest, 0), 1) : 0
        return columns[min(Int(share * 8), 7)]
      }
    )
  }

  private static func delta(_ value: String) -> String? {
    guard let change = number(value) else { return nil }
    let size = value.drop { $0 == "-" || $0 == "+" }
    return change == 0 ? "=" : change > 0 ? "▲\(size)" : "▼\(size)"
  }

  private static func daysLeft(_ value: String, _ style: TimeStyle) -> String? {
    if value == "infinity" { return "no end" }
    var days = Int(value)
    if days == nil {
      let text = value.utf8.count == 10 ? "\(value) 00:00:00+00" : value
      guard let until = try? Timestamp(postgresText: Array(text.utf8).span) else { return nil }
      let now = style.now ?? .now
      let day: Int64 = 86_400_000_000
      let (left, overflow) = until.microseconds.subtractingReportingOverflow(now.microseconds)
      guard !overflow else { return nil }
      // A day is left until it is over.
      let isDate = value.utf8.count == 10
      days = Int(((Double(left) / Double(day)).rounded(isDate ? .up : .towardZero)))
    }
    guard let days, days > .min else { return nil }
    if days == 0 { return "today" }
    let unit = abs(days) == 1 ? "day" : "days"
    return days > 0 ? "\(days) \(unit)" : "\(-days) \(unit) over"
  }

  private static func time(_ value: String, _ style: TimeStyle) -> String? {
    let bytes = Array(value.utf8)
    guard bytes.count >= 8, bytes[2] == UInt8(ascii: ":"), bytes[5] == UInt8(ascii: ":") else {
      return readableTime(value, style)
    }
    return String(value.prefix(5))
  }

  private static func money(_ cell: UnsafeBufferPointer<UInt8>) -> String? {
    let parts: [String]
    if let items = arrayItems(cell) {
      parts = items.compactMap { $0.map { String(decoding: $0, as: UTF8.self) } }
    } else {
      parts = String(decoding: cell, as: UTF8.self).split(separator: " ").map { String($0) }
    }
    guard let amount = parts.first, parts.count <= 2, amount.utf8.count <= 40,
      amount.utf8.allSatisfy({ (0x30...0x39) ~= $0 || $0 == 0x2E || $0 == 0x2D }),
      Double(amount) != nil
    else { return nil }
    let currency = parts.count == 2 ? parts[1] : nil
    let isNegative = amount.hasPrefix("-")
    let halves = amount.drop { $0 == "-" }.split(
      separator: ".",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    var fraction = halves.count == 2 ? String(halves[1]) : ""
    // Amounts are not rounded: one with more decimals keeps them.
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let decimals = currency.map(decimals) ?? (fraction.isEmpty ? 0 : 2)
    fraction += String(repeating: "0", count: max(0, decimals - fraction.count))
    return (isNegative ? "-" : "") + grouped(halves[0]) + (fraction.isEmpty ? "" : ".\(fraction)")
      + (currency.map { " \($0)" } ?? "")
  }

  /// Digits in groups of three: `1,234,567`.
  package static func grouped(_ digits: some StringProtocol) -> String {
    var grouped = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { grouped += "," }
      grouped.append(digit)
    }
    return grouped
  }

  /// The decimals of a currency: ISO 4217.
  private static func decimals(of currency: String) -> Int {
    switch currency {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
      "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }
}

/// Whether a value is a number that every format for programs writes as it is: `-12.50`.
func isPlainNumber(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
  let digits = cell.first == UInt8(ascii: "-") ? cell.dropFirst() : cell[...]
  let parts = digits.split(separator: 0x2E, omittingEmptySubsequences: false)
  return parts.count <= 2
    && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
    && (parts[0].count == 1 || parts[0].first != 0x30)
}
