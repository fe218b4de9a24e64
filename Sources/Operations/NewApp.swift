import Catalog
import Outcome
package import Postgres

/// An app that begins with an import: it has no tables yet, and nothing in its catalog.
package struct NewApp: Sendable {
  let app: String
  let schema: String
  /// The role that is going to own the schema and its tables.
  var owner: String { "\(app)_owner" }

  package init(app: String, schema: String) { (self.app, self.schema) = (app, schema) }

  /// Creates the owner, which no transaction can, and in one transaction the schema and a catalog
  /// without collections; a refusal leaves none of them.
  ///
  /// - Parameters:
  ///   - share: Where the SQL is.
  ///   - connection: A connection of an installer.
  ///   - more: What belongs to the same transaction.
  /// - Returns: The result of `more`.
  /// - Throws: `Failure` of status `refused` where the schema exists, or where this login may not
  ///   create roles; `Failure` where the name is no app's; `PostgresError`; the errors of `more`.
  package func make<Result>(
    _ share: Share,
    on connection: Connection,
    _ more: (Transaction) async throws -> Result
  ) async throws -> Result {
    let loader = CatalogLoader(session: connection)
    try await loader.requireReeve()
    let manifest = try manifest()
    let faults = try await connection.call(
      OperationsFunctions.catalogCheck(manifest: JSONB(manifest.json))
    )
    if let fault = faults.first(where: { $0.path == "/app" }) {
      throw Failure(.failed, fault.message)
    }
    let hasOwner = try await !connection.query(
      "SELECT FROM pg_roles WHERE rolname = $1",
      [owner]
    ).isEmpty
    try await Roles(share: share, connection: connection).ensure(owners: [owner])
    let result: Result
    do {
      result = try await connection.withTransaction(named: "the app \(app)") { transaction in
        try await make(manifest, in: transaction)
        return try await more(transaction)
      }
    } catch {
      if !hasOwner { try await dropOwner(on: connection) }
      throw error
    }
    try await connection.one(OperationsFunctions.recordSeal())
    return result
  }

  /// Drops the owner again, which owns nothing.
  private func dropOwner(on connection: Connection) async throws {
    try await connection.withTransaction { transaction in
      for statement in try await transaction.query(
        "SELECT format(s, $1::text) FROM unnest('{DROP OWNED BY %I,DROP ROLE %I}'::text[]) s",
        [owner]
      ) {
        try await transaction.execute(statement.get(0))
      }
    }
  }

  private func manifest() throws -> Manifest {
    do {
      return try Manifest(catalog: ManifestFile(name: "app \(app)", bytes: Array(text.utf8)))
    } catch {
      throw Failure(.failed, error.findings.map(\.message).joined(separator: "; "))
    }
  }

  /// Creates the schema and the catalog.
  private func make(_ manifest: Manifest, in transaction: Transaction) async throws {
    let there = try await transaction.query(
      "SELECT FROM pg_namespace WHERE nspname = $1",
      [schema]
    )
    guard there.isEmpty else {
      throw Failure(
        .refused,
        "schema “\(schema)” exists, and no app of the catalog has it",
        hint: "`reeve adopt --schema \(schema)` makes a catalog for its tables."
      )
    }
    let create = try await transaction.query(
      "SELECT format('CREATE SCHEMA %I AUTHORIZATION %I', $1::text, $2::text)",
      [schema, owner]
    )
    try await transaction.execute(create[0].get(0))
    _ = try await CatalogLoader(session: transaction).apply(manifest)
  }

  /// Its catalog.
  private var text: String {
    """
    app: \(YAMLText.scalar(app))
    schema: \(YAMLText.scalar(schema))
    owner: \(YAMLText.scalar(owner))
    title: \(YAMLText.scalar(app))
    collections: {}

    """
  }
}
