import Catalog

/// Aligned columns, streamed: widths are measured on the first batch and frozen.
///
/// On a terminal longer cells end in `…` and the table fits the screen; elsewhere nothing is cut,
/// and a later cell wider than its column pushes the rest of its line.
struct TableRenderer: RowRenderer {
  private let columns: [CellColumn]
  private let kinds: [CellKind]
  private let options: RenderingOptions
  private var widths: [Int] = []
  private var row = 0
  private var scratch: [UInt8] = []

  init(_ columns: [CellColumn], _ options: RenderingOptions) {
    self.columns = columns
    self.options = options
    kinds = columns.map { CellKind($0.typeOID) }
  }

  /// Appends a batch; the first one settles the widths and is preceded by the headings.
  mutating func append(_ rows: CellRows, to out: inout [UInt8]) {
    if widths.isEmpty {
      measure(rows)
      heading(&out)
    }
    rows.forEach { line($0, &out) }
  }

  private var numberWidth: Int { options.firstNumber == nil ? 0 : 5 }

  private mutating func measure(_ rows: CellRows) {
    widths = columns.map { Untrusted($0.name).width }
    rows.forEach { row in
      for (index, kind) in kinds.enumerated() {
        guard let cell = row[index] else { continue }
        scratch.removeAll(keepingCapacity: true)
        widths[index] = max(widths[index], appendReadable(cell, kind, to: &scratch))
      }
    }
    guard let screen = options.screen else { return }
    let room = screen - numberWidth - 2 * columns.count
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > 8 {
      if let index = widths.firstIndex(of: widest) {
        let second = widths.filter { $0 < widest }.max() ?? 8
        let excess = widths.reduce(0, +) - room
        widths[index] = max(8, second, widest - excess)
        if widths[index] == widest { widths[index] -= 1 }
      }
    }
  }

  private func heading(_ out: inout [UInt8]) {
    var text = SafeText()
    if options.firstNumber != nil { text += "    #" }
    for (index, column) in columns.enumerated() {
      var cell: [UInt8] = []
      Untrusted(column.name.uppercased()).append(
        to: &cell,
        columns: options.screen == nil ? .max : widths[index]
      )
      let name = SafeText(printed: cell)
      let isLast = index == columns.count - 1
      let blank = SafeText().padded(to: widths[index] - name.width)
      text += "  "
      text += kinds[index] == .number ? blank + name : isLast ? name : name + blank
    }
    out += SafeText("\(text, .bold)").rendered(isColoured: options.isColoured)
    out.append(0x0A)
  }

  private mutating func line(_ cells: CellRow, _ out: inout [UInt8]) {
    if let first = options.firstNumber {
      let digits = String(first + row).utf8
      pad(&out, 5 - digits.count)
      out += digits
    }
    row += 1
    let last = columns.count - 1
    for index in 0...max(last, 0) where index <= last {
      pad(&out, 2)
      let limit = options.screen == nil ? Int.max : widths[index]
      if kinds[index] == .number {
        scratch.removeAll(keepingCapacity: true)
        let taken = appendReadable(cells[index], kinds[index], to: &scratch, columns: limit)
        pad(&out, widths[index] - taken)
        out += scratch
      } else {
        let taken = appendReadable(cells[index], kinds[index], to: &out, columns: limit)
        if index < last { pad(&out, widths[index] - taken) }
      }
    }
    out.append(0x0A)
  }

  private func pad(_ out: inout [UInt8], _ count: Int) {
    if count > 0 { out.append(contentsOf: repeatElement(0x20, count: count)) }
  }
}
