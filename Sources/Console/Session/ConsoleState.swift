import Synchronization

/// What the terminal thread and TAB see of the session, without waiting for it.
final class ConsoleState: Sendable {
  /// The values, changed under one lock.
  struct Values: Sendable {
    /// What is before the cursor.
    var prompt: SafeText = "reeve ▸ "
    /// Whether a connection was ever made.
    var wasOpened = false
    /// What TAB knows.
    var vocabulary = Vocabulary()
  }

  private let values = Mutex(Values())

  /// What is before the cursor.
  var prompt: SafeText { values.withLock { $0.prompt } }

  /// Whether a connection was ever made.
  var wasOpened: Bool { values.withLock { $0.wasOpened } }

  /// What TAB knows.
  var vocabulary: Vocabulary { values.withLock { $0.vocabulary } }

  /// Changes the values.
  func update(_ change: (inout Values) -> Void) { values.withLock { change(&$0) } }
}
