import Postgres

extension CommandFailure {
  /// Puts any error into words for people, with its exit code.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - hasSentWrite: Whether the command had sent something that changes data.
  init(_ error: any Error, hasSentWrite: Bool) {
    if let failure = error as? CommandFailure {
      self = failure
    } else {
      self.init(Failure(error, during: .command(hasSentWrite: hasSentWrite)))
    }
  }

  /// A code that only a server can have a reason for, from one that has none.
  init(raisedByApp error: ServerError) { self.init(Failure(raisedByApp: error)) }

  private init(_ failure: Failure) {
    let hints = failure.details + (failure.hint.map { [$0] } ?? [])
    self.init(
      ExitCode(failure.exit),
      "\(failure.message)",
      hint: hints.isEmpty ? nil : hints.map { SafeText("\($0)") }.joined(" ")
    )
  }

  /// The same failure where no new connection could be made.
  func withoutConnection(_ error: any Error) -> CommandFailure {
    var lost: SafeText = "\(text)"
    lost += "; the connection could not be restored"
    return CommandFailure(.connection, lost, hint: hint)
  }
}
