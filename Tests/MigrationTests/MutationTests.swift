import Foundation
import Outcome
import TestSupport
import Testing

@testable import Import
@testable import Readers

/// Exports damaged at random: each is read to an end, in which every record is counted that another
/// reader finds, or something is told.
struct MutationTests {
  /// How many damaged files a format: 100,000 in `make chaos`.
  static let rounds =
    ProcessInfo.processInfo.environment["REEVE_MUTATIONS"].flatMap { Int($0) } ?? 500

  private static let tree = #"""
    {"users":{"ann":{"name":"Anna \u00e9","n":1.5,"tags":["x","y"],"o":{"-LXKLQdHWBfizAIN1Vh6":{"t":1}}},
    "bob":{"name":"Bob","n":2,"__proto__":{"":".","[":"]"}}},"cats":[null,{"n":true},{"n":false}],"v":3}
    """#
  private static let node = #"""
    {"__collections__":{"users":{"a":{"at":{"__datatype__":"timestamp","value":{"_seconds":1,"_nanoseconds":0}},
    "__collections__":{"in":{"b":{"g":{"__datatype__":"geopoint","value":{"_latitude":1,"_longitude":2}}}}}}}}}
    """#
  private static let mongo = #"""
    {"_id":{"$oid":"5bfef0a706598d55ece776fe"},"d":{"$date":{"$numberLong":"1"}},"l":{"$numberLong":"7"}}
    {"_id":{"$oid":"5bfef0a706598d55ece776ff"},"d":{"$date":"2020-02-29T00:00:00Z"},"b":{"$binary":{"base64":"AQI=","subType":"00"}}}
    {"_id":{"$oid":"5bfef0a706598d55ece77600"},"n":{"$numberDecimal":"1E+3"},"x":[{"$numberDouble":"NaN"}]}

