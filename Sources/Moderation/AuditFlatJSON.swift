/// A JSON object of strings, integers and nulls, as a line of an audit export is: RFC 8259.
///
/// It takes less than JSON has on purpose. What two readers could take differently (a key given twice,
/// a fraction, half of a surrogate pair) is refused.
enum FlatJSON {
  /// Reads an object; nil values are null.
  ///
  /// Integers are returned as they are written.
  static func read(_ line: Span<UInt8>) throws(MalformedAuditEntry) -> [String: String?] {
    do {
      _ = try UTF8Span(validating: line)
    } catch {
      throw MalformedAuditEntry("it is not UTF-8")
    }
    return try line.withUnsafeBufferPointer { (bytes) throws(MalformedAuditEntry) in
      var reader = FlatJSONReader(bytes: bytes)
      return try reader.readObject()
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

  mutating func readObject() throws(MalformedAuditEntry) -> [String: String?] {
    var object: [String: String?] = [:]
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
        guard object.updateValue(try readValue(), forKey: key) == nil else {
          throw MalformedAuditEntry("it has a key twice")
        }
        skipSpace()
      } while take(",")
    }
    try expect("}")
    skipSpace()
    guard current == nil else { throw malformed }
    return object
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
    var text: [UInt8] = []
    while let byte = current {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(try readEscape()).utf8
      case 0..<0x20: throw malformed
      default: text.append(byte)
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

  /// Reads what follows `\u`: four digits, or a surrogate pair.
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
    while let byte = current, [0x20, 0x09, 0x0D, 0x0A].contains(byte) { index += 1 }
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
