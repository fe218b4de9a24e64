/// Takes statements: a `Connection`, or a `Transaction` on one.
///
/// A statement's values are bound as `$1` …, never put into its text. Statements are not named, so
/// that a pooler in transaction mode serves them.
package protocol Session: Sendable {
  /// The holder of the connection on whose behalf a statement runs.
  var position: QueuePosition { get }
}

extension Session {
  /// Runs a statement and returns its whole result.
  ///
  /// For large results see `forEachBatch`.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - parameters: Values of `$1` …; those wrapped in `Binary` go in the binary format.
  ///   - format: The format of the rows; `Row.get` reads either.
  /// - Returns: The rows, and how many were changed.
  /// - Throws: `PostgresError`, `CancellationError`.
  @discardableResult
  package func query(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?] = [],
    format: ResultFormat = .text
  ) async throws -> Rows {
    let statement = try Statement(sql, parameters, format: format)
    return try await position.take { connection, name, owner in
      try await connection.run(name, for: owner, statement)
    }
  }

  /// Runs a statement and returns how many rows it changed, or returned.
  ///
  /// - Throws: `PostgresError`, `CancellationError`.
  @discardableResult
  package func execute(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?] = []
  ) async throws -> Int {
    try await query(sql, parameters).affected
  }

  /// Runs statements separated by semicolons.
  ///
  /// Outside a transaction all of them are one, unless they say BEGIN and COMMIT themselves; a
  /// transaction they leave open is rolled back and is an error.
  ///
  /// - Throws: `PostgresError`, `CancellationError`.
  package func executeScript(_ sql: String) async throws {
    let script = try Statement(sql)
    try await position.take { connection, name, owner in
      try await connection.runScript(name, for: owner, script)
    }
  }

  /// Runs a statement and hands out its rows as they come, in constant memory.
  ///
  /// `body` runs where the caller is. It is called at least once, with no rows if there are none,
  /// so that the columns are known. If it throws, the statement is cancelled and the connection
  /// stays usable; inside a transaction the transaction is then to be rolled back.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - parameters: Values of `$1` …
  ///   - batchRows: Rows in a batch at most; a batch of over 1 MiB comes earlier.
  ///   - format: The format of the rows; `Row.get` reads either.
  ///   - body: Takes a batch.
  /// - Throws: `PostgresError`, `CancellationError`, what `body` throws.
  package func forEachBatch(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?] = [],
    batchRows: Int = 1000,
    format: ResultFormat = .text,
    _ body: (Rows) async throws -> Void
  ) async throws {
    precondition(batchRows > 0, "a batch has at least one row")
    let statement = try Statement(sql, parameters, format: format)
    let turnstile = position.turnstile
    try await position.take { connection, name, owner in
      try await connection.beginStream(name, for: owner, statement)
      do {
        while let batch = try await connection.nextBatch(batchRows) {
          try await turnstile.lend { try await body(batch) }
        }
      } catch {
        connection.canceller.cancel(name)
        await connection.dropStream(error)
        throw error
      }
    }
  }

  /// Runs COPY … FROM STDIN with the bytes that `produce` writes, in constant memory.
  ///
  /// `produce` runs where the caller is and is held up while the server takes no more. If it
  /// throws, nothing is loaded and the connection stays usable. A row that the server refuses is
  /// reported when `produce` has ended: the protocol lets the client know no earlier.
  ///
  /// - Returns: How many rows were loaded.
  /// - Throws: `PostgresError`, `CancellationError`, what `produce` throws.
  @discardableResult
  package func copyIn(
    _ sql: String,
    from produce: (CopyWriter) async throws -> Void
  ) async throws -> Int {
    let statement = try Statement(sql)
    let turnstile = position.turnstile
    return try await position.take { connection, name, owner in
      try await connection.beginCopy(name, for: owner, statement)
      do {
        try await turnstile.lend {
          try await produce(CopyWriter(connection: connection, name: name))
          try Task.checkCancellation()
        }
      } catch {
        await connection.dropCopy(name, error)
        throw error
      }
      return try await connection.endCopy(name)
    }
  }

  /// Runs COPY … TO STDOUT and hands out its bytes as they come, in constant memory.
  ///
  /// `body` runs where the caller is; a chunk holds whole rows, about 1 MiB of them or one longer
  /// one. If it throws, the statement is cancelled and the connection stays usable; inside a
  /// transaction the transaction is then to be rolled back.
  ///
  /// - Returns: How many rows were copied.
  /// - Throws: `PostgresError`, `CancellationError`, what `body` throws.
  @discardableResult
  package func copyOut(
    _ sql: String,
    _ body: ([UInt8]) async throws -> Void
  ) async throws -> Int {
    let statement = try Statement(sql)
    let turnstile = position.turnstile
    return try await position.take { connection, name, owner in
      try await connection.beginCopyOut(name, for: owner, statement)
      do {
        while true {
          switch try await connection.takeCopy() {
          case .chunk(let chunk): try await turnstile.lend { try await body(chunk) }
          case .end(let rows): return rows
          }
        }
      } catch {
        connection.canceller.cancel(name)
        await connection.dropCopyOut(error)
        throw error
      }
    }
  }

  /// Runs COPY … FROM STDIN with the bytes of `chunks`: see `copyIn(_:from:)`.
  ///
  /// - Returns: How many rows were loaded.
  @discardableResult
  package func copyIn<Chunks: AsyncSequence>(
    _ sql: String,
    _ chunks: Chunks
  ) async throws -> Int where Chunks.Element == [UInt8] {
    try await copyIn(sql) { writer in
      for try await chunk in chunks { try await writer.write(chunk) }
    }
  }
}

/// Takes the bytes of a COPY.
///
/// It is of no use after the closure that got it has ended.
package struct CopyWriter: Sendable {
  let connection: Connection
  let name: UInt64

  /// Sends bytes, of any length and cut anywhere; 32 KiB and more at a time is fast.
  ///
  /// - Throws: `PostgresError`, `CancellationError`.
  package func write(_ chunk: [UInt8]) async throws {
    try Task.checkCancellation()
    try await connection.putCopy(name, chunk)
  }
}

/// A position in the queue of a connection, from which statements are sent.
package struct QueuePosition: Sendable {
  let connection: Connection
  let turnstile: Turnstile
  /// The transaction; nil outside one.
  let owner: UInt64?

  /// The server, as messages name it.
  package var server: String { connection.address }

  /// Waits for the statements before, then runs one.
  ///
  /// Cancelling the task cancels it on the server.
  func take<R>(
    _ body: (Connection, _ name: UInt64, _ owner: UInt64?) async throws -> R
  ) async throws -> R {
    try await turnstile.enter()
    defer { turnstile.leave() }
    let canceller = connection.canceller
    let name = canceller.newStatement()
    return try await withTaskCancellationHandler {
      try await body(connection, name, owner)
    } onCancel: {
      canceller.cancel(name)
    }
  }
}

extension Connection: Session {
  /// Statements of their own, each its own transaction.
  package nonisolated var position: QueuePosition {
    QueuePosition(connection: self, turnstile: turnstile, owner: nil)
  }
}

extension Connection {
  func run(_ name: UInt64, for owner: UInt64?, _ statement: Statement) throws -> Rows {
    try perform(name, for: owner, carriesBegin: true) { raw in
      guard let begin = takeBegin() else { return try collect(raw, statement) }
      return try collect(raw, [begin, statement])[1]
    }
  }

  func runScript(_ name: UInt64, for owner: UInt64?, _ script: Statement) throws {
    try perform(name, for: owner) { raw in try runScript(raw, script) }
  }
}
