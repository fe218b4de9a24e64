/// Reads one JSON text strictly (RFC 8259), piece by piece; half of a surrogate pair is refused.
///
/// The text must be valid UTF-8. Whether a key comes twice is the caller's to check.
package struct JSONCursor {
  /// Why a text cannot be read.
  package struct Malformed: Error {
    /// One line.
    package let reason: String
    /// Where, from 1.
    package let byte: Int
  }

  private let bytes: ArraySlice<UInt8>
  /// The index of the next byte.
  package private(set) var at: Int

  /// Begins at a place in a text; without one, at its start.
  package init(_ bytes: ArraySlice<UInt8>, at: Int? = nil) {
    self.bytes = bytes
    self.at = at ?? bytes.startIndex
  }

  /// The next byte; nil at the end.
  package var next: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

  /// The error of the next byte.
  package func malformed(_ reason: String) -> Malformed {
    Malformed(reason: reason, byte: at - bytes.startIndex + 1)
  }

  /// The error of a text that goes on otherwise than with `what`, or ends.
  package func lacking(_ what: String) -> Malformed {
    malformed(next == nil ? "the record is incomplete" : "expected \(what)")
  }

  /// Moves to what is no blank.
  package mutating func skipBlanks() {
    while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { at += 1 }
  }

  /// Takes a byte, if it is the next.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// Takes `true`, `false` or `null`.
  package mutating func word(_ word: StaticString) throws(Malformed) {
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { throw malformed("not a JSON value") }
      at += 1
    }
  }

  /// Makes sure that nothing but blanks follows.
  package mutating func end() throws(Malformed) {
    skipBlanks()
    guard next == nil else { throw malformed("text after the value") }
  }

  /// Takes an array; `item` takes each value, of which it may take the blanks before it.
  package mutating func array(
    _ item: (inout JSONCursor) throws(Malformed) -> Void
  ) throws(Malformed) {
    try list("[", "an array", until: "]", item)
  }

  /// Takes an object; `member` takes the value of each key.
  package mutating func object(
    _ member: (inout JSONCursor, _ key: ArraySlice<UInt8>) throws(Malformed) -> Void
  ) throws(Malformed) {
    try list("{", "an object", until: "}") { (cursor) throws(Malformed) in
      cursor.skipBlanks()
      guard cursor.next == quote else { throw cursor.lacking("a key in quotes") }
      let key = try cursor.string()
      cursor.skipBlanks()
      guard cursor.take(":") else { throw cursor.lacking("a colon") }
      cursor.skipBlanks()
      try member(&cursor, key)
    }
  }

  private mutating func list(
    _ open: Unicode.Scalar,
    _ what: String,
    until close: Unicode.Scalar,
    _ item: (inout JSONCursor) throws(Malformed) -> Void
  ) throws(Malformed) {
    guard take(open) else { throw lacking(what) }
    skipBlanks()
    if take(close) { return }
    while true {
      try item(&self)
      skipBlanks()
      if take(close) { return }
      guard take(",") else { throw lacking("a comma or a closing bracket") }
    }
  }

  /// Takes a number.
  ///
  /// - Returns: It as it is written, and whether it has neither a fraction nor an exponent.
  package mutating func number() throws(Malformed) -> (text: ArraySlice<UInt8>, isInteger: Bool) {
    let start = at
    _ = take("-")
    let isZero = next == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0 else { throw malformed("not a JSON value") }
    if isZero, whole > 1 { throw malformed("a number begins with 0") }
    var isInteger = true
    if take(".") {
      isInteger = false
      if digits() == 0 { throw malformed("a number ends with a decimal point") }
    }
    if take("e") || take("E") {
      isInteger = false
      _ = take("+") || take("-")
      if digits() == 0 { throw malformed("a number lacks its exponent") }
    }
    return (bytes[start..<at], isInteger)
  }

  private mutating func digits() -> Int {
    let start = at
    while let byte = next, byte >= 48, byte <= 57 { at += 1 }
    return at - start
  }

  /// Takes a string, whose quote is the next byte.
  ///
  /// - Returns: Its bytes; without escapes, a slice of the text.
  package mutating func string() throws(Malformed) -> ArraySlice<UInt8> {
    at += 1
    var text: [UInt8]?
    while true {
      let run = at
      while let byte = next, byte >= 32, byte != quote, byte != UInt8(ascii: "\\") { at += 1 }
      let plain = bytes[run..<at]
      if take("\"") {
        guard let text else { return plain }
        return text[...] + plain
      }
      guard take("\\") else {
        throw malformed(
          next == nil ? "the record is incomplete" : "a control character in a string"
        )
      }
      text = text ?? []
      text?.append(contentsOf: plain)
      text?.append(contentsOf: UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private mutating func escape() throws(Malformed) -> Unicode.Scalar {
    guard let byte = next else { throw malformed("the record is incomplete") }
    at += 1
    switch byte {
    case quote, UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint()
    default: throw malformed("an unknown escape")
    }
  }

  /// Takes what follows `\u`: four digits, or a surrogate pair.
  private mutating func codePoint() throws(Malformed) -> Unicode.Scalar {
    var code = try fourDigits()
    if (0xD800..<0xDC00).contains(code) {
      guard take("\\"), take("u") else { throw malformed("half a surrogate pair") }
      let low = try fourDigits()
      guard (0xDC00..<0xE000).contains(low) else { throw malformed("half a surrogate pair") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw malformed("half a surrogate pair") }
    return scalar
  }

  private mutating func fourDigits() throws(Malformed) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next?.hexadecimalValue else {
        throw malformed("an escape lacks its four digits")
      }
      code = code << 4 | UInt32(digit)
      at += 1
    }
    return code
  }
}

private let quote = UInt8(ascii: "\"")
