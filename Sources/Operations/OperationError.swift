internal import Glibc
package import Postgres

/// How a command ended, as the shell sees it.
package enum ExitStatus: Int32, Sendable {
  case ok = 0
  case failed = 1
  case usage = 2
  /// The server cannot be reached, or was lost.
  case unreachable = 3
  /// It needs a right, an approval or `--yes`.
  case refused = 4
  case notFound = 5

  /// What an error of the server amounts to.
  package init(_ state: SQLState) {
    self =
      switch state.standing {
      case .malformed: .usage
      case .refused: .refused
      case .missing: .notFound
      case .failed: .failed
      }
  }
}

/// Why an operation ended without doing what it was asked.
package struct OperationError: Error, Hashable, CustomStringConvertible {
  /// The exit status it stands for.
  package let status: ExitStatus
  /// What happened, in one line without a full stop.
  ///
  /// It may quote names from outside, so it is printed escaped.
  package let message: String
  /// What was found, a line each; findings, or the output of a failed program.
  package let details: [String]
  /// What to do next.
  package let hint: String?

  /// Makes an error; `failed` where no other status fits.
  package init(
    _ message: String,
    status: ExitStatus = .failed,
    details: [String] = [],
    hint: String? = nil
  ) {
    self.status = status
    self.message = message
    self.details = details
    self.hint = hint
  }

  /// Message, details and hint, a line each.
  package var description: String {
    ([message] + details.map { "  " + $0 } + (hint.map { ["hint: " + $0] } ?? []))
      .joined(separator: "\n")
  }
}

extension OperationError {
  /// An error from a failed system call; reads `errno`, so nothing may come between.
  static func system(_ what: String) -> OperationError {
    let reason = String(cString: strerror(errno))
    return OperationError("\(what): \(reason)")
  }
}
