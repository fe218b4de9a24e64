import Answers
import Outcome
import Prompt

extension Failure {
  /// Puts any error into words for people.
  ///
  /// - Parameters:
  ///   - error: The error thrown.
  ///   - hasSentWrite: Whether the command had sent something that changes data.
  init(_ error: any Error, hasSentWrite: Bool) {
    self.init(error, during: .command(hasSentWrite: hasSentWrite))
  }

  /// Whether it broke the command off wherever that was, so that it says nothing of the outcome of
  /// the acts that had been sent.
  ///
  /// - Parameters:
  ///   - acts: The acts that the command sent.
  ///   - isOfCommand: Whether the command itself failed, not a call that it made.
  /// - Returns: Whether the server must be asked.
  func breaksOff(_ acts: [ActLedger.Entry], isOfCommand: Bool) -> Bool {
    if acts.isEmpty { return false }
    return [.interrupted, .connection, .brokenPipe].contains(exit) || code == Self.undelivered
      || !isOfCommand && code == nil && exit == .failed && acts.contains { $0.fate != .rolledBack }
  }

  /// The details and the hint on one line; nil where there are none.
  var advice: String? {
    let parts = details + (hint.map { [$0] } ?? [])
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The same failure where no new connection could be made.
  func withoutConnection(_ error: any Error) -> Failure {
    Failure(
      .connection,
      "\(message); the connection could not be restored",
      details: details,
      hint: hint
    )
  }
}
