import Catalog

/// The dates and times within a text, which is never cut in the middle of one.
package enum TimesInText {
  /// How far a column may be kept from narrowing by the times in it.
  static let farthest = 60

  /// How many columns a text may take so that the last of them is not within a time.
  package static func columns(_ text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    guard limit < text.count, width(text[...]) > limit else { return limit }
    // The last column is the one of the `…`.
    let cut = ranges(text).first { width(text[..<$0.upperBound]) > limit - 1 }
    return min(limit, cut.map { width(text[..<$0.lowerBound]) + 1 } ?? limit)
  }

  /// Where the last time ends that a column can be expected to show; 0 without one.
  static func end(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    guard let last = ranges(text).last else { return 0 }
    return width(text[..<last.upperBound]) + (last.upperBound < text.count ? 1 : 0)
  }

  private static func width(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    Untrusted(ArraySlice(text)).width
  }

  /// The dates within the first columns, each with its time and zone where it has them.
  private static func ranges(_ text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = 0
    // A character of a column has up to four bytes.
    while index < min(text.count, 4 * farthest) {
      guard var end = match(text, at: index, "0000-00-00") else {
        index += 1
        continue
      }
      if let time = match(text, at: end, " 00:00") {
        end = match(text, at: time, ":00") ?? time
        let letters = text[end...].dropFirst().prefix { (0x41...0x5A).contains($0) }.count
        if end < text.count, text[end] == 0x20, (3...5).contains(letters) { end += 1 + letters }
      }
      if width(text[..<end]) <= farthest { found.append(index..<end) }
      index = end
    }
    return found
  }

  /// Where a pattern ends, in which 0 is any digit; nil where it is not there.
  private static func match(
    _ text: UnsafeBufferPointer<UInt8>,
    at start: Int,
    _ pattern: StaticString
  ) -> Int? {
    let end = start + pattern.utf8CodeUnitCount
    guard end <= text.count else { return nil }
    return pattern.withUTF8Buffer { pattern in
      zip(text[start..<end], pattern).allSatisfy { byte, sign in
        sign == 0x30 ? (0x30...0x39).contains(byte) : byte == sign
      }
    } ? end : nil
  }
}
