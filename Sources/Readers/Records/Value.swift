import Bytes
import Catalog
import Postgres

/// A value of a source, whatever the source is.
package enum Value: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  /// A number of a binary source.
  case double(Double)
  /// A number that was written in digits and is no `int`; kept as it was, so that nothing is
  /// rounded.
  case decimal(ArraySlice<UInt8>)
  /// Valid UTF-8.
  case string(ArraySlice<UInt8>)
  case bytes(ArraySlice<UInt8>)
  /// Microseconds since 1970 in UTC.
  case timestamp(Int64)
  case geopoint(latitude: Double, longitude: Double)
  /// The path of another document, valid UTF-8.
  case reference(ArraySlice<UInt8>)
  case array([Value])
  /// The numbers of an embedding.
  case vector([Double])
  /// Members in the source's order, no key twice.
  case map([Member])
  /// JSON as a server wrote it; valid.
  case json(ArraySlice<UInt8>)

  /// A key and its value.
  package struct Member: Hashable, Sendable {
    package let key: ArraySlice<UInt8>
    package let value: Value

    /// Takes both.
    package init(key: ArraySlice<UInt8>, value: Value) { (self.key, self.value) = (key, value) }
  }

  /// The kind's name, as mappings and messages say it.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .int: "int"
    case .double, .decimal: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .timestamp: "timestamp"
    case .geopoint: "geopoint"
    case .reference: "reference"
    case .array: "array"
    case .vector: "vector"
    case .map: "map"
    case .json: "json"
    }
  }
}

/// Why one record cannot be taken; the import continues without it.
package struct Fault: Error, Hashable {
  /// `encoding`, `syntax`, `length`, `type` or `field`.
  package let code: String
  /// One line; may quote the record, so it is printed escaped.
  package let reason: String
  /// Which part of the source the fault concerns.
  package var extent = Extent.record
  /// The fields that no mapping names, where that is the reason.
  package var fields: [String] = []

  /// How much of a source is lost by a fault.
  package enum Extent: Hashable, Sendable {
    /// The record.
    case record
    /// The record, which ends too early: if nothing follows it, the source may be cut off there.
    case end
    /// The record and everything after it.
    case rest
  }

  /// Takes the parts.
  package init(code: String, reason: String, extent: Extent = .record, fields: [String] = []) {
    (self.code, self.reason, self.extent, self.fields) = (code, reason, extent, fields)
  }

  /// The fault of a record whose fields are not those of the header.
  package static func fieldCount(_ count: Int, wanted: Int) -> Fault {
    Fault(
      code: "syntax",
      reason: "\(count) fields where the header has \(wanted)",
      extent: count < wanted ? .end : .record
    )
  }
}

extension Value {
  /// Returns the value with other text for each U+0000 of its texts and keys.
  package func replacingNUL(by text: [UInt8]) -> Value {
    func replaced(_ old: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      old.contains(0) ? old.flatMap { $0 == 0 ? text : [$0] }[...] : old
    }
    return switch self {
    case .string(let string): .string(replaced(string))
    case .array(let items): .array(items.map { $0.replacingNUL(by: text) })
    case .map(let members):
      .map(
        members.map {
          Member(key: replaced($0.key), value: $0.value.replacingNUL(by: text))
        }
      )
    default: self
    }
  }

  /// Appends the value as PostgreSQL reads a single value of text; arrays and maps as JSON.
  package func appendText(to text: inout [UInt8]) {
    switch self {
    case .null: break
    case .bool(let value): text.append(UInt8(ascii: value ? "t" : "f"))
    case .int(let value): text += Array(String(value).utf8)
    case .double(let value):
      text += Array((value.isNaN ? "NaN" : value.isInfinite ? infinity(value) : "\(value)").utf8)
    case .decimal(let digits), .string(let digits), .reference(let digits), .json(let digits):
      text += digits
    case .bytes(let bytes):
      text += [UInt8(ascii: "\\"), UInt8(ascii: "x")]
      text.append(hexadecimal: bytes)
    case .timestamp(let value):
      text += Array("\(Timestamp(microseconds: value))".utf8)
    case .geopoint(let latitude, let longitude):
      text += Array("(\(longitude),\(latitude))".utf8)
    case .array, .vector, .map: appendJSON(to: &text)
    }
  }

  private func infinity(_ value: Double) -> String { value < 0 ? "-Infinity" : "Infinity" }

  /// Appends the value as JSON; what JSON has no form for becomes an object with one `$` key.
  package func appendJSON(to text: inout [UInt8]) {
    switch self {
    case .null: text += Array("null".utf8)
    case .bool(let value): text += Array((value ? "true" : "false").utf8)
    // jsonb knows neither infinities nor a zero with a sign.
    case .double(let value) where !value.isFinite || value == 0 && value.sign == .minus:
      appendTagged("num", to: &text)
    case .int, .double, .decimal, .json: appendText(to: &text)
    case .string(let string): JSON.append(string, to: &text)
    case .bytes: appendTagged("bytes", to: &text)
    case .timestamp: appendTagged("ts", to: &text)
    case .reference: appendTagged("ref", to: &text)
    case .geopoint(let latitude, let longitude):
      appendTagged("geo", [.double(latitude), .double(longitude)], to: &text)
    case .vector(let numbers): appendTagged("vec", numbers.map { .double($0) }, to: &text)
    case .array(let items):
      text.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        item.appendJSON(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .map(let members):
      text.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        JSON.append(member.key, to: &text)
        text.append(UInt8(ascii: ":"))
        member.value.appendJSON(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  private func appendTagged(_ tag: String, to text: inout [UInt8]) {
    var inner: [UInt8] = []
    appendText(to: &inner)
    text += Array("{\"$\(tag)\":".utf8)
    JSON.append(inner[...], to: &text)
    text.append(UInt8(ascii: "}"))
  }

  private func appendTagged(_ tag: String, _ items: [Value], to text: inout [UInt8]) {
    text += Array("{\"$\(tag)\":".utf8)
    Value.array(items).appendJSON(to: &text)
    text.append(UInt8(ascii: "}"))
  }

  /// Appends a PostgreSQL array literal.
  ///
  /// - Throws: `Fault` for a map inside.
  package static func appendArray(_ items: [Value], to text: inout [UInt8]) throws(Fault) {
    text.append(UInt8(ascii: "{"))
    for (index, item) in items.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      switch item {
      case .null: text += Array("NULL".utf8)
      case .array(let inner): try appendArray(inner, to: &text)
      case .map, .vector:
        throw Fault(code: "type", reason: "a \(item.kind) inside an array")
      default:
        var inner: [UInt8] = []
        item.appendText(to: &inner)
        text.append(UInt8(ascii: "\""))
        for byte in inner {
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            text.append(UInt8(ascii: "\\"))
          }
          text.append(byte)
        }
        text.append(UInt8(ascii: "\""))
      }
    }
    text.append(UInt8(ascii: "}"))
  }
}
