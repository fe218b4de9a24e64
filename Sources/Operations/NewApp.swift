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

  /// Creates the owner, the schema and a catalog without collections, all but the role in one
  /// transaction.
  ///
  /// - Parameters:
  ///   - share: Where the SQL is.
  ///   - connection: A connection of an installer.
  /// - Throws: `Failure` of status `refused` where the schema exists, or where this login may not
  ///   create roles; `Failure` where the name is no app's; `PostgresError`.
  package func make(_ share: Share, on connection: Connection) async throws {
    let loader = CatalogLoader(session: connection)
    try await loader.requireReeve()
    let manifest: Manifest
    do {
      manifest = try Manifest(catalog: ManifestFile(name: "app \(app)", bytes: Array(text.utf8)))
    } catch {
      throw Failure(.failed, error.findings.map(\.message).joined(separator: "; "))
    }
    let faults = try await connection.call(
      OperationsFunctions.catalogCheck(manifest: JSONB(manifest.json))
    )
    if let fault = faults.first(where: { $0.path == "/app" }) {
      throw Failure(.failed, fault.message)
    }
    try await Roles(share: share, connection: connection).ensure(owners: [owner])
    try await connection.withTransaction(named: "the app \(app)") { transaction in
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
    try await connection.one(OperationsFunctions.recordSeal())
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
