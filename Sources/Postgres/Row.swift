/// One row of a result.
package struct Row: Sendable {
  let rows: Rows
  let index: Int

  /// The columns, in order.
  package var columns: [Column] { rows.columns }

  /// The bytes of a value in the format of its column, nil for NULL.
  ///
  /// Columns count from 0.
  package subscript(bytes column: Int) -> ArraySlice<UInt8>? {
    precondition(columns.indices.contains(column), "a column that is not in the result")
    return rows.range(row: index, column: column).map { rows.bytes[$0] }
  }

  /// Reads a value that is not NULL.
  ///
  /// Columns count from 0.
  ///
  /// - Throws: `undecodable` for NULL, a column that is not there, or bytes that are not of the
  ///   type.
  package func get<T: PostgresDecodable>(
    _ column: Int,
    as type: T.Type = T.self
  ) throws(PostgresError) -> T {
    guard let range = try range(of: column, "\(T.self)") else {
      throw .undecodable(column: columns[column].name, type: "\(T.self)", reason: "it is NULL")
    }
    return try decode(column, range)
  }

  /// Reads a value; nil is NULL.
  ///
  /// Columns count from 0.
  ///
  /// - Throws: `undecodable` for a column that is not there, or bytes that are not of the type.
  package func get<T: PostgresDecodable>(
    _ column: Int,
    as type: T?.Type = T?.self
  ) throws(PostgresError) -> T? {
    guard let range = try range(of: column, "\(T.self)") else { return nil }
    return try decode(column, range) as T
  }

  private func range(of column: Int, _ type: @autoclosure () -> String) throws(PostgresError)
    -> Range<Int>?
  {
    guard columns.indices.contains(column) else {
      throw .undecodable(
        column: "\(column)",
        type: type(),
        reason: "the result has \(columns.count) columns"
      )
    }
    return rows.range(row: index, column: column)
  }

  private func decode<T: PostgresDecodable>(_ column: Int, _ range: Range<Int>)
    throws(PostgresError) -> T
  {
    do {
      let bytes = rows.bytes.span.extracting(range)
      guard columns[column].isBinary else { return try T(postgresText: bytes) }
      return try T(postgresBinary: bytes, type: columns[column].typeOID)
    } catch {
      throw .undecodable(column: columns[column].name, type: "\(T.self)", reason: error.reason)
    }
  }

  /// Reads a value that is not NULL, by the column's name: the first of that name.
  ///
  /// - Throws: `undecodable` for NULL, a column that is not there, or bytes that are not of the
  ///   type.
  package func get<T: PostgresDecodable>(
    _ column: String,
    as type: T.Type = T.self
  ) throws(PostgresError) -> T {
    try get(position(of: column, "\(T.self)"), as: type)
  }

  /// Reads a value by the column's name, the first of that name; nil is NULL.
  ///
  /// - Throws: `undecodable` for a column that is not there, or bytes that are not of the type.
  package func get<T: PostgresDecodable>(
    _ column: String,
    as type: T?.Type = T?.self
  ) throws(PostgresError) -> T? {
    try get(position(of: column, "\(T.self)"), as: type)
  }

  private func position(of name: String, _ type: @autoclosure () -> String) throws(PostgresError)
    -> Int
  {
    guard let position = columns.firstIndex(where: { $0.name == name }) else {
      throw .undecodable(column: name, type: type(), reason: "the result has no such column")
    }
    return position
  }
}
