/// One moment of a database, for a reader that takes long: a connection of its own, whose only
/// transaction is read-only and lasts as long as the snapshot.
///
/// Rows are fetched when they are wanted; until then the server waits.
package actor Snapshot {
  private let connection: Connection
  private let lease: UInt64
  /// The COPY under way.
  private var copy: UInt64?

  /// Connects and takes the snapshot.
  ///
  /// - Parameters:
  ///   - conninfo: As for `Connection.connect`.
  ///   - settings: Statements that set how values are written, before the snapshot.
  /// - Throws: `PostgresError`, `CancellationError`.
  package init(_ conninfo: String, settings: String) async throws {
    let connection = try await Connection.connect(conninfo, patience: .seconds(3))
    do {
      try await connection.executeScript(settings)
      let options = TransactionOptions(isolation: .repeatableRead, isReadOnly: true)
      let begin = try Statement(options.beginStatement)
      lease = try await connection.begin(begin)
    } catch {
      await connection.close()
      throw error
    }
    self.connection = connection
  }

  /// The server's version, for example 150020.
  package nonisolated var serverVersion: Int { connection.serverVersion }

  /// Runs a statement and returns its whole result; one that fails ends the snapshot.
  ///
  /// - Throws: `PostgresError`, `CancellationError`.
  package func query(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?] = []
  ) async throws -> Rows {
    let statement = try Statement(sql, parameters)
    return try await take { name in try await connection.run(name, for: lease, statement) }
  }

  /// Begins to read rows by COPY … TO STDOUT; gives up the one under way.
  ///
  /// - Throws: `PostgresError`, `CancellationError`.
  package func beginCopy(_ sql: String) async throws {
    if let name = copy {
      copy = nil
      connection.canceller.cancel(name)
      await connection.dropCopyOut(CancellationError())
      _ = try await query("ROLLBACK TO SAVEPOINT copy")
    }
    _ = try await query("SAVEPOINT copy")
    let statement = try Statement(sql)
    copy = try await take { name in
      try await connection.beginCopyOut(name, for: lease, statement)
      return name
    }
  }

  /// Returns whole rows of the COPY under way, about 1 MiB of them; nil at its end.
  ///
  /// - Throws: `PostgresError`, `CancellationError`.
  package func nextCopy() async throws -> [UInt8]? {
    guard let name = copy else { return nil }
    let taken = try await take(name) { _ in try await connection.takeCopy() }
    if case .chunk(let bytes) = taken { return bytes }
    copy = nil
    _ = try await query("RELEASE SAVEPOINT copy")
    return nil
  }

  /// Runs a statement, or a part of the one of that name; cancelling the task cancels it.
  private func take<R: Sendable>(
    _ name: UInt64? = nil,
    _ body: (UInt64) async throws -> R
  ) async throws -> R {
    let canceller = connection.canceller
    let name = name ?? canceller.newStatement()
    return try await withTaskCancellationHandler {
      try await body(name)
    } onCancel: {
      canceller.cancel(name)
    }
  }
}
