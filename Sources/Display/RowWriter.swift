import Catalog
import Outcome

/// A result on its way to standard output, in the format asked for; holds one batch at a time.
package struct RowWriter {
  /// `--json` without fields: they were written instead of the rows.
  package struct FieldsListed: Error {}

  private let sink: any DataSink
  private let format: OutputFormat
  private let fields: [String]?
  private var options: RenderingOptions
  private var renderer: (any RowRenderer)?
  private var out: [UInt8] = []
  /// How many rows were written.
  package private(set) var count = 0

  /// Begins a result.
  ///
  /// - Parameters:
  ///   - sink: Where it goes.
  ///   - format: How its rows are written.
  ///   - fields: The names of those that objects are to have; none to have them listed; nil for
  ///     all.
  ///   - isNumbered: Whether its rows can be named by their numbers, from 1.
  ///   - isSingle: Whether it is one thing, not a list of them.
  ///   - times: How times are written for people.
  package init(
    _ sink: any DataSink,
    _ format: OutputFormat,
    fields: [String]? = nil,
    isNumbered: Bool = false,
    isSingle: Bool = false,
    times: TimeStyle = TimeStyle()
  ) {
    self.sink = sink
    self.format = format
    self.fields = fields
    options = RenderingOptions(
      screen: sink.screen,
      firstNumber: isNumbered ? 1 : nil,
      isColoured: sink.isColoured,
      isSingle: isSingle,
      times: times
    )
  }

  /// Writes a batch; the first one, which may have no rows, says what columns there are.
  ///
  /// - Throws: ``FieldsListed``; ``Failure`` of kind usage for a field that is not there.
  package mutating func write(_ rows: CellRows) async throws {
    if renderer == nil {
      try await choose(among: rows.columns)
      renderer = format.renderer(rows.columns, options)
    }
    // In human formats the caller prints a sentence when there are no rows.
    guard rows.count > 0 || !format.isReadable else { return }
    count += rows.count
    renderer?.append(rows, to: &out)
    try await flush()
  }

  /// Writes the lines below the rows.
  package mutating func finish() async throws {
    guard count > 0 || !format.isReadable else { return }
    renderer?.finish(&out)
    try await flush()
  }

  private mutating func flush() async throws {
    guard !out.isEmpty else { return }
    let isPlain = sink.isASCII && [.table, .expanded].contains(format)
    try await sink.write(isPlain ? ASCIISigns.replaced(in: out) : out)
    out.removeAll(keepingCapacity: true)
  }

  private mutating func choose(among columns: [CellColumn]) async throws {
    guard let fields else { return }
    let names = columns.map(\.name)
    if fields.isEmpty {
      for name in names { out += SafeText("\(name)\n").rendered(isColoured: false) }
      try await flush()
      throw FieldsListed()
    }
    options.fields = try fields.map { field in
      guard let position = names.firstIndex(of: field) else {
        throw Failure(
          .usage,
          "there is no field `\(field)`",
          hint: nearest(to: field, among: names).map { "Did you mean `\($0)`?" }
            ?? "Fields: \(names.joined(separator: ", "))."
        )
      }
      return position
    }
  }
}
