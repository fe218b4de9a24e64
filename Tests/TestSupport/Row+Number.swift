import Postgres

extension Row {
  /// A whole number that the JSON object in a column has under a name, nil without one.
  ///
  /// What the detail of an outcome names: a call of Reeve stands alone in its statement, so SQL
  /// cannot take it apart there.
  ///
  /// - Throws: `PostgresError` where the column is no text or JSON.
  package func number(_ name: String, in column: Int) throws -> Int64? {
    let detail: String = try get(column)
    return try detail.firstMatch(of: Regex(#""\#(name)": (\d+)"#, as: (Substring, Substring).self))
      .flatMap { Int64($0.1) }
  }
}
