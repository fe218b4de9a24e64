import Display
import Synchronization

/// The state of a session that the terminal thread and TAB read without waiting for the session.
final class ConsoleState: Sendable {
  /// The values, changed under one lock.
  struct Values: Sendable {
    /// The login and the database, with which the prompt begins.
    var place: SafeText = "reeve"
    /// The cases that this login works on.
    var claims = CaseClaims()
    /// The jobs whose end is awaited, because a command of this session named them.
    var jobs: Set<Int64> = []
    /// Grows as a command begins and as it ends, so it is odd while one runs.
    var turn = 0
    /// Whether a connection was ever made.
    var wasOpened = false
    /// The names that completion knows.
    var vocabulary: ConsoleVocabulary
    /// The admin's settings, which `set` changes.
    var settings = ConsoleSettings()
    /// How the terminal shows pictures, once it was asked.
    var pictureStyle: PictureStyle?
  }

  /// The commands that exist.
  let commands: CommandSource
  private let values: Mutex<Values>

  /// Begins a session that knows only its own commands.
  init(commands: CommandSource) {
    self.commands = commands
    values = Mutex(Values(vocabulary: ConsoleVocabulary(commands: commands.own)))
  }

  /// The prompt: login and server, and the case that is being worked on.
  var prompt: SafeText {
    values.withLock { values in
      var text = values.place
      if let claim = values.claims.text(at: .now) { text += " \(claim, .yellow)" }
      return text + " ▸ "
    }
  }

  /// The prompt before a line that was not typed.
  var echoPrompt: SafeText { values.withLock { $0.place + " ▸ " } }

  /// Whether a connection was ever made.
  var wasOpened: Bool { values.withLock { $0.wasOpened } }

  /// The names that completion knows.
  var vocabulary: ConsoleVocabulary { values.withLock { $0.vocabulary } }

  /// The values as they are now.
  var now: Values { values.withLock { $0 } }

  /// The admin's settings, which `set` changes.
  var settings: ConsoleSettings { values.withLock { $0.settings } }

  /// Changes the values.
  func update(_ change: (inout Values) -> Void) { values.withLock { change(&$0) } }

  /// Changes the values, and returns the result of the change.
  func change(_ change: (inout Values) -> Bool) -> Bool { values.withLock { change(&$0) } }
}
