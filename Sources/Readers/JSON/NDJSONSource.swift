import Catalog

/// A file of JSON objects, one a line.
package struct NDJSONSource: ObjectSource {
  package static let format = "ndjson"
  package static let title = "NDJSON (one object per line)"
  package static let traits = SourceTraits(endsInLines: true)

  private var reader: TextReader<LineFraming>
  package var file: SourceFile { reader.file }

  package init(_ input: SourceInput) throws {
    reader = TextReader(file: try input.file, framing: LineFraming())
  }

  package static func begins(_ head: SourceHead) throws -> Bool {
    try head.structure == .values || head.hasLinesOfObjects()
  }

  package mutating func seek(offset: Int, line: Int) { reader.seek(offset: offset, line: line) }

  package mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
    try reader.next()
  }
}

/// Frames lines; a carriage return before the line feed does not belong to the record.
struct LineFraming: RecordFraming {
  func record(_ bytes: borrowing Span<UInt8>, at: Int, isStart: Bool, isLast: Bool) -> Framed {
    var end = bytes.firstIndex(of: lineFeed, from: at) ?? bytes.count
    if end == bytes.count, !isLast { return .more }
    let next = min(end + 1, bytes.count)
    var first = at
    while first < end, bytes[first] <= 32 { first += 1 }
    if first == end { return .nothing(next: next) }
    if bytes[end - 1] == carriageReturn { end -= 1 }
    return .record(Frame(range: at..<end, next: next))
  }
}
