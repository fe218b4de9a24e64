import Foundation
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// What an import asks of the mapping and the release before it begins.
@Suite(.freshDatabase, .blocking)
struct ImportReleaseTests {
  @Test func `run takes --format over the mapping's`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write("[{\"id\":1,\"title\":\"a\"}]\n")
    _ = try fixture.importer(
      ImportFixture.mapping("ndjson", "id: {from: id}\ntitle: {from: title}")
    )
    let run = try await ImportFixture.reeve(
      "import",
      "run",
      fixture.file,
      "--mapping",
      fixture.mappingFile,
      "--format",
      "json"
    )
    #expect(run.status == 0, "\(run.output)")
    #expect(try await fixture.number(#"SELECT count(*) FROM "My Notes"."Note""#) == 1)
    await fixture.end()
  }

  @Test func `on an older release an import says to upgrade before it begins`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write("Id,Title,Score,Tags,Secret\n1,one,1,,x\n")
    _ = try fixture.importer(ImportTests.csv)
    let whole = [fixture.file, "--app", "notes", "--yes"]
    let commands = [["run", fixture.file, "--mapping", fixture.mappingFile], whole]
    for change in [
      // Functions change without a migration, too.
      "ALTER FUNCTION reeve.import_targets(jsonb) RENAME TO import_goals",
      "DELETE FROM reeve.migration WHERE version = (SELECT max(version) FROM reeve.migration)",
    ] {
      try await fixture.database.execute(change)
      for arguments in commands {
        let run = try await ImportFixture.reeve(["import"] + arguments)
        #expect(run.status == 4, "\(run.output)")
        #expect(run.output.contains("Run `reeve upgrade`"), "\(run.output)")
      }
    }
    #expect(try await fixture.number("SELECT count(*) FROM pg_class WHERE relname = 'in'") == 0)
    #expect(try await fixture.number("SELECT count(*) FROM reeve.import") == 0)
    await fixture.end()
  }
}
