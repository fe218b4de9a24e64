import Catalog
import Glibc
import Outcome
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Databases of SQLite as they are read; needs no server.
struct SQLiteTests {
  @Test func `every table is a collection, and every value comes as it is stored`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try store.run(
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT, size REAL, raw BLOB, any);
      INSERT INTO note VALUES (-9223372036854775808, 'é' || char(10), 0.1, x'00ff', NULL),
        (9223372036854775807, '', -2, x'', 'text'), (7, 'b', 9e999, NULL, 5);
      CREATE TABLE pair(a TEXT, b INT, c TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID;
      INSERT INTO pair VALUES ('x', 2, 'late'), ('y', 1, 'early');
      CREATE TABLE "odd/na{me"(rowid TEXT, _rowid_ TEXT);
      INSERT INTO "odd/na{me" VALUES ('r', 's');
      """
    )
    #expect(
      try SQLiteWriter.records(store.path) == [
        #"note/-9223372036854775808 {"id":-9223372036854775808,"words":"é\u000a","size":0.1,"#
          + #""raw":{"$bytes":"\\x00ff"},"any":null}"#,
        #"note/7 {"id":7,"words":"b","size":{"$num":"Infinity"},"raw":null,"any":5}"#,
        #"note/9223372036854775807 {"id":9223372036854775807,"words":"","size":-2.0,"#
          + #""raw":{"$bytes":"\\x"},"any":"text"}"#,
        #"pair/1,y {"a":"y","b":1,"c":"early"}"#, #"pair/2,x {"a":"x","b":2,"c":"late"}"#,
        #"odd%2Fna%7Bme/1 {"rowid":"r","_rowid_":"s"}"#,
      ]
    )
  }

  @Test func `what only a -wal has is read, and the store stays as it is`() throws {
    let live = try SQLiteWriter()
    defer { live.remove() }
    try live.run(
      """
      PRAGMA journal_mode = WAL; CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT);
      INSERT INTO note VALUES (1, 'in the file'); PRAGMA wal_checkpoint(TRUNCATE);
      INSERT INTO note VALUES (2, 'in the -wal'); UPDATE note SET words = 'changed' WHERE id = 1;
      """
    )
    let copy = try live.copy(to: "copy.sqlite")
    let before = (try SQLiteWriter.bytes(copy), try SQLiteWriter.bytes(copy + "-wal"))
    let wanted = [
      #"note/1 {"id":1,"words":"changed"}"#, #"note/2 {"id":2,"words":"in the -wal"}"#,
    ]
    #expect(try SQLiteWriter.records(copy) == wanted)
    #expect(try SQLiteWriter.records(live.path) == wanted)
    #expect(try SQLiteWriter.bytes(copy) == before.0)
    #expect(try SQLiteWriter.bytes(copy + "-wal") == before.1)
    #expect(access(copy + "-shm", F_OK) != 0)
  }

  @Test func `a -wal of another database is refused`() throws {
    let live = try SQLiteWriter()
    defer { live.remove() }
    let other = try SQLiteWriter("other.sqlite", beside: live)
    try live.run(
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO note SELECT i, printf('%0100d', i) FROM n;
      """
    )
    try other.run(
      """
      PRAGMA journal_mode = WAL; CREATE TABLE a(x); CREATE TABLE b(x); CREATE TABLE c(x);
      INSERT INTO b VALUES (zeroblob(10000)); INSERT INTO c VALUES (1);
      """
    )
    try SQLiteWriter.write(try SQLiteWriter.bytes(other.path + "-wal"), to: live.path + "-wal")
    #expect(try SQLiteWriter.refusal(live.path).hasPrefix("FILE-wal does not fit FILE"))
    let third = try SQLiteWriter("third.sqlite", beside: live)
    try third.run("PRAGMA journal_mode = WAL; CREATE TABLE d(x); PRAGMA wal_checkpoint(TRUNCATE)")
    let copy = try third.copy(to: "copy.sqlite")
    try SQLiteWriter.write(try SQLiteWriter.bytes(other.path + "-wal"), to: copy + "-wal")
    #expect(try SQLiteWriter.refusal(copy).hasSuffix("they have nothing in common"))
    try SQLiteWriter.write([1, 2, 3], to: live.path + "-wal")
    #expect(try SQLiteWriter.refusal(live.path).hasPrefix("FILE-wal does not fit FILE"))
  }

  /// Two stores of one app: the same tables, of the same lengths, with other rows.
  @Test func `a -wal of another store of the same app is refused, its own is not`() throws {
    let first = try SQLiteWriter()
    defer { first.remove() }
    let second = try SQLiteWriter("second.sqlite", beside: first)
    let begin = "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
    for (store, word) in [(first, "x"), (second, "y")] {
      try store.run(
        """
        \(begin) CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT);
        CREATE TABLE tag(id INTEGER PRIMARY KEY, name TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
        INSERT INTO note SELECT i, '\(word) ' || i FROM n;
        INSERT INTO tag SELECT id, '\(word)' FROM note;
        """
      )
    }
    try first.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let log = second.path + "-wal"
    func refusal(at step: String, of changes: String) throws -> String {
      try second.run(changes)
      let own = try second.copy(to: "own\(step).sqlite")
      #expect(try SQLiteWriter.records(own).count > 50, "\(step)")
      let mixed = "\(first.folder)/mixed\(step).sqlite"
      try SQLiteWriter.write(try SQLiteWriter.bytes(first.path), to: mixed)
      try SQLiteWriter.write(try SQLiteWriter.bytes(log), to: mixed + "-wal")
      return try SQLiteWriter.refusal(mixed)
    }
    #expect(try refusal(at: "1", of: "").hasSuffix("it begins with a shorter database"))
    let step2 = "PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO note VALUES (51, 'y 51')"
    #expect(try refusal(at: "2", of: step2).hasSuffix("they have no row in common"))
    let step3 = "PRAGMA wal_checkpoint(RESTART); DELETE FROM tag WHERE id > 20"
    #expect(try refusal(at: "3", of: step3).hasSuffix("they have no row in common"))
    // Whatever an app does to its own rows.
    for (step, changes) in [
      ("4", "PRAGMA wal_checkpoint(TRUNCATE); UPDATE note SET words = words || '!'"),
      ("5", "DELETE FROM note; INSERT INTO note SELECT id + 7, 'new' FROM tag; VACUUM"),
      ("6", "PRAGMA wal_checkpoint(PASSIVE); INSERT INTO tag SELECT id + 99, 'z' FROM note"),
      ("7", "INSERT INTO note SELECT id + 99, hex(randomblob(3000)) FROM tag WHERE id < 40"),
    ] {
      try second.run(changes)
      let count = try SQLiteWriter.records(second.copy(to: "own\(step).sqlite")).count
      #expect(count >= 40, "\(step)")
    }
  }

  @Test func `a -wal with a transaction that cannot be read is refused`() throws {
    let live = try SQLiteWriter()
    defer { live.remove() }
    try live.run(
      """
      PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = 2;
      CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT); PRAGMA wal_checkpoint(TRUNCATE);
      INSERT INTO note VALUES (1, 'first'); INSERT INTO note VALUES (2, 'second');
      """
    )
    let copy = try live.copy(to: "copy.sqlite")
    let log = try SQLiteWriter.bytes(copy + "-wal")
    let frame = 24 + 4096
    #expect(log.count == 32 + 2 * frame)
    func refusal(_ change: (inout [UInt8]) -> Void) throws -> String {
      var changed = log
      change(&changed)
      try SQLiteWriter.write(changed, to: copy + "-wal")
      return try SQLiteWriter.refusal(copy)
    }
    let second = "the transactions from byte \(32 + frame) of the -wal on cannot be read"
    #expect(try refusal { $0[32 + frame + 24 + 4000] ^= 1 }.hasSuffix(second))
    #expect(try refusal { $0.removeLast(100) }.hasSuffix(second))
    let all = "the transactions from byte 0 of the -wal on cannot be read"
    #expect(try refusal { $0[16] ^= 1 }.hasSuffix(all))
    let first = "the transactions from byte 32 of the -wal on cannot be read"
    #expect(try refusal { $0[32 + 8] ^= 1 }.hasSuffix(first))
    // Its pages are in the log, and those of the next are written over some of them.
    try live.run(
      """
      BEGIN; WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
      INSERT INTO note SELECT i, printf('%0500d', i) FROM n; ROLLBACK;
      """
    )
    #expect(try SQLiteWriter.bytes(live.path + "-wal").count > log.count + 10 * frame)
    #expect(try SQLiteWriter.records(live.copy(to: "back.sqlite")).count == 2)
    try live.run("INSERT INTO note VALUES (3, 'third')")
    #expect(try SQLiteWriter.records(live.copy(to: "third.sqlite")).count == 3)
  }

  @Test func `a store that is cut off, encrypted, empty or left in a transaction is named so`()
    throws
  {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try store.run(
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO note SELECT i, printf('%0100d', i) FROM n;
      """
    )
    let bytes = try SQLiteWriter.bytes(store.path)
    let other = store.folder + "/other.sqlite"
    func refusal(_ bytes: [UInt8]) throws -> String {
      try SQLiteWriter.write(bytes, to: other)
      return try SQLiteWriter.refusal(other)
    }
    #expect(
      try refusal(Array(bytes.prefix(10_000)))
        == "FILE is cut off: it has 10000 of \(bytes.count) bytes"
    )
    #expect(try refusal(bytes.map { $0 ^ 0x5A }).contains("it may be encrypted"))
    #expect(try refusal([]) == "FILE is empty")
    try store.run("PRAGMA cache_size = 1; BEGIN; UPDATE note SET words = words || '!'")
    #expect(
      try SQLiteWriter.refusal(try store.copy(to: "open.sqlite"))
        == "FILE was left inside a transaction: FILE-journal must be rolled back"
    )
  }

  @Test func `a hostile schema runs nothing`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try store.run(
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT, stored AS (id * 2) STORED);
      INSERT INTO note(id, words) VALUES (1, 'a');
      ALTER TABLE note ADD bomb AS (abs(id - 9223372036854775807 - 2)) VIRTUAL;
      CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT * FROM n;
      CREATE TRIGGER gone AFTER DELETE ON note BEGIN DELETE FROM note; END;
      CREATE INDEX slow ON note(abs(id)) WHERE length(words) > 0;
      CREATE VIRTUAL TABLE words USING fts5(word);
      """
    )
    #expect(try SQLiteWriter.records(store.path) == [#"note/1 {"id":1,"words":"a","stored":2}"#])
    let source = try SQLiteSource(SourceInput(store.path))
    #expect(
      source.facts.notes == [
        "\(store.path): endless is a view, which is not read",
        "\(store.path): words is a virtual table, which is not read",
      ]
    )
    #expect(source.facts.outlines["note"]?.notes == ["computed by SQLite, so not read: bomb"])
  }

  @Test func `rows in a tree that leads back to itself end with an error`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try store.run(
      """
      PRAGMA page_size = 512; CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO note SELECT i, printf('%0200d', i) FROM n;
      """
    )
    var bytes = try SQLiteWriter.bytes(store.path)
    // Page 2 is the root; its cells begin with the number of a page each. All name the first's.
    let root = 512
    #expect(bytes[root] == 5)
    let cells = Int(bytes[root + 3]) << 8 | Int(bytes[root + 4])
    func place(_ cell: Int) -> Int {
      root + (Int(bytes[root + 12 + 2 * cell]) << 8 | Int(bytes[root + 13 + 2 * cell]))
    }
    let first = Array(bytes[place(0)..<(place(0) + 4)])
    for cell in 1..<cells { bytes.replaceSubrange(place(cell)..<(place(cell) + 4), with: first) }
    let other = store.folder + "/other.sqlite"
    try SQLiteWriter.write(bytes, to: other)
    #expect(
      try SQLiteWriter.refusal(other) == "FILE is damaged: the rows of note are out of order"
    )
  }

  @Test func `a value that is too long is one fault, and the others are read`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try store.run(
      """
      CREATE TABLE note(id INTEGER PRIMARY KEY, raw BLOB);
      INSERT INTO note VALUES (1, x'01'), (2, zeroblob(20000000)), (3, x'03');
      """
    )
    let records = try SQLiteWriter.records(store.path)
    #expect(
      records == [
        #"note/1 {"id":1,"raw":{"$bytes":"\\x01"}}"#,
        "length: a value is longer than 16777216 bytes",
        #"note/3 {"id":3,"raw":{"$bytes":"\\x03"}}"#,
      ]
    )
  }

  @Test func `text that is not UTF-8 is a fault of its record`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try store.run(
      "CREATE TABLE note(words TEXT); INSERT INTO note VALUES (CAST(x'ff41' AS TEXT)), ('fine')"
    )
    #expect(
      try SQLiteWriter.records(store.path) == [
        "encoding: column words is not UTF-8", #"note/2 {"words":"fine"}"#,
      ]
    )
  }

  @Test(arguments: ["", " WITHOUT ROWID"])
  func `reading continues after any chunk`(kind: String) throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try store.run(
      """
      CREATE TABLE note(name TEXT, n INTEGER, words TEXT, PRIMARY KEY (name, n))\(kind);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
      INSERT INTO note SELECT printf('%03d', i * 37 % 101), i, hex(zeroblob(5000)) FROM n;
      """
    )
    let source = try SQLiteSource(SourceInput(store.path))
    var part = try #require(source.parts()?.first?.source)
    var chunks: [Chunk] = []
    while let chunk = try part.next(damaged: { throw $0 }) { chunks.append(chunk) }
    #expect(chunks.count > 3)
    #expect(chunks.map(\.frames.count).reduce(0, +) == 700)
    for (chunk, next) in zip(chunks, chunks.dropFirst()) {
      var again = try #require(try SQLiteSource(SourceInput(store.path)).parts()?.first?.source)
      again.seek(offset: chunk.nextOffset, line: chunk.nextLine)
      let found = try #require(try again.next(damaged: { throw $0 }))
      #expect(found.bytes == next.bytes)
      #expect(found.offsets == next.offsets)
    }
  }

  @Test func `ten thousand tables are told one by one`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    let tables = (1...10_000).map { "CREATE TABLE t\($0)(x); INSERT INTO t\($0) VALUES (\($0));" }
    try store.run("BEGIN; \(tables.joined()) COMMIT;")
    let source = try SQLiteSource(SourceInput(store.path))
    #expect(source.facts.declared == 10_000)
    #expect(source.parts()?.count == 10_000)
  }

  @Test func `a store that is changed while it is read is refused`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try store.run("CREATE TABLE note(words TEXT); INSERT INTO note VALUES ('a')")
    var source = try SQLiteSource(SourceInput(store.path))
    try store.run("INSERT INTO note VALUES ('b')")
    #expect(throws: Failure.self) { try source.next(damaged: { throw $0 }) }
  }

  @Test func `mutations of a store end in records or an error, and in no less than is declared`()
    throws
  {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try CoreDataTests.write(store)
    let whole = try SQLiteWriter.bytes(store.path)
    var random = SeededGenerator.forThisTest()
    let other = store.folder + "/other.sqlite"
    for _ in 0..<max(1000, MutationTests.rounds) {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        bytes[Int.random(in: 100..<bytes.count, using: &random)] = .random(
          in: 0...255,
          using: &random
        )
      }
      if Int.random(in: 0..<20, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      try SQLiteWriter.write(bytes, to: other)
      do {
        _ = try SQLiteWriter.records(other)
      } catch let failure as Failure {
        #expect(!failure.message.isEmpty)
      }
    }
  }

  @Test func `the primary key of a table is the key of a plan, and no other`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try store.run("CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT)")
    try store.run("INSERT INTO note VALUES (1, 'a')")
    let inspection = try Inspection(store.path) { _ in }
    let table = PlannedTable(
      inspection.collections[0],
      name: "note",
      kind: inspection.kind,
      outline: inspection.outlines["note"]
    )
    #expect(table.match == "note/{row}")
    #expect(table.key == ["id"])
    #expect(table.columns.map(\.name) == ["id", "words"])
  }
}
