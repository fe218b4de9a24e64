import Catalog
internal import Glibc

/// Where one record lies in a block of a file.
struct Frame: Hashable {
  /// The record's own bytes.
  var range: Range<Int>
  /// The first byte behind it.
  var next: Int
  /// Why the record cannot be read, if that shows already.
  var fault: Fault?
}

/// What lies at a place of a block.
enum Framed: Hashable {
  case record(Frame)
  /// Nothing to read up to this byte, such as a blank line.
  case nothing(next: Int)
  /// The block ends inside the record.
  case more
  /// The file cannot be read on from this byte, which may be its end.
  case broken(at: Int, reason: String)
}

/// Finds where records begin and end, without reading what they hold.
///
/// It needs no memory of what came before: reading can begin behind any record.
struct Framer: Sendable {
  let format: Mapping.Format
  let delimiter: UInt8

  /// Why an array without its end cannot be read on.
  static let cutOff = "the file ends inside its array"

  /// Looks at the bytes from `at`, of which there is at least one.
  ///
  /// - Parameters:
  ///   - bytes: A block of the file.
  ///   - at: Where the record before has ended.
  ///   - isStart: Whether `at` is the first byte of the file.
  ///   - isLast: Whether the block reaches to the end of the file.
  /// - Returns: The record, or why there is none.
  func frame(_ bytes: borrowing Span<UInt8>, at: Int, isStart: Bool, isLast: Bool) -> Framed {
    var at = at
    if isStart, bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }
    if at == bytes.count { return isLast ? .nothing(next: at) : .more }
    switch format {
    case .csv: return csv(bytes, at: at, isLast: isLast)
    case .ndjson: return line(bytes, at: at, isLast: isLast)
    case .json: return element(bytes, at: at, isStart: isStart, isLast: isLast)
    case .firestore: preconditionFailure("the records of an export are a log's")
    }
  }

  /// The line from `at`; a carriage return before the line feed is not of the record.
  private func line(_ bytes: borrowing Span<UInt8>, at: Int, isLast: Bool) -> Framed {
    var end = bytes.firstIndex(of: lineFeed, from: at) ?? bytes.count
    if end == bytes.count, !isLast { return .more }
    let next = min(end + 1, bytes.count)
    var first = at
    while first < end, bytes[first] <= 32 { first += 1 }
    if first == end { return .nothing(next: next) }
    if bytes[end - 1] == carriageReturn { end -= 1 }
    return .record(Frame(range: at..<end, next: next))
  }

  /// A record of RFC 4180; one that is malformed is its first line, so that the next line has a chance.
  private func csv(_ bytes: borrowing Span<UInt8>, at: Int, isLast: Bool) -> Framed {
    var index = bytes.firstIndex(of: lineFeed, from: at) ?? bytes.count
    var isFieldStart = true
    var reason: String?
    // Most records have no quote; the others are looked at byte by byte.
    if bytes.firstIndex(of: quote, from: at, to: index) != nil { index = at }
    scan: while index < bytes.count, bytes[index] != lineFeed {
      let byte = bytes[index]
      if byte != quote {
        isFieldStart = byte == delimiter
        index += 1
        continue
      }
      guard isFieldStart else {
        reason = "a quote inside a field that does not begin with one"
        break
      }
      index += 1
      while true {
        index = bytes.firstIndex(of: quote, from: index) ?? bytes.count
        if index == bytes.count {
          if !isLast { return .more }
          reason = "a quote is not closed"
          break scan
        }
        index += 1
        if index == bytes.count || bytes[index] != quote { break }
        index += 1
      }
      isFieldStart = false
      if index == bytes.count {
        if !isLast { return .more }
        break
      }
      let after = bytes[index]
      if after == carriageReturn {
        if index + 1 == bytes.count, !isLast { return .more }
        if index + 1 == bytes.count || bytes[index + 1] == lineFeed { continue }
      }
      if after != delimiter, after != lineFeed {
        reason = "something follows a closing quote"
        break
      }
    }
    if let reason {
      let first = line(bytes, at: at, isLast: isLast)
      guard case .record(var frame) = first else { return first }
      frame.fault = Fault(code: "syntax", reason: reason)
      return .record(frame)
    }
    if index == bytes.count, !isLast { return .more }
    var end = index
    if end > at, bytes[end - 1] == carriageReturn { end -= 1 }
    let next = min(index + 1, bytes.count)
    return end == at ? .nothing(next: next) : .record(Frame(range: at..<end, next: next))
  }

  /// An element of the one array that the file is.
  private func element(
    _ bytes: borrowing Span<UInt8>,
    at start: Int,
    isStart: Bool,
    isLast: Bool
  ) -> Framed {
    var at = start
    func cut(_ at: Int) -> Framed {
      isLast ? .broken(at: at, reason: Self.cutOff) : .more
    }
    skipBlanks(bytes, &at)
    if at == bytes.count { return cut(at) }
    if isStart {
      guard bytes[at] == UInt8(ascii: "[") else {
        return .broken(at: at, reason: "the file is not a JSON array")
      }
    } else if bytes[at] != UInt8(ascii: ","), bytes[at] != UInt8(ascii: "]") {
      return .broken(at: at, reason: "between elements a comma must stand")
    }
    let isClosed = bytes[at] == UInt8(ascii: "]")
    at += 1
    skipBlanks(bytes, &at)
    if at == bytes.count { return isClosed && isLast ? .nothing(next: at) : cut(at) }
    if isClosed { return .broken(at: at, reason: "something follows the array") }
    if isStart, bytes[at] == UInt8(ascii: "]") {
      at += 1
      skipBlanks(bytes, &at)
      if at == bytes.count { return isLast ? .nothing(next: at) : .more }
      return .broken(at: at, reason: "something follows the array")
    }
    let begin = at
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return ended(begin, at) }
        depth -= 1
        // What is whole is taken even where the file ends behind it.
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
      ? .broken(at: end, reason: "an element is missing")
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

let lineFeed = UInt8(ascii: "\n")
let carriageReturn = UInt8(ascii: "\r")
let quote = UInt8(ascii: "\"")

extension Span<UInt8> {
  /// Returns where a byte stands first in a part of the span.
  func firstIndex(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
    let length = (end ?? count) - start
    if length <= 0 { return nil }
    precondition(start >= 0 && start + length <= count)
    return withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(byte), length)
      else { return nil }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }
}
