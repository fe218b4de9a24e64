import Foundation
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Records with a key that an earlier one has.
@Suite(.freshDatabase, .blocking)
struct RepeatedKeyTests {
  @Test func `a repeated id names both lines, in one chunk and in two`() async throws {
    let fixture = try await ImportFixture()
    let long = String(repeating: "x", count: 1 << 20)
    try fixture.write(
      "Id,Title,Score,Tags,Secret\n1,one,1,,x\n2,two,1,,x\n1,again,1,,x\n3,\(long),1,,x\n"
        + "4,\(long),1,,x\n2,again,1,,x\n"
    )
    let importer = try fixture.importer(ImportTests.csv)
    let progress = try await importer.run()
    #expect(
      try await importer.rejected(of: progress, limit: 10) == [
        "\(fixture.file):4: \(fixture.file):2 has the same key (key)",
        "\(fixture.file):7: \(fixture.file):3 has the same key (key)",
      ]
    )
    // Also when the rows are there already.
    let again = try await importer.run()
    #expect(
      try await importer.rejected(of: again, limit: 10).first
        == "\(fixture.file):4: \(fixture.file):2 has the same key (key)"
    )
    await fixture.end()
  }
}
