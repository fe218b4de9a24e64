import FoundationEssentials
import Glibc
import Host
import Outcome
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import LiveCopy

/// Streams of a live copy's changes to what is outside of the database.
@Suite(.freshDatabase)
struct EmitTests {
  /// What a line says.
  private struct Line: Decodable {
    /// A row in the form of the target.
    struct Row: Decodable, Hashable {
      let owner: String
      let number: Int
      let title: String
      let cents: Int?
    }
    /// Owner and number.
    struct Key: Decodable {
      let number: Int

      init(from decoder: any Decoder) throws {
        var parts = try decoder.unkeyedContainer()
        _ = try parts.decode(String.self)
        number = try parts.decode(Int.self)
      }
    }
    let position: String?
    let key: Key
    let copy: String
    let operation: String
    let row: Row?
  }

  /// Keeps what it is given; a batch in so many is refused, after it was read or before.
  private final class Reader: Migrator.Sink {
    let random: Mutex<SeededGenerator?>
    let lines = Mutex<[Line]>([])

    init(_ random: SeededGenerator? = nil) { self.random = Mutex(random) }

    func take(_ bytes: [UInt8]) async throws {
      let taken = try bytes.split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(Line.self, from: Data($0))
      }
      let fate = random.withLock { random in
        guard var generator = random else { return 2 }
        defer { random = generator }
        return Int.random(in: 0..<4, using: &generator)
      }
      if fate == 0 { throw Lost() }
      lines.withLock { $0 += taken }
      if fate == 1 { throw Lost() }
    }
  }

  private struct Lost: Error {}

  @Test(arguments: 0..<2)
  func `who follows the lines has every row, whatever fails and whichever table is live`(
    _ run: Int
  ) async throws {
    var random = SeededGenerator.forThisTest()
    let fixture = try await CopyFixture()
    try await fixture.add(1...1200)
    try await fixture.migrator.run()
    let reader = Reader(random)
    let terms = Migrator.Terms(isVerified: false, sample: 0)
    for _ in 0..<60 {
      let number = Int.random(in: 1...1200, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        try await emit(fixture, to: reader)
      case 3:
        try await fixture.app.execute(
          #"DELETE FROM "Old Things"."Thing""s" WHERE "Nr" = $1"#,
          [number]
        )
      case 4:
        try await fixture.app.execute(
          #"UPDATE "Old Things"."Thing""s" SET "Nr" = "Nr" + 10000 WHERE "Nr" = $1"#,
          [number]
        )
      case 5 where Bool.random(using: &random):
        let isBack = try await fixture.migrator.status().phase == "live"
        _ = try await fixture.migrator.swap(isBack: isBack, terms: terms)
      default:
        try await fixture.app.execute(
          #"UPDATE "Old Things"."Thing""s" SET amount = amount + 1 WHERE "Nr" = $1"#,
          [number]
        )
      }
    }
    reader.random.withLock { $0 = nil }
    // Transactions of other tests hold changes back.
    let status = try await fixture.migrator.status()
    let deadline = ContinuousClock.now + patience
    var isBehind = true
    while isBehind, ContinuousClock.now < deadline {
      try await emit(fixture, to: reader)
      isBehind = try await Migrator.emitters(of: status, on: fixture.database)[0].backlog > 0
    }
    #expect(try await fixture.migrator.run().rejected == 0)
    let columns = "owner::text, number::int, title, cents::int"
    let rows = try await fixture.database.query("SELECT \(columns) FROM things2.item").map {
      try Line.Row(owner: $0.get(0), number: $0.get(1), title: $0.get(2), cents: $0.get(3))
    }
    var followed: [Int: Line.Row] = [:]
    for line in reader.lines.withLock({ $0 }) {
      #expect(line.copy == "things/thing")
      #expect((line.operation == "put") == (line.row != nil))
      followed[line.key.number] = line.row
    }
    #expect(Set(followed.values).symmetricDifference(rows) == [])
    #expect(reader.lines.withLock { $0.contains { $0.operation == "delete" } })
    await fixture.end()
  }

  @Test func `two sessions do not emit under one name, and a stream is ended before the copy`()
    async throws
  {
    let fixture = try await CopyFixture()
    try await fixture.add(1...3)
    try await fixture.migrator.run()
    #expect(
      try await fixture.migrator.emit(as: "one", isSeeding: false, follows: false, to: Reader())
        == 0
    )
    let other = Migrator(
      connection: try await TestDatabase.current.connect(),
      mapping: fixture.migrator.mapping,
      report: { _ in }
    )
    for _ in 0..<2 {
      // The first session has it still.
      let error = await #expect(throws: PostgresError.self) {
        try await other.emit(as: "one", isSeeding: false, follows: false, to: Reader())
      }
      #expect("\(try #require(error))".contains("another process is emitting as one"))
    }
    #expect(
      try await other.emit(as: "two", isSeeding: true, follows: false, to: Reader()) == 3
    )
    await #expect(throws: PostgresError.self) {
      try await fixture.migrator.finish(isAbandoned: true)
    }
    let status = try await fixture.migrator.status()
    let emitters = try await Migrator.emitters(of: status, on: fixture.database)
    #expect(emitters.map(\.name) == ["one", "two"])
    #expect(emitters.map(\.emitted) == [0, 3])
    for name in ["one", "two"] { #expect(try await fixture.migrator.forgetEmitter(name)) }
    #expect(try await !fixture.migrator.forgetEmitter("one"))
    #expect(
      try await fixture.number("SELECT count(*) FROM reeve.change_reader WHERE name ~ 'emit'") == 0
    )
    #expect(
      try await fixture.number("SELECT count(*) FROM reeve.command WHERE kind = 'migrate.emit'")
        == 2
    )
    try await fixture.migrator.finish(isAbandoned: true)
    await other.connection.close()
    await fixture.end()
  }

  @Test func `a file that ends in the middle of a line is mended`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: false
    )
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/lines"
    for (before, after) in [("", ""), ("a\nb", "a\n"), ("a\nb\n", "a\nb\n"), ("half", "")] {
      try Data(before.utf8).write(to: URL(fileURLWithPath: path))
      try AppendedFile(path).append(Array("c\n".utf8))
      #expect(try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8) == "\(after)c\n")
    }
    let file = try AppendedFile(path)
    #expect(throws: Failure.self) { try AppendedFile(path) }
    try file.append(Array("d\n".utf8))
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: path)
    #expect(throws: Failure.self) { try AppendedFile("\(folder)/link") }
  }

  @Test func `a file is free when it is closed, whoever has a copy of its descriptor`() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString).path
    defer { unlink(path) }
    var file: AppendedFile? = try AppendedFile(path)
    let descriptor = try #require(
      (3..<4096).first {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }
    )
    // As a child has one between its fork and its program.
    let copy = dup(Int32(descriptor))
    defer { close(copy) }
    #expect(throws: Failure.self) { try AppendedFile(path) }
    try #require(file).append(Array("a\n".utf8))
    file = nil
    try AppendedFile(path).append(Array("b\n".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\nb\n")
  }

  private func emit(_ fixture: CopyFixture, to reader: Reader) async throws {
    do {
      try await fixture.migrator.emit(as: "main", isSeeding: true, follows: false, to: reader)
    } catch is Lost {
      // As after a kill: the next run hands the lines over again.
    }
  }
}
