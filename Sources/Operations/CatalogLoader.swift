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
  /// - Throws: `Failure` where Reeve is not installed; `PostgresError`.
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

  /// What doing a verb of a catalog to one row, and taking it back, told.
  package struct Attempt: Sendable {
    /// The action, or the collection, as a JSON pointer.
    package let path: String
    /// The collection.
    package let collection: String
    /// The verb; nil where there was no row to try it on.
    package let verb: String?
    /// The row's key; nil where there was none.
    package let key: String?
    /// What failed, was not given back or not erased; nil where all went well.
    package let problem: String?
    /// Columns that code of the app had changed for good, by collection.
    package let touched: [String: [String]]

    /// What is wrong, each with its place in the files; nothing where there was no row.
    func findings(in manifest: Manifest) -> [Finding] {
      let failed =
        verb == nil || problem == nil
        ? [] : [Finding(manifest.position(of: path), "\(told) (try)")]
      return failed
        + touched.sorted { $0.key < $1.key }.map { name, columns in
          Finding(
            manifest.position(of: "/collections/\(name)/touched"),
            "code of the app changes \(columns.joined(separator: ", ")) of \(name) with each act, and"
              + " undo does not give it back: list it in touched (try)"
          )
        }
    }

    /// The attempt in words.
    package var told: String {
      guard let verb, let key else { return problem ?? "" }
      return "\(verb) \(collection):\(key): \(problem ?? "done and taken back")"
    }
  }

  /// Does each verb of a manifest to a row of each collection, takes it back, and rolls back.
  ///
  /// - Parameter manifest: A manifest that `check` finds nothing wrong with.
  /// - Returns: An attempt for each verb that changes rows.
  /// - Throws: `PostgresError`, also where the login may not make the app's roles.
  package func attempt(_ manifest: Manifest) async throws -> [Attempt] {
    try await session.query(
      """
      SELECT a.path, a.collection, a.verb, a.key, a.problem,
        ARRAY(SELECT c.key FROM jsonb_each(a.touched) c
          CROSS JOIN LATERAL jsonb_array_elements_text(c.value) ORDER BY c.key),
        ARRAY(SELECT l.name FROM jsonb_each(a.touched) c
          CROSS JOIN LATERAL jsonb_array_elements_text(c.value) l(name) ORDER BY c.key)
      FROM reeve.catalog_attempt($1::jsonb) a
      """,
      [manifest.json]
    ).map { row in
      let names = zip(try row.get(5, as: [String].self), try row.get(6, as: [String].self))
      return try Attempt(
        path: row.get(0),
        collection: row.get(1),
        verb: row.get(2),
        key: row.get(3),
        problem: row.get(4),
        touched: Dictionary(grouping: names, by: \.0).mapValues { $0.map(\.1) }
      )
    }
  }

  /// Checks a manifest and loads it.
  ///
  /// - Parameters:
  ///   - manifest: A manifest whose shape is right.
  ///   - dryRun: Whether only to tell the difference.
  /// - Returns: The difference.
  /// - Throws: `Failure` with every finding; `PostgresError`.
  package func apply(_ manifest: Manifest, dryRun: Bool = false) async throws -> [Change] {
    let findings = try await check(manifest)
    guard findings.isEmpty else { throw Failure(findings: findings) }
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
  /// - Throws: `Failure` of status `refused`; `PostgresError`.
  package func requireReeve() async throws {
    let rows = try await session.query("SELECT to_regclass('reeve.migration') IS NOT NULL")
    guard try rows.first?.get(0) == true else {
      throw Failure(
        .refused,
        "Reeve is not installed in this database",
        hint: "Run: reeve upgrade"
      )
    }
  }
}
