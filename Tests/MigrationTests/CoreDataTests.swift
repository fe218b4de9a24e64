import Catalog
import Foundation
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Stores of Core Data as they are read; needs no server.
struct CoreDataTests {
  /// A model as Core Data keeps it, deflated: Person (fullName, bornAt, isActive, uniqueKey, fee,
  /// face, extra), of it Student (score, note, school) and Teacher (note); School (name).
  private static let model = """
    55515d6c1455143ee76ca15b7eda9d9696d296d29fa1b4fcd48a56441159db0a583a1466ff5a4acbecf4ae3b
    b0cc6c67ee6257114e0c912783a009982859ac89be98bef9a426469f7c212dbcfa626234c6184d94c49fa877
    b78dc6fb72eef9ce77eef9ce77d3f99c13c88181fb48a1aa356b5f7c7942b77c3beb5c107e4af7d267852d83
    982ebd7c4a5750e078ee4ca4ce30474551cc4657898b91ddd5e1f51bb4fac6a62d2d5bdb3bbbb6f7f40d3ef6
    d4c1e833c323cf1e3b69469313a7a7adf4ec49e18cb8732fc475b790cb2dd5ac9bd4ed9c1504ae755e240d33
    eafb56319551254301cb1b6beb22955151297d275d902256cc8b69c31cf7bdbcf065b1ccd2e863a644daf3dd
    a8541d0d9bb4d015ae4a3941d4964a998236376ba10e5e3b51709db98250b215d6daa6551de3b0991165c6b6
    0e0d5fe775b18c6597d36e5d0b7dc71be2625efa96ca77f46ad561ae5ddeb96bf71ea5b2ff9c2806932aae7a
    537abfffa18187f73ef22887780d57730dafe78d5c9718576679eebd7d8fef7fe2c903538639e24a6745f3d4
    bf2b3822386d986641dd45a5cc1a4718e281edf965294f1fd2f0176e88b99eacf831c48d89c0ce7a5e2e6156
    c2bdc3b5478e3e37aae48c59f3435ec1953391e619c31c1681745c4baadffa6f6e04793337ab3dc68cd2c2f1
    f113bc899b784bd294855935bdac34164f702bb7707d79588ab72aeee4a9d29d296e4fc6846567855f66cd9c
    4970076f8bb9abbf6473572a587924280bca3c9f8d00ebbc5db59f3d577a37779ebbb9a7dce9e50f702fef50
    b81f94de4bc8c2056ee34eee5b9a2f4eae3aa42ce19d4b2f5d8cf99e2779573de0ab25088306ada0431fec85
    6108a00817e12a5c835bf00e2cc2a7f0197c0e5fc25d5886fbf0157c0ddfc0b7f0333c80dfe00ff81babb01a
    6bb0161bb0099bb11dbbb1077b710f0ee2218ce2511cc5313c8e27d0c43826711a05fa78195fc36b781ddfc0
    b7f036dec105fc003fc445fc083fc12ff02e7e8f3fe08ff813fe8a0ff077fc13ff22a030d591460dd4482dd4
    469dd4453af5503f0dd23eda4f07698846c8a0382569824ed119b268963294258fe628a0792ad225627a85ae
    d055ba416fd24d7a9b6e43e510ae44b804ff3bb4f00f
    """

  /// Writes a store with inheritance, a relationship of each kind, and every kind of attribute.
  static func write(_ store: SQLiteWriter, hasModel: Bool = true) throws {
    try store.run(
      """
      CREATE TABLE Z_METADATA(Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_MODELCACHE(Z_CONTENT BLOB);
      CREATE TABLE Z_PRIMARYKEY(
        Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Person', 0, 4), (2, 'Student', 1, 0),
        (3, 'Teacher', 1, 0), (4, 'School', 0, 1);
      CREATE TABLE ZPERSON(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZISACTIVE INTEGER, ZSCHOOL INTEGER, ZBORNAT TIMESTAMP, ZFEE DECIMAL, ZSCORE FLOAT,
        ZFULLNAME VARCHAR, ZNOTE VARCHAR, ZNOTE1 VARCHAR, ZUNIQUEKEY BLOB, ZFACE BLOB, ZEXTRA BLOB);
      INSERT INTO ZPERSON VALUES
        (1, 2, 5, 1, 1, 522540459.260543, 9.95, 2.5, 'Åsa', 'a student', NULL,
          x'00112233445566778899aabbccddeeff', x'02\(externalDigits)00', x'aa'),
        (2, 3, 1, 0, NULL, -63114076800, NULL, NULL, 'Bo', NULL, 'a teacher', NULL, NULL, NULL);
      CREATE TABLE ZSCHOOL(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      INSERT INTO ZSCHOOL VALUES (1, 4, 1, 'First');
      CREATE TABLE Z_3SCHOOLS(Z_3TEACHERS INTEGER, Z_4SCHOOLS INTEGER, Z_FOK_3TEACHERS INTEGER,
        PRIMARY KEY (Z_3TEACHERS, Z_4SCHOOLS));
      INSERT INTO Z_3SCHOOLS VALUES (2, 1, 16);
      """
    )
    if hasModel {
      try store.run("INSERT INTO Z_MODELCACHE VALUES (x'\(model.filter { $0 != "\n" })')")
    }
  }

