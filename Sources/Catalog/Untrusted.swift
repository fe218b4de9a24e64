/// Text that somebody else wrote: a row's value, a name, an error's detail, an argument as typed.
///
/// It reaches a terminal only through ``append(to:columns:)``, the one printer. Every code point
/// that can move the cursor, reorder, hide or imitate (C0, DEL, C1, bidi and other format
/// characters, line separators, invisible blanks, tags, noncharacters, a fifth combining mark on
/// one base) is shown as `<U+202E>`, and every byte that is not UTF-8 as `<0x9B>`. Joiners stay
/// where writing needs them: between pictures, and after letters of scripts that join.
package struct Untrusted: Sendable, Hashable {
  /// The bytes as received, which may be invalid.
  package let bytes: ArraySlice<UInt8>

  /// Wraps the bytes of a value.
  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Wraps a string's UTF-8.
  package init(_ text: String) { bytes = ArraySlice(text.utf8) }

  /// How many combining marks one base may carry; Vietnamese needs two, cantillated Hebrew four.
  static let marksPerBase = 4

  /// Columns that the printed form takes on a terminal.
  package var width: Int {
    var scratch: [UInt8] = []
    return append(to: &scratch)
  }

  /// The printed form, for a line of a log.
  package var printed: String {
    var out: [UInt8] = []
    append(to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  /// Appends the printed form, cut with `…` where it would pass the limit.
  ///
  /// - Parameters:
  ///   - out: Receives valid UTF-8 without a single control or format character.
  ///   - columns: The most columns to take, at least 1.
  /// - Returns: The columns taken.
  @discardableResult
  package func append(to out: inout [UInt8], columns: Int = .max) -> Int {
    bytes.withUnsafeBufferPointer { Self.append($0, to: &out, columns: columns) }
  }

  /// Appends the printed form of bytes that are lent.
  package static func append(
    _ bytes: UnsafeBufferPointer<UInt8>,
    to out: inout [UInt8],
    columns: Int = .max
  ) -> Int {
    if bytes.count <= columns, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      out.append(contentsOf: bytes)
      return bytes.count
    }
    var printer = Printer(limit: columns, start: out.count)
    var index = 0
    while index < bytes.count, !printer.isFull {
      let (scalar, length) = decode(bytes, at: index)
      if let scalar {
        let next = index + length < bytes.count ? decode(bytes, at: index + length).0 : nil
        printer.print(scalar, before: next, into: &out)
      } else {
        printer.escape("0x", UInt32(bytes[index]), digits: 2, into: &out)
      }
      index += length
    }
    return printer.finish(&out)
  }
}

/// Appends the printed form of a text, but some of its control bytes as they are, for formats that
/// quote or escape these themselves.
///
/// - Parameters:
///   - bytes: The text.
///   - out: Receives valid UTF-8.
///   - keeps: Whether to keep a byte, given the one after it.
package func appendLines(
  _ bytes: UnsafeBufferPointer<UInt8>,
  to out: inout [UInt8],
  keeps: (_ byte: UInt8, _ next: UInt8?) -> Bool
) {
  var start = 0
  for index in bytes.indices
  where keeps(bytes[index], index + 1 < bytes.count ? bytes[index + 1] : nil) {
    _ = Untrusted.append(UnsafeBufferPointer(rebasing: bytes[start..<index]), to: &out)
    out.append(bytes[index])
    start = index + 1
  }
  _ = Untrusted.append(UnsafeBufferPointer(rebasing: bytes[start...]), to: &out)
}

/// Reads one scalar of UTF-8.
///
/// - Returns: The scalar and its length, or nil and 1 where the bytes are not UTF-8 (overlong
///   forms,
///   surrogates and values past U+10FFFF included).
package func decode(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt32?, Int) {
  let lead = UInt32(bytes[index])
  let length: Int
  let least: UInt32
  switch lead {
  case 0..<0x80: return (lead, 1)
  case 0xC2..<0xE0: (length, least) = (2, 0x80)
  case 0xE0..<0xF0: (length, least) = (3, 0x800)
  case 0xF0..<0xF5: (length, least) = (4, 0x10000)
  default: return (nil, 1)
  }
  guard index + length <= bytes.count else { return (nil, 1) }
  var value = lead & (0xFF >> UInt32(length + 1))
  for offset in 1..<length {
    let byte = UInt32(bytes[index + offset])
    guard byte & 0xC0 == 0x80 else { return (nil, 1) }
    value = value << 6 | byte & 0x3F
  }
  let isScalar = value >= least && value <= 0x10FFFF && !(0xD800...0xDFFF).contains(value)
  return isScalar ? (value, length) : (nil, 1)
}

/// Says whether a code point must never be printed as it is.
package func isDeceptive(_ scalar: UInt32) -> Bool { UnicodeTables.deceptive.holds(scalar) }

/// Writes scalars, keeps count of columns, and remembers where a cut would fit.
private struct Printer {
  let limit: Int
  private var width = 0
  /// Where the output may be cut so that `…` still fits, and the columns up to there.
  private var cut: (offset: Int, width: Int)
  private(set) var isFull = false
  /// The scalar drawn last, its columns, and the marks it carries; 0 when there is none.
  private var base: UInt32 = 0
  private var baseWidth = 0
  private var marks = 0
  private var last: UInt32 = 0

  init(limit: Int, start: Int) {
    self.limit = limit
    cut = (start, 0)
  }

  mutating func print(_ scalar: UInt32, before next: UInt32?, into out: inout [UInt8]) {
    if scalar >= 0x20, scalar < 0x7F {
      return draw(scalar, columns: 1, into: &out)
    }
    switch scalar {
    // Most of what is written beyond ASCII; nothing in these is deceptive, a mark or a picture.
    case 0xC0...0x2FF, 0x370...0x482: draw(scalar, columns: 1, into: &out)
    case 0x4E00...0x9FFF: draw(scalar, columns: 2, into: &out)
    case 0xFE0F where base != 0 && last == base:
      let widens = baseWidth == 1 && (isPicture(base) || isKeycap(base))
      join(scalar, columns: widens ? 1 : 0, into: &out)
      baseWidth += widens ? 1 : 0
    case 0xFE00...0xFE0E where base != 0 && last == base,
      0xE0100...0xE01EF where base != 0 && last == base:
      join(scalar, columns: 0, into: &out)
    case 0x200D where isPicture(base) && next.map(isPicture) == true,
      0x200C where isJoining(base) && next.map(isJoining) == true,
      0x200D where isJoining(base):
      join(scalar, columns: 0, into: &out)
    case 0x1F3FB...0x1F3FF where isPicture(base) && last == base:
      join(scalar, columns: baseWidth == 1 ? 1 : 0, into: &out)
      baseWidth = 2
    case _ where last == 0x200D && isPicture(base) && isPicture(scalar):
      join(scalar, columns: 0, into: &out)
      base = scalar
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x200C, 0x200D:
      escape("U+", scalar, digits: 4, into: &out)
    case _ where isDeceptive(scalar):
      escape("U+", scalar, digits: 4, into: &out)
    case _ where UnicodeTables.marks.holds(scalar):
      marks += 1
      if base == 0 || marks > Untrusted.marksPerBase {
        escape("U+", scalar, digits: 4, into: &out)
      } else {
        join(scalar, columns: 0, into: &out)
      }
    default:
      draw(scalar, columns: UnicodeTables.wide.holds(scalar) ? 2 : 1, into: &out)
    }
  }

  /// Writes a code point as `<U+202E>`, a byte as `<0x9B>`.
  mutating func escape(
    _ prefix: StaticString,
    _ value: UInt32,
    digits: Int,
    into out: inout [UInt8]
  ) {
    let hex = Array(String(value, radix: 16, uppercase: true).utf8)
    out.append(UInt8(ascii: "<"))
    prefix.withUTF8Buffer { out.append(contentsOf: $0) }
    out.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, digits - hex.count)))
    out.append(contentsOf: hex)
    out.append(UInt8(ascii: ">"))
    (base, last, marks, baseWidth) = (0, 0, 0, 0)
    advance(prefix.utf8CodeUnitCount + max(digits, hex.count) + 2, at: out.count)
  }

  /// Ends the text: cuts it if it ran over.
  func finish(_ out: inout [UInt8]) -> Int {
    guard isFull else { return width }
    out.removeSubrange(cut.offset...)
    out.append(contentsOf: "…".utf8)
    return cut.width + 1
  }

  private mutating func draw(_ scalar: UInt32, columns: Int, into out: inout [UInt8]) {
    (base, last, marks, baseWidth) = (scalar, scalar, 0, columns)
    encode(scalar, into: &out)
    advance(columns, at: out.count)
  }

  private mutating func join(_ scalar: UInt32, columns: Int, into out: inout [UInt8]) {
    last = scalar
    encode(scalar, into: &out)
    advance(columns, at: out.count)
  }

  private mutating func advance(_ columns: Int, at offset: Int) {
    width += columns
    if width > limit { isFull = true }
    if width < limit { cut = (offset, width) }
  }

  private func isPicture(_ scalar: UInt32) -> Bool { UnicodeTables.pictographic.holds(scalar) }

  /// A digit, `#` or `*`, which U+FE0F makes the foot of a keycap.
  private func isKeycap(_ scalar: UInt32) -> Bool {
    (0x30...0x39).contains(scalar) || scalar == 0x23 || scalar == 0x2A
  }

  /// A letter or sign of the scripts from Arabic to Khmer and Mongolian, whose spelling uses
  /// joiners.
  private func isJoining(_ scalar: UInt32) -> Bool {
    (0x600...0x109F).contains(scalar) || (0x1780...0x18AF).contains(scalar)
  }

  private func encode(_ scalar: UInt32, into out: inout [UInt8]) {
    guard scalar >= 0x80 else { return out.append(UInt8(scalar)) }
    if let scalar = Unicode.Scalar(scalar) {
      out.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }
  }
}

extension [UInt32] {
  /// Says whether a value lies in one of the flat, sorted pairs of first and last.
  func holds(_ value: UInt32) -> Bool {
    var low = 0
    var high = count / 2
    while low < high {
      let middle = (low + high) / 2
      if value > self[2 * middle + 1] { low = middle + 1 } else { high = middle }
    }
    return low < count / 2 && value >= self[2 * low]
  }
}
