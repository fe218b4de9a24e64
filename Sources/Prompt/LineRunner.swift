package import Display
package import Outcome

/// Runs the lines that a terminal reads, and says what its prompt shows.
///
/// The terminal thread calls it, and must not wait: what takes long is asynchronous.
package protocol LineRunner: Sendable {
  /// Greets, before the first prompt.
  func open() async -> CommandResult
  /// Runs one line; what goes wrong is printed.
  ///
  /// - Parameters:
  ///   - line: The line, which may be empty or a comment.
  ///   - place: Where it is from.
  ///   - isInteractive: Whether it was typed at the prompt.
  /// - Returns: How it ended.
  func run(_ line: String, at place: LinePlace, isInteractive: Bool) async -> CommandResult
  /// Whether a line would change data.
  func changesData(_ line: String) -> Bool
  /// Prints why no more lines can be read.
  func show(_ failure: Failure, at place: LinePlace)
  /// Ends the server process of the statement that runs, at once.
  ///
  /// - Returns: Whether a statement runs.
  func breakOff() -> Bool
  /// Lines about a command that was left before it ended.
  var unanswered: [SafeText] { get }

  /// The prompt of a line that is typed.
  var prompt: SafeText { get }
  /// The prompt of a line that is not typed.
  var echoPrompt: SafeText { get }
  /// Whether there ever was a connection.
  var wasOpened: Bool { get }
  /// Looks whether the server is still there, while the prompt waits.
  func watch() async
  /// Watches for news until the task is cancelled, and passes on its lines, at least one at a time.
  func follow(_ tell: @escaping @Sendable ([SafeText]) -> Void) async
}

/// How a command ended, for whoever runs the next one.
package struct CommandResult: Sendable {
  package var code: ExitStatus
  /// Whether the user asked to leave.
  package var quits = false

  /// Takes both.
  package init(code: ExitStatus, quits: Bool = false) { (self.code, self.quits) = (code, quits) }
}
