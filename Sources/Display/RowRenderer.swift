/// Turns a result into the bytes of one format, batch by batch, in constant memory.
///
/// The first batch settles what depends on the columns, so it is appended even if it has no rows.
package protocol RowRenderer {
  /// Appends a batch; before the first one, the heading.
  mutating func append(_ rows: CellRows, to out: inout [UInt8])
  /// Appends the lines below the last row.
  mutating func finish(_ out: inout [UInt8])
}

extension RowRenderer {
  /// Appends nothing.
  package mutating func finish(_ out: inout [UInt8]) {}
}

/// The settings of a renderer.
package struct RenderingOptions: Sendable {
  /// Columns of the terminal; nil where nothing may be cut or wrapped.
  package var screen: Int?
  /// The number of the first row, where rows can be named by their numbers.
  package var firstNumber: Int?
  /// Whether headings are set off.
  package var isColoured = false
  /// Whether the result is one thing, not a list of them.
  package var isSingle = false
  /// Positions of the columns that objects are to have, in order; nil for all.
  package var fields: [Int]?
  /// How times are written for people.
  package var times = TimeStyle()
}

extension OutputFormat {
  /// Makes the renderer of this format for a result.
  package func renderer(
    _ columns: [CellColumn],
    _ options: RenderingOptions = RenderingOptions()
  ) -> any RowRenderer {
    switch self {
    case .table where options.isSingle, .expanded: ExpandedRenderer(columns, options)
    case .table: TableRenderer(columns, options)
    case .md: MarkdownRenderer(columns)
    case .json: JSONRenderer(columns, fields: options.fields, isArray: !options.isSingle)
    case .ndjson: JSONRenderer(columns, fields: options.fields)
    case .csv: CSVRenderer(columns)
    case .tsv: TSVRenderer(columns)
    }
  }
}
