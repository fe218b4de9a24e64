import Synchronization
import TestSupport

@testable import Console

/// A console in this process, on a terminal that is kept in memory: milliseconds where a
/// pseudo-terminal takes a second.
final class MemoryConsole: Sendable {
  private let session: ConsoleSession
  private let terminal: MemoryTerminal

  /// Makes a console that connects when it first needs to.
  ///
  /// - Parameters:
  ///   - login: Who sits at it.
  ///   - answers: What they answer to questions, in order; nobody can be asked where this is nil.
  ///   - app: The only app in view.
  /// - Throws: Where the database of the test cannot be named.
  init(as login: String, answers: [String?]? = nil, app: String? = nil) throws {
    terminal = MemoryTerminal(answers: answers)
    session = ConsoleSession(
      options: ConsoleOptions(conninfo: try TestDatabase.current.conninfo(user: login), app: app),
      io: terminal,
      state: ConsoleState()
    )
  }

  /// Runs one line.
  ///
  /// - Returns: How it ended, and all that it wrote since the last line.
  func run(_ line: String) async -> (code: ExitCode, text: String) {
    let result = await session.run(line, at: nil, isInteractive: false)
    return (result.code, terminal.take())
  }

  /// What was asked so far.
  var questions: [String] { terminal.questions }
}

/// A terminal that keeps what is written to it, and answers what it was told to.
private final class MemoryTerminal: ConsoleIO {
  private struct State {
    var text: [UInt8] = []
    var answers: [String?]
    var questions: [String] = []
  }

  private let state: Mutex<State>
  let canAsk: Bool
  let screen: Int? = 100
  let isColoured = false
  let canRedraw = false

  init(answers: [String?]?) {
    canAsk = answers != nil
    state = Mutex(State(answers: answers ?? []))
  }

  var questions: [String] { state.withLock { $0.questions } }

  func take() -> String {
    state.withLock { state in
      defer { state.text = [] }
      return String(decoding: state.text, as: UTF8.self)
    }
  }

  func write(_ bytes: [UInt8]) async throws { state.withLock { $0.text += bytes } }

  func note(_ text: SafeText) {
    state.withLock { $0.text += text.rendered(isColoured: false) + [0x0A] }
  }

  func redraw(_ text: String?) {}

  func ask(_ question: SafeText) async -> String? {
    state.withLock { state in
      state.questions.append(String(decoding: question.rendered(isColoured: false), as: UTF8.self))
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
  }
}
