import Catalog

/// Comma-separated values with a heading, quoted as RFC 4180 says, in lines that end in LF.
///
/// NULL is an empty field and an empty text `""`, as COPY has it. Text goes through ``Untrusted``
/// but keeps tabs and line ends, and none can be a formula: see ``isFormula(_:)``.
struct CSVRenderer: RowRenderer {
  private let columns: [CellColumn]
  private let kinds: [CellKind]
  private var hasBegun = false
  private var scratch: [UInt8] = []

  init(_ columns: [CellColumn]) {
    self.columns = columns
    kinds = columns.map { CellKind($0.typeOID) }
  }

  mutating func append(_ rows: CellRows, to out: inout [UInt8]) {
    if !hasBegun {
      hasBegun = true
      for (index, column) in columns.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        var name = column.name
        name.withUTF8 { text($0, &out) }
      }
      out.append(0x0A)
    }
    rows.forEach { cells in
      for index in kinds.indices {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        guard let cell = cells[index] else { continue }
        if !appendPlain(cell, kinds[index], to: &out) { text(cell, &out) }
      }
      out.append(0x0A)
    }
  }

  private mutating func text(_ cell: UnsafeBufferPointer<UInt8>, _ out: inout [UInt8]) {
    let isFormula = isFormula(cell)
    let isSimple = cell.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ",")
    }
    if isSimple, !cell.isEmpty {
      if isFormula { out.append(UInt8(ascii: "'")) }
      return out.append(contentsOf: cell)
    }
    scratch.removeAll(keepingCapacity: true)
    if isFormula { scratch.append(UInt8(ascii: "'")) }
    // A lone CR would let a text overwrite its line; before LF it is a line end.
    appendLines(cell, to: &scratch) { $0 == 0x0D ? $1 == 0x0A : $0 == 0x09 || $0 == 0x0A }
    let isQuoted =
      scratch.isEmpty
      || scratch.contains {
        $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D
      }
    guard isQuoted else { return out += scratch }
    out.append(UInt8(ascii: "\""))
    for byte in scratch {
      if byte == UInt8(ascii: "\"") { out.append(byte) }
      out.append(byte)
    }
    out.append(UInt8(ascii: "\""))
  }
}

/// Whether a spreadsheet might take a text for a formula, or skip what precedes one.
///
/// The signs are those of CWE-1236 and OWASP: `=`, `+`, `-`, `@`, tab, CR, LF, NUL, and the
/// full-width forms of the first four.
func isFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let first = text.first else { return false }
  switch first {
  case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): return true
  case 0x00, 0x09, 0x0A, 0x0D: return true
  case 0xEF where text.count >= 3 && text[1] == 0xBC:
    return [0x9D, 0x8B, 0x8D, 0xA0].contains(text[2])
  default: return false
  }
}
