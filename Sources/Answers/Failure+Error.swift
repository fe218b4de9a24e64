package import Outcome
package import Postgres

extension Failure {
  /// The activity during which an error occurred.
  package enum Activity: Sendable {
    /// A command of the console; if it had sent acts, it reports their outcome itself.
    case command(hasSentWrite: Bool)
    /// A step that can be run again, whether or not it was committed.
    case operation
    /// An operation whose `CommitLedger` reports its outcome.
    case notedOperation
  }

  /// Puts any error into words for people.
  package init(_ error: any Error, during activity: Activity) {
    switch error {
    case let failure as Failure: self = failure
    case let error as any FailureConvertible: self = error.failure
    case is CancellationError:
      self.init(.interrupted, "cancelled")
    case let error as TransactionError: self.init(error.cause, during: activity)
    case let error as PostgresError: self.init(postgres: error, activity)
    default: self.init(.failed, String(describing: error))
    }
  }

  private init(postgres error: PostgresError, _ activity: Activity) {
    switch error {
    case .cannotConnect(let message):
      self.init(
        .connection,
        "cannot connect: \(message)",
        hint: "--dsn, DATABASE_URL or PGHOST say which server and database to use."
      )
    case .connectionLost(let message, _):
      self.init(
        .connection,
        "the connection was lost: \(message)",
        hint: activity.afterLoss
      )
    case .commitOutcomeUnknown(let message):
      self.init(
        .connection,
        "the connection was lost: \(message)",
        hint: activity.afterUnknownCommit
      )
    case .server(let error): self.init(server: error, activity)
    case .stopped(let stop): self.init(stop, hasSentWrite: activity.hasSentWrite)
    default: self.init(.failed, error.description)
    }
  }

  private init(_ stop: StoppedStatement, hasSentWrite: Bool) {
    let outcome =
      switch stop.isCommitted {
      case true?: "it was committed nevertheless"
      case false?: "nothing was changed"
      case nil where hasSentWrite: "it is unknown whether it was committed"
      case nil: "it changes nothing"
      }
    let what =
      if let limit = stop.limit {
        "stopped after \(limit.components.seconds) s: \(outcome)"
      } else {
        "stopped, because it ignored the cancel: \(outcome)"
      }
    var hints = [
      "The likely cause is code of the app: a trigger, a policy or a function of its tables."
    ]
    if stop.limit != nil { hints.append("If it needs more time: --act-limit 10m.") }
    self.init(stop.limit == nil ? .interrupted : .failed, what, hint: hints.joined(separator: " "))
  }

  /// An SQLSTATE that only the server itself has reason to raise, from code of the app.
  package init(raisedByApp error: ServerError) {
    self.init(
      .failed,
      "\(error.message) (SQLSTATE \(error.sqlState.code))",
      hint: "Code of the app raised this: a trigger, a policy or a function of its tables."
    )
  }

  private init(server error: ServerError, _ activity: Activity) {
    if error.sqlState == .readOnlyTransaction {
      let primary = "with several hosts, `target_session_attrs=primary` finds the primary."
      let setting =
        "`default_transaction_read_only` is on: for the server, the database, the login or in "
        + "PGOPTIONS; it ends with whoever set it."
      switch error.isStandby {
      case true?:
        self.init(
          .refused,
          "this server is a standby; nothing was changed",
          hint: "Act on the primary: \(primary)"
        )
      case false?:
        self.init(.refused, "transactions here are read-only; nothing was changed", hint: setting)
      case nil:
        self.init(
          .refused,
          "this server is a standby or read-only; nothing was changed",
          hint: "If it is a standby: \(primary) Else \(setting)"
        )
      }
      return
    }
    // Over a connection that lives these are not the server's end.
    if [.adminShutdown, .crashShutdown, .cannotConnectNow].contains(error.sqlState) {
      self.init(raisedByApp: error)
      return
    }
    var hints = error.hint.map { [$0] } ?? []
    if error.sqlState == .diskFull {
      hints.append("What was committed stays: make room on the server, then run it again.")
    }
    if [.undefinedTable, .undefinedFunction, .invalidSchemaName].contains(error.sqlState) {
      hints.append("`reeve doctor` says what this database lacks.")
    }
    if error.sqlState == .insufficientPrivilege {
      hints.append(activity.neededRights)
    }
    // Our own refusals are written for people; a code helps with the others.
    let suffix = error.sqlState.isReeve ? "" : " (SQLSTATE \(error.sqlState.code))"
    let cause = error.sqlState == .diskFull ? "the disk of the server is full: " : ""
    self.init(
      ExitStatus(error.sqlState),
      cause + error.message + suffix,
      details: error.detailLines,
      hint: hints.isEmpty ? nil : hints.joined(separator: " "),
      code: error.sqlState.code
    )
  }
}

extension Failure.Activity {
  /// A hint about the rights that are needed.
  fileprivate var neededRights: String {
    switch self {
    case .command:
      "This login may not use Reeve here: admins are members of reeve_viewer or a higher rank."
    case .operation, .notedOperation:
      "This takes an installer's rights, which no rank gives: those of a member of reeve_owner, "
        + "reeve_access and the app's owner, such as the login that ran `reeve upgrade`."
    }
  }

  fileprivate var hasSentWrite: Bool {
    switch self {
    case .command(let hasSentWrite): hasSentWrite
    case .operation, .notedOperation: false
    }
  }

  fileprivate var afterLoss: String? {
    switch self {
    case .operation:
      "What was committed stays. Run it again when the server is back."
    case .notedOperation, .command(hasSentWrite: true): nil
    case .command(hasSentWrite: false): "The command was not run."
    }
  }

  fileprivate var afterUnknownCommit: String? {
    switch self {
    case .operation:
      "The last step may have been committed. Run it again when the server is back."
    case .notedOperation, .command: nil
    }
  }
}
