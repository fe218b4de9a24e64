import Outcome
import Postgres

/// A stretch of time as it is typed: `2026`, `2026-10`, `2026-11-05`, `2026-10..2026-11`, in UTC.
struct Period: Hashable, Sendable {
  /// Its first moment; nil for none.
  var from: Timestamp?
  /// The first moment after it; nil for none.
  var till: Timestamp?

  init() {}

  /// Reads one or two days, months or years; of `A..B` either may be left out, and B is in it.
  ///
  /// - Throws: ``Failure`` of kind usage for anything else.
  init(_ text: String) throws(Failure) {
    var ends = [text, text]
    if let dots = text.firstRange(of: "..") {
      ends = [String(text[..<dots.lowerBound]), String(text[dots.upperBound...])]
    }
    guard ends.contains(where: { !$0.isEmpty }) else { throw Self.malformed(text) }
    if !ends[0].isEmpty { from = Self.moment(try Self.bounds(ends[0], text).lowerBound) }
    if !ends[1].isEmpty { till = Self.moment(try Self.bounds(ends[1], text).upperBound) }
    if let from, let till, from >= till { throw Self.malformed(text) }
  }

  /// The days that `2026-10` names: its first, and the first after it.
  private static func bounds(
    _ word: String,
    _ text: String
  ) throws(Failure) -> Range<CalendarDate> {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    let isPlain = zip(parts, [4, 2, 2]).allSatisfy { part, width in
      part.utf8.count == width && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    let numbers = parts.compactMap { Int64($0) }
    guard isPlain, (1...3).contains(parts.count), numbers.count == parts.count,
      let first = CalendarDate(
        year: numbers[0],
        month: parts.count > 1 ? numbers[1] : 1,
        day: parts.count > 2 ? numbers[2] : 1
      )
    else { throw malformed(text) }
    let isDecember = parts.count == 2 && numbers[1] == 12
    let next =
      parts.count == 3
      ? CalendarDate(days: first.days + 1)
      : CalendarDate(
        year: numbers[0] + (parts.count == 1 || isDecember ? 1 : 0),
        month: parts.count == 1 || isDecember ? 1 : numbers[1] + 1,
        day: 1
      )
    guard let next, numbers[0] >= 1 else { throw malformed(text) }
    return first..<next
  }

  private static func moment(_ day: CalendarDate) -> Timestamp {
    Timestamp(microseconds: Int64(day.days) * 86_400_000_000)
  }

  private static func malformed(_ text: String) -> Failure {
    Failure(
      .usage,
      "`\(text)` is not a time",
      hint: "Write a day, month or year: `2026-11-05`; or from one to another: `2026-10..2026-11`."
    )
  }
}
