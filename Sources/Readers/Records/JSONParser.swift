import Bytes

/// Reads one JSON text strictly (RFC 8259), refusing what parsers disagree on: a key twice, a lone
/// surrogate.
package enum JSONParser {
  /// Treatment of numbers that are not integers.
  package enum Numbers {
    /// They keep their digits.
    case digits
    /// The source has doubles and nothing else.
    case doubles
  }

  /// The deepest nesting read.
  static let limitDepth = 64

  /// Reads a whole text, which must be valid UTF-8.
  ///
  /// - Returns: Its value; strings without escapes are slices of `bytes`.
  /// - Throws: `Fault` of code `syntax`, with the byte in the text from 1.
  package static func parse(
    _ bytes: ArraySlice<UInt8>,
    numbers: Numbers = .digits
  ) throws(Fault) -> Value {
    var cursor = JSONCursor(bytes)
    do throws(JSONCursor.Malformed) {
      let value = try cursor.value(numbers, depth: 0)
      try cursor.end()
      return value
    } catch {
      throw Fault(
        code: "syntax",
        reason: "\(error.reason) (byte \(error.byte) of the record)",
        extent: error.byte > bytes.count ? .end : .record
      )
    }
  }

  /// Reads the value of a member of an object, which goes on after it.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - at: Where it begins; where it ends, if it can be read.
  ///   - numbers: How they are read.
  /// - Returns: The value.
  /// - Throws: `JSONCursor.Malformed`.
  static func value(
    in bytes: ArraySlice<UInt8>,
    at: inout Int,
    numbers: Numbers
  ) throws(JSONCursor.Malformed) -> Value {
    var cursor = JSONCursor(bytes, at: at)
    let value = try cursor.value(numbers, depth: 1)
    at = cursor.at
    return value
  }
}

extension JSONCursor {
  fileprivate mutating func value(
    _ numbers: JSONParser.Numbers,
    depth: Int
  ) throws(Malformed) -> Value {
    if depth > JSONParser.limitDepth {
      throw malformed("nested deeper than \(JSONParser.limitDepth) levels")
    }
    skipBlanks()
    switch next {
    case nil: throw malformed("the record is incomplete")
    case UInt8(ascii: "{"): return .map(try members(numbers, depth: depth))
    case UInt8(ascii: "["):
      var items: [Value] = []
      try array { (cursor) throws(Malformed) in
        items.append(try cursor.value(numbers, depth: depth + 1))
      }
      return .array(items)
    case quote: return .string(try string())
    case UInt8(ascii: "t"):
      try word("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try word("null")
      return .null
    default: return try number(numbers)
    }
  }

  private mutating func members(
    _ numbers: JSONParser.Numbers,
    depth: Int
  ) throws(Malformed) -> [Value.Member] {
    var members: [Value.Member] = []
    // Of many keys; a few are compared one by one.
    var seen: Set<ArraySlice<UInt8>> = []
    try object { (cursor, key) throws(Malformed) in
      let isNew: Bool
      if members.count < 16 {
        isNew = !members.contains { $0.key.count == key.count && $0.key.elementsEqual(key) }
      } else {
        if members.count == 16 { seen = Set(members.map(\.key)) }
        isNew = seen.insert(key).inserted
      }
      guard isNew else {
        throw cursor.malformed("the key “\(String(decoding: key, as: UTF8.self))” occurs twice")
      }
      members.append(Value.Member(key: key, value: try cursor.value(numbers, depth: depth + 1)))
    }
    return members
  }

  private mutating func number(_ numbers: JSONParser.Numbers) throws(Malformed) -> Value {
    let (text, isInteger) = try number()
    // A zero with a sign is no whole number of any type.
    let isSigned = text.elementsEqual("-0".utf8)
    if isInteger, !isSigned, let value = Int64(String(decoding: text, as: UTF8.self)) {
      return .int(value)
    }
    guard numbers == .doubles else { return .decimal(text) }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      throw malformed("a number is too large")
    }
    return .double(value)
  }
}
