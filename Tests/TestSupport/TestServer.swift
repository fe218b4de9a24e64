import Glibc
package import Postgres

/// The PostgreSQL server that tests run against, as the environment names it.
///
/// - REEVE_TEST_DSN: a superuser's connection string for a cluster of the tests' own.
/// - REEVE_TEST_TEMPLATE: the database that each test gets a copy of; `template0` unless set.
/// - REQUIRE_POSTGRES=1: a missing server is a failure, not a reason to skip.
package struct TestServer: Sendable {
  /// REEVE_TEST_DSN.
  package let dsn: String?
  /// REEVE_TEST_TEMPLATE.
  package let template: String
  /// Whether REQUIRE_POSTGRES is 1.
  package let isRequired: Bool
  /// Connections of the superuser, for what tests need around them.
  let administration: ConnectionPool

  init(environment: (String) -> String?) {
    dsn = environment("REEVE_TEST_DSN")
    template = environment("REEVE_TEST_TEMPLATE") ?? "template0"
    isRequired = environment("REQUIRE_POSTGRES") == "1"
    administration = ConnectionPool(
      conninfo: dsn ?? "",
      maximum: 4,
      applicationName: "reeve test administration"
    )
  }

  /// Whether tests that need a server run; where one is required but not named, they run and fail.
  package var isConfigured: Bool { dsn != nil || isRequired }

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

/// REQUIRE_POSTGRES is set and REEVE_TEST_DSN is not.
package struct TestServerMissing: Error, CustomStringConvertible {
  /// What is missing, and what to do.
  package var description: String {
    "REQUIRE_POSTGRES is 1 and there is no server: set REEVE_TEST_DSN"
  }
}
