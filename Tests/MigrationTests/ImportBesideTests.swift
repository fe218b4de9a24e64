import Postgres
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Chunks that are written two at a time.
@Suite(.freshDatabase)
struct ImportBesideTests {
  /// About 4,900 records make a chunk.
  private static let filler = String(repeating: "wort ", count: 40)

  private static func csv(_ ids: some Sequence<Int>) -> String {
    "Id,Title,Score,Tags,Secret\n"
      + ids.enumerated().map { "\($1),\(filler)\($0 + 1),1,,x\n" }.joined()
  }

  @Test func `two chunks are written at once, and end in their order`() async throws {
    let fixture = try await ImportFixture()
    try fixture.write(Self.csv(1...9_000))
    let importer = try fixture.importer(ImportTests.csv)
    let blocker = try await TestDatabase.current.connect()
    let watcher = try await TestDatabase.current.connect()
    let (inserted, signal) = AsyncStream<Void>.makeStream()
    async let running = {
      for await _ in inserted {}
      return try await importer.run()
    }()
    try await blocker.withTransaction { transaction in
      try await transaction.execute(
        #"INSERT INTO "My Notes"."Note"(id, title) VALUES (2000, 'comes to nothing')"#
      )
      signal.finish()
      // The first chunk waits for that row, the second for the first.
      #expect(try await fixture.isFollowed(on: watcher))
      let read = try await watcher.query("SELECT read FROM reeve.import")
      #expect(try read[0].get(0, as: Int.self) == 0)
      try await transaction.execute(#"DELETE FROM "My Notes"."Note" WHERE id = 2000"#)
    }
    let progress = try await running
    await watcher.close()
    #expect(progress.inserted == 9_000)
    #expect(try await importer.verify().differing == 0)
    await blocker.close()
    await fixture.end()
  }

  @Test func `of a key in two chunks the earlier record is the row`() async throws {
    let fixture = try await ImportFixture()
    // The second chunk begins with what the first ends with, so that each waits for the other.
    let ids = (1...9_000).map { (5001...5500).contains($0) ? 4800 - ($0 - 5001) : $0 }
    try fixture.write(Self.csv(ids))
    let importer = try fixture.importer(ImportTests.csv)
    let progress = try await importer.run()
    #expect(progress.read == 9_000)
    #expect(progress.inserted == 8_500)
    #expect(
      try await fixture.number(
        """
        SELECT count(*) FROM reeve.quarantine
        WHERE code = 'key' AND record BETWEEN 5001 AND 5500
        """
      ) == 500
    )
    #expect(
      try await fixture.number(
        """
        SELECT count(*) FROM "My Notes"."Note"
        WHERE id BETWEEN 4301 AND 4800 AND title LIKE '% ' || id
        """
      ) == 500
    )
    #expect(try await importer.verify().differing == 0)
    await fixture.end()
  }

  @Test func `a trigger of the app finds all rows before its own`() async throws {
    let fixture = try await ImportFixture()
    try await fixture.database.executeScript(
      """
      CREATE FUNCTION public.number() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        NEW.score := (SELECT count(*) % 1000 FROM "My Notes"."Note"); RETURN NEW; END $$;
      CREATE TRIGGER number BEFORE INSERT ON "My Notes"."Note"
      FOR EACH ROW WHEN (NEW.id % 4000 = 0) EXECUTE FUNCTION public.number();
      """
    )
    try fixture.write(Self.csv(1...9_000))
    let progress = try await fixture.importer(ImportTests.csv).run()
    #expect(progress.inserted == 9_000)
    #expect(
      try await fixture.number(
        #"SELECT count(*) FROM "My Notes"."Note" WHERE id % 4000 = 0 AND score = 999"#
      ) == 2
    )
    await fixture.end()
  }

  @Test func `a row that refers to one of the chunk before finds it`() async throws {
    let fixture = try await ImportFixture()
    try await fixture.database.executeScript(
      #"ALTER TABLE "My Notes"."Note" ADD parent bigint REFERENCES "My Notes"."Note""#
    )
    try fixture.write(Self.csv(1...9_000))
    let mapping = ImportFixture.mapping(
      "csv",
      """
      id: {from: Id}
      title: {from: Title}
      parent: {from: Score}
      """,
      drop: "Tags, Secret"
    )
    let progress = try await fixture.importer(mapping).run()
    #expect(progress.inserted == 9_000)
    #expect(progress.quarantined == 0)
    await fixture.end()
  }
}
