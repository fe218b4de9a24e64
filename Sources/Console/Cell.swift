/// A column as the renderers need it: PostgreSQL's name and type.
package struct CellColumn: Sendable, Hashable {
  /// The name as the server gives it.
  package let name: String
  /// The type's OID in `pg_type`.
  package let typeOID: UInt32

  /// Describes a column.
  package init(_ name: String, _ typeOID: UInt32 = CellType.text) {
    self.name = name
    self.typeOID = typeOID
  }
}

/// A row as the renderers need it; nil is NULL.
package protocol CellRow {
  /// The text of one cell, from 0.
  func cell(_ index: Int) -> ArraySlice<UInt8>?
}

/// The built-in types that are printed unlike text, by their OIDs (`pg_type.dat`).
package enum CellType {
  static let bool: UInt32 = 16
  package static let int8: UInt32 = 20
  package static let text: UInt32 = 25
  package static let timestamptz: UInt32 = 1184
  private static let timestamp: UInt32 = 1114

  /// int8, int2, int4, oid, float4, float8, numeric.
  static func isNumber(_ oid: UInt32) -> Bool {
    switch oid {
    case 20, 21, 23, 26, 700, 701, 1700: true
    default: false
    }
  }

  /// json and jsonb.
  static func isJSON(_ oid: UInt32) -> Bool { oid == 114 || oid == 3802 }

  /// Arrays of int2, int4, text, bpchar, varchar, int8, whose elements JSON can hold.
  static func arrayElement(_ oid: UInt32) -> UInt32? {
    switch oid {
    case 1005: 21
    case 1007: 23
    case 1016: 20
    case 1009, 1014, 1015: text
    default: nil
    }
  }

  /// timestamp and timestamptz.
  static func isTime(_ oid: UInt32) -> Bool { oid == timestamp || oid == timestamptz }
}

/// What people read for a cell: times to the minute with their zone, yes and no, lists with commas.
func readable(_ bytes: ArraySlice<UInt8>, _ oid: UInt32) -> Untrusted {
  if CellType.isTime(oid) { return Untrusted(readableTime(String(decoding: bytes, as: UTF8.self))) }
  if oid == CellType.bool { return Untrusted(bytes.first == UInt8(ascii: "t") ? "yes" : "no") }
  if CellType.arrayElement(oid) != nil, let items = arrayItems(bytes) {
    let parts = items.map { $0 ?? Array("NULL".utf8) }
    return Untrusted(ArraySlice(Array(parts.joined(separator: ", ".utf8))))
  }
  return Untrusted(bytes)
}

/// Shortens a time as PostgreSQL (ISO style) or JSON writes it: `2026-11-28 10:00 UTC`.
///
/// - Returns: The text unchanged where it has another shape; `no end` for infinity.
package func readableTime(_ text: String) -> String {
  if text == "infinity" { return "no end" }
  let bytes = Array(text.utf8)
  guard bytes.count >= 16, bytes[4] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":") else {
    return text
  }
  let day = String(decoding: bytes[0..<10], as: UTF8.self)
  let time = String(decoding: bytes[11..<16], as: UTF8.self)
  let rest = bytes[16...].drop { (0x30...0x3A).contains($0) || $0 == UInt8(ascii: ".") }
  let zone = String(decoding: rest, as: UTF8.self)
  switch zone {
  case "": return "\(day) \(time)"
  case "+00", "+00:00", "Z": return "\(day) \(time) UTC"
  default: return "\(day) \(time) \(zone)"
  }
}

/// Splits a one-dimensional array as PostgreSQL writes it; nil for any other shape.
func arrayItems(_ bytes: ArraySlice<UInt8>) -> [[UInt8]?]? {
  guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else { return nil }
  var items: [[UInt8]?] = []
  var item: [UInt8] = []
  var isQuoted = false
  var wasQuoted = false
  var index = bytes.startIndex + 1
  let end = bytes.endIndex - 1
  func close() -> [UInt8]? { !wasQuoted && item == Array("NULL".utf8) ? nil : item }
  while index < end {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\\"):
      index += 1
      if index < end { item.append(bytes[index]) }
    case UInt8(ascii: "\""):
      isQuoted.toggle()
      wasQuoted = true
    case UInt8(ascii: ",") where !isQuoted:
      items.append(close())
      (item, wasQuoted) = ([], false)
    case UInt8(ascii: "{") where !isQuoted: return nil
    default: item.append(byte)
    }
    index += 1
  }
  if end > bytes.startIndex + 1 { items.append(close()) }
  return items
}
