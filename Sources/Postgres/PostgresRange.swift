/// A value that a range of PostgreSQL has as its bounds.
package protocol PostgresRangeBound: PostgresBinaryEncodable, PostgresDecodable, Hashable {
  /// The OID in `pg_type` of the range's type, and of what it is made of.
  static var rangeType: UInt32 { get }
}

extension Int32: PostgresRangeBound { package static var rangeType: UInt32 { 3904 } }
extension Int64: PostgresRangeBound { package static var rangeType: UInt32 { 3926 } }
extension Numeric: PostgresRangeBound { package static var rangeType: UInt32 { 3906 } }
extension Timestamp: PostgresRangeBound { package static var rangeType: UInt32 { 3910 } }
extension CalendarDate: PostgresRangeBound { package static var rangeType: UInt32 { 3912 } }

/// A range: `int4range`, `int8range`, `numrange`, `tstzrange` or `daterange`.
package enum PostgresRange<Bound: PostgresRangeBound>: Hashable, Sendable {
  /// It holds nothing.
  case empty
  /// From `lower` to `upper`; nil is without bound on that side.
  case bounds(lower: Bound?, isLowerIncluded: Bool, upper: Bound?, isUpperIncluded: Bool)
}

extension PostgresRange: PostgresBinaryEncodable, PostgresDecodable {
  /// `empty`, or the bounds in quotes between brackets.
  package var postgresText: String {
    guard case .bounds(let lower, let isLowerIncluded, let upper, let isUpperIncluded) = self else {
      return "empty"
    }
    // No bound's text has a quote or a backslash.
    let texts = [lower, upper].map { bound in bound.map { "\"\($0.postgresText)\"" } ?? "" }
    return (isLowerIncluded ? "[" : "(") + texts[0] + "," + texts[1] + (isUpperIncluded ? "]" : ")")
  }

  /// Reads what the range prints.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    let text = try String(postgresText: bytes)
    if text == "empty" {
      self = .empty
      return
    }
    let parts = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
    guard let first = text.first, let last = text.last, text.utf8.count > 2, "[(".contains(first),
      "])".contains(last), parts.count == 2
    else { throw MalformedValue("it is not a range") }
    /// Reads a bound, with or without quotes.
    func bound(_ part: Substring) throws(MalformedValue) -> Bound? {
      if part.isEmpty { return nil }
      let inner = part.hasPrefix("\"") ? part.dropFirst().dropLast() : part
      return try Bound(postgresText: Array(inner.utf8).span)
    }
    self = .bounds(
      lower: try bound(parts[0]),
      isLowerIncluded: first == "[",
      upper: try bound(parts[1]),
      isUpperIncluded: last == "]"
    )
  }

  /// The OID of the range's type.
  package static var binaryType: UInt32 { Bound.rangeType }

  /// Flags and the bounds that there are.
  package func appendBinary(to bytes: inout [UInt8]) {
    guard case .bounds(let lower, let isLowerIncluded, let upper, let isUpperIncluded) = self else {
      return bytes.append(Flag.empty)
    }
    bytes.append(
      (lower == nil ? Flag.noLower : isLowerIncluded ? Flag.lowerIncluded : 0)
        | (upper == nil ? Flag.noUpper : isUpperIncluded ? Flag.upperIncluded : 0)
    )
    if lower != nil { bytes.appendPart(lower) }
    if upper != nil { bytes.appendPart(upper) }
  }

  /// Reads flags and bounds.
  package init(postgresBinary bytes: Span<UInt8>, type: UInt32) throws(MalformedValue) {
    guard type == Bound.rangeType else { throw .type(type) }
    self = try BinaryReader.read(bytes) { (reader) throws(MalformedValue) in
      let flags: UInt8 = try reader.integer()
      if flags & Flag.empty != 0 { return .empty }
      let lower: Bound? =
        flags & Flag.noLower == 0 ? try reader.part(Bound.binaryType) : nil
      let upper: Bound? =
        flags & Flag.noUpper == 0 ? try reader.part(Bound.binaryType) : nil
      return .bounds(
        lower: lower,
        isLowerIncluded: flags & Flag.lowerIncluded != 0,
        upper: upper,
        isUpperIncluded: flags & Flag.upperIncluded != 0
      )
    }
  }
}

/// The first byte of a range: `RANGE_…` in `src/include/utils/rangetypes.h`.
private enum Flag {
  static let empty: UInt8 = 1
  static let lowerIncluded: UInt8 = 2
  static let upperIncluded: UInt8 = 4
  static let noLower: UInt8 = 8
  static let noUpper: UInt8 = 16
}
