import Answers
import Display
import Outcome
import Postgres
import Prompt

/// The environment of a running command: its words, the database, and its output.
struct CommandContext: Sendable {
  /// The session that runs it.
  let session: ConsoleSession
  /// The command.
  let command: any ConsoleCommand
  /// The words after it.
  let invocation: Invocation
  /// Whether it was typed at the prompt.
  let isInteractive: Bool

  /// Where it writes and asks instead of the terminal; nil for the terminal.
  var redirection: (any ConsoleIO)?

  /// Where it writes and asks.
  var io: any ConsoleIO { redirection ?? session.io }
  /// The options from the console's command line.
  var options: ConsoleOptions { session.options }
  /// The admin's settings, which `set` changes.
  var settings: ConsoleSettings { session.state.settings }
  /// The names that completion knows.
  var vocabulary: ConsoleVocabulary { session.state.vocabulary }

  // MARK: - Its words

  /// The arguments as they were typed.
  var arguments: [String] { invocation.arguments }

  /// The value of a flag; nil where it was not given.
  subscript<Value>(flag: Flag<Value>) -> Value? { invocation[flag] }

  /// Whether a flag was given.
  func has(_ flag: Flag<some Sendable>) -> Bool { invocation.has(flag) }

  /// The failure of a line that names no subject.
  var misuse: Failure { command.misuse("`\(command.name)` needs \(command.arguments.needed)") }

  /// How many rows a list has.
  var limit: Int { self[Flags.limit] ?? settings.limit }

  // MARK: - The database

  /// Calls a function that only reads.
  func call<Result>(_ call: FunctionCall<Result>) async throws -> [Result] {
    try await session.read { connection in try await connection.call(call) }
  }

  /// Calls a function that only reads, for at most one row.
  func first<Result>(_ call: FunctionCall<Result>) async throws -> Result? {
    try await session.read { connection in try await connection.first(call) }
  }

  /// Calls a function that only reads, for one row.
  func one<Result>(_ call: FunctionCall<Result>) async throws -> Result {
    try await session.read { connection in try await connection.one(call) }
  }

  /// Calls a function that only reads, for rows that are written as they are.
  func rows(_ call: FunctionCall<some Sendable>) async throws -> Rows {
    try await session.read { connection in
      try await connection.query(call.statement, call.parameters)
    }
  }

  /// Calls a function that only reads, and hands out its rows as they come; after a loss before the
  /// first of them, once more like ``ConsoleSession/read(mayRepeat:_:)``.
  func stream(
    _ call: FunctionCall<some Sendable>,
    _ body: (Rows) async throws -> Void
  ) async throws {
    var hasBegun = false
    try await session.read(mayRepeat: { !hasBegun }) { connection in
      try await connection.forEachBatch(call.statement, call.parameters) { rows in
        hasBegun = true
        try await body(rows)
      }
    }
  }

  /// Calls a function that changes data, once, for rows that are written as they are.
  ///
  /// - Throws: `PostgresError`, `CancellationError`; the session has its outcome.
  func writtenRows(_ call: FunctionCall<some Sendable>) async throws -> Rows {
    try await session.act(call)
  }

  /// Calls a function that changes data, once.
  ///
  /// - Throws: `PostgresError`, `CancellationError`; the session has its outcome.
  func write<Result>(_ call: FunctionCall<Result>) async throws -> [Result] {
    try await writtenRows(call).map(call.read)
  }

  /// Calls a function that changes data, once, and says how it ended.
  ///
  /// - Throws: `PostgresError`, `CancellationError`; the session has its outcome.
  func perform(_ call: FunctionCall<Outcome>) async throws -> Outcome {
    let outcomes = try await write(call)
    guard let outcome = outcomes.first else {
      throw Failure(.failed, "the server returned no outcome")
    }
    return outcome
  }

  /// Calls a function that changes data, once, which must do so.
  ///
  /// - Throws: ``Failure`` with the server's reason.
  @discardableResult
  func done(_ call: FunctionCall<Outcome>) async throws -> Outcome {
    let outcome = try await perform(call)
    guard outcome.kind == .done else { throw Failure(outcome) }
    return outcome
  }

  /// The collections of the apps in view.
  func catalog() async throws -> [CatalogCollection] { try await session.catalog() }

  /// Links recorded commands into the audit chain.
  func seal() async { await session.seal() }
}
