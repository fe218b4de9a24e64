import Postgres

extension CommandFailure {
  /// Puts any error into words for people, with its exit code.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - hasSentWrite: Whether the command had sent something that changes data.
  init(_ error: any Error, hasSentWrite: Bool) {
    switch error {
    case let failure as CommandFailure: self = failure
    case is CancellationError:
      self.init(
        .interrupted,
        "cancelled",
        hint: hasSentWrite ? "The statement under way changed nothing." : nil
      )
    case let error as PostgresError: self.init(postgres: error, hasSentWrite: hasSentWrite)
    case let error as TransactionError: self.init(error.cause, hasSentWrite: hasSentWrite)
    default: self.init(.failed, "\(String(describing: error))")
    }
  }

  private init(postgres error: PostgresError, hasSentWrite: Bool) {
    switch error {
    case .cannotConnect(let message):
      self.init(
        .connection,
        "cannot connect: \(message)",
        hint: "Is the server up? --dsn or PGHOST say where it is."
      )
    case .connectionLost(let message, let mayHaveRun):
      self.init(
        .connection,
        "the connection was lost: \(message)",
        hint: mayHaveRun && hasSentWrite
          ? "The command may have run. Look before you repeat it: `history`, `audit`."
          : "The command was not run."
      )
    case .commitOutcomeUnknown(let message):
      self.init(
        .connection,
        "the connection was lost: \(message)",
        hint: "The command may have run. Look before you repeat it: `history`, `audit`."
      )
    case .server(let error): self.init(server: error)
    case .stopped(let stop): self.init(stop, hasSentWrite: hasSentWrite)
    default: self.init(.failed, "\(error.description)")
    }
  }

  private init(_ stop: StoppedStatement, hasSentWrite: Bool) {
    let outcome: SafeText =
      switch stop.isCommitted {
      case true?: "it had been committed all the same"
      case false?: "nothing was changed"
      case nil where hasSentWrite: "whether it was committed is not known"
      case nil: "it changes nothing"
      }
    let what: SafeText =
      if let limit = stop.limit {
        "stopped after \(limit.components.seconds) s: \(outcome)"
      } else {
        "stopped, as it did not heed the cancel: \(outcome)"
      }
    var hints: [SafeText] = [
      "The likely cause is code of the app: a trigger, a policy or a function of its tables."
    ]
    if stop.isCommitted != false, hasSentWrite {
      hints.append("Look before you repeat it: `history`, `audit`.")
    }
    if stop.limit != nil { hints.append("Honest work may have longer: --act-limit 10m.") }
    self.init(stop.limit == nil ? .interrupted : .failed, what, hint: hints.joined(" "))
  }

  /// The same failure where no new connection could be made.
  func withoutConnection(_ error: any Error) -> CommandFailure {
    var lost: SafeText = "\(text)"
    lost += "; the connection could not be made again"
    return CommandFailure(.connection, lost, hint: hint)
  }

  /// A code that only a server can have a reason for, from one that has none.
  init(raisedByApp error: ServerError) {
    self.init(
      .failed,
      "\(error.message) (SQLSTATE \(error.sqlState.code))",
      hint: "Code of the app raised this: a trigger, a policy or a function of its tables."
    )
  }

  private init(server error: ServerError) {
    if error.sqlState == .readOnlyTransaction {
      self.init(
        .refused,
        "this server is a standby or read-only, so it only shows; nothing was changed",
        hint: "Act on the primary: with several hosts, `target_session_attrs=primary` finds it."
      )
      return
    }
    // Over a connection that lives these are not the server's end.
    if [.adminShutdown, .crashShutdown, .cannotConnectNow].contains(error.sqlState) {
      self.init(raisedByApp: error)
      return
    }
    var hints: [SafeText] = []
    if let detail = error.detail { hints.append("\(detail)") }
    if let hint = error.hint { hints.append("\(hint)") }
    if [.undefinedTable, .undefinedFunction, .invalidSchemaName].contains(error.sqlState) {
      hints.append("`reeve doctor` tells what this database lacks.")
    }
    if error.sqlState == .insufficientPrivilege {
      hints.append("This login has no part in Reeve here: admins belong to reeve_viewer or above.")
    }
    // Our own refusals are written for people; a code helps with the others.
    let suffix: SafeText = error.sqlState.isReeve ? "" : " (SQLSTATE \(error.sqlState.code))"
    self.init(
      ExitCode(error.sqlState),
      "\(error.message)\(suffix)",
      hint: hints.isEmpty ? nil : hints.joined(" ")
    )
  }
}
