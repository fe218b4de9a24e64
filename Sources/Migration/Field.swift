/// A field of a record: where it lies in the bytes of its chunk, if that says it all.
enum Field: Sendable {
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
  func value(in bytes: [UInt8]) -> Value {
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

/// What becomes of the fields of records that have the same ones in the same order.
final class FieldOrder: Sendable {
  /// What a column takes; nothing in it needs to be counted when it is copied.
  struct Column: Sendable {
    /// Which field; nil where it is none of them.
    let place: Int?
    /// Whether texts and numbers go there as they are.
    let isPlain: Bool
    let takesStrings: Bool
    let takesInts: Bool
    let takesDoubles: Bool
    let takesBools: Bool
    /// Whether some strings stand for NULL.
    let hasNulls: Bool
  }

  /// The names of the fields, each after its length: no other order has the same.
  let signature: [UInt8]
  /// In the order of staging; nil where records must be looked at one by one.
  let columns: [Column]?
  /// Fields that go to the column for the rest, by name.
  let rest: [(key: [UInt8], place: Int)]

  init(signature: [UInt8], columns: [Column]?, rest: [(key: [UInt8], place: Int)] = []) {
    (self.signature, self.columns, self.rest) = (signature, columns, rest)
  }

  /// Adds a name to the signature of an order.
  static func append(_ name: some Collection<UInt8>, to signature: inout [UInt8]) {
    signature.append(UInt8(truncatingIfNeeded: name.count))
    signature.append(UInt8(truncatingIfNeeded: name.count >> 8))
    signature.append(UInt8(truncatingIfNeeded: name.count >> 16))
    signature.append(UInt8(truncatingIfNeeded: name.count >> 24))
    signature.append(contentsOf: name)
  }
}

extension [UInt8] {
  /// Appends a number in digits.
  mutating func append(digits number: Int64) {
    var rest = number.magnitude
    if rest < 10 {
      if number < 0 { append(UInt8(ascii: "-")) }
      return append(UInt8(ascii: "0") + UInt8(rest))
    }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = 20
    while rest > 0 {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    if number < 0 { append(UInt8(ascii: "-")) }
    for index in first..<20 { append(digits[index]) }
  }
}
