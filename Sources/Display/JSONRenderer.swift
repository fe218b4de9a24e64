import Catalog

/// A JSON object a row, typed by the columns' OIDs: a line each, or the elements of one array.
///
/// Whatever ``Untrusted`` would not print is written as `\u202e`, so a parser gets the exact text
/// and a terminal no control character. Bytes that are not UTF-8 become U+FFFD: JSON cannot hold
/// them.
package struct JSONRenderer: RowRenderer {
  private let fields: [(column: Int, kind: CellKind, key: [UInt8])]
  private let isArray: Bool
  private var hasRows = false

  /// Prepares the keys of the objects.
  ///
  /// - Parameters:
  ///   - columns: Names and types, in order.
  ///   - fields: Positions of the columns that the objects have, in order; nil for all.
  ///   - isArray: Whether the objects are elements of one array.
  package init(_ columns: [CellColumn], fields: [Int]? = nil, isArray: Bool = false) {
    self.isArray = isArray
    self.fields = (fields ?? Array(columns.indices)).enumerated().map { place, column in
      var key = Array((place == 0 ? "{" : ",").utf8)
      JSONRenderer.string(ArraySlice(columns[column].name.utf8), &key)
      key.append(UInt8(ascii: ":"))
      return (column, CellKind(columns[column].typeOID), key)
    }
  }

  package mutating func append(_ rows: CellRows, to out: inout [UInt8]) {
    rows.forEach { row in
      if isArray { out += hasRows ? ",\n".utf8 : "[\n".utf8 }
      hasRows = true
      for (column, kind, key) in fields {
        out += key
        if let cell = row[column] { value(cell, kind, &out) } else { out += "null".utf8 }
      }
      out.append(UInt8(ascii: "}"))
      if !isArray { out.append(0x0A) }
    }
  }

  package mutating func finish(_ out: inout [UInt8]) {
    if isArray { out += hasRows ? "\n]\n".utf8 : "[]\n".utf8 }
  }

  private func value(_ cell: UnsafeBufferPointer<UInt8>, _ kind: CellKind, _ out: inout [UInt8]) {
    switch kind {
    // NaN and Infinity are no JSON numbers.
    case .number where cell.last.map { (0x30...0x39).contains($0) } == true:
      out.append(contentsOf: cell)
    case .bool: out += cell.first == UInt8(ascii: "t") ? "true".utf8 : "false".utf8
    case .json: JSONRenderer.escape(cell, &out, isText: false)
    case .time:
      out.append(UInt8(ascii: "\""))
      appendRFC3339(cell, to: &out)
      out.append(UInt8(ascii: "\""))
    case .drawn where isInstant(cell): value(cell, .time, &out)
    case .drawn where isPlainNumber(cell): out.append(contentsOf: cell)
    case .drawn(.spark): value(cell, .list(.drawn(.bar)), &out)
    case .list(let element):
      guard let items = arrayItems(cell) else { return string(cell, &out) }
      out.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        if let item {
          item.withUnsafeBufferPointer { value($0, element, &out) }
        } else {
          out += "null".utf8
        }
      }
      out.append(UInt8(ascii: "]"))
    default: string(cell, &out)
    }
  }

  private func string(_ cell: UnsafeBufferPointer<UInt8>, _ out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    JSONRenderer.escape(cell, &out, isText: true)
    out.append(UInt8(ascii: "\""))
  }

  /// Writes a JSON string with its quotes.
  package static func string(_ bytes: ArraySlice<UInt8>, _ out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    bytes.withUnsafeBufferPointer { escape($0, &out, isText: true) }
    out.append(UInt8(ascii: "\""))
  }

  /// Writes a whole JSON value on one line, escaped like the rest.
  package static func json(_ bytes: ArraySlice<UInt8>, _ out: inout [UInt8]) {
    bytes.withUnsafeBufferPointer { escape($0, &out, isText: false) }
  }

  /// Copies text, or a whole JSON value in which only strings can hold what needs escaping.
  private static func escape(
    _ buffer: UnsafeBufferPointer<UInt8>,
    _ out: inout [UInt8],
    isText: Bool
  ) {
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    var index = 0
    while index < buffer.count {
      let run = buffer[index...].prefix {
        $0 >= 0x20 && $0 < 0x7F && !(isText && ($0 == quote || $0 == backslash))
      }
      out.append(contentsOf: run)
      index = run.endIndex
      guard index < buffer.count else { return }
      let byte = buffer[index]
      if byte == quote || byte == backslash {
        out.append(backslash)
        out.append(byte)
        index += 1
        continue
      }
      let (scalar, length) = decode(buffer, at: index)
      if let scalar, !isDeceptive(scalar), scalar != 0x200C, scalar != 0x200D {
        out.append(contentsOf: buffer[index..<(index + length)])
      } else if !isText, byte < 0x20 {
        out.append(0x20)
      } else {
        for unit in String(Unicode.Scalar(scalar ?? 0xFFFD) ?? "\u{FFFD}").utf16 {
          let hex = String(unit, radix: 16)
          out += "\\u".utf8
          out.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - hex.utf8.count))
          out += hex.utf8
        }
      }
      index += length
    }
  }
}
