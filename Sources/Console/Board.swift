import Synchronization

/// What the terminal thread and TAB see of the session, without waiting for it.
final class Board: Sendable {
  /// The state, all of it replaced under one lock.
  struct State: Sendable {
    /// What stands before the cursor.
    var prompt: SafeText = "reeve ▸ "
    /// Whether a connection was ever made.
    var wasOpened = false
    /// What TAB knows.
    var vocabulary = Vocabulary()
  }

  private let state = Mutex(State())

  /// What stands before the cursor.
  var prompt: SafeText { state.withLock { $0.prompt } }

  /// Whether a connection was ever made.
  var wasOpened: Bool { state.withLock { $0.wasOpened } }

  /// What TAB knows.
  var vocabulary: Vocabulary { state.withLock { $0.vocabulary } }

  /// Changes the state.
  func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// Whether a line may change data: its first word is, or begins, a verb that does with the others.
  func isActing(_ words: [Word]) -> Bool {
    guard let first = words.first?.text else { return false }
    let rest = Array(words.dropFirst())
    return state.withLock { state in
      state.vocabulary.verbs.contains { $0.name.hasPrefix(first) && $0.isActing(with: rest) }
    }
  }
}
