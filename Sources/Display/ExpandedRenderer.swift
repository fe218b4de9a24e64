import Catalog

/// A row's fields below one another; rows are parted by their number, or by an empty line.
///
/// On a terminal long values are wrapped at words, never cut.
struct ExpandedRenderer: RowRenderer {
  private let names: [SafeText]
  private let indent: Int
  private let kinds: [CellKind]
  private let options: RenderingOptions
  private var row = 0

  init(_ columns: [CellColumn], _ options: RenderingOptions) {
    self.options = options
    kinds = columns.map { CellKind($0.typeOID) }
    let width = max(8, columns.map { Untrusted($0.name).width }.max() ?? 0)
    indent = width + 4
    names = columns.map { column in
      let name: SafeText = "\(column.name)"
      return "  \(name.padded(to: width), .dim)  "
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
        let start = out.count
        out += names[index].rendered(isColoured: options.isColoured)
        let taken = appendReadable(cells[index], kind, to: &out, times: options.times)
        if let screen = options.screen, kind != .marked, indent + taken > screen {
          out.removeSubrange(start...)
          var value: [UInt8] = []
          _ = appendReadable(cells[index], kind, to: &value, times: options.times)
          let text = names[index] + SafeText(printed: value)
          for (place, line) in text.wrapped(to: screen, indent: indent).enumerated() {
            if place > 0 { out.append(0x0A) }
            out += line.rendered(isColoured: options.isColoured)
          }
        }
        out.append(0x0A)
      }
    }
  }
}
