import Glibc
package import Postgres

/// The PostgreSQL server that tests run against, as the environment names it.
///
/// - REEVE_TEST_DSN: a superuser's connection string for a cluster of the tests' own.
/// - REEVE_TEST_TEMPLATE: the database that each test gets a copy of; `template0` unless set.
/// - REEVE_TEST_DURATIONS: a file that each test with a database adds a line to: seconds and name.
package struct TestServer: Sendable {
  /// REEVE_TEST_DSN.
  package let dsn: String?
  /// REEVE_TEST_TEMPLATE.
  package let template: String
  /// REEVE_TEST_DURATIONS.
  let durations: String?
  /// Connections of the superuser, for what tests need around them.
  let administration: ConnectionPool

  init(environment: (String) -> String?) {
    dsn = environment("REEVE_TEST_DSN")
    template = environment("REEVE_TEST_TEMPLATE") ?? "template0"
    durations = environment("REEVE_TEST_DURATIONS")
    administration = ConnectionPool(
      conninfo: dsn ?? "",
      maximum: 4,
      applicationName: "reeve test administration"
    )
  }

  /// The superuser's connection string with another database or user.
  ///
  /// - Throws: `TestServerMissing` without a server.
  package func conninfo(database: String, user: String? = nil) throws -> String {
    guard let dsn else { throw TestServerMissing() }
    var settings = [(keyword: "dbname", value: database)]
    if let user { settings.append((keyword: "user", value: user)) }
    return try ConnectionInfo.replacing(dsn, with: settings)
  }

  /// Lends a superuser's connection to the cluster's main database.
  ///
  /// - Throws: `TestServerMissing` without a server.
  package func withAdministrator<R>(
    _ body: (Connection) async throws -> R
  ) async throws -> R {
    guard dsn != nil else { throw TestServerMissing() }
    return try await administration.withConnection(body)
  }
}

/// The server that this run of the tests has.
package let server = TestServer { name in getenv(name).map { String(cString: $0) } }

/// A test needs a server, and REEVE_TEST_DSN names none.
package struct TestServerMissing: Error, CustomStringConvertible {
  /// What is missing, and what to do.
  package var description: String {
    """
    this test needs a PostgreSQL server: `make test TEST="part of its name"` starts one; \
    see docs/contributing.md
    """
  }
}
