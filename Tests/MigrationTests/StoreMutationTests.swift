import CSQLite
import Glibc
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Stores of bytes damaged at random: each is read to an end, in which every record is counted that
/// another reader finds, or something is told.
struct StoreMutationTests {
  /// Damages bytes in one place or several.
  private static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 1 {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = .random(in: 0...255, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2:
        for index in place..<end {
          bytes[index] = [0, 1, 127, 255].randomElement(using: &random) ?? 0
        }
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  /// How many records a reader counts, those with a fault too; nil where it told of something.
  private static func count(_ path: String, _ kind: any RecordSource.Type) -> Int? {
    do {
      var source = try kind.init(SourceInput(path))
      var isDamaged = !source.facts.problems.isEmpty
      var count = 0
      while let chunk = try source.next(damaged: { _ in isDamaged = true }) {
        for index in chunk.frames.indices {
          count += 1
          do throws(Fault) {
            _ = try source.decode(chunk, index)
          } catch {
            isDamaged = true
          }
        }
      }
      // An import compares what it counts with what the source declares.
      return isDamaged || source.facts.declared.map { $0 != count } == true ? nil : count
    } catch {
      return nil
    }
  }

  /// How many rows SQLite itself counts in all tables; nil where it finds a fault.
  private static func rows(_ path: String) throws -> Int? {
    var raw: OpaquePointer?
    defer { sqlite3_close(raw) }
    guard sqlite3_open_v2(path, &raw, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else { return nil }
    func all(_ sql: String) -> [String]? {
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      guard sqlite3_prepare_v2(raw, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
      var texts: [String] = []
      while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW:
          texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
        case SQLITE_DONE: return texts
        default: return nil
        }
      }
    }
    let names = """
      SELECT '"' || replace(name, '"', '""') || '"' FROM sqlite_master
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """
    guard let tables = all(names) else { return nil }
    var count = 0
    for table in tables {
      guard let rows = all("SELECT count(*) FROM \(table) NOT INDEXED").flatMap({ Int($0[0]) })
      else {
        return nil
      }
      count += rows
    }
    return count
  }

  @Test func `a damaged store of SQLite is read to its end, and nothing is left out in silence`()
    throws
  {
    var random = SeededGenerator.forThisTest()
    let store = try SQLiteWriter()
    defer { store.remove() }
    try store.run(
      """
      PRAGMA page_size = 512;
      CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT, size REAL, raw BLOB);
      CREATE INDEX note_words ON note(words);
      CREATE TABLE pair(a TEXT, b INT, c TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID;
      CREATE TABLE "odd ""name"(x);
      WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 40)
      INSERT INTO note SELECT n, 'words ' || n, n / 7.0, CAST('raw ' || n AS BLOB) FROM n;
      INSERT INTO note VALUES (1000, hex(zeroblob(700)), NULL, NULL);
      INSERT INTO pair SELECT 'x' || id, id % 5, words FROM note WHERE id < 20;
      INSERT INTO "odd ""name" VALUES (1), ('two');
      """
    )
    let whole = try SQLiteWriter.bytes(store.path)
    #expect(Self.count(store.path, SQLiteSource.self) == 62)
    #expect(try Self.rows(store.path) == 62)
    let path = "\(store.folder)/damaged"
    for round in 0..<MutationTests.rounds {
      try SQLiteWriter.write(Self.damaged(whole, &random), to: path)
      let count = Self.count(path, SQLiteSource.self)
      guard let count else { continue }
      let rows = try Self.rows(path)
      #expect(rows.map { count >= $0 } == true, "round \(round): \(count) read of \(rows ?? -1)")
    }
  }

  @Test
  func `a damaged export of Firestore is read to its end, and nothing is left out in silence`()
    throws
  {
    var random = SeededGenerator.forThisTest()
    let logs = [0, 1].map { part in
      ExportWriter.log(
        (1...30).map { number in
          ExportWriter.document(
            number.isMultiple(of: 3)
              ? ["users", "u\(number)", "in", "\(part)"] : ["users", "\(part)\(number)"],
            [
              ("name", .string("Anna \(number)")), ("n", .int(Int64(number))), ("d", .double(0.5)),
              ("list", .array([.int(1), .map([("deep", .null)])])),
              (
                "long",
                .string(String(repeating: "x", count: part == 0 && number == 7 ? 33_000 : 3))
              ),
            ]
          )
        }
      )
    }
    let folder = try ExportWriter.write(logs, count: 60)
    defer { ExportWriter.remove(folder) }
    #expect(Self.count(folder, FirestoreSource.self) == 60)
    let files = ExportWriter.files(folder)
    for round in 0..<MutationTests.rounds {
      let file = try #require(files.randomElement(using: &random))
      let whole = try SQLiteWriter.bytes(file)
      try SQLiteWriter.write(Self.damaged(whole, &random), to: file)
      let count = Self.count(folder, FirestoreSource.self)
      #expect(count.map { $0 >= 60 } ?? true, "round \(round): \(count ?? -1) of \(file)")
      try SQLiteWriter.write(whole, to: file)
    }
  }
}
