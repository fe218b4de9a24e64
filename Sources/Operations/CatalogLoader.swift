package import Catalog
package import Postgres

/// Compares a manifest with the live database, and loads it.
package struct CatalogLoader: Sendable {
  let session: any Session

  /// One line of the difference between the applied catalog and a manifest.
  package struct Change: Hashable, Sendable {
    /// `add`, `change` or `drop`.
    package let change: String
    /// What is changed, such as `collection user`.
    package let object: String
    /// Anything worth knowing; may be empty.
    package let note: String
  }

  /// Works on a connection or in a transaction of an installer.
  package init(session: any Session) { self.session = session }

  /// Returns what the database finds wrong, each with its place in the files.
  ///
  /// - Parameter manifest: A manifest whose shape is right.
  /// - Returns: Findings in the order of the database's walk.
  /// - Throws: `OperationError` where Reeve is not installed; `PostgresError`.
  package func check(_ manifest: Manifest) async throws -> [Finding] {
    try await requireReeve()
    let rows = try await session.query(
      "SELECT path, code, message FROM reeve.catalog_check($1::jsonb)",
      [manifest.json]
    )
    return try rows.map { row in
      let position = try manifest.position(of: row.get("path"))
      let message = try row.get("message", as: String.self)
      return try Finding(position, "\(message) (\(row.get("code", as: String.self)))")
    }
  }

  /// Checks a manifest and loads it.
  ///
  /// - Parameters:
  ///   - manifest: A manifest whose shape is right.
  ///   - dryRun: Whether only to tell the difference.
  /// - Returns: The difference.
  /// - Throws: `OperationError` with every finding; `PostgresError`.
  package func apply(_ manifest: Manifest, dryRun: Bool = false) async throws -> [Change] {
    let findings = try await check(manifest)
    guard findings.isEmpty else { throw OperationError(findings: findings) }
    let rows = try await session.query(
      "SELECT change, object, note FROM reeve.catalog_apply($1::jsonb, $2)",
      [manifest.json, dryRun]
    )
    return try rows.map { row in
      try Change(
        change: row.get("change"),
        object: row.get("object"),
        note: row.get("note", as: String?.self) ?? ""
      )
    }
  }

  /// Refuses a database that Reeve is not installed in.
  ///
  /// - Throws: `OperationError` of status `refused`; `PostgresError`.
  package func requireReeve() async throws {
    let rows = try await session.query("SELECT to_regclass('reeve.migration') IS NOT NULL")
    guard try rows.first?.get(0) == true else {
      throw OperationError(
        "Reeve is not installed in this database",
        status: .refused,
        hint: "Run: reeve upgrade"
      )
    }
  }
}