  private static let external = "0A1B2C3D-0000-4111-8222-333344445555"
  private static var externalDigits: String {
    external.utf8.map { String($0, radix: 16) }.joined()
  }

  private func makeExternal(_ store: SQLiteWriter) throws -> () -> Void {
    let support = store.folder + "/.store_SUPPORT"
    mkdir(support, 0o700)
    mkdir(support + "/_EXTERNAL_DATA", 0o700)
    let file = support + "/_EXTERNAL_DATA/" + Self.external
    try SQLiteWriter.write([1, 2, 3], to: file)
    return {
      unlink(file)
      rmdir(support + "/_EXTERNAL_DATA")
      rmdir(support)
    }
  }

  @Test func `entities, names and types come from the store's own model`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try Self.write(store)
    let removeExternal = try makeExternal(store)
    defer { removeExternal() }
    #expect(
      try SQLiteWriter.records(store.path) == [
        #"Student/1 {"id":1,"isActive":true,"school":1,"#
          + #""bornAt":{"$ts":"2017-07-23 22:07:39.260543+00"},"fee":9.95,"score":2.5,"#
          + #""fullName":"Åsa","note":"a student","#
          + #""uniqueKey":"00112233-4455-6677-8899-aabbccddeeff","#
          + #""face":{"$bytes":"\\x010203"},"extra":{"$bytes":"\\xaa"}}"#,
        #"Teacher/2 {"id":2,"isActive":false,"bornAt":{"$ts":"0001-12-30 00:00:00+00 BC"},"#
          + #""fee":null,"fullName":"Bo","note":"a teacher","uniqueKey":null,"face":null,"#
          + #""extra":null}"#,
        #"School/1 {"id":1,"name":"First"}"#,
        #"Teacher_schools/1 {"teacher_id":2,"school_id":1,"position":16}"#,
      ]
    )
    let source = try SQLiteSource(SourceInput(store.path))
    #expect(source.facts.outlines["Teacher_schools"]?.key == ["teacher_id", "school_id"])
    #expect(source.facts.outlines["Student"]?.fieldNotes["school"] == ["the id of a School"])
    #expect(
      source.facts.outlines["Student"]?.fieldNotes["extra"] == ["transformable: kept as its bytes"]
    )
    #expect(source.facts.outlines["Student"]?.fieldTypes["uniqueKey"] == "uuid")
  }

  @Test func `a value that could lie in a file but does not is without the byte that says so`()
    throws
  {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try Self.write(store)
    let removeExternal = try makeExternal(store)
    defer { removeExternal() }
    try store.run(
      "UPDATE ZPERSON SET ZFACE = x'010a0b', ZEXTRA = x'010c' WHERE Z_PK = 2"
    )
    let records = try SQLiteWriter.records(store.path)
    #expect(records[0].contains(#""face":{"$bytes":"\\x010203"}"#))
    #expect(records[1].contains(#""face":{"$bytes":"\\x0a0b"}"#))
    // No value of this one lies in a file.
    #expect(records[1].contains(#""extra":{"$bytes":"\\x010c"}"#))
  }

  @Test func `without a model the tables say what there is, and that it is a guess`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try Self.write(store, hasModel: false)
    let records = try SQLiteWriter.records(store.path)
    #expect(records[0].hasPrefix("field: a value lies in \(store.folder)/.store_SUPPORT/"))
    #expect(
      records[1]
        == #"Teacher/2 {"id":2,"isactive":0,"bornat":{"$ts":"0001-12-30 00:00:00+00 BC"},"#
        + #""fullname":"Bo","note1":"a teacher"}"#
    )
    #expect(
      try SQLiteSource(SourceInput(store.path)).facts.outlines["Student"]?.notes
        == ["the store has no model of Student: names and types are guesses"]
    )
  }

  @Test func `rows of an entity that the store does not name are not passed over in silence`()
    throws
  {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try Self.write(store)
    try store.run("INSERT INTO ZPERSON(Z_PK, Z_ENT) VALUES (8, 9), (9, NULL)")
    #expect(
      try SQLiteSource(SourceInput(store.path)).facts.problems.map {
        $0.replacing(store.path, with: "FILE")
      } == [
        "FILE: 1 rows of ZPERSON are of the entity 0, which the store does not name",
        "FILE: 1 rows of ZPERSON are of the entity 9, which the store does not name",
      ]
    )
  }

  @Test func `a folder of stores is one source, and each record says which store it is from`()
    throws
  {
    let first = try SQLiteWriter("anna.sqlite")
    defer { first.remove() }
    let second = try SQLiteWriter("bo.sqlite", beside: first)
    for store in [first, second] {
      try store.run("CREATE TABLE note(id INTEGER PRIMARY KEY, words TEXT)")
      try store.run("INSERT INTO note VALUES (1, '\(store === first ? "a" : "b")')")
    }
    #expect(
      try SQLiteWriter.records(first.folder) == [
        #"stores/anna.sqlite/note/1 {"id":1,"words":"a"}"#,
        #"stores/bo.sqlite/note/1 {"id":1,"words":"b"}"#,
      ]
    )
    let inspection = try Inspection(first.folder) { _ in }
    #expect(inspection.collections.map(\.name) == ["stores/{}/note"])
    #expect(inspection.collections[0].records == 2)
  }

  @Test func `mutations of a model are read or refused`() throws {
    let text = Self.model.filter { $0 != "\n" }
    var bytes: [UInt8] = []
    var digits = text.makeIterator()
    while let high = digits.next(), let low = digits.next() {
      bytes.append(try #require(UInt8("\(high)\(low)", radix: 16)))
    }
    #expect(CoreDataModel(bytes)?.entities.count == 4)
    bytes = CoreDataModel.unpacked(bytes)
    var random = SeededGenerator.forThisTest()
    for _ in 0..<3000 {
      var mutation = bytes
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        mutation[.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255,
          using: &random
        )
      }
      _ = CoreDataModel(mutation)
    }
  }

  @Test func `a store of another model version than the mapping was drafted from is told`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try Self.write(store)
    func setHash(_ byte: UInt8) throws {
      let hashes = ["School": Data([byte]), "Person": Data([1, 2])]
      let list = try PropertyListSerialization.data(
        fromPropertyList: ["NSStoreModelVersionHashes": hashes],
        format: .binary,
        options: 0
      )
      let digits = list.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      try store.run("INSERT OR REPLACE INTO Z_METADATA VALUES (1, 'uuid', x'\(digits)')")
    }
    try setHash(7)
    let before = try SQLiteSource(SourceInput(store.path))
    let version = try #require(before.facts.settings.first { $0.key == "model" }?.value)
    let text = """
      app: notes
      source: old
      format: sqlite
      model: "\(version)"
      collections: [{match: "School/{row}", table: t, key: [id], columns: {id: {from: id}}}]
      """
    let mappings = try MappingFile(file: ManifestFile(name: "m", bytes: Array(text.utf8)))
    #expect(before.differences(from: mappings) == [])
    try setHash(8)
    let differences = try SQLiteSource(SourceInput(store.path)).differences(from: mappings)
    #expect(differences.count == 1)
    #expect(
      differences.first?.hasPrefix("\(store.path) has another version of its model (") == true
    )
  }

  @Test func `a table that lacks a column of its store's model is told`() throws {
    let store = try SQLiteWriter()
    defer { store.remove() }
    try Self.write(store)
    try store.run("ALTER TABLE ZPERSON DROP COLUMN ZSCORE")
    let source = try SQLiteSource(SourceInput(store.path))
    #expect(
      source.facts.outlines["Student"]?.notes == [
        "the store's model has score, its table ZPERSON has not"
      ]
    )
    #expect(source.facts.outlines["School"]?.notes == [])
  }
}
