/// Reads one JSON text strictly (RFC 8259), refusing what parsers disagree on: a key twice, a lone
/// surrogate.
package struct JSONParser {
  /// Treatment of numbers that are not integers.
  package enum Numbers {
    /// They keep their digits.
    case digits
    /// The source has doubles and nothing else.
    case doubles
  }

  private let bytes: ArraySlice<UInt8>
  private let numbers: Numbers
  private var at: Int

  /// The deepest nesting read.
  static let limitDepth = 64

  private init(_ bytes: ArraySlice<UInt8>, _ numbers: Numbers) {
    self.bytes = bytes
    self.numbers = numbers
    at = bytes.startIndex
  }

  /// Reads a whole text, which must be valid UTF-8.
  ///
  /// - Returns: Its value; strings without escapes are slices of `bytes`.
  /// - Throws: `Fault` of code `syntax`, with the byte in the text from 1.
  package static func parse(
    _ bytes: ArraySlice<UInt8>,
    numbers: Numbers = .digits
  ) throws(Fault) -> Value {
    var parser = JSONParser(bytes, numbers)
    let value = try parser.value(depth: 0)
    parser.skipBlanks()
    guard parser.at == bytes.endIndex else { throw parser.fault("text after the value") }
    return value
  }

  /// Reads the value of a member of an object, which goes on after it.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - at: Where it begins; where it ends, if it can be read.
  ///   - numbers: How they are read.
  /// - Returns: The value.
  /// - Throws: `Fault`, whose location is meaningless.
  package static func value(
    in bytes: ArraySlice<UInt8>,
    at: inout Int,
    numbers: Numbers
  ) throws(Fault) -> Value {
    var parser = JSONParser(bytes, numbers)
    parser.at = at
    let value = try parser.value(depth: 1)
    at = parser.at
    return value
  }

  private func fault(_ reason: String) -> Fault {
    Fault(code: "syntax", reason: "\(reason) (byte \(at - bytes.startIndex + 1) of the record)")
  }

  private var next: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { at += 1 }
  }

  private mutating func value(depth: Int) throws(Fault) -> Value {
    if depth > Self.limitDepth { throw fault("nested deeper than \(Self.limitDepth) levels") }
    skipBlanks()
    guard let byte = next else { throw fault("the record is incomplete") }
    switch byte {
    case UInt8(ascii: "{"): return .map(try members(depth: depth))
    case UInt8(ascii: "["): return .array(try items(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: StaticString, _ value: Value) throws(Fault) -> Value {
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { throw fault("not a JSON value") }
      at += 1
    }
    return value
  }

  private mutating func items(depth: Int) throws(Fault) -> [Value] {
    at += 1
    var items: [Value] = []
    skipBlanks()
    if next == UInt8(ascii: "]") {
      at += 1
      return items
    }
    while true {
      items.append(try value(depth: depth + 1))
      if try ends(UInt8(ascii: "]")) { return items }
    }
  }

  private mutating func members(depth: Int) throws(Fault) -> [Value.Member] {
    at += 1
    var members: [Value.Member] = []
    // Of many keys; a few are compared one by one.
    var seen: Set<ArraySlice<UInt8>> = []
    skipBlanks()
    if next == UInt8(ascii: "}") {
      at += 1
      return members
    }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw fault(lacking("a key in quotes")) }
      let key = try string()
      skipBlanks()
      guard next == UInt8(ascii: ":") else { throw fault(lacking("a colon")) }
      at += 1
      let isNew: Bool
      if members.count < 16 {
        isNew = !members.contains { $0.key.count == key.count && $0.key.elementsEqual(key) }
      } else {
        if members.count == 16 { seen = Set(members.map(\.key)) }
        isNew = seen.insert(key).inserted
      }
      guard isNew else {
        throw fault("the key “\(String(decoding: key, as: UTF8.self))” occurs twice")
      }
      members.append(Value.Member(key: key, value: try value(depth: depth + 1)))
      if try ends(UInt8(ascii: "}")) { return members }
    }
  }

  /// Takes a comma or the closing bracket; returns which.
  private mutating func ends(_ bracket: UInt8) throws(Fault) -> Bool {
    skipBlanks()
    guard next == UInt8(ascii: ",") || next == bracket else {
      throw fault(lacking("a comma or a closing bracket"))
    }
    defer { at += 1 }
    return next == bracket
  }

  private func lacking(_ what: String) -> String {
    next == nil ? "the record is incomplete" : "expected \(what)"
  }

  private mutating func number() throws(Fault) -> Value {
    let start = at
    if next == UInt8(ascii: "-") { at += 1 }
    let first = next
    let whole = digits()
    guard whole > 0 else { throw fault("not a JSON value") }
    if first == UInt8(ascii: "0"), whole > 1 { throw fault("a number begins with 0") }
    var isInteger = true
    if next == UInt8(ascii: ".") {
      isInteger = false
      at += 1
      if digits() == 0 { throw fault("a number ends with a decimal point") }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      at += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
      if digits() == 0 { throw fault("a number lacks its exponent") }
    }
    let text = bytes[start..<at]
    let isSigned = numbers == .doubles && text.elementsEqual("-0".utf8)
    if isInteger, !isSigned, let value = Int64(String(decoding: text, as: UTF8.self)) {
      return .int(value)
    }
    guard numbers == .doubles else { return .decimal(text) }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      throw fault("a number is too large")
    }
    return .double(value)
  }

  private mutating func digits() -> Int {
    let start = at
    while let byte = next, byte >= 48, byte <= 57 { at += 1 }
    return at - start
  }

  private mutating func string() throws(Fault) -> ArraySlice<UInt8> {
    at += 1
    let start = at
    while let byte = next {
      if byte == UInt8(ascii: "\"") {
        defer { at += 1 }
        return bytes[start..<at]
      }
      if byte == UInt8(ascii: "\\") { return try unescaped(from: start) }
      if byte < 32 { throw fault("a control character in a string") }
      at += 1
    }
    throw fault("the record is incomplete")
  }

  private mutating func unescaped(from start: Int) throws(Fault) -> ArraySlice<UInt8> {
    var text = Array(bytes[start..<at])
    while let byte = next {
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return text[...]
      case UInt8(ascii: "\\"): try appendEscape(to: &text)
      case 0..<32: throw fault("a control character in a string")
      default: text.append(byte)
      }
    }
    throw fault("the record is incomplete")
  }

  private mutating func appendEscape(to text: inout [UInt8]) throws(Fault) {
    guard let byte = next else { throw fault("the record is incomplete") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if code >= 0xD800, code < 0xDC00 {
        guard next == UInt8(ascii: "\\"), at + 1 < bytes.endIndex,
          bytes[at + 1] == UInt8(ascii: "u")
        else { throw fault("half a surrogate pair") }
        at += 2
        let low = try hexadecimal()
        guard low >= 0xDC00, low < 0xE000 else { throw fault("half a surrogate pair") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw fault("half a surrogate pair") }
      text += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: throw fault("an unknown escape")
    }
  }

  private mutating func hexadecimal() throws(Fault) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 128
      else { throw fault("an escape lacks its four digits") }
      code = code << 4 | UInt32(digit)
      at += 1
    }
    return code
  }
}
