import Catalog
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Records that meet rows which are there already, and records that are tried again.
@Suite(.freshDatabase, .blocking)
struct ExistingRowsTests {
  private static let mapping = ImportFixture.mapping(
    "ndjson",
    "id: {from: id}\ntitle: {from: title}\nat: {from: at}"
  )

  private static func lines(_ titles: [Int: String], at: String = "2026-01-01") -> String {
    titles.sorted { $0.key < $1.key }
      .map { #"{"id":\#($0.key),"title":"\#($0.value)","at":"\#(at)"}"# + "\n" }.joined()
  }

  /// Three rows that an import wrote, of which the app then edited the second.
  private func edited() async throws -> ImportFixture {
    let fixture = try await ImportFixture()
    try fixture.write(Self.lines([1: "a", 2: "b", 3: "c"]))
    #expect(try await fixture.importer(Self.mapping).run().inserted == 3)
    try await fixture.database.execute(
      #"UPDATE "My Notes"."Note" SET title = 'edited', at = '2026-02-01' WHERE id = 2"#
    )
    try fixture.write(Self.lines([1: "A", 2: "B", 3: "c"]))
    return fixture
  }

  private func titles(_ fixture: ImportFixture) async throws -> String {
    try await fixture.database.query(
      #"SELECT string_agg(title, ' ' ORDER BY id) FROM "My Notes"."Note""#
    )[0].get(0)
  }

  @Test func `what the app edited since is refused; what only imports wrote follows the source`()
    async throws
  {
    let fixture = try await edited()
    let importer = try fixture.importer(Self.mapping)
    let progress = try await importer.run()
    #expect(progress.changed == 1)
    #expect(progress.same == 1)
    #expect(progress.quarantined == 1)
    #expect(try await fixture.quarantine() == ["2 existing"])
    #expect(try await titles(fixture) == "A edited c")
    let again = try await importer.retry(progress.id)
    #expect(again.quarantined == 1)
    #expect(try await importer.retry(progress.id, existing: .overwrite).changed == 2)
    #expect(try await titles(fixture) == "A B c")
    #expect(try await importer.verify().differing == 0)
    #expect(
      try await fixture.number(
        "SELECT count(*) FROM pg_class WHERE relnamespace = 'reeve_stage'::regnamespace"
      ) == 0
    )
    await fixture.end()
  }

