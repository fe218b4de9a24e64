import Catalog

/// Documents of MongoDB in Extended JSON, canonical or relaxed, as mongoexport writes them: one a
/// line, or an array.
struct MongoSource: RecordSource {
  static let format = "mongodb"
  static let title = "MongoDB Extended JSON (lines or an array)"

  private var whole: any RecordSource
  var file: SourceFile { whole.file }

  init(_ input: SourceInput) throws {
    let first = try input.file.read(at: 0, count: 4096).first { $0 > 32 && $0 < 127 }
    whole = try first == UInt8(ascii: "[") ? JSONSource(input) : NDJSONSource(input)
  }

  static func begins(_ head: SourceHead) -> Bool {
    guard head.structure == .array || head.structure == .values else { return false }
    return head.first?.contains { ExtendedJSON.isTyped($0.value) } ?? false
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
