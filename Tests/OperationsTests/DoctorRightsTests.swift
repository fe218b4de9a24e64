import Postgres
import TestSupport
import Testing

@testable import Operations

/// What the doctor finds of who may read or become what.
extension DoctorTests {
  @Test func `views that an extension brings are no fault, but what an owner adds to it is`()
    async throws
  {
    let told = "may read randevoo."
    try await connected { connection in
      try await connection.executeScript(
        Self.grants + "; CREATE EXTENSION pg_stat_statements SCHEMA randevoo"
      )
    }
    let before = try await findings().filter { $0.finding.contains(told) }
    #expect(before.isEmpty, "\(before)")
    try await connected { connection in
      try await connection.executeScript(
        """
        GRANT CREATE ON SCHEMA randevoo TO randevoo_owner;
        SET ROLE randevoo_owner;
        CREATE VIEW randevoo.added AS SELECT 1 AS one;
        GRANT SELECT ON randevoo.added TO PUBLIC;
        RESET ROLE;
        ALTER EXTENSION pg_stat_statements ADD VIEW randevoo.added
        """
      )
    }
    let after = try await findings().filter { $0.finding.contains(told + "added") }
    #expect(!after.isEmpty)
  }

  @Test func `who may become an owner is no admin, by whatever way`() async throws {
    let database = try TestDatabase.current
    let login = try await database.login("climber", groups: ["reeve_owner"])
    try await connected {
      try await $0.execute("INSERT INTO reeve.member VALUES ($1, 'viewer', 'x')", [login])
    }
    #expect(
      try await findings().contains {
        $0.isRed && $0.finding.contains("member \(login) may become reeve_owner")
      }
    )
  }
}
