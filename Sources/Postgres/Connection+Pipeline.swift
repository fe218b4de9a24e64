import CLibPQ

extension Session {
  /// Runs statements in one round trip.
  ///
  /// Outside a transaction all of them are one: the first that fails undoes those before it, and
  /// those behind it are not run. COPY is not possible.
  ///
  /// - Parameter statements: Each with the values of its `$1` …
  /// - Returns: The result of each.
  /// - Throws: `PostgresError` of the first that failed, `CancellationError`.
  @discardableResult
  package func pipeline(
    _ statements: [(sql: String, parameters: [(any PostgresEncodable)?])]
  ) async throws -> [Rows] {
    let statements = try statements.map { try Statement($0.sql, $0.parameters) }
    return try await turn.take { connection, name, owner in
      try await connection.runPipeline(name, for: owner, statements)
    }
  }
}

extension Connection {
  fileprivate func runPipeline(
    _ name: UInt64,
    for owner: UInt64?,
    _ statements: [Statement]
  ) throws -> [Rows] {
    try perform(name, for: owner) { raw in try collect(raw, statements) }
  }

  /// Sends statements with one sync after them, and takes the results of all.
  private func collect(
    _ raw: OpaquePointer,
    _ statements: [Statement]
  ) throws(PostgresError) -> [Rows] {
    guard PQenterPipelineMode(raw) == 1 else { throw .misuse(errorMessage(raw)) }
    isSent = false
    for statement in statements {
      // Nothing has left yet that the server would act on without the sync.
      guard queue(statement, raw) else { throw lose(errorMessage(raw)) }
    }
    guard PQpipelineSync(raw) == 1 else { throw lose(errorMessage(raw)) }
    try flush(raw)
    isSent = true
    var results: [Rows] = []
    var error: PostgresError?
    for statement in statements {
      var rows = Rows()
      // libpq 15 gives the rows of the first statement one by one where a stream was the last before.
      var isRowByRow = false
      while let result = try nextResult(raw) {
        switch result.status {
        case PGRES_SINGLE_TUPLE:
          if !isRowByRow { rows = Rows(columnsOf: result.raw) }
          isRowByRow = true
          rows.append(result.raw)
        case PGRES_TUPLES_OK where isRowByRow: rows.affected = rows.count
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: rows = Self.rows(result.raw)
        case PGRES_PIPELINE_ABORTED: break
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
          throw lose("abandoned after a COPY in a pipeline")
        default: error = error ?? failure(raw, result, statement)
        }
        if let error, loss != nil { throw error }
      }
      results.append(rows)
    }
    while true {
      guard let result = try nextResult(raw) else { throw error ?? lose(errorMessage(raw)) }
      if result.status == PGRES_PIPELINE_SYNC { break }
      // What fails at the commit comes before the end of the pipeline, and an end of its own.
      error = error ?? failure(raw, result, statements.last)
      if let error, loss != nil { throw error }
      _ = try nextResult(raw)
    }
    guard PQexitPipelineMode(raw) == 1 else { throw error ?? lose(errorMessage(raw)) }
    if let error { throw error }
    return results
  }
}
