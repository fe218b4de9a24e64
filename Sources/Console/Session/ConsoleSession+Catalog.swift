import Postgres

/// What the database says about itself, asked for once.
extension ConsoleSession {
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
    set(info)
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
    state.update { $0.vocabulary.collections = found }
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
    state.update { values in
      values.vocabulary.policies = found.map { Candidate(text: $0.name, label: $0.title) }
    }
    return found
  }

  /// The views of the apps in view.
  func viewList() async throws -> [AppView] {
    if let views { return views }
    let app = options.app
    let found = try await read { connection in
      try await connection.query(
        """
        SELECT app, name, collection, arguments, columns, types, help FROM reeve.report_list()
        WHERE $1::text IS NULL OR app = $1
        """,
        [app]
      ).map { row in
        AppView(
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
    views = found
    try await extendCommands()
    return found
  }

  /// Adds the commands of the apps: actions of their catalogs beyond ours, and views.
  func extendCommands() async throws {
    var commands = CommandRegistry.commands
    let collections = try await catalog()
    for name in Set(collections.flatMap(\.verbs)).sorted() where !commands.verbs.contains(name) {
      guard let example = collections.first(where: { $0.verbs.contains(name) }),
        let kind = zip(example.verbs, example.kinds).first(where: { $0.0 == name })?.1
      else { continue }
      let subject = "\(example.name):7"
      commands.add(ActionCommand(name, like: kind, on: subject))
      commands.add(ReverseCommand(name, like: kind, on: subject))
    }
    for view in try await viewList() where !commands.verbs.contains(view.name) {
      commands.add(ViewCommand(view))
    }
    state.update { [commands] in $0.vocabulary.commands = commands }
  }
}
