package import Catalog

/// A line for people: our own words, and other people's escaped as they enter.
///
/// Only literals are trusted. An interpolated `String` counts as untrusted like everything else, so
/// a message cannot be built that carries a raw control character. Colour is kept as tags and
/// becomes escape sequences, or nothing, when a stream prints the line.
package struct SafeText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// How a part is set off.
  package enum Style: UInt8, Sendable {
    /// Headings and names.
    case bold = 1
    /// Less important text.
    case dim = 2
    /// Irreversible consequences, and errors.
    case red = 3
    /// Warnings.
    case yellow = 4
    /// Success.
    case green = 5
  }

  /// UTF-8 in which bytes 1 to 5 begin a style and 6 ends it; no other control byte but line feeds
  /// of our own.
  private(set) var bytes: [UInt8] = []

  /// Wraps a literal of ours.
  package init(stringLiteral literal: String) { bytes = Array(literal.utf8) }

  /// Builds a line from its parts.
  package init(stringInterpolation parts: StringInterpolation) { bytes = parts.bytes }

  /// An empty line.
  package init() {}

  /// Text already in its printed form.
  package init(printed: [UInt8]) { bytes = printed }

  /// Columns on a terminal, of a single line.
  package var width: Int { Untrusted(ArraySlice(bytes.filter { $0 >= 0x20 })).width }

  /// Whether nothing would be printed.
  package var isEmpty: Bool { bytes.isEmpty }

  /// The line as a terminal or a file gets it.
  ///
  /// - Parameters:
  ///   - isColoured: Whether styles become escape sequences.
  ///   - isPrompt: Whether these are bracketed by the bytes with which readline is asked not to
  ///     count them.
  /// - Returns: UTF-8 bytes.
  package func rendered(isColoured: Bool, isPrompt: Bool = false) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for byte in bytes {
      guard (1...6).contains(byte) else {
        out.append(byte)
        continue
      }
      guard isColoured else { continue }
      if isPrompt { out.append(1) }
      out.append(contentsOf: "\u{1B}[\(["0", "1", "2", "31", "33", "32", "0"][Int(byte)])m".utf8)
      if isPrompt { out.append(2) }
    }
    return out
  }

  /// Two lines of text made one.
  package static func + (left: SafeText, right: SafeText) -> SafeText {
    SafeText(printed: left.bytes + right.bytes)
  }

  /// Appends to the line.
  package static func += (left: inout SafeText, right: SafeText) { left.bytes += right.bytes }

  /// The line followed by blanks up to a number of columns.
  package func padded(to columns: Int) -> SafeText {
    self + SafeText(printed: Array(repeating: 0x20, count: max(0, columns - width)))
  }

  /// Collects the parts of a line.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    /// Reserves room.
    package init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// Takes our own words.
    package mutating func appendLiteral(_ literal: String) { bytes += Array(literal.utf8) }

    /// Takes a number.
    package mutating func appendInterpolation(_ value: some BinaryInteger) {
      bytes += Array(String(value).utf8)
    }

    /// Takes somebody's text, escaped.
    package mutating func appendInterpolation(_ text: String) { Untrusted(text).append(to: &bytes) }

    /// Takes somebody's text, escaped and cut to a number of columns.
    package mutating func appendInterpolation(_ text: Untrusted, columns: Int = .max) {
      text.append(to: &bytes, columns: columns)
    }

    /// Takes a line already made.
    package mutating func appendInterpolation(_ text: SafeText) { bytes += text.bytes }

    /// Takes a line already made, set off.
    package mutating func appendInterpolation(_ text: SafeText, _ style: Style) {
      bytes.append(style.rawValue)
      bytes += text.bytes
      bytes.append(6)
    }

    /// Takes somebody's text, escaped and set off.
    package mutating func appendInterpolation(_ text: String, _ style: Style) {
      appendInterpolation(SafeText("\(text)"), style)
    }
  }
}

extension [SafeText] {
  /// The lines as one, with something between them.
  package func joined(_ separator: SafeText) -> SafeText {
    var result = SafeText()
    for (index, text) in enumerated() { result += index == 0 ? text : separator + text }
    return result
  }
}

extension SafeText: CustomStringConvertible {
  /// The line without its styles.
  package var description: String { String(decoding: rendered(isColoured: false), as: UTF8.self) }
}
