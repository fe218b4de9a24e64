internal import Outcome
internal import Postgres

extension Installer {
  /// Returns whether Reeve is installed in the database.
  ///
  /// - Parameter schema: A schema that must be there in any case.
  /// - Returns: Whether it is.
  /// - Throws: `Failure` where the schema is not; `PostgresError`.
  package func isInstalled(besides schema: String) async throws -> Bool {
    try await withConnection { connection in
      let row = try await connection.query(
        """
        SELECT to_regclass('reeve.migration') IS NOT NULL,
          EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)
        """,
        [schema]
      )[0]
      guard try row.get(1) else { throw Failure(.notFound, "there is no schema “\(schema)”") }
      return try row.get(0)
    }
  }

  /// Returns the role that had best become the first admin: this login, unless it may do
  /// everything; else the role of this user.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  package func likelyAdmin() async throws -> String {
    if server == .embedded { return try EmbeddedServer().adminRole }
    let user = try ServerAccount.current().adminRole
    return try await withConnection { connection in
      try await connection.query(
        """
        SELECT CASE WHEN NOT l.rolsuper THEN l.rolname::text
          WHEN EXISTS (SELECT FROM pg_roles r WHERE r.rolname = $1 AND r.rolsuper) THEN $1 || '_admin'
          ELSE $1 END
        FROM pg_roles l WHERE l.rolname = current_user
        """,
        [user]
      )[0].get(0)
    }
  }

  /// A row of an app to try commands on.
  package struct Example: Sendable {
    /// The collection.
    package let collection: String
    /// Its row, as `person:42`; nil where no row has a key that is a plain word.
    package let subject: String?
    /// A word of its name; nil where there is none.
    package let word: String?
    /// Whether its rows are banned.
    package let isBanned: Bool
    /// A member of the team who may act; nil where this login may.
    package let admin: String?
  }

  /// Finds a row of the people of an app, else of its first collection.
  ///
  /// - Returns: The row; nil where the app has no collection.
  /// - Throws: `Failure`, `PostgresError`.
  package func example(of app: String) async throws -> Example? {
    let query = try share.query("operations/adopt_example.sql")
    return try await withConnection { connection in
      guard let row = try await connection.query(query, [app]).first else { return nil }
      let statement: String = try row.get("statement")
      let tried = try await connection.call(
        OperationsFunctions.roleTries(roleName: row.get("owner"), statements: [statement])
      )
      let found = try tried.first?.answer?.decode(as: [String?]?.self).flatMap(\.self) ?? []
      let collection: String = try row.get("collection")
      return Example(
        collection: collection,
        subject: found.first.flatMap(\.self).map { "\(collection):\($0)" },
        word: found.dropFirst().first.flatMap(\.self),
        isBanned: try row.get("is_banned"),
        admin: try row.get("admin", as: String?.self)
      )
    }
  }
}
