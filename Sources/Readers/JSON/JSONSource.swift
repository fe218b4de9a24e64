import Catalog

/// A file that is one JSON array of objects.
package struct JSONSource: ObjectSource {
  package static let format = "json"
  package static let title = "JSON (an array of objects)"

  private var reader: TextReader<ArrayFraming>
  package var file: SourceFile { reader.file }

  package init(_ input: SourceInput) throws {
    reader = TextReader(file: try input.file, framing: ArrayFraming())
  }

  package static func begins(_ head: SourceHead) -> Bool { head.structure == .array }

  package func requireRecords() throws {
    var beginning = reader
    _ = try beginning.next(limit: 1)
  }

  package mutating func seek(offset: Int, line: Int) { reader.seek(offset: offset, line: line) }

  package mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
    try reader.next()
  }
}

/// Frames the elements of the one array that a file is.
struct ArrayFraming: RecordFraming {
  static let cutOff: String? = "the file ends inside its array"

  func record(_ bytes: borrowing Span<UInt8>, at start: Int, isStart: Bool, isLast: Bool) -> Framed
  {
    var at = start
    func cut(_ at: Int) -> Framed {
      isLast ? .broken(at: at, reason: Self.cutOff ?? "") : .more
    }
    skipBlanks(bytes, &at)
    if at == bytes.count { return cut(at) }
    if isStart {
      guard bytes[at] == UInt8(ascii: "[") else {
        return .broken(at: at, reason: "the file is not a JSON array")
      }
    } else if bytes[at] != UInt8(ascii: ","), bytes[at] != UInt8(ascii: "]") {
      return .broken(at: at, reason: "expected a comma between elements")
    }
    let isClosed = bytes[at] == UInt8(ascii: "]")
    at += 1
    skipBlanks(bytes, &at)
    if at == bytes.count { return isClosed && isLast ? .nothing(next: at) : cut(at) }
    if isClosed { return .broken(at: at, reason: "text after the array") }
    if isStart, bytes[at] == UInt8(ascii: "]") {
      at += 1
      skipBlanks(bytes, &at)
      if at == bytes.count { return isLast ? .nothing(next: at) : .more }
      return .broken(at: at, reason: "text after the array")
    }
    let begin = at
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return ended(begin, at) }
        depth -= 1
        // A whole element is taken even where the file ends after it.
        if depth == 0 { return ended(begin, at + 1) }
      case UInt8(ascii: ","): if depth == 0 { return ended(begin, at) }
      case quote:
        at += 1
        while at < bytes.count, bytes[at] != quote {
          at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
      default: break
      }
      at += 1
    }
    return cut(begin)
  }

  private func ended(_ begin: Int, _ end: Int) -> Framed {
    begin == end
      ? .broken(at: end, reason: "a missing element")
      : .record(Frame(range: begin..<end, next: end))
  }

  private func skipBlanks(_ bytes: borrowing Span<UInt8>, _ at: inout Int) {
    while at < bytes.count {
      switch bytes[at] {
      case 32, 9, 10, 13: at += 1
      default: return
      }
    }
  }
}
