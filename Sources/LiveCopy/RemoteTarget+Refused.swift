import Outcome
import Postgres

extension RemoteTarget {
  /// A statement that the target's server has refused: not that of the source.
  struct Refused: FailureConvertible {
    let error: ServerError

    /// Whether a row was refused, and another may not be.
    var isOfRow: Bool {
      error.sqlState.isDataException || error.sqlState.isIntegrityViolation
        || error.sqlState.code == "P0001"
    }

    var failure: Failure {
      Failure(
        .failed,
        "at the target: \(error.message)",
        details: error.detailLines,
        hint: error.hint,
        code: error.sqlState.code
      )
    }
  }
}

extension Session {
  /// Runs a statement in the database of a target.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - parameters: Values of `$1` …
  ///   - limit: How long it may take where nothing else limits it; nil is as long as it wants.
  /// - Returns: Its rows, and how many were changed.
  /// - Throws: `RemoteTarget.Refused`, `PostgresError`; `Failure` at the limit.
  @discardableResult
  func there(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?] = [],
    limit: Duration? = RemoteTarget.limit
  ) async throws -> Rows {
    try await answered(within: limit) { try await query(sql, parameters) }
  }

  /// Runs what talks to the database of a target; see `there(_:_:limit:)`.
  @discardableResult
  func answered<R>(
    within limit: Duration? = RemoteTarget.limit,
    _ body: () async throws -> R
  ) async throws -> R {
    do {
      return try await StatementLimit.byDefault(limit, body)
    } catch let PostgresError.server(error) {
      throw RemoteTarget.Refused(error: error)
    } catch PostgresError.stopped(let stop) where stop.limit != nil && stop.limit == limit {
      throw Failure(
        .connection,
        "the target's server, \(position.server), has not answered within "
          + "\(stop.limit?.components.seconds ?? 0) s",
        hint: "A lock or a trigger there may hold it up. What was copied stays: run it again."
      )
    }
  }
}
