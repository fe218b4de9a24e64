import Postgres

extension CommandFailure {
  /// The failure of a command that the server refused, or had proposed.
  init(_ outcome: Outcome) {
    self.init(ExitCode(outcome.code), "refused: \(outcome.message)")
  }
}

extension ExitCode {
  /// The exit status that goes with the code of a refusal.
  init(_ code: RefusalCode?) {
    self = code.flatMap { ExitCode(rawValue: $0.exitStatus) } ?? .failed
  }
}
