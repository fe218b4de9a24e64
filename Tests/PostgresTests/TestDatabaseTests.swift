import Postgres
import Testing

@testable import TestSupport

@Suite(
  .freshDatabase
)
struct TestDatabaseTests {
  @Test
  func `a login is this test's own and has the grants of its groups`() async throws {
    let database = try TestDatabase.current
    let group = try await database.login("group")
    let login = try await database.login("o'member", groups: [group])
    #expect(login == database.name + "_o'member")
    let connection = try await database.connect(user: login)
    let row = try await connection.query(
      "SELECT session_user = $1, pg_has_role($2, 'member'), current_database() = $3",
      [login, group, database.name]
    )[0]
    #expect(try row.get(0) && row.get(1) && row.get(2))
  }

  @Test
  func `a copy has the template's rows and the grants on it`() async throws {
    let template = try TestDatabase.current
    let login = try await template.login("creator")
    let connection = try await template.connect()
    try await connection.executeScript(
      """
      CREATE TABLE t AS SELECT 7 AS a;
      REVOKE ALL ON DATABASE \(template.name) FROM PUBLIC;
      GRANT CREATE, CONNECT ON DATABASE \(template.name) TO \(login);
      """
    )
    await connection.close()
    #expect(try await template.remainingConnections() == 0)
    let copy = try await TestDatabase.copy(of: template.name)
    let other = try await copy.connect(user: login)
    let row = try await other.query(
      """
      SELECT (SELECT a FROM pg_class JOIN (SELECT 7 AS a) AS seven ON relname = 't'),
        has_database_privilege(current_database(), 'CREATE'),
        has_database_privilege(current_database(), 'TEMPORARY')
      """
    )[0]
    #expect(try row.get(0) == 7)
    #expect(try row.get(1) == true)
    #expect(try row.get(2) == false)
    await other.close()
    try await copy.drop()
  }

  @Test
  func `a connection that stays open is noticed`() async throws {
    let database = try TestDatabase.current
    let connection = try await database.connect()
    #expect(try await database.remainingConnections(within: .zero) == 1)
    await connection.close()
    #expect(try await database.remainingConnections() == 0)
  }
}
