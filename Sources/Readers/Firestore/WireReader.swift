/// Reads the fields of a protocol buffer, groups too, in the order of the file.
struct WireReader {
  /// The contents of a field.
  enum Content {
    case number(UInt64)
    case fixed(UInt64)
    case bytes(ArraySlice<UInt8>)
    /// The fields between a group's beginning and its end.
    case group(ArraySlice<UInt8>)
    /// Four bytes, of which none of the formats read here makes use.
    case unused
  }

  /// The deepest nesting of groups.
  static let limitDepth = 8

  private let bytes: ArraySlice<UInt8>
  private var at: Int

  /// Begins with the first field.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  /// Returns the next field, nil after the last.
  ///
  /// - Throws: `Fault` of code `syntax`.
  mutating func next() throws(Fault) -> (number: UInt64, content: Content)? {
    guard at < bytes.endIndex else { return nil }
    let tag = try varint()
    guard tag & 7 != 4 else { throw fault }
    return (tag >> 3, try content(tag, depth: 0))
  }

  private var fault: Fault { Fault(code: "syntax", reason: "not a protocol buffer") }

  private mutating func content(_ tag: UInt64, depth: Int) throws(Fault) -> Content {
    switch tag & 7 {
    case 0: return .number(try varint())
    case 1: return .fixed(try fixed())
    case 2:
      let length = try varint()
      guard length <= UInt64(bytes.endIndex - at) else { throw fault }
      let start = at
      at += Int(length)
      return .bytes(bytes[start..<at])
    case 3: return .group(try group(tag >> 3, depth: depth))
    case 5:
      guard bytes.endIndex - at >= 4 else { throw fault }
      at += 4
      return .unused
    default: throw fault
    }
  }

  private mutating func group(_ number: UInt64, depth: Int) throws(Fault) -> ArraySlice<UInt8> {
    guard depth < Self.limitDepth else { throw fault }
    let start = at
    while at < bytes.endIndex {
      let end = at
      let tag = try varint()
      if tag & 7 == 4 {
        guard tag >> 3 == number else { throw fault }
        return bytes[start..<end]
      }
      _ = try content(tag, depth: depth + 1)
    }
    throw fault
  }

  private mutating func varint() throws(Fault) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while at < bytes.endIndex, shift < 64 {
      let byte = bytes[at]
      at += 1
      guard shift < 63 || byte < 2 else { throw fault }
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return value }
      shift += 7
    }
    throw fault
  }

  private mutating func fixed() throws(Fault) -> UInt64 {
    guard bytes.endIndex - at >= 8 else { throw fault }
    var value: UInt64 = 0
    for index in 0..<8 { value |= UInt64(bytes[at + index]) << (8 * UInt64(index)) }
    at += 8
    return value
  }
}
