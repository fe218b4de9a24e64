internal import Catalog
import Outcome
package import Postgres

/// Makes an app's schema and sample rows, and applies its catalog, all in one transaction.
package struct SampleLoader: Sendable {
  let share: Share
  let connection: Connection
  let report: @Sendable (String) -> Void

  /// Makes a loader for the database that a connection of an installer is in.
  package init(
    share: Share,
    connection: Connection,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.share = share
    self.connection = connection
    self.report = report
  }

  /// Loads an app.
  ///
  /// The app's owner, and the group `<app>_app` that its servers are members of, are made where
  /// they are missing.
  ///
  /// - Parameters:
  ///   - app: A directory of `sql/apps`.
  ///   - replace: Whether to drop a schema that is there, with everything in it.
  ///   - withRows: Whether to load the sample rows as well.
  ///   - scale: How many rows to generate; nil loads the fixed sample.
  /// - Returns: The difference that applying the catalog made.
  /// - Throws: `Failure` of status `refused` where the schema is there; `PostgresError`.
  @discardableResult
  package func load(
    _ app: String,
    replace: Bool = false,
    withRows: Bool = true,
    scale: SampleScale? = nil
  ) async throws -> [CatalogLoader.Change] {
    let manifest = try share.manifest(app: app)
    let folder = "sql/apps/\(app)"
    guard let schema = try share.script("\(folder)/schema.sql") else {
      throw Failure(.notFound, "\(share.path)/\(folder) has no schema.sql")
    }
    var scripts = try [schema] + share.scripts(in: "\(folder)/functions")
    let bareCount = scripts.count
    if withRows {
      scripts += try share.scripts(in: "\(folder)/sample")
      if scale == nil, let rows = try share.script("\(folder)/sample.sql") { scripts.append(rows) }
    }
    let outcome =
      if !withRows {
        "created the tables of \(app), without rows"
      } else if scale == nil, scripts.count == bareCount {
        "created the tables of \(app), which has no sample rows"
      } else {
        "loaded \(app)"
      }
    let generators = try scale == nil ? [] : share.scripts(in: "\(folder)/scale")
    guard scale == nil || !generators.isEmpty else {
      throw Failure(.notFound, "“\(app)” has no sample at scale")
    }
    let bare = try share.query("operations/sample_bare.sql")
    try await CatalogLoader(session: connection).requireReeve()
    try await Roles(share: share, connection: connection)
      .ensure(owners: [manifest.owner, "\(app)_app"])
    do {
      let changes = try await connection.withTransaction(named: "the sample \(app)") {
        transaction in
        try await make(manifest, replace: replace, in: transaction)
        try await transaction.execute("SET LOCAL check_function_bodies = off")
        try await become(manifest.owner, in: transaction)
        for script in scripts { try await transaction.run(script) }
        if let scale {
          try await SampleGenerator(
            scripts: generators,
            bare: bare,
            scale: scale,
            transaction: transaction,
            report: report
          ).fill(manifest.schema)
        }
        try await transaction.execute("SET LOCAL ROLE NONE")
        return try await CatalogLoader(session: transaction).apply(manifest)
      }
      try await connection.one(OperationsFunctions.recordSeal())
      if withRows {
        try await connection.execute(scale == nil ? "ANALYZE" : "VACUUM (ANALYZE)")
        try await connection.checkpointAfterLoad()
      }
      report(outcome)
      return changes
    } catch let error as ScriptError {
      throw error.failure
    }
  }

  private func make(
    _ manifest: Manifest,
    replace: Bool,
    in transaction: Transaction
  ) async throws {
    let exists = try await transaction.query(
      "SELECT FROM pg_namespace WHERE nspname = $1",
      [manifest.schema]
    )
    if !exists.isEmpty {
      guard replace else {
        throw Failure(
          .refused,
          "the schema “\(manifest.schema)” already exists",
          hint: "`--replace` drops it with everything in it."
        )
      }
      // New rows would bear the keys of old ones, and the restrictions that are in their name.
      let acted = try await transaction.query(
        """
        SELECT FROM reeve.action a
        JOIN reeve.collection c ON c.collection_id = a.collection_id
        WHERE c.app = $1
        LIMIT 1
        """,
        [manifest.app]
      )
      guard acted.isEmpty else {
        throw Failure(
          .refused,
          "actions on “\(manifest.app)” are recorded here and would not match other rows",
          hint: "Load the sample into a new database."
        )
      }
    }
    let statements = try await transaction.query(
      """
      SELECT format('DROP SCHEMA IF EXISTS %I CASCADE', $1::text)
      UNION ALL
      SELECT format('CREATE SCHEMA %I AUTHORIZATION %I', $1::text, $2::text)
      """,
      [manifest.schema, manifest.owner]
    )
    for statement in statements { try await transaction.execute(statement.get(0)) }
  }

  /// Acts as the app's owner for the rest of the transaction.
  private func become(_ owner: String, in transaction: Transaction) async throws {
    try await transaction.execute("SELECT set_config('role', $1, TRUE)", [owner])
  }
}
