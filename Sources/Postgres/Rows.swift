import CLibPQ

/// A column of a result.
package struct Column: Hashable, Sendable {
  /// The name, as the statement gave it; not necessarily unique.
  package let name: String
  /// The type's OID in `pg_type`.
  package let typeOID: UInt32
  /// Whether its values are in the server's binary format.
  package var isBinary = false
}

/// The rows that a statement returned, or a batch of them.
///
/// All values lie one after the other in a single buffer; nothing is decoded until it is asked for.
package struct Rows: RandomAccessCollection, Sendable {
  /// The columns, in order; empty for a statement that returns no rows.
  package let columns: [Column]
  /// How many rows the statement returned or changed, as the server reports it.
  ///
  /// In a batch: 0 before the statement's end is reached.
  package internal(set) var affected = 0
  /// How many rows are here.
  package private(set) var count = 0
  /// The values' bytes, row by row.
  package private(set) var bytes: [UInt8] = []
  /// Where each value ends in `bytes`, row by row; the bitwise complement of that for NULL.
  package private(set) var ends: [Int] = []

  init(columns: [Column] = []) { self.columns = columns }

  /// 0.
  package var startIndex: Int { 0 }
  /// How many rows are here.
  package var endIndex: Int { count }

  /// The row at `index`, counted from 0.
  package subscript(index: Int) -> Row {
    precondition(index >= 0 && index < count, "a row that is not in the result was asked for")
    return Row(rows: self, index: index)
  }

  /// How many bytes the values take.
  package var byteCount: Int { bytes.count }

  /// Where a value lies in `bytes`, nil for NULL.
  func range(row: Int, column: Int) -> Range<Int>? {
    let cell = row * columns.count + column
    let end = ends[cell]
    guard end >= 0, cell > 0 else { return end >= 0 ? 0..<end : nil }
    let before = ends[cell - 1]
    return (before < 0 ? ~before : before)..<end
  }
}

extension Rows {
  /// Starts with the columns of a result.
  init(columnsOf result: OpaquePointer) {
    self.init(
      columns: (0..<PQnfields(result)).map { index in
        Column(
          name: PQfname(result, index).map { String(cString: $0) } ?? "",
          typeOID: PQftype(result, index),
          isBinary: PQfformat(result, index) == 1
        )
      }
    )
  }

  /// Makes room, so that a batch like the one before does not grow its buffers step by step.
  mutating func reserve(rows: Int, bytes byteCount: Int) {
    ends.reserveCapacity(rows * columns.count)
    bytes.reserveCapacity(byteCount)
  }

  /// Copies all rows of a result in.
  mutating func append(_ result: OpaquePointer) {
    let columnCount = Int32(columns.count)
    let rowCount = PQntuples(result)
    for row in 0..<rowCount {
      for column in 0..<columnCount {
        if PQgetisnull(result, row, column) != 0 {
          ends.append(~bytes.count)
          continue
        }
        let start = UnsafeRawPointer(PQgetvalue(result, row, column))
        let length = Int(PQgetlength(result, row, column))
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: length))
        ends.append(bytes.count)
      }
    }
    count += Int(rowCount)
  }
}
