import Catalog
import Glibc
import Outcome
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Exports of Firestore, whole and damaged.
struct ExportTests {
  /// Documents of a size, so that fragments fall on every place of a block.
  static func documents(_ sizes: [Int]) -> [[UInt8]] {
    sizes.enumerated().map { index, size in
      ExportWriter.document(
        ["notes", "n\(index)"],
        [("text", .string(String(repeating: "x", count: size)))]
      )
    }
  }

  /// What a reader finds: places and texts of documents, and damage.
  static func read(
    _ folder: String,
    passesOver: Bool = false,
    from start: Int = 0
  ) throws -> (documents: [[UInt8]], offsets: [Int], places: [Int], damage: [String]) {
    var source = try FirestoreSource(SourceInput(folder))
    source.seek(offset: start, line: 1)
    var found: (documents: [[UInt8]], offsets: [Int], places: [Int], damage: [String])
    found = ([], [], [], [])
    while let chunk = try source.next(damaged: { damage in
      guard passesOver else { throw damage }
      found.damage.append(damage.description)
    }) {
      found.documents += chunk.frames.map { Array(chunk.bytes[$0.range]) }
      found.offsets += chunk.offsets
      found.places.append(chunk.nextOffset)
    }
    return found
  }

  @Test func `the checksum is CRC-32C, with LevelDB's mask`() {
    let text = Array("123456789".utf8)
    #expect(text.withUnsafeBufferPointer { CRC32C.checksum($0) } == 0xE306_9283)
    var generator = SeededGenerator.forThisTest()
    for length in 0..<70 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let sum = ExportWriter.checksum([7] + bytes)
      let masked = (sum >> 15 | sum << 17) &+ 0xA282_EAD8
      #expect(bytes.withUnsafeBufferPointer { CRC32C.masked(7, $0) } == masked)
    }
  }

  @Test func `every type arrives exactly`() throws {
    let record = ExportWriter.document(
      ["users", "u1", "notes", "-7"],
      [
        ("null", .null), ("yes", .bool(true)), ("low", .int(.min)), ("high", .int(.max)),
        ("nan", .double(.nan)), ("inf", .double(-.infinity)), ("zero", .double(-0.0)),
        ("text", .string("é\u{0}😀")), ("empty", .string("")), ("bytes", .bytes([0, 255])),
        ("year1", .timestamp(-62_135_596_800_000_000)),
        ("before", .timestamp(-62_135_596_800_000_001)),
        ("point", .point(-90, 180)),
        ("here", .reference(project: "s~demo", database: "", path: ["a", "b"])),
        (
          "there",
          .reference(project: "e~x.com:other", database: "db2", path: ["a", "b", "c", "d"])
        ),
        ("map", .map([("inner", .map([])), ("list", .array([.int(1), .string("2"), .map([])]))])),
        ("vector", .vector([1, -0.0])), ("array", .array([.null, .int(1), .timestamp(5)])),
        ("none", .array([])), ("tagged", .map([("$ts", .string("not a time"))])),
        ("", .string("a field without a name")),
      ]
    )
    let document = try Document(record[...])
    #expect(String(decoding: document.path.text, as: UTF8.self) == "users/u1/notes/__id-7__")
    #expect(document.path.collection == "users/{}/notes")
    var json: [UInt8] = []
    Value.map(document.fields).appendJSON(to: &json)
    #expect(
      String(decoding: json, as: UTF8.self) == #"""
        {"null":null,"yes":true,"low":-9223372036854775808,"high":9223372036854775807,\#
        "nan":{"$num":"NaN"},"inf":{"$num":"-Infinity"},"zero":{"$num":"-0.0"},\#
        "text":"é\u0000😀","empty":"","bytes":{"$bytes":"\\x00ff"},\#
        "year1":{"$ts":"0001-01-01 00:00:00+00"},"before":{"$ts":"0001-12-31 23:59:59.999999+00 BC"},\#
        "point":{"$geo":[-90.0,180.0]},"here":{"$ref":"a/b"},\#
        "there":{"$ref":"projects/x.com:other/databases/db2/documents/a/b/c/d"},\#
        "map":{"inner":{},"list":[1,"2",{}]},"vector":{"$vec":[1.0,{"$num":"-0.0"}]},\#
        "array":[null,1,{"$ts":"1970-01-01 00:00:00.000005+00"}],"none":[],\#
        "tagged":{"$$ts":"not a time"},"":"a field without a name"}
        """#
    )
    #expect(try Document(ExportWriter.document(["a", "b"], [])[...]).fields.isEmpty)
  }

  @Test(arguments: [
    ExportWriter.document(["a", "b"], [("x", .int(1)), ("x", .int(2))]),
    ExportWriter.document(["a", "b"], [("x", .array([.int(1)])), ("x", .int(2))]),
    ExportWriter.document(["a", "b"], [("x", .raw(meaning: 0, ExportWriter.Wire.number(9, 1)))]),
    ExportWriter.document(["a", "b"], [("x", .raw(meaning: 0, [8, 1, 8, 1]))]),
    ExportWriter.document(
      ["a", "b"],
      [("x", .raw(meaning: 7, ExportWriter.Wire.number(1, 1 << 63)))]
    ),
    ExportWriter.document(["a", "b"], [("__id__", .int(1))]),
    ExportWriter.document(["a", "b"], [("x", .raw(meaning: 0, [26, 1, 0xFF]))]),
    ExportWriter.document(
      ["a", "b"],
      [("x", (0..<80).reduce(.null) { inner, _ in .map([("m", inner)]) })]
    ),
    ExportWriter.document(["a", ""], []), ExportWriter.document(["a", "b/c"], []),
    [1, 2, 3], [], [0x6A, 0], [106, 200],
  ])
  func `what is no document of Firestore's is a fault`(record: [UInt8]) {
    #expect(throws: Fault.self) { try Document(record[...]) }
  }

  @Test(arguments: [false, true])
  func `records split over blocks and files, padded or not, from every place`(isPadded: Bool) throws
  {
    // Each second document ends so many bytes before a block does.
    var records: [[UInt8]] = []
    for left in 0...8 {
      records += Self.documents([40_000])
      let room = 32_768 - ExportWriter.log(records).count % 32_768 - left - 7
      let fitting = (max(0, room - 80)...max(80, room)).lazy.map { Self.documents([$0]) }
        .first { $0[0].count == room }
      records += try #require(fitting)
      #expect(ExportWriter.log(records).count % 32_768 == (32_768 - left) % 32_768)
    }
    records += Self.documents([100_000, 0, 2_500_000])
    let outputs = [
      ExportWriter.log(Array(records[..<9]), padded: isPadded), [],
      ExportWriter.log(Array(records[9...]), padded: isPadded), [],
    ]
    let folder = try ExportWriter.write(outputs, count: records.count, backslashes: isPadded)
    defer { ExportWriter.remove(folder) }
    let whole = try Self.read(folder)
    #expect(whole.documents == records)
    for (index, offset) in whole.offsets.enumerated() where index % 3 == 0 || index > 17 {
      #expect(try Self.read(folder, from: offset).documents.count == records.count - index)
    }
    let declared = try FirestoreExport(folder).declared
    #expect(declared == records.count)
  }

  @Test func `a byte flipped or cut anywhere is told; what is read is what was written`() throws {
    var generator = SeededGenerator.forThisTest()
    let records = Self.documents((0..<60).map { _ in Int.random(in: 0...9000, using: &generator) })
    let log = ExportWriter.log(records, padded: true)
    let folder = try ExportWriter.write([log], count: records.count)
    defer { ExportWriter.remove(folder) }
    let output = ExportWriter.outputs(folder) + "/output-0"
    for _ in 0..<max(100, MutationTests.rounds) {
      var bytes = log
      if Bool.random(using: &generator) {
        let at = Int.random(in: 0..<log.count, using: &generator)
        bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      } else {
        let at = [1, 6, 7, 32_767].randomElement(using: &generator) ?? 0
        bytes = Array(
          log.prefix(
            Bool.random(using: &generator) ? at : Int.random(in: 0..<log.count, using: &generator)
          )
        )
      }
      try ExportWriter.write(bytes, to: output)
      let export = try FirestoreExport(folder)
      let found = try Self.read(folder, passesOver: true)
      // Nothing is invented, nothing is twice, the order stays.
      var rest = records[...]
      for document in found.documents {
        let index = try #require(rest.firstIndex(of: document))
        rest = rest[(index + 1)...]
      }
      let isShort = bytes.count < log.count
      #expect(!found.damage.isEmpty || isShort && !export.problems.isEmpty)
      if !found.damage.isEmpty {
        #expect(throws: Damage.self) { try Self.read(folder) }
        #expect(found.damage.allSatisfy { $0.contains("output-0, byte ") })
      }
    }
  }

  @Test func `no document and no metadata, however broken, ends the program`() throws {
    var generator = SeededGenerator.forThisTest()
    let whole = ExportWriter.document(
      ["users", "1", "notes", "n"],
      [
        ("map", .map([("list", .array([.map([]), .int(-1)]))])), ("point", .point(1, 2)),
        ("ref", .reference(project: "s~x", database: "y", path: ["a", "b"])),
        ("vector", .vector([1, 2])), ("at", .timestamp(7)), ("none", .array([])),
      ]
    )
    let folder = try ExportWriter.write([ExportWriter.log([whole])], count: 1)
    defer { ExportWriter.remove(folder) }
    let kind = "\(ExportWriter.outputs(folder))/all_namespaces_all_kinds.export_metadata"
    let overall = "\(folder)/x.overall_export_metadata"
    let metadata = try [kind, overall].map { try SourceFile($0).read(at: 0, count: 1 << 16) }
    func broken(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      for _ in 0...Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
        let at = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        case 1: bytes[at] = .random(in: 0...255, using: &generator)
        case 2: bytes.remove(at: at)
        default: bytes.removeLast(bytes.count - at)
        }
      }
      return bytes
    }
    for _ in 0..<max(5000, MutationTests.rounds) {
      guard let document = try? Document(broken(whole)[...]) else { continue }
      var json: [UInt8] = []
      Value.map(document.fields).appendJSON(to: &json)
    }
    for round in 0..<300 {
      try ExportWriter.write(broken(metadata[0]), to: kind)
      // Its records' checksums are right, what they hold is not.
      let record = ExportWriter.log([[51], broken(Array(metadata[1].dropFirst(15)))])
      try ExportWriter.write(round % 2 == 0 ? broken(metadata[1]) : record, to: overall)
      _ = try? FirestoreExport(folder)
    }
  }

  @Test func `what is missing is named`() throws {
    let records = Self.documents([1, 2, 3, 4])
    let log = ExportWriter.log(records)
    let folder = try ExportWriter.write([log, log, log], count: 12)
    defer { ExportWriter.remove(folder) }
    let kinds = ExportWriter.outputs(folder)
    #expect(try FirestoreExport(folder).problems.isEmpty)
    unlink("\(kinds)/output-1")
    #expect(try FirestoreExport(folder).problems.contains("\(kinds)/output-1 is missing"))
    // The same without metadata, and with what archivers and finders leave behind.
    unlink("\(kinds)/all_namespaces_all_kinds.export_metadata")
    #expect(
      try FirestoreExport(folder).problems.contains {
        $0 == "\(kinds)/all_namespaces_all_kinds.export_metadata is missing"
      }
    )
    unlink("\(folder)/x.overall_export_metadata")
    try ExportWriter.write([1], to: "\(kinds)/._output-0")
    defer { unlink("\(kinds)/._output-0") }
    let bare = try FirestoreExport(folder)
    #expect(bare.declared == nil)
    #expect(bare.problems == ["\(kinds)/output-1 is missing"])
    #expect(try FirestoreExport("\(kinds)/output-2").outputs == ["\(kinds)/output-2"])
    #expect(try Self.read(kinds).documents == records + records)
    #expect(throws: Failure.self) { try FirestoreExport("/usr/share/doc/none") }
  }
}
