import Catalog
import Outcome
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Sources that hold several collections, each with a mapping of its own.
@Suite(.freshDatabase, .blocking)
struct CollectionsTests {
  /// An export that counts how often its bytes are read.
  private struct CountedSource: RecordSource {
    static let format = FirestoreSource.format
    static let title = FirestoreSource.title
    static let traits = FirestoreSource.traits
    static let records = Mutex(0)

    private var whole: FirestoreSource
    var file: SourceFile { whole.file }
    var facts: SourceFacts { whole.facts }

    init(_ input: SourceInput) throws { whole = try FirestoreSource(input) }

    mutating func seek(offset: Int, line: Int) { whole.seek(offset: offset, line: line) }

    mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
      let chunk = try whole.next(damaged: damaged)
      Self.records.withLock { $0 += chunk?.frames.count ?? 0 }
      return chunk
    }

    func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord {
      try whole.decode(chunk, index)
    }
  }

  /// A mapping file of notes, their labels and a word about them, each a collection.
  private static let three = """
    app: notes
    source: old
    format: firestore
    collections:
      - {match: "notes/{n}", table: Note, key: [id], columns: {id: {from: n}, title: {from: title}}}
      - match: "a/{n}"
        table: Word
        key: [note]
        columns: {note: {from: note}, word: {from: word}}
      - match: "b/{n}"
        table: Label
        key: [note, label]
        columns: {note: {from: note}, label: {from: label}}
    drop: ["z/{n}"]
    """

  /// Words and labels come before the notes that they refer to.
  private static func documents(_ count: Int) -> [[UInt8]] {
    (1...count).flatMap { n in
      let note = ("note", ExportWriter.Field.int(Int64(n)))
      return [
        ExportWriter.document(["a", "p\(n)"], [note, ("word", .string("w"))]),
        ExportWriter.document(["b", "l\(n)"], [note, ("label", .string("l"))]),
        ExportWriter.document(
          ["notes", "n\(n)"],
          [("n", .int(Int64(n))), ("title", .string(String(repeating: "t", count: 900)))]
        ),
        ExportWriter.document(["z", "z\(n)"], []),
      ]
    }
  }

  /// An app with the three tables.
  private static func fixture() async throws -> ImportFixture {
    let fixture = try await ImportFixture()
    try await fixture.database.execute("SET ROLE \"\(fixture.owner)\"")
    try await fixture.database.execute(
      #"CREATE TABLE "My Notes"."Word"(note bigint PRIMARY KEY REFERENCES "My Notes"."Note", word text)"#
    )
    try await fixture.database.execute("RESET ROLE")
    return fixture
  }

  private static func whole(
    _ fixture: ImportFixture,
    _ yaml: String,
    _ path: String
  ) throws -> Import {
    try fixture.importer(yaml, of: path).whole
  }

  @Test func `one pass feeds every mapping, rows after those that they refer to`() async throws {
    let fixture = try await Self.fixture()
    let records = Self.documents(3000)
    let folder = try ExportWriter.write(
      [ExportWriter.log(Array(records[..<5000])), ExportWriter.log(Array(records[5000...]))],
      count: records.count
    )
    defer { ExportWriter.remove(folder) }
    let whole = try Self.whole(fixture, Self.three, folder)
    CountedSource.records.withLock { $0 = 0 }
    let opened = try await whole.open(CountedSource(SourceInput(folder)))
    for importer in opened.importers {
      let progress = try await importer.run()
      #expect(progress.inserted == 3000)
      #expect(progress.declared == 3000)
    }
    #expect(CountedSource.records.withLock { $0 } == records.count)
    #expect(opened.survey?.dropped == 3000)
    for importer in try await whole.open().importers {
      #expect(try await importer.verify().differing == 0)
    }
    await fixture.end()
  }

  @Test func `every mapping is checked before any is written`() async throws {
    let fixture = try await Self.fixture()
    let folder = try ExportWriter.write([ExportWriter.log(Self.documents(2))], count: 8)
    defer { ExportWriter.remove(folder) }
    let broken = Self.three.replacing("table: Word", with: "table: Words")
      .replacing("label: {from: label}", with: "labl: {from: label}")
    let error = await #expect(throws: Failure.self) {
      _ = try await Self.whole(fixture, broken, folder).open()
    }
    #expect(error?.details.count(where: { $0.contains("Words") }) == 1)
    #expect(error?.details.contains { $0.contains("has no column labl") } == true)
    #expect(try await fixture.number("SELECT count(*) FROM reeve.import") == 0)
    await fixture.end()
  }

  @Test func `a wrong count is refused, unless it is given`() async throws {
    let fixture = try await Self.fixture()
    let folder = try ExportWriter.write([ExportWriter.log(Self.documents(1))], count: 5)
    defer { ExportWriter.remove(folder) }
    let yaml = Self.three.replacing("b/{n}", with: "other/{n}")
    let whole = try Self.whole(fixture, yaml, folder)
    let error = await #expect(throws: Failure.self) { _ = try await whole.open() }
    #expect(error?.message.hasSuffix("holds 4 records, not the 5 declared") == true)
    let survey = try await whole.open(declared: 4).survey
    #expect(survey?.unmatched.map(\.collection) == ["b"])
    #expect(survey?.unmatched.map(\.count) == [1])
    #expect(survey?.matched == [1, 1, 0])
    await fixture.end()
  }

  @Test func `nothing is written of an export that is damaged at its end`() async throws {
    let fixture = try await Self.fixture()
    var log = ExportWriter.log(Self.documents(3000))
    log[log.count - 5] ^= 1
    let folder = try ExportWriter.write([log], count: 12_000)
    defer { ExportWriter.remove(folder) }
    let error = await #expect(throws: Failure.self) {
      _ = try await Self.whole(fixture, Self.three, folder).open()
    }
    #expect(error?.message.contains("output-0, byte ") == true)
    #expect(try await fixture.number("SELECT count(*) FROM reeve.import") == 0)
    await fixture.end()
  }

  @Test(arguments: [
    (
      "format: firestore", "format: fire",
      "known kinds: postgres, sqlite, firestore"
    ),
    ("format: firestore", "format: csv", "contains no collections"),
  ])
  func `a format that does not suit the mapping file is refused at its place`(
    old: String,
    new: String,
    finding: String
  ) async throws {
    let fixture = try await ImportFixture()
    let error = await #expect(throws: Failure.self) {
      _ = try await Self.whole(fixture, Self.three.replacing(old, with: new), "/nowhere").open()
    }
    #expect(error?.description.contains("mapping.yaml:3:9: ") == true)
    #expect(error?.description.contains(finding) == true, "\(error?.description ?? "")")
    await fixture.end()
  }

  @Test func `records put aside come back as they were, from any of them`() throws {
    var generator = SeededGenerator.forThisTest()
    var spool = try Spool()
    var expected: [(offset: Int, bytes: [UInt8])] = []
    var offset = 0
    for _ in 0..<40 {
      let sizes = (0..<Int.random(in: 1...50, using: &generator)).map { _ in
        Int.random(in: 0...5000, using: &generator)
      }
      let large = expected.count > 500 ? [Chunk.usualBytes + 7] : []
      var chunk = Chunk(
        bytes: (0..<(sizes + large).reduce(0, +)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        },
        isUTF8: true
      )
      var at = 0
      for size in sizes + large {
        chunk.append(Frame(range: at..<(at + size), next: at + size), offset: offset, line: 1)
        at += size
        offset += size + 7
      }
      let taken = chunk.frames.indices.filter { _ in Bool.random(using: &generator) }
      expected += taken.map { (chunk.offsets[$0], Array(chunk.bytes[chunk.frames[$0].range])) }
      try spool.add(taken, of: chunk)
      if expected.count > 700 { break }
    }
    #expect(spool.count == expected.count)
    for start in [0, 1, expected.count / 2, expected.count - 1] {
      spool.seek(offset: expected[start].offset, line: 1)
      var found: [(offset: Int, bytes: [UInt8])] = []
      while let chunk = try spool.next(damaged: { throw $0 }) {
        found += zip(chunk.offsets, chunk.frames).map { ($0, Array(chunk.bytes[$1.range])) }
        #expect(chunk.nextOffset > found.last?.offset ?? 0)
      }
      #expect(found.map(\.offset) == expected[start...].map(\.offset))
      #expect(found.map(\.bytes) == expected[start...].map(\.bytes))
    }
  }
}
