/// The format in which a statement's rows come back.
package enum ResultFormat: Sendable {
  /// Text, as people read it.
  case text
  /// The output of the types' send functions: shorter and exact, but only for types known here.
  case binary
}

/// A value that can be bound to `$n` in the server's binary format.
///
/// The formats are those of the types' receive functions in PostgreSQL 15 (`src/backend/utils/adt`,
/// `…_recv`); integers in them are big-endian.
package protocol PostgresBinaryEncodable: PostgresEncodable {
  /// The OID in `pg_type` of the type that the value is sent as.
  static var binaryType: UInt32 { get }
  /// Appends the value, without its length.
  func appendBinary(to bytes: inout [UInt8])
}

/// A value that is bound to `$n` in the binary format, as exactly its type.
///
/// In text the server takes `$n` for whatever the statement wants there; this is `binaryType`, and
/// the statement casts it where it wants another.
package struct Binary<Value: PostgresBinaryEncodable>: PostgresEncodable, BinaryParameter {
  let value: Value

  /// Takes the value.
  package init(_ value: Value) { self.value = value }

  /// The value in the text format, for who cannot send the other.
  package var postgresText: String { value.postgresText }

  var type: UInt32 { Value.binaryType }

  func appendBinary(to bytes: inout [UInt8]) { value.appendBinary(to: &bytes) }
}

/// Requirements of a statement on a value in the binary format.
protocol BinaryParameter {
  var type: UInt32 { get }
  func appendBinary(to bytes: inout [UInt8])
}

extension [UInt8] {
  /// Appends an integer's bytes, the highest first.
  mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends a value after its length, or -1 for nil: how a compound type holds its parts.
  mutating func appendPart(_ value: (some PostgresBinaryEncodable)?) {
    guard let value else { return appendBigEndian(Int32(-1)) }
    let start = count
    appendBigEndian(Int32(0))
    value.appendBinary(to: &self)
    let length = UInt32(count - start - 4)
    for place in 0..<4 {
      self[start + place] = UInt8(truncatingIfNeeded: length >> (24 - 8 * place))
    }
  }
}

/// Reads a value of the binary format piece by piece; it lives no longer than the bytes.
struct BinaryReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  /// Lends a reader of bytes that are to be read to their end.
  static func read<R>(
    _ bytes: Span<UInt8>,
    _ body: (inout BinaryReader) throws(MalformedValue) -> R
  ) throws(MalformedValue) -> R {
    try bytes.withUnsafeBufferPointer { (bytes) throws(MalformedValue) in
      var reader = BinaryReader(bytes: bytes)
      let value = try body(&reader)
      guard reader.index == bytes.count else { throw .length }
      return value
    }
  }

  /// Reads an integer.
  mutating func integer<I: FixedWidthInteger>(_ type: I.Type = I.self) throws(MalformedValue) -> I {
    let size = I.bitWidth / 8
    guard bytes.count - index >= size else { throw .length }
    var value: I = 0
    for byte in bytes[index..<(index + size)] {
      value = value << (size > 1 ? 8 : 0) | I(truncatingIfNeeded: byte)
    }
    index += size
    return value
  }

  /// Reads a part after its length; nil for length -1.
  mutating func part<T: PostgresDecodable>(
    _ type: UInt32,
    as _: T.Type = T.self
  ) throws(MalformedValue) -> T? {
    let length = Int(try integer(Int32.self))
    if length == -1 { return nil }
    guard length >= 0, length <= bytes.count - index else { throw .length }
    let part = UnsafeBufferPointer(rebasing: bytes[index..<(index + length)])
    index += length
    return try T(postgresBinary: part.span, type: type)
  }

  /// Whether all is read.
  var isAtEnd: Bool { index == bytes.count }
}

/// The binary form of one-dimensional arrays: `array_recv` of PostgreSQL 15.
enum BinaryArray {
  /// Appends dimensions, whether there is a NULL, the elements' type, length and lower bound,
  /// elements.
  static func append<Element: PostgresBinaryEncodable>(
    _ elements: [Element?],
    to bytes: inout [UInt8]
  ) {
    bytes.appendBigEndian(Int32(elements.isEmpty ? 0 : 1))
    bytes.appendBigEndian(Int32(elements.contains { $0 == nil } ? 1 : 0))
    bytes.appendBigEndian(Element.binaryType)
    if elements.isEmpty { return }
    bytes.appendBigEndian(Int32(elements.count))
    bytes.appendBigEndian(Int32(1))
    for element in elements { bytes.appendPart(element) }
  }

  /// Hands each element to `body`, nil for NULL; the lower bound is read over.
  static func read<Element: PostgresDecodable>(
    _ bytes: Span<UInt8>,
    _ body: (Element?) throws(MalformedValue) -> Void
  ) throws(MalformedValue) {
    try BinaryReader.read(bytes) { (reader) throws(MalformedValue) in
      let dimensions: Int32 = try reader.integer()
      _ = try reader.integer(Int32.self)
      let type: UInt32 = try reader.integer()
      guard dimensions == 1 else {
        if dimensions == 0 { return }
        throw MalformedValue("the array has several dimensions")
      }
      let count: Int32 = try reader.integer()
      _ = try reader.integer(Int32.self)
      guard count >= 0 else { throw .length }
      for _ in 0..<count { try body(try reader.part(type)) }
    }
  }
}

/// OIDs in `pg_type` of the built-in types, which no release changes (`pg_type.dat`).
enum TypeOID {
  static let bool: UInt32 = 16
  static let int8: UInt32 = 20
  static let int2: UInt32 = 21
  static let int4: UInt32 = 23
  static let text: UInt32 = 25
  static let float4: UInt32 = 700
  static let float8: UInt32 = 701
  static let date: UInt32 = 1082
  static let timestamptz: UInt32 = 1184
  static let interval: UInt32 = 1186
  static let numeric: UInt32 = 1700
  static let uuid: UInt32 = 2950
  static let jsonb: UInt32 = 3802
  /// Types whose binary form is their text: char, name, text, json, xml, unknown, bpchar, varchar.
  static let texts: Set<UInt32> = [18, 19, 25, 114, 142, 705, 1042, 1043]
}