    """#
  private static let accounts = #"""
    {"users":[{"localId":"u1","email":"a@b.c","passwordHash":"cAnArY","salt":"cAnArY","createdAt":"1500000000000",
    "providerUserInfo":[{"providerId":"google.com","rawId":"1"}]},{"localId":"u2","customAttributes":"{\"a\":1}"}]}
    """#
  private static let table =
    "u1,a@b.c,true,cAnArY,cAnArY,\"Anna, K\",,,,,,,,,,,,,,,,,,1500000000000,,,false,\n"
    + "u2,,false,cAnArY,cAnArY,,,g1,g@b.c,,,,,,,,,,,,,,,1500000000000,1500000000000,+49,true,\n"

  static let formats: [(format: String, content: String)] = [
    ("rtdb", tree), ("firestore-json", node), ("mongodb", mongo), ("firebase-auth", accounts),
    ("firebase-auth-csv", table), ("json", #"[{"a":1,"b":"x"},{"a":2},{"a":[3,{"c":null}]}]"#),
    ("ndjson", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2}\n\n{\"a\":[3,{\"c\":null}]}\n"),
    ("csv", "a,b\n1,\"x\ny\"\n2,\"say \"\"hi\"\"\"\n3,\n"),
  ]

  /// Damages a text in one place or several.
  private static func damaged(
    _ bytes: [UInt8],
    _ most: Int,
    _ random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...most, using: &random) where bytes.count > 1 {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = .random(in: 0...255, using: &random)
      case 1: bytes[place] = Array("{}[]\",:\\\n0-e".utf8).randomElement(using: &random) ?? 0
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.insert(Array("{}[]\",:".utf8).randomElement(using: &random) ?? 0, at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  /// What reading told.
  private struct Outcome {
    /// Records, those with a fault too.
    var records = 0
    /// Faults, and what is damaged between records.
    var problems = 0
    /// Values in them that are neither objects nor arrays.
    var values = 0
    /// Everything that was kept of them.
    var bytes: [UInt8] = []
  }

  private static func read(_ path: String, _ format: SourceFormat) throws -> Outcome {
    var outcome = Outcome()
    do {
      var source = try SourceFormat.open(path, SourceOptions(format: format))
      while let chunk = try source.next(damaged: { _ in outcome.problems += 1 }) {
        outcome.bytes += chunk.bytes
        for index in chunk.frames.indices {
          outcome.records += 1
          do throws(Fault) {
            let fields = try source.decode(chunk, index).fields
            outcome.values += values(.map(fields))
          } catch {
            outcome.problems += 1
          }
        }
      }
      try source.requireRecords()
    } catch {
      outcome.problems += 1
    }
    return outcome
  }

  /// What another reader finds: records, in a tree values; nil where it refuses the text.
  private static func count(_ bytes: [UInt8], _ format: String) -> Int? {
    do {
      let value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      switch format {
      case "json": return (value as? [Any])?.count
      case "firebase-auth": return ((value as? [String: Any])?["users"] as? [Any])?.count ?? 0
      case "firestore-json": return (value as? [String: Any]).map(backups)
      default: return values(value)
      }
    } catch {
      return format == "rtdb" ? countTrees(bytes) : nil
    }
  }

  /// Values of several trees, one after another; nil where they are none.
  private static func countTrees(_ bytes: [UInt8]) -> Int? {
    for end in bytes.indices where bytes[end] == UInt8(ascii: "}") {
      let rest = bytes[(end + 1)...].drop { $0 <= 32 }
      guard rest.first == UInt8(ascii: "{"), let first = count(Array(bytes[...end]), "tree") else {
        continue
      }
      return count(Array(rest), "rtdb").map { first + $0 }
    }
    return nil
  }

  private static func values(_ value: Any) -> Int {
    switch value {
    case let members as [String: Any]: members.values.reduce(0) { $0 + values($1) }
    case let items as [Any]: items.reduce(0) { $0 + values($1) }
    case is NSNull: 0
    default: 1
    }
  }

  private static func values(_ value: Value) -> Int {
    switch value {
    case .map(let members): members.reduce(0) { $0 + values($1.value) }
    case .array(let items): items.reduce(0) { $0 + values($1) }
    case .null: 0
    default: 1
    }
  }

  private static func backups(_ document: [String: Any]) -> Int {
    let collections = document["__collections__"] as? [String: Any] ?? [:]
    return collections.values.reduce(0) { count, collection in
      (collection as? [String: Any] ?? [:]).values.reduce(count) { count, document in
        document is NSNull ? count : count + 1 + ((document as? [String: Any]).map(backups) ?? 0)
      }
    }
  }

  @Test(arguments: formats)
  func `a damaged export is read to its end, and nothing is left out in silence`(
    format: String,
    content: String
  ) throws {
    var random = SeededGenerator.forThisTest("\(#function) \(format)")
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    let kind = try #require(SourceFormat(rawValue: format))
    let whole = Array(content.utf8)
    for _ in 0..<Self.rounds {
      // In a table without names two faults may make a name of a hash, and nobody could tell.
      let bytes = Self.damaged(whole, format == "firebase-auth-csv" ? 1 : 3, &random)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let outcome = try Self.read(path, kind)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!outcome.bytes.contains(Array("cAnArY".utf8)), "\(text)")
      let isArray = bytes.first { $0 > 32 } == UInt8(ascii: "[")
      if format == "ndjson" || format == "mongodb" && !isArray {
        let lines = bytes.split(separator: lineFeed).count { $0.contains { $0 > 32 } }
        #expect(outcome.records == lines || outcome.problems > 0, "\(text)")
      } else if !["mongodb", "csv", "firebase-auth-csv"].contains(format), !bytes.contains(0) {
        // What another reader refuses is not taken without a word; of accounts nothing else is read.
        let count = Self.count(bytes, format) ?? (format == "firebase-auth" ? 0 : .max)
        let found = format == "rtdb" ? outcome.values : outcome.records
        #expect(found >= count || outcome.problems > 0, "\(text)")
      }
      // What kind it seems to be is found out without a fault, too.
      do {
        _ = try Inspection(path, report: { _ in })
      } catch {
        #expect(error is Failure, "\(text)")
      }
    }
    try FileManager.default.removeItem(atPath: path)
  }
}
