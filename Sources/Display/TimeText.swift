import Glibc
import Host
package import Postgres

/// How times are written for people: when it was by their own clock, or how long ago.
package struct TimeStyle: Sendable {
  /// The instant from which relative times count, such as `3 min ago`; nil to write exact times.
  package var now: Timestamp?
  /// Whether an exact time is followed by its zone.
  package var namesZone: Bool

  /// Collects the style; by default times are exact, with their zone.
  package init(now: Timestamp? = nil, namesZone: Bool = true) {
    (self.now, self.namesZone) = (now, namesZone)
  }

  /// The text before the zone in the heading of a column of times; nil where each value has its
  /// zone.
  var zoneOfHeading: String? { now == nil && !namesZone ? LocalZone.name : nil }
}

/// The zone of whoever is at the console: TZ, else that of this host.
package enum LocalZone {
  /// Whether its clock is UTC's.
  static let isUTC = name == "UTC"

  /// The name that a heading has: `Europe/Berlin`, `UTC`.
  package static let name: String = {
    tzset()
    var path = environmentValue("TZ").map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    if path == nil {
      var buffer = [CChar](repeating: 0, count: 1024)
      let count = max(0, readlink("/etc/localtime", &buffer, buffer.count))
      path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let place = path?.tail(after: "zoneinfo/") ?? path ?? ""
    let now = LocalTime(Timestamp(microseconds: Int64(time(nil)) * 1_000_000))
    let isPlace = place.contains("/") && !place.hasPrefix("/") && place != "Etc/UTC"
    return isPlace ? place : now?.zone ?? "UTC"
  }()
}

extension String {
  /// Returns the rest after the last occurrence of a text; nil where it does not occur.
  fileprivate func tail(after text: String) -> String? {
    var rest = self[...]
    var found: Substring?
    while let start = rest.firstIndex(of: text[text.startIndex]) {
      if rest[start...].hasPrefix(text) { found = rest[start...].dropFirst(text.count) }
      rest = rest[start...].dropFirst()
    }
    return found.map { String($0) }
  }
}

/// An instant by the clock of ``LocalZone``.
struct LocalTime {
  /// `2026-11-28`.
  let date: String
  /// `10:00`.
  let minute: String
  /// `CET`, or `+05:30` where the zone has no letters.
  let zone: String

  /// Reads the clock; nil for an infinity, and for years that are not of four digits.
  init?(_ instant: Timestamp) {
    guard instant.isFinite else { return nil }
    var seconds = time_t((Double(instant.microseconds) / 1_000_000).rounded(.down))
    var fields = tm()
    guard localtime_r(&seconds, &fields) != nil, (-900...8099).contains(fields.tm_year) else {
      return nil
    }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    date = "\(fields.tm_year + 1900)-\(two(fields.tm_mon + 1))-\(two(fields.tm_mday))"
    minute = "\(two(fields.tm_hour)):\(two(fields.tm_min))"
    let name = fields.tm_zone.map { String(cString: $0) } ?? ""
    let offset = Int32(fields.tm_gmtoff / 60)
    zone =
      name.first?.isLetter == true
      ? name
      : "\(offset < 0 ? "-" : "+")\(two(abs(offset) / 60))"
        + (offset % 60 == 0 ? "" : ":\(two(abs(offset) % 60))")
  }
}

/// Writes a time as PostgreSQL (ISO style) or JSON writes it for people: `2026-11-28 10:00 UTC` by
/// the clock of ``LocalZone``, or `3 min ago`.
///
/// - Returns: The text unchanged where it has another shape; `no end` for infinity.
package func readableTime(_ text: String, _ style: TimeStyle = TimeStyle()) -> String {
  if text == "infinity" { return "no end" }
  var bytes = Array(text.utf8)
  guard bytes.count >= 16, bytes[4] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":") else {
    return text
  }
  bytes[10] = 0x20
  if bytes.last == UInt8(ascii: "Z") {
    bytes.removeLast()
    bytes += "+00".utf8
  }
  guard let instant = try? Timestamp(postgresText: bytes.span) else {
    // A time without a zone is of no clock but its own.
    return bytes[16...].allSatisfy { $0 == UInt8(ascii: ":") || $0 == 0x2E || (0x30...0x39) ~= $0 }
      ? String(decoding: bytes[..<16], as: UTF8.self) : text
  }
  return readableTime(instant, style) ?? text
}

/// As for a text; nil for an instant that no calendar of four digits has.
package func readableTime(_ instant: Timestamp, _ style: TimeStyle = TimeStyle()) -> String? {
  if instant == .infinity { return "no end" }
  if let now = style.now, let text = relative(instant, to: now) { return text }
  guard let local = LocalTime(instant) else { return nil }
  if style.now != nil { return local.date }
  return "\(local.date) \(local.minute)" + (style.namesZone ? " \(local.zone)" : "")
}

/// `3 min ago`, `in 5 days`; nil for times over a month away.
private func relative(_ instant: Timestamp, to now: Timestamp) -> String? {
  guard instant.isFinite, now.isFinite else { return nil }
  let (distance, overflow) = now.microseconds.subtractingReportingOverflow(instant.microseconds)
  guard !overflow, distance != .min else { return nil }
  let seconds = abs(distance) / 1_000_000
  let text: String
  switch seconds {
  case ..<60: return "just now"
  case ..<3600: text = "\(seconds / 60) min"
  case ..<86_400: text = "\(seconds / 3600) h"
  case ..<2_678_400: text = seconds < 172_800 ? "1 day" : "\(seconds / 86_400) days"
  default: return nil
  }
  return distance > 0 ? "\(text) ago" : "in \(text)"
}

/// Writes a length of time as `--for` takes it: `1d`, `1h30m`, `45s`; months, whose length varies,
/// as `2 months`.
package func readableDuration(_ interval: Interval) -> String {
  var parts: [String] = []
  if interval.months != 0 {
    parts.append("\(interval.months) month\(abs(interval.months) == 1 ? "" : "s")")
  }
  let (micros, day) = (interval.microseconds, Int64(86_400_000_000))
  let days = Int64(interval.days) + micros / day
  let rest = micros % day
  guard days >= 0, rest >= 0 else {
    let positive = Interval(days: -interval.days, microseconds: -interval.microseconds)
    guard days <= 0, rest <= 0, interval.months == 0 else {
      return "\(interval.days) days \(micros / 1_000_000) s"
    }
    return "-" + readableDuration(positive)
  }
  let seconds = rest / 1_000_000
  let units = [(days, "d"), (seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
  let text = units.filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }.joined()
  if !text.isEmpty { parts.append(text) }
  if parts.isEmpty { return rest == 0 ? "0s" : "\(rest / 1000) ms" }
  return parts.joined(separator: " ")
}

extension Timestamp {
  /// The time by this host's clock, from which relative times count.
  package static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}
