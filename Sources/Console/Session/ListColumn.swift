import Display
import Postgres

/// A column of a list that people read: its name, its type and its values.
struct ListColumn<Result: Sendable> {
  let column: CellColumn
  /// The value in a row: decoded, and as the server wrote it.
  let cell: (Result, Row) throws -> ArraySlice<UInt8>?

  /// A column of texts that are made of rows; nil for NULL.
  static func text(_ name: String, _ text: @escaping (Result) -> String?) -> ListColumn {
    ListColumn(column: CellColumn(name)) { result, _ in text(result).map { ArraySlice($0.utf8) } }
  }

  /// A column of the function as it is, perhaps under another name.
  static func column(_ type: UInt32, _ name: String, _ source: String? = nil) -> ListColumn {
    ListColumn(column: CellColumn(name, type)) { _, row in try row.cell(source ?? name) }
  }

  /// A column of the function that holds texts.
  static func text(_ name: String, _ source: String? = nil) -> ListColumn {
    column(CellType.text, name, source)
  }

  /// A column of the function that holds numbers.
  static func number(_ name: String, _ source: String? = nil) -> ListColumn {
    column(CellType.int8, name, source)
  }

  /// A column of the function that holds times.
  static func time(_ name: String, _ source: String? = nil) -> ListColumn {
    column(CellType.timestamptz, name, source)
  }
}

extension CellRows {
  /// Creates the values that people are shown of a function's rows.
  init<Result>(
    _ rows: Rows,
    _ call: FunctionCall<Result>,
    _ columns: [ListColumn<Result>]
  ) throws {
    self.init(columns: columns.map(\.column))
    for row in rows {
      let result = try call.read(row)
      append(try columns.map { try $0.cell(result, row) })
    }
  }
}
