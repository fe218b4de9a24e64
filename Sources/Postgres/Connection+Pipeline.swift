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
    return try await position.take { connection, name, owner in
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
    try perform(name, for: owner, carriesBegin: true) { raw in
      guard let begin = takeBegin() else { return try collect(raw, statements) }
      return Array(try collect(raw, [begin] + statements).dropFirst())
    }
  }

  /// Sends statements with one sync after them, and takes the results of all.
  func collect(_ raw: OpaquePointer, _ statements: [Statement]) throws(PostgresError) -> [Rows] {
    var results: [Rows] = []
    for answer in exchange(raw, statements) { results.append(try answer.get()) }
    return results
  }

  /// Sends statements with one sync after them, and returns their answers up to the first failure; one
  /// that has no answer when the connection is lost fails of that.
  ///
  /// - Parameters:
  ///   - raw: The connection.
  ///   - statements: What to send.
  ///   - limit: How long the last may take once those before it are answered, which the server then
  ///     reports without waiting for it; where it takes longer, the connection is lost. Nil: all are
  ///     answered together, however long that takes.
  /// - Returns: The answers, as far as there are some.
  func exchange(
    _ raw: OpaquePointer,
    _ statements: [Statement],
    lastWithin limit: Duration? = nil
  ) -> [Result<Rows, PostgresError>] {
    var answers: [Result<Rows, PostgresError>] = []
    do throws(PostgresError) {
      defer { deadline = nil }
      try exchange(raw, statements, limit, &answers)
    } catch {
      answers.append(.failure(error))
    }
    if let end = answers.firstIndex(where: { if case .failure = $0 { true } else { false } }) {
      answers.removeSubrange((end + 1)...)
    }
    return answers
  }

  private func exchange(
    _ raw: OpaquePointer,
    _ statements: [Statement],
    _ limit: Duration?,
    _ answers: inout [Result<Rows, PostgresError>]
  ) throws(PostgresError) {
    guard PQenterPipelineMode(raw) == 1 else { throw .misuse(errorMessage(raw)) }
    isSent = false
    for (index, statement) in statements.enumerated() {
      // Without a flush, or the sync, the server keeps its answers until its buffer is full.
      let isApart = limit != nil && index == statements.count - 1
      guard !isApart || PQsendFlushRequest(raw) == 1 else { throw lose(errorMessage(raw)) }
      // Nothing has left yet that the server would act on without the sync.
      guard queue(statement, raw) else { throw lose(errorMessage(raw)) }
    }
    guard PQpipelineSync(raw) == 1 else { throw lose(errorMessage(raw)) }
    try flush(raw)
    isSent = true
    for (index, statement) in statements.enumerated() {
      if let limit, index == statements.count - 1 { deadline = .now + limit }
      var rows = Rows()
      var error: PostgresError?
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
        default: error = failure(raw, result, statement)
        }
        if let error, loss != nil { throw error }
      }
      answers.append(error.map { .failure($0) } ?? .success(rows))
    }
    while true {
      guard let result = try nextResult(raw) else { throw lose(errorMessage(raw)) }
      if result.status == PGRES_PIPELINE_SYNC { break }
      // What fails at the commit comes before the end of the pipeline, and an end of its own.
      let error = failure(raw, result, statements.last)
      answers[statements.count - 1] = .failure(error)
      if loss != nil { return }
      _ = try nextResult(raw)
    }
    guard PQexitPipelineMode(raw) == 1 else { throw lose(errorMessage(raw)) }
  }
}
