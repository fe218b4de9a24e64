import Postgres

/// How a command ended, which is also the exit status of the program.
///
/// These are stable.
package enum ExitCode: Int32, Sendable {
  /// Done.
  case ok = 0
  /// Failed, or a faster admin was there first.
  case failed = 1
  /// Not a command, or not with these arguments.
  case usage = 2
  /// The database cannot be reached, or was lost.
  case connection = 3
  /// Needs `--yes`, a right, or an approval.
  case refused = 4
  /// No such subject or action.
  case notFound = 5
  /// Interrupted by Ctrl-C.
  case interrupted = 130
  /// The reader of our output went away.
  case brokenPipe = 141

  /// What an error of the server amounts to.
  init(_ state: SQLState) { self.init(ExitStatus(state)) }

  /// The same status.
  init(_ status: ExitStatus) { self = ExitCode(rawValue: status.rawValue) ?? .failed }
}

/// Why a command did not do what was asked: what happened, and what to do next.
struct CommandFailure: Error {
  let code: ExitCode
  let text: SafeText
  var hint: SafeText?

  init(_ code: ExitCode, _ text: SafeText, hint: SafeText? = nil) {
    self.code = code
    self.text = text
    self.hint = hint
  }
}
