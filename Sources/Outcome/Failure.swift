internal import Glibc

/// Why a program or a command did not do what it was asked.
package struct Failure: Error, Hashable, CustomStringConvertible {
  /// How the program ends.
  package let exit: ExitStatus
  /// The error in one line without a full stop; may quote names from outside, so it is escaped
  /// where it is printed.
  package let message: String
  /// Details, a line each, such as the output of a failed program.
  package let details: [String]
  /// Advice on the next step.
  package let hint: String?
  /// The code of the refusal or of the server, by which a program can recognize it; nil where
  /// only the exit status says what it is.
  package let code: String?
  /// Where the word at fault begins in the command's line, in bytes; nil where none is known.
  package private(set) var offset: Int?

  /// Takes the parts of a failure.
  package init(
    _ exit: ExitStatus,
    _ message: String,
    details: [String] = [],
    hint: String? = nil,
    code: String? = nil
  ) {
    self.code = code
    self.exit = exit
    self.message = message
    self.details = details
    self.hint = hint
  }

  /// The same failure of a word that begins there; of the word that is known already, if one is.
  package func at(_ offset: Int?) -> Failure {
    var failure = self
    failure.offset = failure.offset ?? offset
    return failure
  }

  /// The same failure, with more to say at the end of its hint.
  package func adding(hint more: String) -> Failure {
    var failure = Failure(
      exit,
      message,
      details: details,
      hint: [hint, more].compactMap { $0 }.joined(separator: " "),
      code: code
    )
    failure.offset = offset
    return failure
  }

  /// The failure for a database without Reeve.
  package static let notInstalled = Failure(
    .refused,
    "Reeve is not installed in this database",
    hint: "Run `reeve upgrade`."
  )

  /// Returns the failure of a system call; reads `errno`, so nothing may come between.
  package static func system(_ what: String) -> Failure {
    let reason = String(cString: strerror(errno))
    return Failure(.failed, "\(what): \(reason)")
  }

  /// The message, the details and the hint, a line each.
  package var description: String {
    ([message] + details.map { "  " + $0 } + (hint.map { ["hint: " + $0] } ?? []))
      .joined(separator: "\n")
  }
}

/// An error with words of its own for people.
package protocol FailureConvertible: Error {
  /// The error in words, with its exit status.
  var failure: Failure { get }
}
