/// A field of a record: where it lies in the bytes of its chunk, if that says it all.
package enum Field: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  /// A finite number.
  case double(Double)
  /// A whole number, in the digits that are to be written.
  case integer(Range<Int>)
  /// Another number, in the digits that are to be written.
  case decimal(Range<Int>)
  /// UTF-8, as it is to be written.
  case text(Range<Int>)
  /// Anything else.
  case other(Value)

  /// Returns what it stands for.
  package func value(in bytes: [UInt8]) -> Value {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .integer(let range):
      Int64(String(decoding: bytes[range], as: UTF8.self)).map { .int($0) }
        ?? .decimal(bytes[range])
    case .decimal(let range): .decimal(bytes[range])
    case .text(let range): .string(bytes[range])
    case .other(let value): value
    }
  }
}

/// The names of fields in their order, each after its length: no other order has the same.
enum FieldSignature {
  /// Adds a name to the signature of a field list.
  static func append(_ name: some Collection<UInt8>, to signature: inout [UInt8]) {
    signature.append(UInt8(truncatingIfNeeded: name.count))
    signature.append(UInt8(truncatingIfNeeded: name.count >> 8))
    signature.append(UInt8(truncatingIfNeeded: name.count >> 16))
    signature.append(UInt8(truncatingIfNeeded: name.count >> 24))
    signature.append(contentsOf: name)
  }
}
