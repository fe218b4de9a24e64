/// One JSON object a row, typed by the columns' OIDs, in constant memory.
///
/// Whatever ``Untrusted`` would not print is written as `\u202e`, so a parser gets the exact text and a
/// terminal no control character. Bytes that are not UTF-8 become U+FFFD: JSON cannot hold them.
package struct JSONRenderer {
  private let columns: [CellColumn]
  private let keys: [[UInt8]]

  /// Prepares the keys of the objects.
  package init(columns: [CellColumn]) {
    self.columns = columns
    keys = columns.enumerated().map { index, column in
      var key = Array((index == 0 ? "{" : ",").utf8)
      JSONRenderer.string(ArraySlice(column.name.utf8), &key)
      key.append(UInt8(ascii: ":"))
      return key
    }
  }

  /// Appends a batch of rows.
  package func append(_ batch: some Collection<some CellRow>, to out: inout [UInt8]) {
    for row in batch {
      for index in columns.indices {
        out += keys[index]
        if let bytes = row.cell(index) {
          value(bytes, columns[index].typeOID, &out)
        } else {
          out += "null".utf8
        }
      }
      out += "}\n".utf8
    }
  }

  private func value(_ bytes: ArraySlice<UInt8>, _ oid: UInt32, _ out: inout [UInt8]) {
    if CellType.isNumber(oid), bytes.last.map({ (0x30...0x39).contains($0) }) == true {
      out += bytes
    } else if oid == CellType.bool {
      out += bytes.first == UInt8(ascii: "t") ? "true".utf8 : "false".utf8
    } else if CellType.isJSON(oid) {
      JSONRenderer.escape(bytes, &out, isText: false)
    } else if let element = CellType.arrayElement(oid), let items = arrayItems(bytes) {
      out.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        if let item { value(ArraySlice(item), element, &out) } else { out += "null".utf8 }
      }
      out.append(UInt8(ascii: "]"))
    } else if CellType.isTime(oid) {
      JSONRenderer.string(ArraySlice(Self.rfc3339(bytes)), &out)
    } else {
      JSONRenderer.string(bytes, &out)
    }
  }

  /// Writes a JSON string with its quotes.
  static func string(_ bytes: ArraySlice<UInt8>, _ out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    escape(bytes, &out, isText: true)
    out.append(UInt8(ascii: "\""))
  }

  /// Writes a whole JSON value on one line, escaped like the rest.
  static func json(_ bytes: ArraySlice<UInt8>, _ out: inout [UInt8]) {
    escape(bytes, &out, isText: false)
  }

  /// Copies text, or a whole JSON value in which only strings can hold what needs escaping.
  private static func escape(_ bytes: ArraySlice<UInt8>, _ out: inout [UInt8], isText: Bool) {
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        if byte >= 0x20, byte < 0x7F {
          if isText, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            out.append(UInt8(ascii: "\\"))
          }
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

  /// Turns `2026-11-21 10:42:07.5+00` into `2026-11-21T10:42:07.5+00:00`; leaves other shapes alone.
  private static func rfc3339(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text = Array(bytes)
    guard text.count >= 19, text[10] == 0x20, text[13] == UInt8(ascii: ":") else { return text }
    text[10] = UInt8(ascii: "T")
    if text.count >= 22, [0x2B, 0x2D].contains(text[text.count - 3]) { text += ":00".utf8 }
    return text
  }
}
