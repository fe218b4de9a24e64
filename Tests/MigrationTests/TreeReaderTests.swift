import Catalog
import Foundation
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Records of one large JSON text, wherever a block of the file ends.
struct TreeReaderTests {
  /// A record as a test expects it.
  private struct Found: Equatable {
    let path: [String]
    let value: Tree
  }

  private static func file(_ text: some Sequence<UInt8>) throws -> SourceFile {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try Data(Array(text)).write(to: URL(fileURLWithPath: path))
    return try SourceFile(path)
  }

  private static func remove(_ file: SourceFile) throws {
    try FileManager.default.removeItem(atPath: file.path)
  }

  /// Reads all records; what is told of no record has no text.
  private static func records(
    _ file: SourceFile,
    _ patterns: [String],
    block: Int = JSONStream.blockBytes
  ) throws -> [Found] {
    let plan = TreePlan(patterns.compactMap { DocumentPattern($0) })
    var reader = try TreeReader(file, plan: plan, block: block)
    var found: [Found] = []
    while let chunk = try reader.next() {
      for index in chunk.frames.indices {
        let range = try chunk.range(index)
        #expect(!range.isEmpty)
        var value = tree(try JSONParser.parse(chunk.bytes[range], numbers: .doubles))
        let path = chunk.paths[index].segments.map { String(decoding: $0, as: UTF8.self) }
        // A record's text is a tree of its own.
        for key in path {
          guard case .object(let members) = value, members.count == 1,
            Array(members[0].key.utf8) == Array(key.utf8)
          else {
            Issue.record("\(value) does not lead to \(path)")
            break
          }
          value = members[0].value
        }
        found.append(Found(path: path, value: value))
      }
    }
    return found
  }

