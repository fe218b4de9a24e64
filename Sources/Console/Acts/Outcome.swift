import Answers
import Outcome

extension Failure {
  /// The failure of a command that the server refused, or had proposed.
  init(_ outcome: Outcome) {
    self.init(ExitStatus(outcome.code), "refused: \(outcome.message)", code: outcome.code?.name)
  }
}

extension ExitStatus {
  /// The exit status that goes with the code of a refusal.
  init(_ code: RefusalCode?) {
    self = code.flatMap { ExitStatus(rawValue: $0.exitStatus) } ?? .failed
  }
}
