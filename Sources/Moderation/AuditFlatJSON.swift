/// A JSON object of strings, integers and nulls, as a line of an audit export is: RFC 8259.
///
/// It takes less than JSON has on purpose. What two readers could take differently (a key given
/// twice, a fraction, half of a surrogate pair) is refused.
enum FlatJSON {
  /// Reads an object that has these keys and no other, in any order; nil values are null.
  ///
  /// Integers are returned as they are written.
  ///
  /// - Parameters:
  ///   - line: The object.
  ///   - keys: Its keys; it is read fastest in their order.
  /// - Returns: The values, in the order of `keys`.
  /// - Throws: `MalformedAuditEntry`.
  static func read(
    _ line: Span<UInt8>,
    keys: [String]
  ) throws(MalformedAuditEntry) -> [String?] {
    do {
      _ = try UTF8Span(validating: line)
    } catch {
      throw MalformedAuditEntry("it is not UTF-8")
    }
    return try line.withUnsafeBufferPointer { (bytes) throws(MalformedAuditEntry) in
      var reader = FlatJSONReader(bytes: bytes)
      return try reader.readObject(keys)
    }
  }
}

/// Walks over a line, byte by byte; it lives no longer than the bytes.
private struct FlatJSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var malformed: MalformedAuditEntry {
    MalformedAuditEntry("it is not a JSON object of strings and integers (column \(index + 1))")
  }

  mutating func readObject(_ keys: [String]) throws(MalformedAuditEntry) -> [String?] {
    var values = [String?](repeating: nil, count: keys.count)
    var isThere = [Bool](repeating: false, count: keys.count)
    var next = 0
    var isKnown = true
    skipSpace()
    try expect("{")
    skipSpace()
    if current != UInt8(ascii: "}") {
      repeat {
        skipSpace()
        let key = try readString()
        skipSpace()
        try expect(":")
        skipSpace()
        let value = try readValue()
        if next >= keys.count || keys[next] != key {
          next = keys.firstIndex(of: key) ?? keys.count
        }
        if next < keys.count {
          guard !isThere[next] else { throw MalformedAuditEntry("it has a key twice") }
          (values[next], isThere[next]) = (value, true)
          next += 1
        } else {
          isKnown = false
        }
        skipSpace()
      } while take(",")
    }
    try expect("}")
    skipSpace()
    guard current == nil else { throw malformed }
    guard isKnown else { throw MalformedAuditEntry("it has an unknown key") }
    guard isThere.allSatisfy({ $0 }) else {
      throw MalformedAuditEntry("a key is missing")
    }
    return values
  }

  private mutating func readValue() throws(MalformedAuditEntry) -> String? {
    switch current {
    case UInt8(ascii: "\""): return try readString()
    case UInt8(ascii: "n"):
      for character in "null".unicodeScalars { try expect(character) }
      return nil
    default: return try readInteger()
    }
  }

  private mutating func readInteger() throws(MalformedAuditEntry) -> String {
    let start = index
    _ = take("-")
    let isZero = take("0")
    let digits = index
    while let byte = current, byte &- UInt8(ascii: "0") < 10 { index += 1 }
    guard isZero ? index == digits : index > digits else { throw malformed }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func readString() throws(MalformedAuditEntry) -> String {
    try expect("\"")
    let start = index
    while let byte = current, byte >= 0x20, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { break }
      index += 1
    }
    if take("\"") {
      return String(decoding: bytes[start..<index - 1], as: UTF8.self)
    }
    var text: [UInt8] = []
    text.reserveCapacity(1_024)
    text += bytes[start..<index]
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        index += 1
        // A content is JSON in a JSON string: most escapes are of a quote.
        if take("\"") {
          text.append(UInt8(ascii: "\""))
        } else {
          text += String(try readEscape()).utf8
        }
      case 0..<0x20: throw malformed
      default:
        let run = index
        while let byte = current, byte >= 0x20, byte != UInt8(ascii: "\""),
          byte != UInt8(ascii: "\\")
        {
          index += 1
        }
        text += bytes[run..<index]
      }
    }
    throw malformed
  }

  private mutating func readEscape() throws(MalformedAuditEntry) -> Unicode.Scalar {
    guard let byte = current else { throw malformed }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readCodePoint()
    default: throw malformed
    }
  }

  /// Reads the digits after `\u`: four digits, or a surrogate pair.
  private mutating func readCodePoint() throws(MalformedAuditEntry) -> Unicode.Scalar {
    var value = try readFourDigits()
    if (0xD800..<0xDC00).contains(value) {
      try expect("\\")
      try expect("u")
      let low = try readFourDigits()
      guard (0xDC00..<0xE000).contains(low) else { throw malformed }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw malformed }
    return scalar
  }

  private mutating func readFourDigits() throws(MalformedAuditEntry) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw malformed
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A {
      index += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = current, UInt32(byte) == character.value else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(MalformedAuditEntry) {
    guard take(character) else { throw malformed }
  }
}
