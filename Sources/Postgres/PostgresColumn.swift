/// The type of a column's values, an optional one where they may be NULL.
package protocol PostgresColumn: Sendable {
  /// Reads a value of a row; columns count from 0.
  init(of row: Row, _ column: Int) throws(PostgresError)
}

extension PostgresColumn where Self: PostgresDecodable {
  /// Reads a value that is not NULL.
  package init(of row: Row, _ column: Int) throws(PostgresError) { self = try row.get(column) }
}

extension Optional: PostgresColumn where Wrapped: PostgresDecodable {
  /// Reads a value; nil is NULL.
  package init(of row: Row, _ column: Int) throws(PostgresError) { self = try row.get(column) }
}

extension Array: PostgresColumn where Element: PostgresArrayElement {}
