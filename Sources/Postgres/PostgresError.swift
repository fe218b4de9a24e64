/// Why a call to the database failed.
package enum PostgresError: Error, Hashable, Sendable {
  /// No connection was made: wrong address, server down, login refused.
  case cannotConnect(message: String)

  /// The connection broke. `mayHaveRun` says whether the statement had reached the server whole;
  /// an open transaction is rolled back by the server.
  case connectionLost(message: String, mayHaveRun: Bool)

  /// The statement took longer than its limit or did not obey a cancel, and was stopped.
  case stopped(StoppedStatement)

  /// COMMIT was sent and the connection broke before the answer: the transaction is either
  /// committed or rolled back, and only a look at the data shows which.
  case commitOutcomeUnknown(message: String)

  /// The body swallowed the failure of a statement, so that COMMIT could only roll back.
  case commitRolledBack

  /// The server refused the statement.
  case server(ServerError)

  /// A value cannot be sent; `parameter` counts from 1, and is nil for the statement's own text.
  case unsendable(parameter: Int?, reason: String)

  /// A value that came back is not of the type asked for. The value itself is not shown.
  case undecodable(column: String, type: String, reason: String)

  /// A caller's mistake: a connection used after `close`, a transaction inside itself, …
  case misuse(String)
}

extension PostgresError {
  /// The server's error, if the server refused the statement.
  package var serverError: ServerError? {
    guard case .server(let error) = self else { return nil }
    return error
  }

  /// The server's code, if it was the server that refused.
  package var sqlState: SQLState? { serverError?.sqlState }

  /// There is no usable connection: it was never made, or it broke.
  package var isConnectionFailure: Bool {
    switch self {
    case .cannotConnect, .connectionLost, .commitOutcomeUnknown: true
    case .stopped(let stop): stop.isConnectionLost
    case .commitRolledBack, .server, .unsendable, .undecodable, .misuse: false
    }
  }

  /// Another connection may help: there is none, or its server takes no writes, as after a
  /// failover.
  package var wantsNewConnection: Bool {
    isConnectionFailure || sqlState == .readOnlyTransaction
  }
}

extension PostgresError: CustomStringConvertible {
  /// One line for a log; no bound value and no password is in it.
  package var description: String {
    switch self {
    case .cannotConnect(let message): "cannot connect: \(message)"
    case .connectionLost(let message, let mayHaveRun):
      "connection lost, the statement \(mayHaveRun ? "may have run" : "was not run"): \(message)"
    case .stopped(let stop): stop.description
    case .commitOutcomeUnknown(let message):
      "connection lost during COMMIT, its outcome is unknown: \(message)"
    case .commitRolledBack: "the transaction was rolled back: a statement in it had failed"
    case .server(let error): error.description
    case .unsendable(let parameter?, let reason):
      "parameter $\(parameter) cannot be sent: \(reason)"
    case .unsendable(nil, let reason): "the statement cannot be sent: \(reason)"
    case .undecodable(let column, let type, let reason):
      "column \(column) cannot be read as \(type): \(reason)"
    case .misuse(let reason): reason
    }
  }
}

/// A transaction's body failed, and so did its rollback.
package struct TransactionError: Error, CustomStringConvertible {
  /// Why the body failed: the error to act on.
  package let cause: any Error
  /// Why ROLLBACK failed; the server rolls back by itself when the connection is gone.
  package let rollback: any Error

  /// Both, the cause first.
  package var description: String { "\(cause) (then ROLLBACK failed: \(rollback))" }
}
