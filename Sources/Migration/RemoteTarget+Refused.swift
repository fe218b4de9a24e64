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
        details: [error.detail].compactMap { $0 },
        hint: error.hint,
        code: error.sqlState.code
      )
    }
  }
}

extension Session {
  /// Runs a statement in the database of a target.
  ///
  /// - Throws: `RemoteTarget.Refused`, `PostgresError`.
  @discardableResult
  func there(_ sql: String, _ parameters: [(any PostgresEncodable)?] = []) async throws -> Rows {
    do {
      return try await query(sql, parameters)
    } catch let PostgresError.server(error) {
      throw RemoteTarget.Refused(error: error)
    }
  }
}