  private static func tree(_ value: Value) -> Tree {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(Int(value))
    case .double(let value): .double(value)
    case .string(let text): .string(String(decoding: text, as: UTF8.self))
    case .array(let items): .array(items.map(tree))
    case .map(let members):
      .object(members.map { (String(decoding: $0.key, as: UTF8.self), tree($0.value)) })
    default: .null
    }
  }

  /// What `users/{u}` and `users/{u}/in/orders/{o}` hold, by a recursion over the tree.
  private static func expected(_ users: [(key: String, value: Tree)]) -> [Found] {
    users.flatMap { user, value -> [Found] in
      guard case .object(let members) = value else {
        return value == .null ? [] : [Found(path: ["users", user], value: value)]
      }
      var found: [Found] = []
      var kept: [(key: String, value: Tree)] = []
      for (key, value) in members {
        guard key == "in", case .object(let inner) = value else {
          kept.append((key, value))
          continue
        }
        var rest: [(key: String, value: Tree)] = []
        for (key, value) in inner {
          guard key == "orders", case .object(let orders) = value else {
            rest.append((key, value))
            continue
          }
          for (id, order) in orders where order != .null {
            found.append(Found(path: ["users", user, "in", "orders", id], value: order))
          }
        }
        if !rest.isEmpty { kept.append((key, .object(rest))) }
      }
      return found + [Found(path: ["users", user], value: .object(kept))]
    }
  }

  private static func users(_ random: inout SeededGenerator) -> [(key: String, value: Tree)] {
    let users = Tree.object(Int.random(in: 0...5, using: &random), &random) { random in
      guard Int.random(in: 0..<5, using: &random) > 0 else { return Tree.value(0, &random) }
      guard case .object(var members) = Tree.object(3, &random, { Tree.value(3, &$0) }) else {
        return .null
      }
      let orders = Tree.object(Int.random(in: 0...3, using: &random), &random) {
        Int.random(in: 0..<6, using: &$0) == 0 ? .null : Tree.value(2, &$0)
      }
      var inner: [(key: String, value: Tree)] = [("orders", orders)]
      if Bool.random(using: &random) { inner.append(("note", Tree.value(1, &random))) }
      members.insert(
        ("in", .object(inner)),
        at: Int.random(in: 0...members.count, using: &random)
      )
      return .object(members)
    }
    guard case .object(let members) = users else { return [] }
    return members
  }

  @Test func `random trees, with records inside records, whatever the size of a block`() throws {
    var random = SeededGenerator.forThisTest()
    for _ in 0..<300 {
      let users = Self.users(&random)
      let text = Tree.object([("users", .object(users))]).text(&random)
      let file = try Self.file(text.utf8)
      let expected = Self.expected(users)
      let size = [1, 2, 3, 7, 64, 4096].randomElement(using: &random) ?? 1
      let patterns = ["users/{u}", "users/{u}/in/orders/{o}"]
      #expect(try Self.records(file, patterns, block: size) == expected, "\(text)")
      try Self.remove(file)
    }
  }

  @Test func `a text that is cut off anywhere is never taken for a whole one`() throws {
    var random = SeededGenerator.forThisTest()
    let text = Tree.object([("users", .object(Self.users(&random)))]).text(&random)
    let bytes = Array(text.utf8)
    let end = (bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0) + 1
    for length in 1..<end {
      let file = try Self.file(bytes[..<length])
      #expect(throws: (any Error).self, "\(length) of \(text)") {
        _ = try Self.records(file, ["users/{u}"])
      }
      try Self.remove(file)
    }
  }

  @Test func `arrays are lists of ids, and null stands for nothing`() throws {
    let text = #"{"a":[null,{"n":1},null,[2],"x"],"b":{"0":null,"7":3},"c":null}"#
    let file = try Self.file(text.utf8)
    let found = try Self.records(file, ["a/{i}", "b/{i}"])
    #expect(found.map { $0.path.joined(separator: "/") } == ["a/1", "a/3", "a/4", "b/7"])
    try Self.remove(file)
  }

  @Test func `what belongs to no record is told once, its items where they are records`() throws {
    let text = #"{"a":{"1":{}},"b":{"x":{},"y":{},"z":1},"c":5,"d":{"e":1},"f":[]}"#
    let file = try Self.file(text.utf8)
    var reader = try TreeReader(file, plan: TreePlan([try #require(DocumentPattern("a/{i}"))]))
    let chunk = try #require(try reader.next())
    #expect(chunk.paths.map(\.collection) == ["a", "b", "b", "b", "c", "d", "f"])
    #expect(try reader.next() == nil)
    try Self.remove(file)
  }

  @Test func `a depth of 10000 and a string of 100 MB are one faulty record each`() throws {
    var text = Array(#"{"a":{"deep":"#.utf8)
    text += [UInt8](repeating: UInt8(ascii: "["), count: 10_000)
    text += [UInt8](repeating: UInt8(ascii: "]"), count: 10_000)
    text += Array(#","long":""#.utf8)
    let offset = text.count - 1
    text += [UInt8](repeating: UInt8(ascii: "x"), count: 100_000_000)
    text += Array(#"","good":{"n":1}}}"#.utf8)
    let file = try Self.file(text)
    text = []
    var reader = try TreeReader(file, plan: TreePlan([try #require(DocumentPattern("a/{i}"))]))
    var faults: [String] = []
    var good = 0
    while let chunk = try reader.next() {
      #expect(chunk.bytes.count <= Chunk.usualBytes + Chunk.limitBytes + 1024)
      for index in chunk.frames.indices {
        do throws(Fault) {
          _ = try JSONParser.parse(chunk.bytes[try chunk.range(index)])
          good += 1
        } catch {
          faults.append("\(chunk.offsets[index]) \(error.code)")
        }
      }
    }
    #expect(good == 1)
    #expect(faults == ["13 syntax", "\(offset) length"])
    try Self.remove(file)
  }

  @Test(arguments: [
    (#"{"a":{"1":{"b":[}]}}"#, 16), (#"{"a" {}}"#, 5), (#"{"a":{"1":{}"#, 12), (#"{"a":}"#, 5),
    (#"{"a":{"1":1,}}"#, 12), (#"{"a":{}}x"#, 8), ("{\"\u{1}\":{}}", 1), (#"{"a":{}} [1]"#, 9),
  ])
  func `a text that is no JSON is refused with its byte`(text: String, offset: Int) throws {
    let file = try Self.file(text.utf8)
    let error = #expect(throws: JSONStream.Broken.self) {
      _ = try Self.records(file, ["a/{i}"])
    }
    #expect(error?.offset == offset, "\(error?.reason ?? "")")
    try Self.remove(file)
  }

  @Test(arguments: [
    (#"{"tasks":{"-LXKLQdHWBfizAIN1Vh6":{"t":1},"-LXKLS47eYPNh_sJNdZq":{"t":2}}}"#, ["tasks/{}"]),
    (#"{"u":{"ann":{"n":1},"bob":{"n":2}},"config":{"on":true},"v":3}"#, ["config", "u/{}", "v"]),
    (#"{"m":{"r1":{"a":{"t":1},"b":{"t":2}},"r2":{"a":{"t":3}}}}"#, ["m/{}/{}"]),
    (#"{"likes":{"0123456789abcdefghij":{"0123456789abcdefghik":true}}}"#, ["likes/{}/{}"]),
    (#"{"c":[null,{"n":1},{"n":2}]}"#, ["c/{}"]),
    (#"{"ann":{"n":1,"tags":["x"]},"bob":{"n":2}}"#, ["{}"]),
    (
      #"{"u":{"a":{"n":1,"o":{"-LXKLQdHWBfizAIN1Vh6":{"t":1}}},"b":{"n":1}}}"#,
      ["u/{}", "u/{}/o/{}"]
    ),
    (
      #"{"v1":{"u":{"a":{"n":1},"b":{"n":2}},"p":{"c":{"t":1,"x":2},"d":{"t":1}}}}"#,
      ["v1/p/{}", "v1/u/{}"]
    ),
    // Lessons with readable names that lead to ids nobody types.
    (
      #"{"s":{"ann":{"n":1,"c":{"c1":{"t":1,"l":{"l1":{"d":1,"a":{"-LXKLQdHWBfizAIN1Vh6":{"x":1}}},"#
        + #""l2":{"d":1}}},"c2":{"t":1}}}}}"#,
      ["s/{}", "s/{}/c/{}", "s/{}/c/{}/l/{}", "s/{}/c/{}/l/{}/a/{}"]
    ),
    // An id that is a number beside ids that look like names.
    (
      #"{"m":{"den":{"-LXKLQdHWBfizAIN1Vh6":{"t":1}},"hall":{"-LXKLS47eYPNh_sJNdZq":{"t":2}},"#
        + #""42":{"-LXKLS47eYPNh_sJNdZr":{"t":3}}},"n":{"x":1}}"#,
      ["m/{}/{}", "n"]
    ),
    (#"{"m":{"den":{"a":{"t":1},"b":{"t":2}},"hall":{"x":{"u":1}},"7":8}}"#, ["m"]),
  ])
  func `the collections of a tree are found out`(text: String, patterns: [String]) throws {
    let file = try Self.file(text.utf8)
    var shape = try TreeShape(file)
    #expect(shape.patterns.map { $0.joined(separator: "/") } == patterns)
    try Self.remove(file)
  }

  @Test func `every value of a random tree is in a record of the collections found out`() throws {
    var random = SeededGenerator.forThisTest()
    for _ in 0..<500 {
      let tree = Self.tree(depth: 0, &random)
      let text = tree.text(&random)
      let file = try Self.file(text.utf8)
      var shape = try TreeShape(file)
      let patterns = try shape.patterns.map { path in
        try #require(
          DocumentPattern(
            path.enumerated().map { $1 == "{}" ? "{v\($0)}" : $1 }.joined(separator: "/")
          )
        )
      }
      var reader = try TreeReader(file, plan: TreePlan(patterns))
      while let chunk = try reader.next() {
        for index in chunk.frames.indices {
          let isRecord = try !chunk.range(index).isEmpty
          #expect(isRecord, "\(chunk.paths[index]) by \(shape.patterns) of \(text)")
        }
      }
      try Self.remove(file)
    }
  }

  /// Objects within objects, under names and ids mixed.
  private static func tree(depth: Int, _ random: inout SeededGenerator) -> Tree {
    if depth > 1, depth > 4 || Int.random(in: 0..<3, using: &random) == 0 {
      return [.int(7), .bool(true), .string("x"), .array([.int(1), .object([])])].randomElement(
        using: &random
      ) ?? .null
    }
    var members: [(key: String, value: Tree)] = []
    for number in 0..<Int.random(in: 1...4, using: &random) {
      let key =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: "\(number * 7)"
        case 1: "-LXKLQdHWBfizAIN1Vh\(number)"
        default: ["k\(number)", "", "a/b", "{x}", "."].randomElement(using: &random) ?? ""
        }
      if members.contains(where: { $0.key == key }) { continue }
      members.append((key, tree(depth: depth + 1, &random)))
    }
    return .object(members)
  }

  @Test func `a push id tells when it was made`() {
    // By the alphabet that Firebase published, eight digits to the base of 64.
    #expect(PushID.time(Array("-00000000000000000000".utf8)[...]) == nil)
    #expect(PushID.time(Array("KJOFuV8Phz1ZkYrO6m00".utf8)[...]) == nil)
    #expect(PushID.time(Array("-LXKLQdHWBfizAIN1Vh6".utf8)[...]) == 1_548_693_912_146_000)
  }
}
