package import Catalog
package import Outcome
import Postgres

/// The commands that change a database's schema, as the login that may.
package struct Installer: Sendable {
  let server: ServerChoice
  let share: Share
  let report: @Sendable (String) -> Void

  /// Makes an installer.
  ///
  /// - Parameters:
  ///   - server: Where the database is.
  ///   - share: Where the SQL is.
  ///   - report: Takes a line for people for each step and each of the server's warnings.
  package init(
    server: ServerChoice,
    share: Share,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.server = server
    self.share = share
    self.report = report
  }

  /// Brings the database to this program's schema; see `Upgrade`.
  ///
  /// On the embedded server the user's own role becomes the first admin where none is named and the
  /// database has no member yet.
  ///
  /// - Parameter firstAdmins: Roles to be the first seniors.
  /// - Throws: `Failure`, `PostgresError`.
  package func upgrade(firstAdmins: [String]) async throws {
    let embedded = server == .embedded ? try EmbeddedServer() : nil
    try await withConnection { connection in
      let upgrade = Upgrade(share: share, connection: connection, report: report)
      try await upgrade.run(firstAdmins: firstAdmins)
      if firstAdmins.isEmpty, let embedded {
        let members = try await connection.query("SELECT FROM reeve.member LIMIT 1")
        if members.isEmpty {
          try await upgrade.run(firstAdmins: [embedded.adminRole])
          report("\(embedded.adminRole) is the first admin, a senior")
        }
      }
      report("the schema is up to date")
    }
    try await embedded?.allowLogins()
  }

  /// Returns the steps of `upgrade`, and writes nothing.
  ///
  /// - Parameter firstAdmins: Roles to be the first seniors.
  /// - Returns: The steps; empty where nothing would change.
  /// - Throws: `Failure`, `PostgresError`.
  package func planUpgrade(firstAdmins: [String]) async throws -> [Upgrade.Step] {
    try await withConnection { connection in
      try await Upgrade(share: share, connection: connection, report: report)
        .plan(firstAdmins: firstAdmins)
    }
  }

  /// Looks for what is wrong; see `Doctor`.
  ///
  /// - Parameter isFull: Whether to look at the whole chain.
  /// - Returns: The problems, red first.
  /// - Throws: `Failure`, `PostgresError`.
  package func examine(isFull: Bool) async throws -> [Doctor.Finding] {
    try await withConnection {
      try await Doctor(share: share, connection: $0, isFull: isFull).findings()
    }
  }

  /// Attacks a copy of a database; see `Attack`.
  ///
  /// - Parameters:
  ///   - name: The name of the database, said again.
  ///   - tell: Takes each result as it comes.
  /// - Throws: `Failure`, `PostgresError`.
  package func attack(_ name: String, tell: @Sendable (Attack.Result) -> Void) async throws {
    try await withConnection {
      try await Attack(share: share, connection: $0).run(on: name, tell: tell)
    }
  }

  /// Returns the SQL of the cluster's roles that this database needs, which no dump of it holds:
  /// roles, memberships, rights on the database; the admins' and the apps' owners' too.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  package func roles() async throws -> [String] {
    try await withConnection { connection in
      try await CatalogLoader(session: connection).requireReeve()
      func names(_ sql: String) async throws -> [String] {
        try await connection.query(sql).map { try $0.get(0) }
      }
      var statements: [String] = []
      for app in try await names("SELECT app FROM reeve.app ORDER BY app") {
        statements += try await connection.call(
          OperationsFunctions.appRoleStatements(app: app, isWhole: true)
        )
      }
      return try await Roles(share: share, connection: connection).missing(
        admins: names("SELECT role_name FROM reeve.member WHERE rank = 'senior' ORDER BY 1"),
        owners: names("SELECT DISTINCT owner_name FROM reeve.app ORDER BY 1"),
        all: true
      )
        + statements
        + names(
          """
          SELECT format(s.statement, m.role_name, 'reeve_' || m.rank)
          FROM reeve.member m
          CROSS JOIN unnest(ARRAY['CREATE ROLE %1$I LOGIN', 'GRANT %2$I TO %1$I'])
            WITH ORDINALITY s(statement, place)
          WHERE m.rank <> 'senior'
          ORDER BY m.role_name, s.place
          """
        )
    }
  }

  /// Returns the objects that an uninstall would remove; see `Uninstaller`.
  ///
  /// - Returns: The database's name, and a line each.
  /// - Throws: `Failure`, `PostgresError`.
  package func previewUninstall(schema: String?) async throws -> (database: String, lines: [String])
  {
    try await withConnection { connection in
      let name = try await connection.query("SELECT current_database()").first?.get(
        0,
        as: String.self
      )
      return try await (
        name ?? "", Uninstaller(share: share, connection: connection).preview(schema: schema)
      )
    }
  }

  /// Detaches the app of a schema; see `Uninstaller`.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  package func detach(schema: String) async throws {
    try await withConnection { connection in
      try await Uninstaller(share: share, connection: connection).detach(schema: schema)
    }
  }

  /// Takes Reeve out of the database; see `Uninstaller`.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  package func uninstall(auditFile: String) async throws -> Uninstaller.Outcome {
    try await withConnection { connection in
      try await Uninstaller(share: share, connection: connection).run(auditFile: auditFile)
    }
  }

  /// Compares manifests with the live database, and the apps' code with what was pinned of it.
  ///
  /// - Parameters:
  ///   - manifests: Manifests whose shape is right.
  ///   - tries: Whether to try each action on a row of each collection; all of it is rolled back.
  /// - Returns: Every finding; then, for each manifest without one, how the app's code changed, nil
  ///   where it was never pinned.
  /// - Throws: `Failure`, `PostgresError`.
  package func check(
    _ manifests: [Manifest],
    tries: Bool = false
  ) async throws -> (findings: [Finding], code: [(app: String, changes: [AppCode.Change]?)]) {
    try await withConnection { connection in
      var findings: [Finding] = []
      var code: [(app: String, changes: [AppCode.Change]?)] = []
      for manifest in manifests {
        let found = try await CatalogLoader(session: connection).check(manifest)
        findings += found
        guard found.isEmpty else { continue }
        if tries {
          findings += try await CatalogLoader(session: connection).attempt(manifest)
            .flatMap { $0.findings(in: manifest) }
        }
        let changes = try await AppCode(session: connection).changes(since: manifest)
        code.append((manifest.app, changes))
      }
      return (findings, code)
    }
  }

  /// Returns what works but slowly, of what manifests declare, and questions about shown columns
  /// that look like secrets.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  package func advice(on manifests: [Manifest]) async throws -> [Finding] {
    try await withConnection { connection in
      var advice: [Finding] = []
      for manifest in manifests {
        advice += try await CatalogLoader(session: connection).advice(on: manifest)
        advice += try await shownSecrets(of: manifest, on: connection)
      }
      return advice
    }
  }

  /// Returns the code of the apps that Reeve's calls can reach.
  ///
  /// - Parameter manifests: Manifests whose shape is right.
  /// - Returns: The pieces of each app, by kind and name.
  /// - Throws: `Failure`, `PostgresError`.
  package func code(
    of manifests: [Manifest]
  ) async throws -> [(app: String, pieces: [AppCode.Piece])] {
    try await withConnection { connection in
      var all: [(app: String, pieces: [AppCode.Piece])] = []
      for manifest in manifests {
        let pieces = try await AppCode(session: connection).pieces(of: manifest)
        all.append((manifest.app, pieces))
      }
      return all
    }
  }

  /// Loads manifests, each in a transaction of its own.
  ///
  /// - Parameters:
  ///   - manifests: Manifests whose shape is right.
  ///   - dryRun: Whether only to report the difference.
  ///   - tell: Gets the difference of each app once it is committed.
  /// - Throws: `Failure`, `PostgresError`.
  package func apply(
    _ manifests: [Manifest],
    dryRun: Bool,
    tell: @Sendable (_ app: String, _ changes: [CatalogLoader.Change]) -> Void
  ) async throws {
    try await withConnection { connection in
      for manifest in manifests {
        let name = dryRun ? nil : "the catalog of \(manifest.app)"
        let changes = try await patiently(on: connection, manifest, named: name) { transaction in
          try await CatalogLoader(session: transaction).apply(manifest, dryRun: dryRun)
        }
        tell(manifest.app, changes)
      }
      if !dryRun { try await connection.one(OperationsFunctions.recordSeal()) }
    }
  }

  /// Runs a transaction that changes tables of an app until it has their locks: an attempt, and
  /// with it whoever writes them, waits for a fifth of a second at a time.
  private func patiently<R>(
    on connection: Connection,
    _ manifest: Manifest,
    named name: String?,
    _ body: (Transaction) async throws -> R
  ) async throws -> R {
    let query = try share.query("operations/apply_blockers.sql")
    var told: String?
    while true {
      do {
        return try await connection.withTransaction(named: name) { transaction in
          try await transaction.execute("SET LOCAL lock_timeout = '200ms'")
          return try await body(transaction)
        }
      } catch let PostgresError.server(error)
        where error.sqlState == .lockNotAvailable || error.sqlState.isRetryable
      {
        let blocker = try await connection.query(query, [JSONB(manifest.json)]).first?.get(
          0,
          as: String.self
        )
        let line = blocker.map { "blocked by \($0)" } ?? error.message
        if line != told { report("\(line); trying again") }
        told = line
        try await Task.sleep(for: .milliseconds(Int.random(in: 100...400)))
      }
    }
  }

  /// A table, or a part of it, that an erasure reaches.
  package struct EraseTarget: Hashable, Sendable {
    /// The table, with its schema.
    package let table: String
    /// The part of it, or `whole rows`.
    package let columns: String
    /// The contents of the location, or the rows with which they are erased.
    package let note: String
  }

  /// Returns where an erasure goes, by the installed functions and the applied catalogs.
  ///
  /// - Throws: `Failure` where Reeve is not installed; `PostgresError`.
  package func eraseTargets() async throws -> [EraseTarget] {
    let query = try share.query("operations/erase_targets.sql")
    return try await withConnection { connection in
      try await CatalogLoader(session: connection).requireReeve()
      return try await connection.query(query).map { row in
        try EraseTarget(table: row.get(0), columns: row.get(1), note: row.get(2))
      }
    }
  }

  /// Makes an app's schema and rows and applies its catalog; see `SampleLoader`.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  package func loadSample(
    _ app: String,
    replace: Bool,
    withRows: Bool,
    scale: SampleScale?
  ) async throws {
    try await withConnection { connection in
      _ = try await SampleLoader(share: share, connection: connection, report: report)
        .load(app, replace: replace, withRows: withRows, scale: scale)
    }
  }

  func withConnection<Result>(
    as purpose: LoginPurpose = .install,
    _ body: (Connection) async throws -> Result
  ) async throws -> Result {
    let report = report
    return try await Connection.connect(
      server.conninfo(for: purpose, report: report),
      onNotice: NoticeHandler(of: ["WARNING"]) { report("warning: \($0.message)") }
    ).use(body)
  }
}

extension ManifestError: FailureConvertible {
  /// Every finding, a line each.
  package var failure: Failure { Failure(findings: findings) }
}
