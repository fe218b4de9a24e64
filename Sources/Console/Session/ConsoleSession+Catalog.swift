import Display
import Outcome
import Postgres
import Prompt

/// Facts that the database reports about itself, each read once.
extension ConsoleSession {
  /// Returns the facts about this session's login.
  func sessionInfo(_ connection: Connection) async throws -> SessionInfo {
    guard let row = try await connection.first(ConsoleFunctions.sessionInfo()) else {
      throw Failure(.failed, "this database has no head of the audit chain")
    }
    let info = SessionInfo(
      actor: row.actor,
      rank: row.rank,
      database: row.database,
      apps: row.apps ?? [],
      version: row.schemaVersion ?? 0,
      chainSequence: row.chainSeq,
      chainHash: row.chainHash,
      standing: row.standing
    )
    // A console left idle in a transaction must not block others; behind a pooler the session is
    // not ours.
    _ = try await connection.query(
      """
      SELECT set_config('idle_in_transaction_session_timeout', '5min', FALSE)
      WHERE pg_backend_pid() = $1
        AND current_setting('idle_in_transaction_session_timeout') = '0'
      """,
      [connection.backendPID]
    )
    set(info)
    return info
  }

  /// The login that acts here.
  func actor() async throws -> String { try await knownInfo().actor }

  /// The database's name.
  func database() async throws -> String { try await knownInfo().database }

  private func knownInfo() async throws -> SessionInfo {
    if let info { return info }
    return try await read { connection in try await self.sessionInfo(connection) }
  }

  /// The collections of the apps in view.
  func catalog() async throws -> [CatalogCollection] {
    if let collections { return collections }
    let app = options.app
    let found = try await read { connection in
      try await connection.call(ConsoleFunctions.consoleCatalog())
    }.filter { app == nil || $0.app == app }.map { row in
      CatalogCollection(
        app: row.app,
        name: row.collection,
        isFindable: row.findable,
        isSearchable: row.searchable,
        verbs: row.verbs,
        kinds: row.kinds,
        helps: row.helps,
        personal: row.personal,
        limits: row.limits,
        identifiers: row.identifiers,
        isLinkable: row.linkable,
        place: row.place
      )
    }
    guard !found.isEmpty else {
      // A login that may see nothing does not learn what exists either.
      let info = try await read { connection in try await self.sessionInfo(connection) }
      guard info.rank != nil else {
        throw Failure(
          .refused,
          "\(info.actor) has no rank here",
          hint: "A senior can add a member; `whoami` shows your rank."
        )
      }
      guard !info.apps.contains(where: { $0 == app ?? $0 }) else {
        throw Failure(
          .refused,
          "\(info.actor) is a superuser, and may not act",
          hint: "Log in as a member of the team who is none; `team` lists them."
        )
      }
      throw Failure(
        .failed,
        app.map { "there is no app `\($0)` in this database" }
          ?? "no catalog has been applied here",
        hint: "`reeve catalog apply` loads one."
      )
    }
    collections = found
    state.update { $0.vocabulary.collections = found }
    return found
  }

  /// The policies that an action can cite.
  func policyList() async throws -> [Policy] {
    if let policies { return policies }
    let app = options.app
    let found = try await read { connection in
      try await connection.call(ConsoleFunctions.policyList())
    }.filter { app == nil || $0.app == app }.map { row in
      Policy(
        name: row.name,
        title: row.title,
        clause: row.clause,
        severity: row.severity,
        strikes: row.strikeWeight,
        duration: row.duration.map(readableDuration)
      )
    }
    policies = found
    state.update { values in
      values.vocabulary.policies = found.map { Candidate(text: $0.name, label: $0.title) }
    }
    return found
  }

  /// The saved replies of the apps in view, each in one language.
  func replyList() async throws -> [SavedReply] {
    if let replies { return replies }
    let app = options.app
    var found: [SavedReply] = []
    for row in try await read({ connection in
      try await connection.call(ConsoleFunctions.replyList(onlyApp: app))
    }) where found.last?.name != row.name {
      found.append(SavedReply(name: row.name, policy: row.policy, text: row.body))
    }
    replies = found
    state.update { [found] values in
      values.vocabulary.replies = found.map { Candidate(text: "@\($0.name)", label: $0.text) }
    }
    return found
  }

  /// The views of the apps in view.
  func viewList() async throws -> [AppView] {
    if let views { return views }
    let app = options.app
    let found = try await read { connection in
      try await connection.call(ConsoleFunctions.viewList())
    }.filter { app == nil || $0.app == app }.map { row in
      AppView(
        app: row.app,
        name: row.name,
        collection: row.collection,
        arguments: row.arguments,
        columns: row.columns,
        types: row.types ?? [],
        help: row.help ?? ""
      )
    }
    views = found
    try await extendCommands()
    return found
  }

  /// Adds the commands of the apps: actions of their catalogs beyond ours, and views.
  func extendCommands() async throws {
    let commands = state.commands.withApps(try await catalog(), try await viewList())
    state.update { [commands] in $0.vocabulary.commands = commands }
  }
}
