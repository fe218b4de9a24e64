import Bytes

/// A value that can be the element of an SQL array, or, as `UInt8`, a byte of `bytea`.
package protocol PostgresArrayElement: Sendable {
  /// The text form of an array of these.
  static func postgresText(of array: [Self]) -> String
  /// Reads an array of these.
  static func array(postgresText bytes: Span<UInt8>) throws(MalformedValue) -> [Self]
  /// The OID of the array's type in `pg_type`.
  static var arrayType: UInt32 { get }
  /// Appends the binary form of an array of these.
  static func appendBinary(of array: [Self], to bytes: inout [UInt8])
  /// Reads the binary form of an array of these.
  static func array(
    postgresBinary bytes: Span<UInt8>,
    type: UInt32
  ) throws(MalformedValue) -> [Self]
}

extension Array: PostgresEncodable where Element: PostgresArrayElement {
  /// An array literal; for bytes, `bytea` in hexadecimal.
  package var postgresText: String { Element.postgresText(of: self) }
}

extension Array: PostgresDecodable where Element: PostgresArrayElement {
  /// Reads a one-dimensional array; for bytes, `bytea`.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    self = try Element.array(postgresText: bytes)
  }

  /// Reads a one-dimensional array; for bytes, `bytea`.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    self = try Element.array(postgresBinary: bytes, type: type)
  }
}

extension Array: PostgresBinaryEncodable where Element: PostgresArrayElement {
  /// The OID of the array's type.
  package static var binaryType: UInt32 { Element.arrayType }

  /// Appends the array.
  package func appendBinary(to bytes: inout [UInt8]) { Element.appendBinary(of: self, to: &bytes) }
}

extension PostgresArrayElement where Self: PostgresBinaryEncodable & PostgresDecodable {
  /// An array literal whose elements are all quoted.
  package static func postgresText(of array: [Self]) -> String {
    ArrayLiteral.text(of: array.map { $0.postgresText })
  }

  /// Reads a one-dimensional array in which nothing is NULL.
  package static func array(postgresText bytes: Span<UInt8>) throws(MalformedValue) -> [Self] {
    var array: [Self] = []
    try ArrayLiteral.read(bytes) { (element: [UInt8]?) throws(MalformedValue) in
      guard let element else { throw MalformedValue("an element is NULL") }
      array.append(try Self(postgresText: element.span))
    }
    return array
  }

  /// Appends a one-dimensional array.
  package static func appendBinary(of array: [Self], to bytes: inout [UInt8]) {
    BinaryArray.append(array.map(Optional.some), to: &bytes)
  }

  /// Reads a one-dimensional array in which nothing is NULL.
  package static func array(
    postgresBinary bytes: Span<UInt8>,
    type: UInt32
  ) throws(MalformedValue) -> [Self] {
    var array: [Self] = []
    try BinaryArray.read(bytes) { (element: Self?) throws(MalformedValue) in
      guard let element else { throw MalformedValue("an element is NULL") }
      array.append(element)
    }
    return array
  }
}

extension String: PostgresArrayElement { package static var arrayType: UInt32 { 1009 } }
extension Bool: PostgresArrayElement { package static var arrayType: UInt32 { 1000 } }
extension Int: PostgresArrayElement { package static var arrayType: UInt32 { 1016 } }
extension Int16: PostgresArrayElement { package static var arrayType: UInt32 { 1005 } }
extension Int32: PostgresArrayElement { package static var arrayType: UInt32 { 1007 } }
extension Int64: PostgresArrayElement { package static var arrayType: UInt32 { 1016 } }
extension Double: PostgresArrayElement { package static var arrayType: UInt32 { 1022 } }
extension Timestamp: PostgresArrayElement { package static var arrayType: UInt32 { 1185 } }
extension CalendarDate: PostgresArrayElement { package static var arrayType: UInt32 { 1182 } }
extension Interval: PostgresArrayElement { package static var arrayType: UInt32 { 1187 } }
extension Numeric: PostgresArrayElement { package static var arrayType: UInt32 { 1231 } }
extension UniqueID: PostgresArrayElement { package static var arrayType: UInt32 { 2951 } }
extension JSONB: PostgresArrayElement { package static var arrayType: UInt32 { 3807 } }

