import Foundation
import Outcome
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// What a file is, told by what it holds, and the values of each format.
struct SourceFormatTests {
  private static func file(_ bytes: some Sequence<UInt8>) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try Data(Array(bytes)).write(to: URL(fileURLWithPath: path))
    return path
  }

  private static let account =
    #"{"localId":"u1","email":"a@example.org","passwordHash":"V1a9==","salt":"c2Fs"}"#

  static let formats: [(content: String, format: String, records: Int)] = [
    (#"{"users":{"u1":{"name":"Anna"},"u2":{"name":"Zoë"}},"rooms":{"r1":{"n":{}}}}"#, "rtdb", 3),
    ("{\n  \"users\": {\n    \"u1\": {\"name\": \"Anna\"}\n  }\n}\n", "rtdb", 1),
    (#"{"v":3,"t":{"-LXKLQdHWBfizAIN1Vh6":{"a":1},"-LXKLS47eYPNh_sJNdZq":{"a":2}}}"#, "rtdb", 3),
    (#"{"__collections__":{"users":{"u1":{"n":1,"__collections__":{}}}}}"#, "firestore-json", 1),
    ("{\"users\": [\(account)]}", "firebase-auth", 1),
    ("{\"users\": [\n\(account),\n\(account)]}", "firebase-auth", 2),
    (
      "u1,a@b.c,false,V1a9==,c2Fs" + String(repeating: ",", count: 19) + "1500000000000,,,false,\n",
      "firebase-auth-csv", 1
    ),
    (#"{"_id":{"$oid":"5bfef0a706598d55ece776fe"},"n":1}"# + "\n", "mongodb", 1),
    (#"[{"_id":1,"at":{"$date":"2020-01-01T00:00:00Z"}}]"#, "mongodb", 1),
    // More than the first record shows a format.
    (
      "{\"_id\":\"a\"}\n{\"_id\":\"b\"}\n{\"_id\":{\"$oid\":\"5bfef0a706598d55ece776fe\"}}\n",
      "mongodb", 3
    ),
    (#"[{"_id":"a"},{"_id":"b","at":{"$date":"2020-01-01T00:00:00Z"}}]"#, "mongodb", 2),
    (
      #"{"u1":{"n":1,"at":{"__datatype__":"timestamp","value":{"_seconds":1,"_nanoseconds":0}}},"#
        + #""u2":{"n":2}}"#, "firestore-json", 2
    ),
    (#"{"n":1,"at":{"_seconds":1,"_nanoseconds":0},"tags":["x"]}"#, "firestore-json", 1),
    (
      #"{"users":{"u1":{"n":1,"at":{"_seconds":1,"_nanoseconds":0}}},"rooms":{"r1":{"n":2}}}"#,
      "firestore-json", 2
    ),
    (
      #"{"n":1,"__collections__":{"orders":{"o1":{"n":2,"__collections__":{}}}}}"#,
      "firestore-json", 2
    ),
    (
      #"{"u1":{"n":1,"__collections__":{}},"u2":{"n":2,"__collections__":{}}}"#, "firestore-json", 2
    ),
    (#"{"users":{"-LXKLQdHWBfizAIN1Vh6":{"localId":"a","n":[1]}}}"#, "rtdb", 1),
    ("{\"c\":[\n{\"n\":1},\n{\"n\":2}]}\n", "rtdb", 2),
    ("Price, net;Price, gross;Sum\n1,50;1,80;3,30\n2,5;3;5,5\n", "csv", 2),
    (#"[{"a":1},{"a":2}]"#, "json", 2), ("{\"a\":1}\n{\"a\":2}\n", "ndjson", 2),
    (#"{"a":{"b":{"c":1}},"d":1}"#, "ndjson", 1), ("a;b\n1;2\n", "csv", 1),
    ("a\tb\n1\t2", "csv", 1),
    ("a|b\r1|2\r3|4", "csv", 2), ("\u{FEFF}sep=;\r\na;\"b,c\"\r\n1;2,5\r\n", "csv", 1),
  ]

  @Test(arguments: formats)
  func `a format is told by its content`(content: String, format: String, records: Int) throws {
    let path = try Self.file(content.utf8)
    let inspection = try Inspection(path, report: { _ in })
    #expect(inspection.format == format)
    #expect(inspection.read == records)
    #expect(inspection.problems == [])
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `however many readable keys a collection of a tree has, the others are found`() throws
  {
    func nodes(_ name: String, _ fields: String) -> String {
      let members = (0..<3000).map { "\"\(name)\($0)\":{\(fields),\"of\":{\"x\($0)\":true}}" }
      return "\"\(name)s\":{\(members.joined(separator: ","))}"
    }
    let people = nodes("person", #""name":"Anna","mail":"a@b.example""#)
    let path = try Self.file("{\(people),\(nodes("room", #""title":"Hall","size":3"#))}".utf8)
    let inspection = try Inspection(path, report: { _ in })
    #expect(inspection.problems == [])
    let found = inspection.rows.map { "\($0.name) \($0.records)" }
    #expect(found.filter { !$0.contains("/of") } == ["persons 3000", "rooms 3000"], "\(found)")
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `what was decided is said, and --format decides otherwise`() throws {
    let mongo = try Self.file(
      "{\"_id\":\"a\"}\n{\"_id\":{\"$oid\":\"5bfef0a706598d55ece776fe\"}}\n".utf8
    )
    #expect(
      try Inspection(mongo, report: { _ in }).notes == [
        "read as mongodb, because 1 of the first 2 records hold values such as {\"$oid\": …}; "
          + "--format ndjson keeps those as maps"
      ]
    )
    let plain = SourceOptions(format: SourceFormat(rawValue: "ndjson"))
    let kept = try Inspection(mongo, plain, report: { _ in })
    #expect(kept.format == "ndjson")
    #expect(kept.notes.first?.contains("--format mongodb") == true, "\(kept.notes)")
    let text = #"{"u1":{"at":{"_seconds":1,"_nanoseconds":5000}},"u2":{"n":2}}"#
    let collection = try Self.file(text.utf8)
    let inspection = try Inspection(collection, report: { _ in })
    #expect(inspection.notes.first?.contains("the documents of one collection") == true)
    #expect(inspection.rows.flatMap(\.fields).map(\.kinds) == ["timestamp 1", "int 1"])
    let tree = SourceOptions(format: SourceFormat(rawValue: "rtdb"))
    #expect(try Inspection(collection, tree, report: { _ in }).format == "rtdb")
    for path in [mongo, collection] { try FileManager.default.removeItem(atPath: path) }
  }

  @Test func `of lines of which the first is damaged, the others show the format`() throws {
    for first in ["x", "{\"id\":", "\u{FFFD}{\"id\":1}", "\"id\":1}"] {
      let path = try Self.file("\(first)\n{\"id\":2}\n{\"id\":3}\n{\"id\":4}\n".utf8)
      let inspection = try Inspection(path, report: { _ in })
      #expect(inspection.format == "ndjson", "\(first)")
      #expect(inspection.read == 4)
      #expect(inspection.faulty == 1)
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func `a whole zero keeps its sign`() throws {
    let zero = Array("-0".utf8)[...]
    #expect(try JSONParser.parse(zero) == .decimal(zero))
    #expect(try JSONParser.parse(zero, numbers: .doubles) == .double(-0.0))
    #expect(Loss.negativeZero.changes(.decimal(zero)))
  }

  @Test func `half a surrogate of UTF-16 is damage of its record`() throws {
    let units: [UInt16] =
      Array("id,name\n1,Anna\n2,B".utf16) + [0xD83D] + Array("x\n3,Cy\n4,Di\n".utf16)
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in units { bytes += [UInt8(unit & 255), UInt8(unit >> 8)] }
    let path = try Self.file(bytes)
    let inspection = try Inspection(path, report: { _ in })
    #expect(inspection.layers == ["UTF-16"])
    #expect(inspection.damage == [])
    #expect(inspection.faults == ["\(path):3: not UTF-16 (byte 4 of the record in UTF-8)"])
    #expect(inspection.read == 4)
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `one line of several megabytes is told from many`() throws {
    let item = #""-LXKLQdHWBfizAIN1%%%%":{"t":"\#(String(repeating: "x", count: 1000))"}"#
    let items = (1000..<5000).map { item.replacing("%%%%", with: "\($0)") }.joined(separator: ",")
    let tree = try Self.file("{\"tasks\":{\(items)}}".utf8)
    #expect(try Inspection(tree, report: { _ in }).format == "rtdb")
    #expect(try Inspection(tree, report: { _ in }).read == 4000)
    let line = "{\"id\":1,\"t\":{\"x\":{\"y\":\"\(String(repeating: "x", count: 3 << 20))\"}}}\n"
    let lines = try Self.file((line + line).utf8)
    #expect(try Inspection(lines, report: { _ in }).format == "ndjson")
    #expect(try Inspection(lines, report: { _ in }).read == 2)
    for path in [tree, lines] { try FileManager.default.removeItem(atPath: path) }
  }

  @Test func `an empty file is refused`() throws {
    let path = try Self.file([])
    let error = #expect(throws: Failure.self) { _ = try Inspection(path, report: { _ in }) }
    #expect(error?.message == "\(path) is empty")
    try FileManager.default.removeItem(atPath: path)
  }

  /// What Python writes to a new file, given its path.
  private static func made(_ script: String) throws -> String {
    let path = try file([])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return path
  }

  /// `id,name\n1,Anna\n2,Zoë\n` with a checksum, by zstd 1.5.4.
  private static let zstd: [UInt8] = [
    0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x16, 0xB1, 0x00, 0x00, 0x69, 0x64, 0x2C, 0x6E, 0x61, 0x6D,
    0x65, 0x0A, 0x31, 0x2C, 0x41, 0x6E, 0x6E, 0x61, 0x0A, 0x32, 0x2C, 0x5A, 0x6F, 0xC3, 0xAB,
    0x0A, 0xED, 0x15, 0x85, 0xD6,
  ]

  @Test func `gzip is unpacked, cut off or damaged it is refused`() throws {
    let packed = try Self.made(
      """
      import gzip, sys
      with gzip.open(sys.argv[1], 'wt') as f:
        print('id,name', *(f'{n},Anna {n}' for n in range(5000)), sep='\\n', file=f)
      """
    )
    let inspection = try Inspection(packed, report: { _ in })
    #expect(inspection.read == 5000)
    #expect(inspection.layers == ["gzip"])
    let named = packed + ".csv.gz"
    try FileManager.default.copyItem(atPath: packed, toPath: named)
    #expect(
      try Inspection(named, report: { _ in }).stem
        == URL(fileURLWithPath: packed).lastPathComponent
    )
    try FileManager.default.removeItem(atPath: named)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: packed)))
    // Two members are one file.
    let twice = try Self.file(bytes + bytes)
    #expect(try Inspection(twice, report: { _ in }).read == 10_001)
    var random = SeededGenerator.forThisTest()
    for _ in 0..<50 {
      let cut = try Self.file(bytes[..<Int.random(in: 2..<bytes.count, using: &random)])
      #expect(throws: Failure.self) { _ = try Inspection(cut, report: { _ in }) }
      var damaged = bytes
      damaged[Int.random(in: 100..<(bytes.count - 8), using: &random)] ^= 0x10
      let broken = try Self.file(damaged)
      #expect(throws: Failure.self) { _ = try Inspection(broken, report: { _ in }) }
      for path in [cut, broken] { try FileManager.default.removeItem(atPath: path) }
    }
    for path in [packed, twice] { try FileManager.default.removeItem(atPath: path) }
  }

  @Test func `zstd is unpacked, cut off it is refused`() throws {
    let whole = try Self.file(Self.zstd + Self.zstd)
    #expect(try Inspection(whole, report: { _ in }).read == 5)
    for length in 4..<Self.zstd.count {
      let cut = try Self.file(Self.zstd[..<length])
      #expect(throws: Failure.self) { _ = try Inspection(cut, report: { _ in }) }
      try FileManager.default.removeItem(atPath: cut)
    }
    try FileManager.default.removeItem(atPath: whole)
  }

  @Test func `a bomb is refused before it fills the disk`() throws {
    let path = try Self.made(
      """
      import gzip, sys
      with gzip.open(sys.argv[1], 'wb') as f:
        for _ in range(300): f.write(b' ' * (1 << 20))
      """
    )
    let error = #expect(throws: Failure.self) { _ = try Inspection(path, report: { _ in }) }
    #expect(error?.message.contains("100 times as long") == true)
    try FileManager.default.removeItem(atPath: path)
  }

  @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
  func `other encodings of Unicode are read`(encoding: String.Encoding) throws {
    let text = "id,name\n1,Zoë 😀\n2,\"a\nb\"\n"
    let path = try Self.file(try #require(text.data(using: encoding)))
    let options = SourceOptions(encoding: encoding == .utf32 ? "UTF-32" : nil)
    let inspection = try Inspection(path, options, report: { _ in })
    #expect(inspection.read == 2)
    #expect(inspection.rows[0].fields[1].examples.contains(Array("Zoë 😀".utf8)))
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `an encoding is read by its name, and what is not of it is refused by its byte`()
    throws
  {
    let path = try Self.file(Array("id;name\n1;Zo".utf8) + [0xEB, 0x80, 10])
    #expect(try Inspection(path, report: { _ in }).advice?.contains("--encoding") == true)
    let options = SourceOptions(encoding: "windows-1252")
    let inspection = try Inspection(path, options, report: { _ in })
    #expect(inspection.rows[0].fields[1].examples == [Array("Zoë€".utf8)])
    for (encoding, says) in [
      ("utf-7//IGNORE", "not an encoding"), ("klingon", "not an encoding"),
      ("ascii", "byte 13 is not of ascii"),
    ] {
      let error = #expect(throws: Failure.self) {
        _ = try Inspection(path, SourceOptions(encoding: encoding), report: { _ in })
      }
      #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
    }
    try FileManager.default.removeItem(atPath: path)
  }

  @Test(arguments: MutationTests.formats.map { ($0.format, $0.content) } + [("sqlite", "")])
  func `a source that is written to while it is read is refused`(format: String, content: String)
    throws
  {
    let store = try SQLiteWriter()
    defer { store.remove() }
    if format == "sqlite" {
      try store.run("CREATE TABLE note(id INTEGER PRIMARY KEY); INSERT INTO note VALUES (1), (2)")
    } else {
      try SQLiteWriter.write(Array(content.utf8), to: store.path)
    }
    let kind = try #require(SourceFormat(rawValue: format))
    var source = try SourceFormat.open(store.path, SourceOptions(format: kind))
    let stream = try #require(fopen(store.path, "a"))
    fputs("\n", stream)
    fclose(stream)
    let failure = #expect(throws: Failure.self) {
      while try source.next(damaged: { throw $0 }) != nil {}
      try source.file.requireUnchanged()
    }
    #expect(failure?.message == "\(store.path) changed while being read")
  }
}
