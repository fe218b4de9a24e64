package import Postgres

/// A database of a single test case.
package struct TestDatabase: Sendable {
  /// The database's name, which no other test has.
  package let name: String

  @TaskLocal static var bound: TestDatabase?

  /// The database of the test case that runs; the test has the trait `.freshDatabase`.
  package static var current: TestDatabase {
    get throws {
      guard let bound else { throw PostgresError.misuse("the test lacks the trait .freshDatabase") }
      return bound
    }
  }

  /// A connection string for this database; without a user, the superuser's.
  package func conninfo(user: String? = nil) throws -> String {
    try server.conninfo(database: name, user: user)
  }

  /// Connects to this database; without a user, as the superuser.
  package func connect(
    user: String? = nil,
    onNotice: NoticeHandler? = nil
  ) async throws -> Connection {
    let connection = try await Connection.connect(
      conninfo(user: user),
      applicationName: "reeve test",
      onNotice: onNotice
    )
    // Tests name what they make without a schema.
    try await connection.execute("RESET search_path")
    return connection
  }

  /// Makes a login of this test's own that is a member of `groups`, and returns its name.
  ///
  /// Roles belong to the whole cluster: the name begins with the database's.
  package func login(_ login: String, groups: [String] = []) async throws -> String {
    let role = "\(name)_\(login)"
    try await server.withAdministrator { administrator in
      let statements = try await administrator.query(
        """
        SELECT format('CREATE ROLE %I LOGIN', $1::text)
        UNION ALL
        SELECT format('GRANT %I TO %I', groups.name, $1::text) FROM unnest($2::text[]) groups(name)
        """,
        [role, groups]
      )
      for statement in statements {
        try await administrator.execute(statement.get(0, as: String.self))
      }
    }
    return role
  }

  /// Makes a login with the grants of a rank: `viewer`, `moderator`, `senior` or `auditor`.
  ///
  /// The rank itself is a row in the database, which is the test's business.
  package func login(rank: String) async throws -> String {
    try await login(rank, groups: ["reeve_\(rank)"])
  }
}

extension TestDatabase {
  /// Copies the server's template, grants on the database included: a copy does not take those
  /// along.
  static func copy(of template: String) async throws -> TestDatabase {
    let database = TestDatabase(
      name: "reeve_test_\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    )
    try await server.withAdministrator { administrator in
      let create = try await administrator.query(
        // A copy of files takes a fraction of what a copy by way of the WAL takes.
        "SELECT format('CREATE DATABASE %I TEMPLATE %I STRATEGY file_copy', $1::text, $2::text)",
        [database.name, template]
      )
      try await administrator.execute(create[0].get(0, as: String.self))
      let grants = try await administrator.query(
        """
        SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', $1::text) FROM pg_database
        WHERE datname = $2 AND datname <> 'template0' AND datacl IS NOT NULL
        UNION ALL
        SELECT format(
          'GRANT %s ON DATABASE %I TO %s',
          privilege.privilege_type,
          $1::text,
          coalesce(quote_ident(role.rolname), 'PUBLIC'))
        FROM pg_database
        CROSS JOIN aclexplode(datacl) AS privilege
        LEFT JOIN pg_roles AS role ON role.oid = privilege.grantee
        WHERE datname = $2 AND datname <> 'template0'
        """,
        [database.name, template]
      )
      for grant in grants { try await administrator.execute(grant.get(0, as: String.self)) }
    }
    return database
  }

  /// Drops it and those that the test named after it: hundreds of copies, which the server would
  /// write to the disk, slow the other tests down.
  func drop() async throws {
    try await server.withAdministrator { administrator in
      let drops = try await administrator.query(
        """
        SELECT format('DROP DATABASE %I WITH (FORCE)', datname) FROM pg_database
        WHERE starts_with(datname, $1)
        """,
        [name]
      )
      for drop in drops { try await administrator.execute(drop.get(0, as: String.self)) }
      // The servers of tests have no autovacuum. Each copy leaves 2,000 dead rows in these tables,
      // which every look at what a role owns would read past.
      try await administrator.execute("VACUUM (SKIP_LOCKED, TRUNCATE off) pg_shdepend, pg_database")
    }
  }

  /// Waits until no client is connected any more and returns how many are: 0, unless `limit` ends.
  ///
  /// A server process goes a moment after its client, and may come a moment after it, too.
  func remainingConnections(within limit: Duration = patience) async throws -> Int {
    try await server.withAdministrator { administrator in
      let remaining = "FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'"
      do {
        try await administrator.wait(
          until: "SELECT count(*) = 0 \(remaining)",
          [name],
          within: limit
        )
        return 0
      } catch is NotInTime {
        // How many there are is the caller's answer.
      }
      return try await administrator.query("SELECT count(*) \(remaining)", [name])[0].get(0)
    }
  }
}

extension Connection {
  /// Asks until a statement that returns one boolean returns true; for the length of `limit` at
  /// most.
  ///
  /// It is for events in the server that nothing announces, such as a process that has gone.
  ///
  /// - Throws: `NotInTime` if it does not come true.
  package nonisolated func wait(
    until sql: String,
    _ parameters: [(any PostgresEncodable)?] = [],
    within limit: Duration = patience
  ) async throws {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      if try await query(sql, parameters)[0].get(0, as: Bool.self) { return }
      try await execute("SELECT pg_sleep(0.01)")
    }
    throw NotInTime(condition: sql)
  }

  /// Waits until another connection's statement is in `pg_sleep`.
  package nonisolated func waitUntilAsleep(_ other: Connection) async throws {
    try await wait(
      until:
        """
        SELECT coalesce(bool_or(wait_event = 'PgSleep'), false) FROM pg_stat_activity WHERE pid = $1
        """,
      [other.backendPID]
    )
  }
}
