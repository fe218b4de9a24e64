import Catalog

/// Tab-separated values for `cut` and `awk`: no heading, a row a line, NULL an empty field.
///
/// Tabs, line ends and backslashes in a text are `\t`, `\n`, `\r`, `\\`. Text goes through
/// ``Untrusted``, and none can be a formula: see ``isFormula(_:)``.
struct TSVRenderer: RowRenderer {
  private let kinds: [CellKind]
  private var scratch: [UInt8] = []

  init(_ columns: [CellColumn]) { kinds = columns.map { CellKind($0.typeOID) } }

  mutating func append(_ rows: CellRows, to out: inout [UInt8]) {
    rows.forEach { cells in
      for index in kinds.indices {
        if index > 0 { out.append(0x09) }
        guard let cell = cells[index] else { continue }
        if !appendPlain(cell, kinds[index], to: &out) { text(cell, &out) }
      }
      out.append(0x0A)
    }
  }

  private mutating func text(_ cell: UnsafeBufferPointer<UInt8>, _ out: inout [UInt8]) {
    if isFormula(cell) { out.append(UInt8(ascii: "'")) }
    if cell.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) {
      return out.append(contentsOf: cell)
    }
    scratch.removeAll(keepingCapacity: true)
    appendLines(cell, to: &scratch) { byte, _ in byte == 0x09 || byte == 0x0A || byte == 0x0D }
    for byte in scratch {
      switch byte {
      case 0x09: out += "\\t".utf8
      case 0x0A: out += "\\n".utf8
      case 0x0D: out += "\\r".utf8
      case UInt8(ascii: "\\"): out += "\\\\".utf8
      default: out.append(byte)
      }
    }
  }
}
