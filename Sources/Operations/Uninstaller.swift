internal import Glibc
import Host
import Outcome
import Postgres

/// Removes Reeve from a database, or one app from Reeve; the app's own objects stay as they are.
package struct Uninstaller: Sendable {
  let share: Share
  let connection: Connection

  /// Objects and rights that an uninstall leaves to others to remove.
  package struct Outcome: Hashable, Sendable {
    /// How many audited commands were exported, and the head of their chain.
    package var exported = 0
    package var head = ""
    /// Reeve's roles, where they are still there: what needs them, or that this login may not.
    package var kept = ""
    /// The statements that take away rights and roles that this login may not, for whoever may.
    package var statements: [String] = []
  }

  /// How long a lock on a table of the app's is waited for.
  private static let lockTimeout = "5s"
  private static let exportBatch = 10_000
  /// A worker without a sign of life for this long has lost its jobs.
  private static let deadAfter = "12 seconds"

  /// Returns the objects that would be removed, a line each.
  ///
  /// - Parameter schema: The schema of the app to detach; nil for all of Reeve.
  /// - Returns: The lines.
  /// - Throws: `Failure`, of status `notFound` where no app has that schema, `refused` where the
  ///   database is not as this program knows it; `PostgresError`.
  package func preview(schema: String?) async throws -> [String] {
    try await CatalogLoader(session: connection).requireReeve()
    let upgrade = Upgrade(share: share, connection: connection, report: { _ in })
    let steps = try await upgrade.plan()
    guard steps.isEmpty else {
      throw Failure(
        .refused,
        "the schema is not this program's, which would miss what to remove",
        details: steps.prefix(5).map { "\($0.change)  \($0.object)" },
        hint: "Run `reeve upgrade` first."
      )
    }
    if let schema { _ = try await app(of: schema, in: connection) }
    return try await connection.query(share.query("operations/uninstall_preview.sql"), [schema])
      .map { try $0.get(0) }
  }

  /// Detaches an app: triggers, policies, views, rights, schedules and search go, in one
  /// transaction; what was recorded stays.
  ///
  /// - Throws: `Failure`, `PostgresError`; then nothing was changed.
  package func detach(schema: String) async throws {
    try await connection.withTransaction { transaction in
      try await transaction.execute("SET LOCAL lock_timeout = '\(Self.lockTimeout)'")
      let app = try await app(of: schema, in: transaction)
      try await transaction.one(OperationsFunctions.catalogDetach(appName: app))
    }
  }

  /// Detaches every app, exports the audit, and drops Reeve's schemas and roles, in one
  /// transaction.
  ///
  /// The roles stay, all of them, where another database or an object of this one needs any.
  ///
  /// - Parameter auditFile: A file that is not there yet; it gets its name when it is whole.
  /// - Returns: The exported files, and the steps left to do.
  /// - Throws: `Failure`, `PostgresError`; then the database is as it was.
  package func run(auditFile: String) async throws -> Outcome {
    try await EventTriggers.check(share: share, connection: connection)
    guard Disk.status(auditFile) == nil else {
      throw Failure(.refused, "\(auditFile) already exists")
    }
    return try await connection.withTransaction { transaction in
      try await transaction.execute("SET LOCAL lock_timeout = '\(Self.lockTimeout)'")
      try await requireIdle(transaction)
      for row in try await transaction.query("SELECT app FROM reeve.app ORDER BY app") {
        try await transaction.one(OperationsFunctions.catalogDetach(appName: try row.get("app")))
      }
      // Sealed now: the export has these too, and nobody else's command can come after it.
      let end = String(UInt64.max)
      while try await transaction.one(
        OperationsFunctions.chainLink(below: end, maxRows: 500)
      ) > 0 {}
      let dependents: [String] = try await transaction.query(
        share.query("operations/uninstall_dependents.sql")
      ).map { try $0.get(0) }
      guard dependents.isEmpty else {
        throw Failure(
          .refused,
          "something outside Reeve depends on it",
          details: dependents,
          hint: "Drop or change it first. Triggers reeve_follow… belong to a live copy: "
            + "`reeve migrate status` lists those to end first."
        )
      }
      var outcome = Outcome()
      try await export(to: auditFile, from: transaction, &outcome)
      try await transaction.execute(
        "DROP SCHEMA reeve_index, reeve_stage, reeve_cell, reeve CASCADE"
      )
      // Extensions stay: the app's indexes may use them. Somebody must own them.
      try await transaction.execute("REASSIGN OWNED BY reeve_owner, reeve_access TO CURRENT_USER")
      let rights = try share.query("operations/uninstall_rights.sql")
      for row in try await transaction.query(rights) {
        let statement = try row.get(2, as: String.self)
        guard try row.get(1) else {
          outcome.statements.append(statement)
          continue
        }
        let owner = try row.get(0, as: String.self)
        try await transaction.execute("SELECT set_config('role', $1, TRUE)", [owner])
        try await transaction.execute(statement)
        try await transaction.execute("SET LOCAL ROLE NONE")
      }
      try await dropRoles(transaction, &outcome)
      return outcome
    }
  }

  private func app(of schema: String, in session: some Session) async throws -> String {
    let rows = try await session.query(
      """
      SELECT app, schema_name, schema_name = $1 AND manifest -> 'collections' <> '{}'
      FROM reeve.app
      ORDER BY app
      """,
      [schema]
    )
    guard let row = try rows.first(where: { try $0.get(2) }) else {
      throw Failure(
        .notFound,
        "Reeve has no app in a schema “\(schema)”",
        details: try rows.map {
          try "\($0.get(0, as: String.self)) in \($0.get(1, as: String.self))"
        }
      )
    }
    return try row.get(0)
  }

  private func requireIdle(_ transaction: Transaction) async throws {
    let rows = try await transaction.query(
      """
      SELECT format('worker %s on %s', worker_id, host)
      FROM reeve.worker
      WHERE ended_at IS NULL AND beat_at > clock_timestamp() - interval '\(Self.deadAfter)'
      ORDER BY worker_id
      """
    )
    guard rows.isEmpty else {
      throw Failure(
        .refused,
        "workers are running here",
        details: try rows.map { try $0.get(0) },
        hint: "Stop them first."
      )
    }
  }

  /// Writes the chain as `audit export` does, a JSON object a line.
  private func export(
    to path: String,
    from transaction: Transaction,
    _ outcome: inout Outcome
  ) async throws {
    var file = try FileReplacement(of: path, mode: 0o600)
    var next: Int64 = 1
    while true {
      let rows = try await transaction.query(
        """
        SELECT seq, encode(hash, 'hex'), json_build_object('seq', seq, 'us', us, 'command_id',
          command_id, 'actor', actor, 'principal', principal, 'kind', kind, 'subject', subject,
          'batch', batch, 'manifest_hex', encode(manifest, 'hex'), 'prev_hex', encode(prev, 'hex'),
          'hash_hex', encode(hash, 'hex'), 'content', content::text)::text
        FROM reeve.chain h
        LEFT JOIN LATERAL (
          SELECT m.content FROM reeve.command m WHERE m.command_id = h.command_id) m ON TRUE
        WHERE seq >= $1
        ORDER BY seq
        LIMIT $2
        """,
        [next, Self.exportBatch]
      )
      guard let last = rows.last else { break }
      var text = ""
      for row in rows { text += try row.get(2, as: String.self) + "\n" }
      try file.write(Array(text.utf8))
      next = try last.get(0, as: Int64.self) + 1
      outcome.exported += rows.count
      outcome.head = try "\(last.get(0, as: Int64.self)):\(last.get(1, as: String.self))"
    }
    try file.finish()
  }

  private func dropRoles(_ transaction: Transaction, _ outcome: inout Outcome) async throws {
    let rows = try await transaction.query(share.query("operations/uninstall_roles.sql"))
    let statements = try await transaction.query(
      "SELECT format('DROP ROLE %I', r) FROM unnest($1::text[]) r",
      [try rows.map { try $0.get(0, as: String.self) }]
    ).map { try $0.get(0, as: String.self) }
    let needs = try rows.compactMap { try $0.get(1, as: String?.self) }
    let may = try await transaction.query(
      "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
    )
    if let need = needs.first {
      outcome.kept = "kept Reeve's roles, which are needed: \(need)"
    } else if try may.first?.get(0) == true {
      for statement in statements { try await transaction.execute(statement) }
    } else {
      outcome.kept = "this login may not drop Reeve's roles, which are no longer needed"
      outcome.statements += statements
    }
  }
}
