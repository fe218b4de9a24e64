import Catalog
import Postgres
import TestSupport
import Testing

@testable import Operations

/// The SQL that makes the roles in another cluster.
@Suite(.freshDatabase)
struct RolesTests {
  @Test func `the SQL of the roles makes them all`() async throws {
    let installer = Installer(
      server: .conninfo(try TestDatabase.current.conninfo()),
      share: try Share.find(),
      report: { _ in }
    )
    try await connected {
      try await $0.execute("INSERT INTO reeve.member VALUES ('an \"aud', 'auditor', 'x')")
    }
    let statements = try await installer.roles()
    #expect(statements.contains("CREATE ROLE reeve_access NOLOGIN"))
    #expect(statements.contains("CREATE ROLE randevoo_owner NOLOGIN"))
    #expect(statements.contains("GRANT reeve_viewer TO reeve_moderator"))
    #expect(statements.suffix(2).first == "CREATE ROLE \"an \"\"aud\" LOGIN")
    #expect(statements.last == "GRANT reeve_auditor TO \"an \"\"aud\"")
  }
}
