/// A call of a function of the database: the statement, its values, and how to read a row of the
/// result.
///
/// `make functions` writes one static function per called database function that returns such a
/// call; nothing else makes one.
package struct FunctionCall<Result: Sendable>: Sendable {
  /// `SELECT column, … FROM reeve.name($1::type, …)`.
  package let statement: String
  /// The values of `$1` ….
  package let parameters: [(any PostgresEncodable)?]
  /// Reads one row of the result.
  package let read: @Sendable (Row) throws -> Result

  /// Takes the parts of a call.
  package init(
    _ statement: String,
    _ parameters: [(any PostgresEncodable)?],
    _ read: @escaping @Sendable (Row) throws -> Result
  ) {
    self.statement = statement
    self.parameters = parameters
    self.read = read
  }

  /// Takes the parts of a call that returns one column.
  package init(
    _ statement: String,
    _ parameters: [(any PostgresEncodable)?]
  ) where Result: PostgresColumn {
    self.init(statement, parameters) { row in try Result(of: row, 0) }
  }

  /// Takes the parts of a call whose rows are made of their columns, in order.
  package init<each Value: PostgresColumn>(
    _ statement: String,
    _ parameters: [(any PostgresEncodable)?],
    of make: @escaping @Sendable (repeat each Value) -> Result
  ) {
    self.init(statement, parameters) { row in
      var column = -1
      func next<T: PostgresColumn>(_: T.Type) throws(PostgresError) -> T {
        column += 1
        return try T(of: row, column)
      }
      return make(repeat try next((each Value).self))
    }
  }

  /// Returns the same call, whose rows are then something else.
  package func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Result) throws -> Other
  ) -> FunctionCall<Other> {
    FunctionCall<Other>(statement, parameters) { [read] row in try transform(read(row)) }
  }
}

extension Session {
  /// Calls a function and returns its rows.
  ///
  /// - Throws: `PostgresError`, also for a column that is NULL and must not be;
  ///   `CancellationError`.
  package func call<Result>(_ call: FunctionCall<Result>) async throws -> [Result] {
    try await query(call.statement, call.parameters).map(call.read)
  }

  /// Calls a function that returns at most one row.
  ///
  /// - Returns: The row; nil if there is none.
  /// - Throws: `PostgresError`, `CancellationError`.
  package func first<Result>(_ call: FunctionCall<Result>) async throws -> Result? {
    try await query(call.statement, call.parameters).first.map(call.read)
  }

  /// Calls a function that returns one row, or nothing.
  ///
  /// - Throws: `PostgresError`, also if there is no row; `CancellationError`.
  @discardableResult
  package func one<Result>(_ call: FunctionCall<Result>) async throws -> Result {
    guard let result = try await first(call) else {
      throw PostgresError.undecodable(
        column: "1",
        type: "\(Result.self)",
        reason: "the function returned no row"
      )
    }
    return result
  }

  /// Calls functions in one round trip and, outside a transaction, in one transaction.
  ///
  /// - Returns: The rows of each.
  /// - Throws: `PostgresError` of the first that failed; `CancellationError`.
  package func pipeline<Result>(_ calls: [FunctionCall<Result>]) async throws -> [[Result]] {
    let results = try await pipeline(calls.map { (sql: $0.statement, parameters: $0.parameters) })
    return try zip(calls, results).map { call, rows in try rows.map(call.read) }
  }
}
