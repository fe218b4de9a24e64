import Postgres
import TestSupport
import Testing

@testable import Migration

/// U+0000, which texts of PostgreSQL cannot contain.
@Suite(.enabled(if: server.isConfigured), .freshDatabase, .blocking)
struct ReplacementTests {
  @Test func `U+0000 is rejected, or replaced where the mapping says by what, and that is told`()
    async throws
  {
    let fixture = try await ImportFixture()
    try fixture.write(
      #"""
      {"id":1,"title":"a\u0000b","more":{"k\u0000":["x\u0000\u0000y",1]}}
      {"id":2,"title":"plain","more":{}}

      """#
    )
    func importer(_ replace: String) throws -> SoleImport {
      try fixture.importer(
        ImportFixture.mapping(
          "ndjson",
          "id: {from: id}\ntitle: {from: title\(replace)}\nrest: {from: more\(replace)}"
        )
      )
    }
    #expect(try await importer("").run().quarantined == 1)
    let importer = try importer(", replace: \"\u{FFFD}\"")
    let progress = try await importer.run()
    #expect(progress.inserted == 1)
    #expect(progress.same == 1)
    let row = try await fixture.database.query(
      "SELECT title || ' ' || rest::text FROM \"My Notes\".\"Note\" WHERE id = 1"
    )[0].get(0, as: String.self)
    #expect(row == "a\u{FFFD}b {\"k\u{FFFD}\": [\"x\u{FFFD}\u{FFFD}y\", 1]}")
    #expect(try await importer.verify().differing == 0)
    let told = try await StoredImport(progress.id, fixture.database).told(fixture.database)
    #expect(told.contains("U+0000 in title was replaced"), "\(told)")
    await fixture.end()
  }
}
