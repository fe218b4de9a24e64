/// Aligned columns, streamed: widths are measured on the first batch and frozen.
///
/// On a terminal longer cells end in `…` and the table fits the screen; elsewhere nothing is cut, and
/// a later cell wider than its column pushes the rest of its line.
package struct TableRenderer {
  private let columns: [CellColumn]
  private let screen: Int?
  private let firstNumber: Int?
  private let isColoured: Bool
  private var widths: [Int] = []
  private var row = 0

  /// Begins a table.
  ///
  /// - Parameters:
  ///   - columns: Names and types, in order.
  ///   - screen: Columns of the terminal; nil where nothing may be cut.
  ///   - firstNumber: The number of the first row, in a column of its own; nil for none.
  ///   - isColoured: Whether headings are set off.
  package init(
    columns: [CellColumn],
    screen: Int? = nil,
    firstNumber: Int? = nil,
    isColoured: Bool = false
  ) {
    self.columns = columns
    self.screen = screen
    self.firstNumber = firstNumber
    self.isColoured = isColoured
  }

  /// Appends a batch; the first one settles the widths and is preceded by the headings.
  package mutating func append(
    _ batch: some RandomAccessCollection<some CellRow>,
    to out: inout [UInt8]
  ) {
    if widths.isEmpty {
      measure(batch)
      heading(&out)
    }
    for cells in batch { line(cells, &out) }
  }

  private var numberWidth: Int { firstNumber == nil ? 0 : 5 }

  private mutating func measure(_ batch: some Collection<some CellRow>) {
    widths = columns.map { Untrusted($0.name).width }
    for cells in batch {
      for index in columns.indices {
        guard let bytes = cells.cell(index) else { continue }
        widths[index] = max(widths[index], readable(bytes, columns[index].typeOID).width)
      }
    }
    guard let screen else { return }
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
    if firstNumber != nil { text += "    #" }
    for (index, column) in columns.enumerated() {
      var cell: [UInt8] = []
      Untrusted(column.name.uppercased()).append(
        to: &cell,
        columns: screen == nil ? .max : widths[index]
      )
      let name = SafeText(printed: cell)
      let isLast = index == columns.count - 1
      let blank = SafeText().padded(to: widths[index] - name.width)
      text += "  "
      text += CellType.isNumber(column.typeOID) ? blank + name : isLast ? name : name + blank
    }
    out += SafeText("\(text, .bold)").rendered(isColoured: isColoured)
    out.append(0x0A)
  }

  private mutating func line(_ cells: some CellRow, _ out: inout [UInt8]) {
    if let firstNumber {
      let digits = Array(String(firstNumber + row).utf8)
      pad(&out, 5 - digits.count)
      out += digits
    }
    row += 1
    for (index, column) in columns.enumerated() {
      pad(&out, 2)
      let text = cells.cell(index).map { readable($0, column.typeOID) } ?? Untrusted("–")
      let limit = screen == nil ? Int.max : widths[index]
      if CellType.isNumber(column.typeOID) {
        pad(&out, widths[index] - min(limit, text.width))
        text.append(to: &out, columns: limit)
      } else {
        let taken = text.append(to: &out, columns: limit)
        if index < columns.count - 1 { pad(&out, widths[index] - taken) }
      }
    }
    out.append(0x0A)
  }

  private func pad(_ out: inout [UInt8], _ count: Int) {
    if count > 0 { out.append(contentsOf: repeatElement(0x20, count: count)) }
  }
}
