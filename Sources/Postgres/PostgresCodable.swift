/// A value that can be bound to `$n`.
package protocol PostgresEncodable: Sendable {
  /// The value in the server's text format. The server infers the type from the statement.
  var postgresText: String { get }
}

/// A value that can be read from a column.
package protocol PostgresDecodable: PostgresColumn {
  /// Reads the column's bytes in the server's text format, which are not NULL.
  init(postgresText bytes: Span<UInt8>) throws(MalformedValue)
  /// Reads the column's bytes in the server's binary format, which are not NULL.
  ///
  /// Bytes of a type that the value is not read from are refused: they could look like anything.
  ///
  /// - Parameters:
  ///   - bytes: The output of the type's send function.
  ///   - type: The type's OID in `pg_type`.
  /// - Throws: `MalformedValue`.
  init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue)
}

/// Says that bytes are not of the form that a type's text format has.
///
/// It never holds the bytes.
package struct MalformedValue: Error, Hashable {
  /// The reason, without the value.
  package let reason: String

  /// Takes what is wrong, without the value.
  package init(_ reason: String) { self.reason = reason }

  /// The column's type is not one that is read so.
  static func type(_ type: UInt32) -> MalformedValue {
    MalformedValue("its type \(type) cannot be decoded from the binary format")
  }

  /// The bytes are fewer or more than the type has.
  static let length = MalformedValue("its length is not that of its type")
}

extension String: PostgresBinaryEncodable, PostgresDecodable {
  /// The string itself.
  package var postgresText: String { self }

  /// Takes valid UTF-8 only: repaired text would name another row than the one it came from.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    do {
      self.init(copying: try UTF8Span(validating: bytes))
    } catch {
      throw MalformedValue("it is not UTF-8")
    }
  }

  /// The OID of `text`.
  package static var binaryType: UInt32 { TypeOID.text }

  /// The bytes of the string.
  package func appendBinary(to bytes: inout [UInt8]) { bytes += utf8 }

  /// Takes the types whose binary form is their text.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    guard TypeOID.texts.contains(type) else { throw .type(type) }
    try self.init(postgresText: bytes)
  }
}

extension Bool: PostgresBinaryEncodable, PostgresDecodable {
  /// `t` or `f`.
  package var postgresText: String { self ? "t" : "f" }

  /// Reads `t` or `f`.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    guard bytes.count == 1, bytes[0] == UInt8(ascii: "t") || bytes[0] == UInt8(ascii: "f") else {
      throw MalformedValue("it is neither t nor f")
    }
    self = bytes[0] == UInt8(ascii: "t")
  }

  /// The OID of `boolean`.
  package static var binaryType: UInt32 { TypeOID.bool }

  /// 1 or 0.
  package func appendBinary(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }

  /// Reads 1 or 0.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    guard type == TypeOID.bool else { throw .type(type) }
    guard bytes.count == 1, bytes[0] < 2 else { throw .length }
    self = bytes[0] == 1
  }
}

/// Shares one reader among the integers.
extension FixedWidthInteger where Self: SignedInteger & Sendable {
  /// Decimal digits.
  package var postgresText: String { description }

  /// Reads decimal digits with an optional minus, within the type's range.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    let isNegative = bytes.count > 0 && bytes[0] == UInt8(ascii: "-")
    guard bytes.count > (isNegative ? 1 : 0) else { throw MalformedValue("it is not an integer") }
    var value: Self = 0
    for index in (isNegative ? 1 : 0)..<bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { throw MalformedValue("it is not an integer") }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, carry) =
        isNegative
        ? tens.subtractingReportingOverflow(Self(digit)) : tens.addingReportingOverflow(Self(digit))
      guard !overflow, !carry else { throw MalformedValue("it is out of range") }
      value = next
    }
    self = value
  }

  /// The type's own width: int2, int4 or int8.
  package static var binaryType: UInt32 {
    bitWidth == 16 ? TypeOID.int2 : bitWidth == 32 ? TypeOID.int4 : TypeOID.int8
  }

  /// The bytes, the highest first.
  package func appendBinary(to bytes: inout [UInt8]) { bytes.appendBigEndian(self) }

  /// Reads int2, int4 and int8, within the type's range.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    let wide = try BinaryReader.read(bytes) { (reader) throws(MalformedValue) -> Int64 in
      switch type {
      case TypeOID.int2: Int64(try reader.integer(Int16.self))
      case TypeOID.int4: Int64(try reader.integer(Int32.self))
      case TypeOID.int8: try reader.integer()
      default: throw .type(type)
      }
    }
    guard let value = Self(exactly: wide) else { throw MalformedValue("it is out of range") }
    self = value
  }
}

extension Int: PostgresBinaryEncodable, PostgresDecodable {}
extension Int16: PostgresBinaryEncodable, PostgresDecodable {}
extension Int32: PostgresBinaryEncodable, PostgresDecodable {}
extension Int64: PostgresBinaryEncodable, PostgresDecodable {}

extension Double: PostgresBinaryEncodable, PostgresDecodable {
  /// The shortest digits that give the same value back, `Infinity`, `-Infinity` or `NaN`.
  package var postgresText: String {
    if isNaN { return "NaN" }
    if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
    return description
  }

  /// Reads what `float8` and `numeric` print.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    guard let value = Double(try String(postgresText: bytes)) else {
      throw MalformedValue("it is not a number")
    }
    self = value
  }

  /// The OID of `float8`.
  package static var binaryType: UInt32 { TypeOID.float8 }

  /// IEEE 754, the highest byte first; NaN and -0 are what they were.
  package func appendBinary(to bytes: inout [UInt8]) { bytes.appendBigEndian(bitPattern) }

  /// Reads float8 and float4.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    self = try BinaryReader.read(bytes) { (reader) throws(MalformedValue) in
      switch type {
      case TypeOID.float8: Double(bitPattern: try reader.integer())
      case TypeOID.float4: Double(Float(bitPattern: try reader.integer()))
      default: throw .type(type)
      }
    }
  }
}
