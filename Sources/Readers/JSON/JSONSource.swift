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
    // Which of the innermost 64 brackets are those of objects, and whether one closes another.
    var kinds: UInt64 = 0
    var isMixed = false
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        kinds = kinds << 1 | (bytes[at] == UInt8(ascii: "{") ? 1 : 0)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return ended(begin, at) }
        if depth <= 64, kinds & 1 != (bytes[at] == UInt8(ascii: "}") ? 1 : 0) { isMixed = true }
        kinds >>= 1
        depth -= 1
        if depth == 0 {
          if isMixed, let line = firstLine(bytes, begin, to: at) { return line }
          // A whole element is taken even where the file ends after it.
          return ended(begin, at + 1)
        }
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
    return isLast ? firstLine(bytes, begin, to: bytes.count) ?? cut(begin) : .more
  }

  /// Returns an element without an end as its first line, so that the next one has a chance, where
  /// each element begins a line, indented alike; nil where the next does not.
  private func firstLine(_ bytes: borrowing Span<UInt8>, _ begin: Int, to limit: Int) -> Framed? {
    var start = begin
    while start > 0, bytes[start - 1] == 32 || bytes[start - 1] == 9 { start -= 1 }
    guard start == 0 || bytes[start - 1] == lineFeed || bytes[start - 1] == UInt8(ascii: "[") else {
      return nil
    }
    let indent = begin - start
    var from = begin
    while let feed = bytes.firstIndex(of: lineFeed, from: from, to: limit) {
      from = feed + 1
      var next = from
      while next < limit, bytes[next] == 32 || bytes[next] == 9 { next += 1 }
      guard next < limit, next - from == indent, bytes[next] == UInt8(ascii: "{") else {
        continue
      }
      var end = feed
      while end > begin, bytes[end - 1] <= 32 { end -= 1 }
      guard end > begin + 1, bytes[end - 1] == UInt8(ascii: ",") else { return nil }
      let fault = Fault(code: "syntax", reason: "an unclosed quote or bracket")
      return .record(Frame(range: begin..<(end - 1), next: end - 1, fault: fault))
    }
    return nil
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
