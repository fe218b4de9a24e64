import Postgres
import TestSupport
import Testing

@testable import Console

@Suite(.enabled(if: server.isConfigured), .freshDatabase)
struct ActionTraitsTests {
  @Test func `what a command asks for is what the database wants of its kind`() async throws {
    let connection = try await TestDatabase.current.connect()
    let kinds = try await connection.query("SELECT name, needs_policy, ends FROM reeve.action_kind")
    #expect(kinds.count == ActionTraits.all.count)
    for kind in kinds {
      let traits = try #require(ActionTraits.all[try kind.get("name")])
      #expect(traits.needsPolicy == (try kind.get("needs_policy")))
      #expect(traits.ending.rawValue == (try kind.get("ends", as: String.self)))
    }
    await connection.close()
  }
}
