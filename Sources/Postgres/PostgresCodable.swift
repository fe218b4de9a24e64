/// A value that can be bound to `$n`.
package protocol PostgresEncodable: Sendable {
  /// The value in the server's text format. The server infers the type from the statement.
  var postgresText: String { get }
}

/// A value that can be read from a column in the server's text format.
package protocol PostgresDecodable: Sendable {
  /// Reads the column's bytes, which are not NULL.
  init(postgresText bytes: Span<UInt8>) throws(MalformedValue)
}

/// Says that bytes are not of the form that a type's text format has.
///
/// It never holds the bytes.
package struct MalformedValue: Error, Hashable {
  /// What is wrong, without the value.
  package let reason: String

  /// Takes what is wrong, without the value.
  package init(_ reason: String) { self.reason = reason }
}

extension String: PostgresEncodable, PostgresDecodable {
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
}

extension Bool: PostgresEncodable, PostgresDecodable {
  /// `t` or `f`.
  package var postgresText: String { self ? "t" : "f" }

  /// Reads `t` or `f`.
  package init(postgresText bytes: Span<UInt8>) throws(MalformedValue) {
    guard bytes.count == 1, bytes[0] == UInt8(ascii: "t") || bytes[0] == UInt8(ascii: "f") else {
      throw MalformedValue("it is neither t nor f")
    }
    self = bytes[0] == UInt8(ascii: "t")
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
}

extension Int: PostgresEncodable, PostgresDecodable {}
extension Int16: PostgresEncodable, PostgresDecodable {}
extension Int32: PostgresEncodable, PostgresDecodable {}
extension Int64: PostgresEncodable, PostgresDecodable {}

extension Double: PostgresEncodable, PostgresDecodable {
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
}