extension Optional: PostgresArrayElement
where Wrapped: PostgresArrayElement & PostgresBinaryEncodable & PostgresDecodable {
  /// The OID of the array type without NULL.
  package static var arrayType: UInt32 { Wrapped.arrayType }

  /// Appends a one-dimensional array in which nil is NULL.
  package static func appendBinary(of array: [Self], to bytes: inout [UInt8]) {
    BinaryArray.append(array, to: &bytes)
  }

  /// Reads a one-dimensional array; NULL becomes nil.
  package static func array(
    postgresBinary bytes: Span<UInt8>,
    type: UInt32
  ) throws(MalformedValue) -> [Self] {
    var array: [Self] = []
    try BinaryArray.read(bytes) { (element: Wrapped?) in array.append(element) }
    return array
  }

  /// An array literal in which nil is NULL.
  package static func postgresText(of array: [Self]) -> String {
    ArrayLiteral.text(of: array.map { $0?.postgresText })
  }

  /// Reads a one-dimensional array; NULL becomes nil.
  package static func array(postgresText bytes: Span<UInt8>) throws(MalformedValue) -> [Self] {
    var array: [Self] = []
    try ArrayLiteral.read(bytes) { (element: [UInt8]?) throws(MalformedValue) in
      guard let element else { return array.append(nil) }
      array.append(try Wrapped(postgresText: element.span))
    }
    return array
  }
}

extension UInt8: PostgresArrayElement {
  /// The OID of `bytea`, which stands for an array of bytes.
  package static var arrayType: UInt32 { 17 }

  /// The bytes themselves.
  package static func appendBinary(of array: [UInt8], to bytes: inout [UInt8]) { bytes += array }

  /// The bytes themselves.
  package static func array(
    postgresBinary bytes: Span<UInt8>,
    type: UInt32
  ) throws(MalformedValue) -> [UInt8] {
    guard type == arrayType else { throw .type(type) }
    return bytes.withUnsafeBufferPointer { Array($0) }
  }

  /// `bytea` in hexadecimal.
  package static func postgresText(of array: [UInt8]) -> String {
    "\\x" + array.hexadecimal
  }

  /// Reads `bytea` in either of the forms that the setting `bytea_output` knows.
  package static func array(postgresText bytes: Span<UInt8>) throws(MalformedValue) -> [UInt8] {
    let isHex = bytes.count >= 2 && bytes[0] == UInt8(ascii: "\\") && bytes[1] == UInt8(ascii: "x")
    return isHex ? try hexBytes(bytes) : try escapedBytes(bytes)
  }

  private static func hexBytes(_ bytes: Span<UInt8>) throws(MalformedValue) -> [UInt8] {
    guard let array = [UInt8](hexadecimal: bytes.extracting(droppingFirst: 2)) else {
      throw MalformedValue("it is not bytea")
    }
    return array
  }

  /// `\\` is a backslash, `\ooo` a byte in octal, anything else itself.
  private static func escapedBytes(_ bytes: Span<UInt8>) throws(MalformedValue) -> [UInt8] {
    var array: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        array.append(bytes[index])
        index += 1
        continue
      }
      if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\\") {
        array.append(UInt8(ascii: "\\"))
        index += 2
        continue
      }
      guard index + 3 < bytes.count else { throw MalformedValue("it is not bytea") }
      var value = 0
      for offset in 1...3 {
        let digit = bytes[index + offset] &- UInt8(ascii: "0")
        guard digit < 8 else { throw MalformedValue("it is not bytea") }
        value = value * 8 + Int(digit)
      }
      guard value < 256 else { throw MalformedValue("it is not bytea") }
      array.append(UInt8(value))
      index += 4
    }
    return array
  }
}
