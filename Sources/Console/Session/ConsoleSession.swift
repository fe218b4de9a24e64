import Answers
import Catalog
import Display
import Outcome
import Postgres
import Prompt
import Synchronization

/// Runs commands, one at a time: keeps the connection, the prompt and the last listing.
actor ConsoleSession {
  nonisolated let options: ConsoleOptions
  let io: any ConsoleIO
  nonisolated let state: ConsoleState

  private var connection: Connection? {
    didSet { reachable.withLock { [connection] in $0 = connection } }
  }
  /// The same connection, for callers that must not wait for this actor.
  private let reachable = Mutex<Connection?>(nil)
  private(set) var info: SessionInfo?
  var collections: [CatalogCollection]?
  var policies: [Policy]?
  var replies: [SavedReply]?
  var views: [AppView]?
  /// The rows seen last, which commands can name.
  private(set) var seen = SeenSubjects()
  /// Where `more` goes on; nil where the last list was whole.
  private(set) var nextPage: (any PagedQuery)?
  /// The line being run, and where it is from.
  private var current: (line: String, place: LinePlace) = ("", LinePlace())
  /// The format that the line being run wants.
  private var format: OutputFormat
  /// The last line that succeeded and changed no data.
  private(set) var lastLine: String?
  /// Whether the line being run was typed at the prompt.
  private var isInteractive = false
  /// The acts that the running command has sent.
  nonisolated let acts = ActLedger()
  /// The server and login of the connection, as numbers that no other has.
  private(set) var place: String?
  /// Whether the running command ends the session.
  private var isLeaving = false
  /// The running command, as the record names it, if it changes data.
  private(set) var running: String?
  /// The subject that it is changing.
  private var target: Subject?
  /// The collection that it named last.
  private(set) var reading: CatalogCollection?
  /// The server's error that ended it.
  private var failure: SQLState?

  /// Makes a session that connects when it first needs to.
  init(options: ConsoleOptions, io: any ConsoleIO, state: ConsoleState) {
    self.options = options
    self.io = io
    self.state = state
    format = options.output
  }

  // MARK: - Lines

  /// Connects and greets, before the first prompt.
  func open() async -> CommandResult {
    isInteractive = true
    var settings = state.settings
    for problem in StartupFile().read(into: &settings, besides: state.commands.own) {
      io.note("\(problem, .yellow)")
    }
    state.update { [settings] in $0.settings = settings }
    return await guarded { [self] in
      let info = try await read { connection in try await self.sessionInfo(connection) }
      let place: SafeText = options.isEmbedded ? "embedded server" : "server"
      io.note(
        "reeve · \(info.actor, .bold) (\(info.rank ?? "no rank here")) on \(info.database), \(place)"
      )
      io.note(
        "\(SafeText("help · TAB completes, names too · Ctrl-C cancels · Ctrl-D quits"), .dim)"
      )
      switch info.standing {
      case "copy": io.note("\(SafeText("this database is a copy: no worker runs here"), .red)")
      case .some:
        io.note("\(SafeText("this may be a copy of the database: workers are stopped"), .red)")
      case nil: break
      }
      _ = try await catalog()
      _ = try await policyList()
      _ = try await replyList()
      _ = try await viewList()
      await tellLeftActs()
      for line in try await waiting().lines(screen: io.screen) { io.note(line) }
      return CommandResult(code: .ok)
    }
  }

  /// Runs one line; errors are printed.
  ///
  /// - Parameters:
  ///   - line: The line, which may be empty or a comment.
  ///   - place: Where it is from.
  ///   - isInteractive: Whether it was typed at the prompt.
  /// - Returns: How it ended.
  func run(
    _ line: String,
    at place: LinePlace = LinePlace(),
    isInteractive: Bool
  ) async -> CommandResult {
    self.isInteractive = isInteractive
    state.update { $0.turn += 1 }
    defer { state.update { $0.turn += 1 } }
    isLeaving = false
    defer { acts.clear() }
    (running, target, failure, reading) = (nil, nil, nil, nil)
    (current, format) = ((line, place), options.output)
    let result = await guarded { [self] in
      var line = line.hasPrefix("\\") ? "\\\(line)" : line
      var parsed = words(of: line)
      guard parsed.secondLine == nil else {
        throw Failure(
          .usage,
          "a command is one line, and this has several",
          hint:
            "Give each line a `-c` of its own, or all as a script; a text of several lines is quoted."
        ).at(parsed.secondLine)
      }
      guard !parsed.words.isEmpty else { return CommandResult(code: .ok) }
      guard !parsed.isOpen else {
        throw Failure(.usage, "unclosed quote", hint: "Close it on the same line.")
          .at(parsed.words.last?.offset)
      }
      if let whole = try state.settings.expanded(parsed.words) {
        io.note("\(SafeText("\(whole)"), .dim)")
        line = whole
        current.line = whole
        parsed = words(of: whole)
      }
      if isInteractive, parsed.words.count == 1, SubjectReference.isOne(parsed.words[0].text) {
        line = "show \(line)"
        current.line = line
        parsed = words(of: line)
      }
      format = Self.format(parsed.words, default: state.settings.output ?? options.output)
      let found = try await find(parsed.words)
      if found.isAbbreviated { io.note("\(found.command.name, .dim)") }
      let changesData = found.command.changesData(with: found.words)
      if changesData { running = found.command.name }
      let context = CommandContext(
        session: self,
        command: found.command,
        invocation: try Invocation(found.command, found.words, of: line),
        isInteractive: isInteractive
      )
      let clock = ContinuousClock()
      let start = clock.now
      var taken = Duration.zero
      do {
        try await paged(isInteractive && !found.command.isLive && !changesData) {
          try await StatementLimit.within(changesData ? options.actLimit : options.readLimit) {
            try await found.command.run(context)
          }
          taken = start.duration(to: clock.now)
        }
      } catch let failure as Failure where failure.exit == .usage && failure.hint == nil {
        // The server says what is missing; how it is typed, only the command knows.
        throw found.command.misuse("\(failure.message)").at(failure.offset)
      }
      if isInteractive, taken >= .milliseconds(500), !changesData, !found.command.isLive {
        let tenths =
          taken.components.seconds * 10 + taken.components.attoseconds / 100_000_000_000_000_000
        io.note("\(SafeText("\(tenths / 10).\(tenths % 10) s"), .dim)")
      }
      if !changesData, found.command.name != "save" { lastLine = line }
      return CommandResult(code: .ok, quits: isLeaving)
    }
    if let last = acts.entries.last, connection != nil {
      let isRecorded = await recordFailure()
      if isRecorded || !last.isSealed { await seal() }
    }
    connection?.settleNotices()
    return result
  }

  /// Runs a command; output that exceeds the screen goes through a pager.
  private func paged(_ isPaged: Bool, _ body: () async throws -> Void) async throws {
    let settings = state.settings
    guard isPaged, settings.pages else { return try await body() }
    io.beginPage(settings.pager)
    do {
      try await body()
    } catch {
      try await io.endPage()
      throw error
    }
    try await io.endPage()
  }

  /// Has the session end with the running command.
  func leave() { isLeaving = true }

  /// Notes the first rows of a listing, so that they can be named; nil for one that is no subject.
  func note(listing rows: [Subject?], of count: Int) { seen.note(listing: rows, of: count) }

  /// Keeps where `more` goes on.
  func setNextPage(_ query: (any PagedQuery)?) { nextPage = query }

  /// Notes the subject that was looked at or acted on.
  func note(_ subject: Subject) { seen.note(subject) }

  /// Notes the collection that the running command reads from now on.
  func note(reading collection: CatalogCollection?) { reading = collection }

  /// Sets the running command's subject, for the record of a failure.
  func setTarget(_ subject: Subject) { target = subject }

  /// Records a command that the server broke off and of which nothing remains; whether there was
  /// one.
  private func recordFailure() async -> Bool {
    guard let running, let failure else { return false }
    do {
      try await connected().one(
        ConsoleFunctions.commandFailed(verb: running, state: failure.code, subject: target?.id)
      )
    } catch {
      let reason = Failure(error, hasSentWrite: false).message
      io.note("\("the failure could not be recorded: \(reason)", .dim)")
    }
    return true
  }

  /// The command of a line, which may be one of the apps'.
  func find(_ words: [Word]) async throws -> CommandSet.Found {
    let name = words[0].text
    if state.commands.own.verbs.contains(name) {
      return try state.commands.own.find(words, isInteractive: isInteractive)
    }
    // Words of the apps: views, and actions beyond ours. A mistyped word must not need the server.
    do {
      try await extendCommands()
    } catch let error as PostgresError where error.isConnectionFailure {
      _ = try state.commands.own.find(words, isInteractive: isInteractive)
    }
    do {
      return try state.vocabulary.commands.find(words, isInteractive: isInteractive)
    } catch {
      guard collections?.contains(where: { $0.name == name }) == true else { throw error }
      let line = words.map { escapedWord($0.text) }.joined(separator: " ")
      throw Failure(.usage, error.message, hint: "`find \(line)` lists them.").at(error.offset)
    }
  }

  private func guarded(_ body: () async throws -> CommandResult) async -> CommandResult {
    do {
      return try await body()
    } catch is RowWriter.FieldsListed {
      return CommandResult(code: .ok)
    } catch {
      self.failure = Self.state(of: error)
      var failure = overdue(error) ?? Failure(error, hasSentWrite: !acts.entries.isEmpty)
      if failure.exit == .connection { await drop() }
      if case .stopped(let stop)? = error as? PostgresError, stop.isConnectionLost {
        await drop()
        do {
          // Ctrl-C has cancelled this task, but not the next connection.
          try await Task { _ = try await connected() }.value
        } catch {
          failure = failure.withoutConnection(error)
        }
      }
      if let refusal = (error as? PostgresError)?.serverError,
        refusal.sqlState == .readOnlyTransaction, await takesWrites()
      {
        failure = Failure(raisedByApp: refusal)
      }
      if let refusal = (error as? PostgresError)?.serverError,
        refusal.sqlState == .lockNotAvailable, acts.entries.isEmpty
      {
        failure = await blocked(refusal)
      }
      if failure.breaksOff(acts.entries, isOfCommand: error is Failure) {
        failure = failure.adding(hint: await fates().joined(" "))
      }
      show(
        failure,
        of: current.line,
        at: current.place,
        isJSON: format.isJSON,
        isTyped: isInteractive
      )
      return CommandResult(code: failure.exit)
    }
  }

  /// The code with which the server ended a statement that changed nothing.
  private static func state(of error: any Error) -> SQLState? {
    switch error {
    case let error as TransactionError: state(of: error.cause)
    case PostgresError.server(let error):
      error.sqlState == .readOnlyTransaction ? nil : error.sqlState
    case PostgresError.stopped(let stop): stop.isCommitted == false ? .queryCanceled : nil
    default: nil
    }
  }

  // MARK: - The connection

  /// Runs reads where the caller is; after a loss, once more on a new connection if somebody is at
  /// the prompt.
  nonisolated func read<R>(
    mayRepeat: () -> Bool = { true },
    _ body: (Connection) async throws -> R
  ) async throws -> R {
    do {
      return try await body(try await connected())
    } catch let error as PostgresError {
      guard case .connectionLost = error, mayRepeat(), await reconnects() else { throw error }
      let connection = try await connected()
      io.note("\(SafeText("the connection was lost; reconnected"), .yellow)")
      return try await body(connection)
    }
  }

  /// Drops a connection that was lost, where somebody is at the prompt.
  private func reconnects() async -> Bool {
    guard isInteractive, state.wasOpened else { return false }
    await drop()
    return true
  }

  /// The connection for a statement that changes data, the command that sends it, and its server
  /// and login.
  func connectionForWrite() async throws -> (Connection, verb: String, place: String?) {
    let connection = try await connected()
    return (connection, running ?? "reading", place)
  }

  /// Ends the server process of the statement that runs, at once, from any thread.
  ///
  /// - Returns: Whether a statement runs.
  nonisolated func breakOff() -> Bool { reachable.withLock { $0 }?.terminate() ?? false }

  /// Whether the server takes writes; false where that cannot be found out.
  private func takesWrites() async -> Bool {
    do {
      return try await read { connection in
        try await connection.query(
          """
          SELECT NOT pg_catalog.pg_is_in_recovery()
            AND pg_catalog.current_setting('transaction_read_only') OPERATOR(pg_catalog.=) 'off'
          """
        )[0].get(0)
      }
    } catch {
      return false
    }
  }

  /// How long a cancelled statement may continue before its server process is ended.
  private static let patience = Duration.seconds(3)

  /// The connection, made where there is none.
  func connected() async throws -> Connection {
    if let connection {
      if await connection.isUsable { return connection }
      await drop()
      if isInteractive {
        io.note("\(SafeText("the connection was lost; reconnecting"), .yellow)")
      }
    }
    let io = self.io
    let made = try await Connection.connect(
      options.conninfo,
      patience: Self.patience,
      onNotice: NoticeHandler { notice in
        var text: SafeText = "\(notice.severity.lowercased()): \(notice.message)"
        if let detail = notice.detail { text += " · \(detail)" }
        io.note("\(text.cut(to: ErrorReport.longest), .dim)")
      }
    )
    do {
      try await made.execute(Self.readLimit)
      let answers = try await made.pipeline([
        ConsoleFunctions.clientRequire(version: Release.version).map { "" },
        ConsoleFunctions.actPlace(),
      ])
      place = answers[1].first
    } catch {
      await made.close()
      guard (error as? PostgresError)?.sqlState == .invalidSchemaName else { throw error }
      throw Failure.notInstalled
    }
    connection = made
    state.update { $0.wasOpened = true }
    setPrompt()
    return made
  }

  private func drop() async {
    let old = connection
    connection = nil
    setPrompt()
    old?.abandon()
    await old?.close()
  }

  /// Watches the connection while the prompt waits; prints only when something happened.
  func watch() async {
    guard state.wasOpened else { return }
    if let connection {
      guard await !connection.isUsable else { return }
      await drop()
      io.note("\(SafeText("the connection was lost; nothing was running"), .yellow)")
    }
    do {
      _ = try await connected()
      io.note("\(SafeText("reconnected"), .green)")
    } catch {
      // Still down: the prompt says so, and the next look tries again.
      return
    }
  }

  /// Keeps who we are, which the prompt says.
  func set(_ info: SessionInfo) {
    self.info = info
    setPrompt()
  }

  private func setPrompt() {
    guard let info else { return }
    let place: SafeText = options.isEmbedded ? "\(SafeText("embedded"), .dim) " : ""
    let lost: SafeText = connection == nil ? " \(SafeText("(not connected)"), .red)" : ""
    let standing: SafeText = info.standing.map { " \(SafeText("(\($0))"), .red)" } ?? ""
    let name: SafeText = "\(info.actor)@\(info.database)"
    state.update { $0.place = "\(place)\(name, .bold)\(standing)\(lost)" }
  }
}