  @Test func `skip keeps every row that is there, and says of how many`() async throws {
    let fixture = try await edited()
    let importer = try fixture.importer(Self.mapping)
    let progress = try await importer.run(existing: .skip)
    #expect(progress.kept == 2)
    #expect(progress.same == 1)
    #expect(progress.quarantined == 0)
    #expect(try await titles(fixture) == "a edited c")
    #expect(try await importer.verify().differing == 0)
    #expect(
      try await StoredImport(progress.id, fixture.database).told(fixture.database)
        == ["2 rows were kept as they were: skip"]
    )
    await fixture.end()
  }

  @Test func `keep-newer goes by the mapping's column, and needs it`() async throws {
    let fixture = try await edited()
    let error = try await #require(throws: PostgresError.self) {
      try await fixture.importer(Self.mapping).run(existing: .keepNewer)
    }
    #expect("\(error)".contains("names no column as newer"))
    try fixture.write(Self.lines([1: "A", 2: "B", 3: "C"], at: "2026-01-15"))
    let importer = try fixture.importer(Self.mapping + "\nnewer: at")
    let progress = try await importer.run(existing: .keepNewer)
    #expect(progress.changed == 2)
    #expect(progress.kept == 1)
    #expect(try await titles(fixture) == "A edited C")
    await fixture.end()
  }

  @Test func `too many rejected records end the run, which continues where it was`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write(Self.lines([1: "", 2: "", 3: "c"]))
    let importer = try fixture.importer(Self.mapping)
    let failure = try await #require(throws: Failure.self) {
      try await importer.run(maxErrors: 1)
    }
    #expect(failure.message.contains("more than the 1 of --max-errors"))
    #expect(try await importer.run().quarantined == 2)
    await fixture.end()
  }

  @Test func `a corrected mapping takes what was rejected, from wherever it is in the file`()
    async throws
  {
    let fixture = try await ImportFixture()
    let count = 20_000
    let text = (1...count).map {
      $0 % 500 == 0
        ? #"{"id":\#($0),"name":"n"}"# + "\n" : #"{"id":\#($0),"title":"t","more":"\#($0)"}"# + "\n"
    }
    try fixture.write("[" + text.joined(separator: ",") + "]")
    let first = ImportFixture.mapping("json", "id: {from: id}\ntitle: {from: title}", drop: "more")
    let progress = try await fixture.importer(first).run()
    #expect(progress.quarantined == count / 500)
    let second = ImportFixture.mapping(
      "json",
      "id: {from: id}\ntitle: {from: title, default: \"'none'\"}",
      drop: "more, name"
    )
    let importer = try fixture.importer(second)
    let mended = try await importer.retry(progress.id)
    #expect(mended.quarantined == 0)
    #expect(mended.read == count)
    #expect(mended.inserted == count)
    #expect(try await importer.verify().differing == 0)
    await fixture.end()
  }

  @Test func `a record that repeats a key stays out when it is tried again`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write(Self.lines([1: "first"]) + Self.lines([1: "second"]))
    let importer = try fixture.importer(Self.mapping)
    let progress = try await importer.run()
    #expect(try await fixture.quarantine() == ["2 key"])
    #expect(try await importer.retry(progress.id).quarantined == 1)
    #expect(try await titles(fixture) == "first")
    await fixture.end()
  }

  @Test(arguments: [
    ("csv", "id;name", "id;name\n1;a\n2;b\n"), ("json", nil, "[\n1;a,\n2;b\n]\n"),
    ("ndjson", nil, "1;a\n2;b\n"),
  ])
  func `originals come with what their format has around records`(
    format: String,
    header: String?,
    text: String
  ) {
    var writer = OriginalsWriter(format: format, header: header)
    var out: [UInt8] = []
    writer.append(Array("1;a".utf8), to: &out)
    writer.append(Array("2;b".utf8), to: &out)
    writer.finish(&out)
    #expect(String(decoding: out, as: UTF8.self) == text)
  }

  @Test func `originals of Firestore are a log that is read again`() {
    var random = SeededGenerator.forThisTest()
    let records = (0..<50).map { index in
      (0..<Int.random(in: 0...70_000, using: &random)).map { _ in UInt8(index) }
    }
    var writer = OriginalsWriter(format: "firestore", header: nil)
    var log: [UInt8] = []
    for record in records { writer.append(record, to: &log) }
    #expect(log == ExportWriter.log(records))
  }

  @Test func `constants go into rows and the import's name`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write(Self.lines([1: "a"]))
    let text = ImportFixture.mapping(
      "ndjson",
      "id: {from: id}\ntitle: {from: $set.student}",
      drop: "title, at"
    )
    let file = ManifestFile(name: "mapping.yaml", bytes: Array(text.utf8))
    let error = try #require(throws: ManifestError.self) { try MappingFile(file: file) }
    #expect(error.findings[0].message.contains("give --set student=VALUE"))
    let mappings = try MappingFile(file: file, set: ["student": "anna"])
    #expect(mappings.mappings[0].source == "old[student=anna]")
    let source = Import(
      connection: fixture.database,
      staging: fixture.staging,
      mappings: mappings,
      path: fixture.file,
      report: { _ in }
    )
    let progress = try await source.open().importers[0].run()
    #expect(try await titles(fixture) == "anna")
    let stored = try await StoredImport(progress.id, fixture.database)
    let again = try MappingFile(file: stored.manifest, set: stored.constants)
    #expect(again.mappings[0].json == mappings.mappings[0].json)
    await fixture.end()
  }
}
