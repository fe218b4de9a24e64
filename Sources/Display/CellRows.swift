package import Postgres

/// Rows as the renderers take them: the text of all values in one buffer, whoever made them.
package struct CellRows: Sendable {
  /// Names and types, in order.
  package let columns: [CellColumn]
  /// How many rows are here.
  package private(set) var count = 0
  private var bytes: [UInt8] = []
  /// Where each value ends in `bytes`; the bitwise complement of that for NULL.
  private var ends: [Int] = []

  /// Begins without rows.
  package init(columns: [CellColumn]) { self.columns = columns }

  /// Takes a batch from the server as it is.
  package init(_ rows: Rows) {
    columns = rows.columns.map { CellColumn($0.name, $0.typeOID) }
    (count, bytes, ends) = (rows.count, rows.bytes, rows.ends)
  }

  /// Adds a row that has a value for each column; nil is NULL.
  package mutating func append(_ cells: some Collection<ArraySlice<UInt8>?>) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    for cell in cells {
      if let cell { bytes += cell }
      ends.append(cell == nil ? ~bytes.count : bytes.count)
    }
    count += 1
  }

  /// Adds a row from an array as PostgreSQL writes it; columns beyond its end are NULL.
  package mutating func append(array: ArraySlice<UInt8>) {
    var items = ArrayReader(array)
    for _ in columns {
      let isNull = items?.next(into: &bytes) ?? true
      ends.append(isNull ? ~bytes.count : bytes.count)
    }
    count += 1
  }

  /// Lends the rows one after the other.
  func forEach(_ body: (CellRow) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      ends.withUnsafeBufferPointer { ends in
        for row in 0..<count {
          body(CellRow(bytes: bytes, ends: ends, first: row * columns.count))
        }
      }
    }
  }
}

/// One row of a batch, valid while it is lent.
struct CellRow {
  fileprivate let bytes: UnsafeBufferPointer<UInt8>
  fileprivate let ends: UnsafeBufferPointer<Int>
  fileprivate let first: Int

  /// The text of one value, from 0; nil is NULL.
  subscript(column: Int) -> UnsafeBufferPointer<UInt8>? {
    let cell = first + column
    let end = ends[cell]
    guard end >= 0 else { return nil }
    let before = cell == 0 ? 0 : ends[cell - 1]
    return UnsafeBufferPointer(rebasing: bytes[(before < 0 ? ~before : before)..<end])
  }
}
