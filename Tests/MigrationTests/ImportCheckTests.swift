import Host
import Postgres
import TestSupport
import Testing

/// What an import asks of the installation before it begins.
@Suite(.freshDatabase, .blocking)
struct ImportCheckTests {
  @Test func `an import asks once whether Reeve is there and serves it`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write("Id,Title,Score,Tags,Secret\n1,one,1,,x\n")
    _ = try fixture.importer(ImportTests.csv)
    try await ServerProxy.run { proxy in
      let run = try await ChildProcess(
        arguments: [
          reevePath(), "import", "run", fixture.file, "--mapping", fixture.mappingFile, "--dsn",
          proxy.conninfo(),
        ]
      ).run()
      #expect(run.status == 0, "\(run.output)")
      let asked = proxy.trips.joined().filter {
        $0.contains("client_require") || $0.contains("reeve.migration'")
      }
      #expect(asked.count == 1, "\(asked)")
    }
    #expect(try await fixture.number(#"SELECT count(*) FROM "My Notes"."Note""#) == 1)
    await fixture.end()
  }

  @Test func `an import into a database without Reeve is refused`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write("Id,Title,Score,Tags,Secret\n1,one,1,,x\n")
    _ = try fixture.importer(ImportTests.csv)
    try await fixture.database.execute("ALTER SCHEMA reeve RENAME TO elsewhere")
    let run = try await ChildProcess(
      arguments: [
        reevePath(), "import", "run", fixture.file, "--mapping", fixture.mappingFile, "--dsn",
        TestDatabase.current.conninfo(),
      ]
    ).run()
    #expect(run.status == 4, "\(run.output)")
    #expect(run.output.contains("Reeve is not installed"), "\(run.output)")
    await fixture.end()
  }
}
