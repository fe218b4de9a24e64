import Catalog

/// Aligned columns, streamed: widths are measured on the first batch and frozen.
///
/// On a terminal the table fits the screen as ``TableLayout`` says, and a last line names the
/// columns that are not shown; where not even the needed ones fit, each row's fields stand below
/// one another. Elsewhere nothing is cut, and a later value wider than its column pushes the rest
/// of its line.
struct TableRenderer: RowRenderer {
  private let columns: [CellColumn]
  private let kinds: [CellKind]
  private let options: RenderingOptions
  private let headings: [String]
  /// Whether the values of each column may be cut.
  private let isCut: [Bool]
  private var layout: TableLayout?
  private var expanded: ExpandedRenderer?
  private var row = 0
  private var scratch: [UInt8] = []

  init(_ columns: [CellColumn], _ options: RenderingOptions) {
    self.columns = columns
    self.options = options
    let kinds = columns.map { CellKind($0.typeOID) }
    self.kinds = kinds
    isCut = columns.map { options.screen != nil && $0.need.mayBeCut }
    let zone = options.times.zoneOfHeading.map { " (\($0))" } ?? ""
    headings = zip(columns, kinds).map { column, kind in
      column.name.uppercased() + (kind == .time ? zone : "")
    }
  }

  /// Appends a batch; the first one settles the widths and is preceded by the headings.
  mutating func append(_ rows: CellRows, to out: inout [UInt8]) {
    if layout == nil, expanded == nil {
      layout = measured(rows)
      if layout == nil {
        var options = options
        options.times.namesZone = true
        expanded = ExpandedRenderer(columns, options)
      }
      heading(&out)
    }
    if expanded != nil {
      expanded?.append(rows, to: &out)
    } else {
      rows.forEach { line($0, &out) }
    }
  }

  mutating func finish(_ out: inout [UInt8]) {
    guard let layout, layout.shown.count < columns.count else { return }
    let hidden = columns.indices.filter { !layout.shown.contains($0) }
    let names: SafeText = "not shown: \(hidden.map { columns[$0].name }.joined(separator: ", "))"
    let text: SafeText = "\(names); `--output expanded` shows all"
    for line in text.wrapped(to: options.screen ?? .max, indent: 2) {
      out += SafeText("\(line, .dim)").rendered(isColoured: options.isColoured)
      out.append(0x0A)
    }
  }

  private var numberWidth: Int { options.firstNumber == nil ? 0 : 5 }

  /// The layout for the first rows; nil where they are to be expanded.
  private mutating func measured(_ rows: CellRows) -> TableLayout? {
    var widths = headings.map { Untrusted($0).width }
    var times = columns.map { _ in 0 }
    var isEmpty = columns.map { _ in true }
    rows.forEach { row in
      for (index, kind) in kinds.enumerated() {
        guard let cell = row[index] else { continue }
        if !cell.isEmpty { isEmpty[index] = false }
        scratch.removeAll(keepingCapacity: true)
        let width = appendReadable(cell, kind, to: &scratch, times: options.times)
        widths[index] = max(widths[index], width)
        if isCut[index] { times[index] = max(times[index], TimesInText.end(cell)) }
      }
    }
    return TableLayout(
      columns,
      widths: widths,
      times: times,
      isEmpty: isEmpty,
      room: options.screen.map { $0 - numberWidth }
    )
  }

  private func heading(_ out: inout [UInt8]) {
    guard let layout else { return }
    var text = SafeText()
    if options.firstNumber != nil { text += "    #" }
    for index in layout.shown {
      let width = layout.widths[index]
      var cell: [UInt8] = []
      Untrusted(headings[index]).append(to: &cell, columns: options.screen == nil ? .max : width)
      let name = SafeText(printed: cell)
      let isLast = index == layout.shown.last
      let blank = SafeText().padded(to: width - name.width)
      text += "  "
      text += kinds[index].isRightAligned ? blank + name : isLast ? name : name + blank
    }
    out += SafeText("\(text, .bold)").rendered(isColoured: options.isColoured)
    out.append(0x0A)
  }

  private mutating func line(_ cells: CellRow, _ out: inout [UInt8]) {
    guard let layout else { return }
    if let first = options.firstNumber {
      let digits = String(first + row).utf8
      pad(&out, 5 - digits.count)
      out += digits
    }
    row += 1
    let last = layout.shown.last
    for index in layout.shown {
      pad(&out, 2)
      let (width, kind) = (layout.widths[index], kinds[index])
      // A value that must not be cut shifts the rest of its line if it is longer than the first
      // batch's.
      let limit = isCut[index] ? width : Int.max
      if kind.isRightAligned {
        scratch.removeAll(keepingCapacity: true)
        let taken = appendReadable(
          cells[index],
          kind,
          to: &scratch,
          columns: limit,
          times: options.times
        )
        pad(&out, width - taken)
        out += scratch
      } else {
        let taken = appendReadable(
          cells[index],
          kind,
          to: &out,
          columns: limit,
          times: options.times
        )
        if index != last { pad(&out, width - taken) }
      }
    }
    out.append(0x0A)
  }

  private func pad(_ out: inout [UInt8], _ count: Int) {
    if count > 0 { out.append(contentsOf: repeatElement(0x20, count: count)) }
  }
}
