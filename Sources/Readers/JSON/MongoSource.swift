import Catalog

/// Documents of MongoDB in Extended JSON, canonical or relaxed, as mongoexport writes them: one a
/// line, or an array.
struct MongoSource: RecordSource {
  static let format = "mongodb"
  static let title = "MongoDB Extended JSON (lines or an array)"
  static let traits = SourceTraits(endsInLines: true)

  private var whole: any RecordSource
  var file: SourceFile { whole.file }

  init(_ input: SourceInput) throws {
    let first = try input.file.read(at: 0, count: 4096).first { $0 > 32 && $0 < 127 }
    whole = try first == UInt8(ascii: "[") ? JSONSource(input) : NDJSONSource(input)
  }

  static func begins(_ head: SourceHead) throws -> Bool {
    guard let structure = head.structure, structure == .array || structure == .values else {
      return false
    }
    return try head.sample(of: structure, isTyped).found > 0
  }

  static func reason(_ head: SourceHead) throws -> String? {
    guard let structure = head.structure, structure == .array || structure == .values else {
      return nil
    }
    let sample = try head.sample(of: structure, isTyped)
    guard sample.found > 0, sample.found < sample.read else { return nil }
    let other = structure == .array ? JSONSource.format : NDJSONSource.format
    return "read as \(format), because \(sample.found) of the first \(sample.read) records hold "
      + "values such as {\"$oid\": …}; --format \(other) keeps those as maps"
  }

  static func wordOfValues(elsewhere other: any RecordSource.Type) -> (([UInt8]) -> Bool)? {
    guard other == JSONSource.self || other == NDJSONSource.self else { return nil }
    return { ExtendedJSON.words.contains(String(decoding: $0, as: UTF8.self)) }
  }

  private static func isTyped(_ members: [Value.Member]) -> Bool {
    members.contains { ExtendedJSON.isTyped($0.value) }
  }

  func requireRecords() throws { try whole.requireRecords() }

  mutating func seek(offset: Int, line: Int) { whole.seek(offset: offset, line: line) }

  mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
    try whole.next(damaged: damaged)
  }

  func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord {
    let value = try JSONParser.parse(chunk.bytes[try chunk.range(index)], numbers: .doubles)
    guard case .map(let members) = value else {
      throw Fault(code: "type", reason: "a record must be an object, not \(value.kind)")
    }
    return SourceRecord(path: nil, fields: try ExtendedJSON.typed(members))
  }
}
