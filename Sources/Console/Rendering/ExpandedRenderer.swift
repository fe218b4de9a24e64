import Catalog

/// A row's fields below one another; rows are parted by their number, or by an empty line.
struct ExpandedRenderer: RowRenderer {
  private let names: [[UInt8]]
  private let kinds: [CellKind]
  private let options: RenderingOptions
  private var row = 0

  init(_ columns: [CellColumn], _ options: RenderingOptions) {
    self.options = options
    kinds = columns.map { CellKind($0.typeOID) }
    let width = max(8, columns.map { Untrusted($0.name).width }.max() ?? 0)
    names = columns.map { column in
      let name: SafeText = "\(column.name)"
      return SafeText("  \(name.padded(to: width), .dim)  ").rendered(
        isColoured: options.isColoured
      )
    }
  }

  mutating func append(_ rows: CellRows, to out: inout [UInt8]) {
    rows.forEach { cells in
      if row > 0 { out.append(0x0A) }
      if let first = options.firstNumber {
        out += SafeText("\("\(first + row)", .bold)\n").rendered(isColoured: options.isColoured)
      }
      row += 1
      for (index, kind) in kinds.enumerated() {
        out += names[index]
        _ = appendReadable(cells[index], kind, to: &out)
        out.append(0x0A)
      }
    }
  }
}
