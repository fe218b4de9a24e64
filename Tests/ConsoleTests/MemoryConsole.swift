import Display
import Outcome
import Postgres
import Prompt
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
  ///   - screen: The size of its screen, which commands may take over whole; nil for none.
  ///   - proxy: What stands between it and the server; nil for nothing.
  /// - Throws: Where the database of the test cannot be named.
  init(
    as login: String,
    answers: [String?]? = nil,
    app: String? = nil,
    screen: ScreenSize? = nil,
    through proxy: ServerProxy? = nil
  ) throws {
    terminal = MemoryTerminal(answers: answers, screen: screen)
    let conninfo =
      if let proxy {
        try ConnectionInfo.replacing(proxy.conninfo(), with: [("user", login)])
      } else {
        try TestDatabase.current.conninfo(user: login)
      }
    session = ConsoleSession(
      options: ConsoleOptions(conninfo: conninfo, app: app),
      io: terminal,
      state: ConsoleState(commands: CommandRegistry.source)
    )
  }

  /// Runs one line.
  ///
  /// - Returns: How it ended, and all that it wrote, data and notes.
  func run(_ line: String) async -> (code: ExitStatus, text: String) {
    let run = await runApart(line)
    return (run.code, run.output + run.errors)
  }

  /// Runs one line.
  ///
  /// - Returns: How it ended, the data that it wrote, and what else it said.
  func runApart(_ line: String) async -> (code: ExitStatus, output: String, errors: String) {
    let result = await session.run(line, isInteractive: false)
    let (output, errors) = terminal.take()
    return (result.code, output, errors)
  }

  /// Closes the connection, if it has one.
  func close() async throws {
    if session.state.wasOpened { try await session.connected().close() }
  }

  /// Does something to the whole screen, such as pressing a key, once a command has it and shows
  /// a text.
  func press(_ event: ScreenEvent, once text: String) async throws {
    try await eventually { terminal.shows(text) }
    terminal.happen(event)
  }

  /// Gives the screen another size.
  func resize(_ size: ScreenSize) { terminal.resize(size) }

  /// What the whole screen shows.
  var page: [String] { terminal.page }

  /// What is before the cursor.
  var prompt: String { session.state.prompt.description }

  /// Awaits the end of a job.
  func follow(_ job: Int64) { session.state.update { _ = $0.jobs.insert(job) } }

  /// Looks for news as the console does while its prompt waits.
  func news(_ tell: @escaping @Sendable ([SafeText]) -> Void) -> NewsWatch {
    NewsWatch(options: session.options, state: session.state, tell: tell)
  }

  /// What was asked so far.
  var questions: [String] { terminal.questions }
}

/// A terminal that keeps what is written to it, and answers what it was told to.
private final class MemoryTerminal: ConsoleIO {
  private struct State {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var answers: [String?]
    var questions: [String] = []
    var screen: ScreenSize?
    var handler: (@Sendable (ScreenEvent) -> Void)?
    var page: [String] = []
  }

  private let state: Mutex<State>
  let canAsk: Bool
  let screen: Int? = nil
  let isColoured = false
  let canRedraw = false

  init(answers: [String?]?, screen: ScreenSize?) {
    canAsk = answers != nil
    state = Mutex(State(answers: answers ?? [], screen: screen))
  }

  var questions: [String] { state.withLock { $0.questions } }

  func take() -> (output: String, errors: String) {
    state.withLock { state in
      defer { (state.output, state.errors) = ([], []) }
      return (
        String(decoding: state.output, as: UTF8.self), String(decoding: state.errors, as: UTF8.self)
      )
    }
  }

  func write(_ bytes: [UInt8]) async throws { state.withLock { $0.output += bytes } }

  func note(_ text: SafeText) {
    state.withLock { $0.errors += text.rendered(isColoured: false) + [0x0A] }
  }

  func redraw(_ text: String?) {}

  var wholeScreen: ScreenSize? { state.withLock { $0.screen } }

  var page: [String] { state.withLock { $0.page } }

  func shows(_ text: String) -> Bool {
    state.withLock { $0.handler != nil && $0.page.contains { $0.contains(text) } }
  }

  func happen(_ event: ScreenEvent) { state.withLock { $0.handler }?(event) }

  func resize(_ size: ScreenSize) {
    state.withLock { $0.screen = size }
    happen(.resized)
  }

  func takeScreen(_ handler: @escaping @Sendable (ScreenEvent) -> Void) async {
    state.withLock { $0.handler = handler }
  }

  func returnScreen() async { state.withLock { ($0.handler, $0.page) = (nil, []) } }

  func draw(_ bytes: [UInt8]) async throws {
    try Task.checkCancellation()
    var text = String(decoding: bytes.filter { $0 != 0x0D }, as: UTF8.self)
    for sequence in ["\u{1B}[H", "\u{1B}[K", "\u{1B}[J"] {
      text = text.split(separator: sequence, omittingEmptySubsequences: false).joined()
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    state.withLock { $0.page = lines }
  }

  func ask(_ question: SafeText) async -> String? {
    state.withLock { state in
      state.questions.append(String(decoding: question.rendered(isColoured: false), as: UTF8.self))
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
  }
}

extension Market {
  /// Runs commands in this process, like ``run(_:options:as:)`` in one of its own: in order, until
  /// one fails.
  func enter(_ commands: String..., as login: String? = nil) async throws -> Run {
    let console = try MemoryConsole(as: login ?? senior)
    var (status, output, errors) = (Int32(0), "", "")
    for command in commands {
      let run = await console.runApart(command)
      (status, output, errors) = (run.code.rawValue, output + run.output, errors + run.errors)
      if status != 0 { break }
    }
    try await console.close()
    return Run(status: status, output: output, errors: errors)
  }
}
