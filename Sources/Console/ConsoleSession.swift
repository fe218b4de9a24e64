import Catalog
import Postgres
import Synchronization

/// Runs commands, one at a time: the connection, what was read of the catalog, the last listing.
actor ConsoleSession {
  let options: ConsoleOptions
  let io: any ConsoleIO
  nonisolated let board: Board

  private var connection: Connection? {
    didSet { reachable.withLock { [connection] in $0 = connection } }
  }
  /// The same connection, for who must not wait for this actor.
  private let reachable = Mutex<Connection?>(nil)
  private var info: SessionInfo?
  private var collections: [CatalogCollection]?
  private var policies: [Policy]?
  private var reports: [Report]?
  /// The rows of the last listing, as they are numbered.
  var listing: [Subject] = []
  /// How many rows the last listing had; the first of them are in `listing`.
  var listed = 0
  /// What `_` means.
  var last: [Subject] = [] { didSet { isLastWhole = true } }
  /// False after a listing of which only the first rows are in `last`.
  var isLastWhole = true
  /// Whether the line being run was typed at the prompt.
  var isInteractive = false
  /// Whether the running command has sent something that may have changed data.
  var hasSentWrite = false
  /// The running command, as the record names it, if it changes data.
  private var running: String?
  /// What it is done to just now.
  var under: Subject?
  /// The server's error that ended it.
  private var failure: SQLState?

  /// Makes a session that connects when it first needs to.
  init(options: ConsoleOptions, io: any ConsoleIO, board: Board) {
    self.options = options
    self.io = io
    self.board = board
  }

  // MARK: - Lines

  /// Connects and greets, before the first prompt.
  func open() async -> CommandResult {
    isInteractive = true
    return await guarded(at: nil) { [self] in
      let info = try await read { connection in try await self.sessionInfo(connection) }
      let place: SafeText = options.isEmbedded ? "embedded server" : "server"
      io.note(
        "reeve · \(info.actor, .bold) (\(info.rank ?? "no rank here")) on \(info.database), \(place)"
      )
      io.note(
        "\(SafeText("help · TAB completes, also names · Ctrl-C cancels · Ctrl-D leaves"), .dim)"
      )
      switch info.standing {
      case "copy": io.note("\(SafeText("this database is a copy: no worker runs here"), .red)")
      case .some: io.note("\(SafeText("parked: this may be a copy, and no worker runs"), .red)")
      case nil: break
      }
      _ = try await catalog()
      _ = try await policyList()
      _ = try await reportList()
      return CommandResult(code: .ok)
    }
  }

  /// Runs one line; what goes wrong is printed.
  ///
  /// - Parameters:
  ///   - line: The line, which may be empty or a comment.
  ///   - place: What its errors begin with: `file:line: `.
  ///   - isInteractive: Whether it was typed at the prompt.
  /// - Returns: How it ended.
  func run(_ line: String, at place: SafeText?, isInteractive: Bool) async -> CommandResult {
    self.isInteractive = isInteractive
    hasSentWrite = false
    (running, under, failure) = (nil, nil, nil)
    let result = await guarded(at: place) { [self] in
      let parsed = words(of: line)
      guard let first = parsed.words.first else { return CommandResult(code: .ok) }
      guard !parsed.isOpen else {
        throw CommandFailure(.usage, "a quote is left open", hint: "Close it on the same line.")
      }
      let verb = try await find(verb: first.text)
      let rest = Array(parsed.words.dropFirst())
      let isActing = verb.isActing(with: rest)
      if verb.name != first.text {
        guard !isActing else {
          throw CommandFailure(
            .usage,
            "`\(first.text)` is no command",
            hint: "Write `\(verb.name)` in full: it changes data."
          )
        }
        io.note("\(verb.name, .dim)")
      }
      if isActing {
        let part = verb.isActing ? nil : rest.first { Verb.actingWords.contains($0.text) }?.text
        running = part.map { "\(verb.name) \($0)" } ?? verb.name
      }
      let command = try Command(verb: verb, words: rest)
      let clock = ContinuousClock()
      let start = clock.now
      let limit = isActing ? options.actLimit : nil
      let result = try await StatementLimit.within(limit) { try await self.perform(command) }
      let taken = start.duration(to: clock.now)
      if isInteractive, taken >= .milliseconds(500), !isActing {
        let tenths =
          taken.components.seconds * 10 + taken.components.attoseconds / 100_000_000_000_000_000
        io.note("\(SafeText("\(tenths / 10).\(tenths % 10) s"), .dim)")
      }
      return result
    }
    if hasSentWrite, connection != nil {
      await recordFailure()
      await seal()
    }
    return result
  }

  /// Puts a command on the record that the server broke off, and of which nothing is left there.
  private func recordFailure() async {
    guard let running, let failure else { return }
    do {
      _ = try await connected().query(
        "SELECT reeve.command_failed($1, $2, $3, $4, $5)",
        [running, failure.code, under?.collection.app, under?.collection.name, under?.key]
      )
    } catch {
      let text = SafeText("that it failed is not on the record: \(String(describing: error))")
      io.note("\(text, .dim)")
    }
  }

  /// Most calls that ``seal()`` makes, so that a backlog never keeps a command long.
  private static let sealLimit = 20

  /// Links what was recorded into the audit chain; what cannot be linked yet, whoever comes next links.
  ///
  /// The command is committed and reported by then: a failure here is no failure of it, and `doctor`
  /// says when something stays unsealed.
  func seal() async {
    do {
      let connection = try await connected()
      for _ in 0..<Self.sealLimit {
        let rows = try await connection.query("SELECT reeve.record_seal()")
        if try rows.first?.get(0, as: Int.self) ?? 0 == 0 { break }
      }
    } catch {
      let text = SafeText("sealing waits for the next command: \(String(describing: error))")
      io.note("\(text, .dim)")
    }
  }

  private func find(verb name: String) async throws -> Verb {
    if let verb = Verb.all.first(where: { $0.name == name }) { return verb }
    // Words of the apps: reports, and actions beyond ours. A mistyped word must not need the server.
    do {
      try await extendVerbs()
    } catch let error as PostgresError where error.isConnectionFailure {
      _ = try Console.verb(named: name, among: Verb.all, isInteractive: isInteractive)
    }
    return try Console.verb(
      named: name,
      among: board.vocabulary.verbs,
      isInteractive: isInteractive
    )
  }

  private func perform(_ command: Command) async throws -> CommandResult {
    switch command.verb.kind {
    case .help: try await help(command.arguments.joined(separator: " "))
    case .find: try await find(command)
    case .search: try await search(command)
    case .show: try await show(command)
    case .history: try await history(command)
    case .report: try await report(command)
    case .jobs: try await jobs(command)
    case .queues: try await queues(command)
    case .queue where command.arguments.isEmpty: try await caseQueue(command)
    case .queue: try await queuePerform(command)
    case .next: try await caseNext(command)
    case .caseShow: try await caseShow(command)
    case .casePerform: try await casePerform(command)
    case .reveal: try await reveal(command)
    case .chat: try await chat(command)
    case .evidence: try await evidence(command)
    case .mute: try await mute(command)
    case .strikes: try await strikes(command)
    case .appeals: try await appeals(command)
    case .holds: try await holds(command)
    case .appeal: try await appealPerform(command)
    case .flags: try await flags(command)
    case .links: try await links(command)
    case .cron: try await cron(command)
    case .audit: try await audit(command)
    case .export: try await export(command)
    case .whoami: try await whoami(command)
    case .act: try await act(command)
    case .reverse(let verb): try await reverse(command, verb)
    case .undo: try await undo(command)
    case .redo: try await redo(command)
    case .select: try await select(command)
    case .batch: try await batch(command)
    case .approvals: try await approvals(command)
    case .decide: try await decide(command)
    case .staff: try await staff(command)
    case .team: try await team(command)
    case .quit: return CommandResult(code: .ok, quits: true)
    }
    return CommandResult(code: .ok)
  }

  private func guarded(
    at place: SafeText?,
    _ body: () async throws -> CommandResult
  ) async -> CommandResult {
    do {
      return try await body()
    } catch is RowWriter.FieldsListed {
      return CommandResult(code: .ok)
    } catch {
      self.failure = Self.state(of: error)
      var failure = CommandFailure(error, hasSentWrite: hasSentWrite)
      if failure.code == .connection { await drop() }
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
        failure = CommandFailure(raisedByApp: refusal)
      }
      if !failure.text.isEmpty {
        let prefix = place ?? (isInteractive ? "" : "reeve: ")
        io.note("\(prefix)\(failure.text, .red)")
      }
      if let hint = failure.hint { io.note("  \(hint)") }
      return CommandResult(code: failure.code)
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

  /// Runs a statement and hands out its rows as they come; after a loss before the first of them,
  /// once more like ``read(mayRepeat:_:)``.
  func stream(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?],
    _ body: (Rows) async throws -> Void
  ) async throws {
    var hasBegun = false
    try await read(mayRepeat: { !hasBegun }) { connection in
      // Its time is also its reader's.
      try await StatementLimit.within(nil) {
        try await connection.forEachBatch(sql, parameters) { rows in
          hasBegun = true
          try await body(rows)
        }
      }
    }
  }

  /// Runs reads; after a loss, once more on a new connection if somebody is at the prompt.
  func read<R: Sendable>(
    mayRepeat: () -> Bool = { true },
    _ body: (Connection) async throws -> R
  ) async throws -> R {
    do {
      return try await body(try await connected())
    } catch let error as PostgresError where isInteractive && board.wasOpened && mayRepeat() {
      guard case .connectionLost = error else { throw error }
      await drop()
      let connection = try await connected()
      io.note("\(SafeText("the connection was lost; reconnected"), .yellow)")
      return try await body(connection)
    }
  }

  /// Runs one statement that changes data, once.
  ///
  /// - Throws: ``CommandFailure`` after a loss, saying whether the statement may have run.
  func write(_ sql: String, _ parameters: [(any PostgresEncodable)?]) async throws -> Rows {
    let connection = try await connected()
    hasSentWrite = true
    return try await StatementLimit.within(options.actLimit) {
      try await connection.query(sql, parameters)
    }
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

  /// How long a cancelled statement may go on before its server process is ended.
  private static let patience = Duration.seconds(3)

  private func connected() async throws -> Connection {
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
      patience: Self.patience
    ) { notice in
      var text: SafeText = "\(notice.severity.lowercased()): \(notice.message)"
      if let detail = notice.detail { text += " · \(detail)" }
      io.note("\(text, .dim)")
    }
    do {
      try await made.execute("SELECT reeve.client_require($1)", [Release.version])
    } catch {
      await made.close()
      guard (error as? PostgresError)?.sqlState == .invalidSchemaName else { throw error }
      throw CommandFailure(
        .refused,
        "Reeve is not installed in this database",
        hint: "Run: reeve upgrade"
      )
    }
    connection = made
    board.update { $0.wasOpened = true }
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

  /// Looks after the connection while the prompt waits; speaks only when something happened.
  func watch() async {
    guard board.wasOpened else { return }
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

  private func setPrompt() {
    guard let info else { return }
    let place: SafeText = options.isEmbedded ? "\(SafeText("embedded"), .dim) " : ""
    let lost: SafeText = connection == nil ? " \(SafeText("(not connected)"), .red)" : ""
    let standing: SafeText = info.standing.map { " \(SafeText("(\($0))"), .red)" } ?? ""
    let name: SafeText = "\(info.actor)@\(info.database)"
    board.update { $0.prompt = "\(place)\(name, .bold)\(standing)\(lost) ▸ " }
  }

  // MARK: - What the database says about itself

  /// Who we are here.
  func sessionInfo(_ connection: Connection) async throws -> SessionInfo {
    let rows = try await connection.query(
      """
      SELECT actor, rank, database, apps, schema_version, chain_seq, chain_hash, standing
      FROM reeve.session_info()
      """
    )
    guard let row = rows.first else {
      throw CommandFailure(.failed, "this database has no Reeve head of chain")
    }
    let info = SessionInfo(
      actor: try row.get(0),
      rank: try row.get(1),
      database: try row.get(2),
      apps: try row.get(3, as: [String]?.self) ?? [],
      version: try row.get(4, as: Int?.self) ?? 0,
      chainSequence: try row.get(5, as: Int64?.self) ?? 0,
      chainHash: try row.get(6, as: String?.self) ?? "",
      standing: try row.get(7)
    )
    // A console that is left alone in a transaction stops nobody; behind a pooler the session is not ours.
    _ = try await connection.query(
      """
      SELECT set_config('idle_in_transaction_session_timeout', '5min', FALSE)
      WHERE pg_backend_pid() = $1
        AND current_setting('idle_in_transaction_session_timeout') = '0'
      """,
      [connection.backendPID]
    )
    self.info = info
    setPrompt()
    return info
  }

  /// The collections of the apps in view.
  func catalog() async throws -> [CatalogCollection] {
    if let collections { return collections }
    let app = options.app
    let found = try await read { connection in
      try await connection.query(
        """
        SELECT app, collection, findable, searchable, verbs, kinds, limits, personal
        FROM reeve.console_catalog()
        WHERE $1::text IS NULL OR app = $1
        """,
        [app]
      ).map { row in
        CatalogCollection(
          app: try row.get(0),
          name: try row.get(1),
          isFindable: try row.get(2),
          isSearchable: try row.get(3),
          verbs: try row.get(4),
          kinds: try row.get(5),
          personal: try row.get(7),
          limits: try row.get(6)
        )
      }
    }
    guard !found.isEmpty else {
      // To whom nothing may be shown, nothing is told of what there is.
      let info = try await read { connection in try await self.sessionInfo(connection) }
      guard info.rank != nil else {
        throw CommandFailure(
          .refused,
          "\(info.actor) has no rank here",
          hint: "A senior can add a member; `whoami` shows your rank."
        )
      }
      throw CommandFailure(
        .failed,
        app.map { "there is no app `\($0)` in this database" }
          ?? "no app's catalog is applied here",
        hint: "`reeve catalog apply` loads one."
      )
    }
    collections = found
    board.update { $0.vocabulary.collections = found }
    return found
  }

  /// The policies that an action can cite.
  func policyList() async throws -> [Policy] {
    if let policies { return policies }
    let app = options.app
    let found = try await read { connection in
      try await connection.query(
        """
        SELECT name, title, clause, severity, strike_weight, duration::text FROM reeve.policy_list()
        WHERE $1::text IS NULL OR app = $1
        """,
        [app]
      ).map { row in
        Policy(
          name: try row.get(0),
          title: try row.get(1),
          clause: try row.get(2),
          severity: try row.get(3),
          strikes: try row.get(4),
          duration: try row.get(5)
        )
      }
    }
    policies = found
    board.update { board in
      board.vocabulary.policies = found.map { Candidate(text: $0.name, label: $0.title) }
    }
    return found
  }

  /// The reports of the apps in view.
  func reportList() async throws -> [Report] {
    if let reports { return reports }
    let app = options.app
    let found = try await read { connection in
      try await connection.query(
        """
        SELECT app, name, collection, arguments, columns, types, help FROM reeve.report_list()
        WHERE $1::text IS NULL OR app = $1
        """,
        [app]
      ).map { row in
        Report(
          app: try row.get(0),
          name: try row.get(1),
          collection: try row.get(2),
          arguments: try row.get(3, as: [String]?.self) ?? [],
          columns: try row.get(4, as: [String]?.self) ?? [],
          types: try row.get(5, as: [String]?.self) ?? [],
          help: try row.get(6, as: String?.self) ?? ""
        )
      }
    }
    reports = found
    try await extendVerbs()
    return found
  }

  /// Adds the words of the apps to the verbs.
  private func extendVerbs() async throws {
    let reports = try await reportList()
    var verbs = Verb.all
    for name in Set(try await catalog().flatMap(\.verbs)).sorted()
    where !verbs.contains(where: { $0.name == name }) {
      guard let example = try await catalog().first(where: { $0.verbs.contains(name) }),
        let kind = zip(example.verbs, example.kinds).first(where: { $0.0 == name })?.1
      else { continue }
      let subject = "\(example.name):7"
      verbs += [
        Verb.act(name, like: kind, on: subject), Verb.reverse(name, like: kind, on: subject),
      ]
    }
    for report in reports where !verbs.contains(where: { $0.name == report.name }) {
      verbs.append(report.verb)
    }
    board.update { [verbs] in $0.vocabulary.verbs = verbs }
  }
}
