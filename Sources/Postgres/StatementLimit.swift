/// A limit on statements that may run an app's code, which may sleep, wait for a lock without a
/// limit of its own, or catch `query_canceled`.
package enum StatementLimit {
  /// The limit of each statement that begins now; nil is none.
  @TaskLocal static var current: Duration?

  /// Runs `body`, each statement of which may take as long as `limit`; nil lifts a limit around it.
  ///
  /// A statement that takes longer is cancelled. If its connection has a patience
  /// (`Connection.connect(_:applicationName:patience:onNotice:)`), its server process is ended when
  /// it does not heed that, and the connection is lost. Either way it fails with
  /// `PostgresError.stopped`. COMMIT has no limit, and `forEachBatch` none from its first row on.
  @discardableResult
  package static func within<R>(
    _ limit: Duration?,
    _ body: () async throws -> R
  ) async rethrows -> R {
    try await $current.withValue(limit, operation: body)
  }

  /// As `within`, but a limit around it stays.
  package static func byDefault<R>(
    _ limit: Duration?,
    _ body: () async throws -> R
  ) async rethrows -> R {
    try await $current.withValue(current ?? limit, operation: body)
  }
}

/// How a statement was stopped that took too long or did not obey a cancel.
package struct StoppedStatement: Hashable, Sendable {
  /// The limit it exceeded; nil if it was cancelled for another reason.
  package let limit: Duration?
  /// Whether its connection is gone: the statement did not obey the cancel.
  package let isConnectionLost: Bool
  /// Whether its transaction was committed all the same; nil if that is not known.
  package let isCommitted: Bool?
}

extension StoppedStatement: CustomStringConvertible {
  /// One line for a log.
  package var description: String {
    let what = limit.map { "stopped after \($0)" } ?? "did not stop when cancelled"
    return switch isCommitted {
    case true?: "the statement \(what), but had been committed"
    case false?: "the statement \(what); it was rolled back"
    case nil: "the statement \(what); it is unknown whether it was committed"
    }
  }
}
