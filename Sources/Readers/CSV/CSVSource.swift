import Catalog
import Outcome

/// A file of RFC 4180 with a header.
struct CSVSource: RecordSource {
  static let format = "csv"
  static let title = "CSV with a header"
  static let traits = SourceTraits(isText: true, endsInLines: true)

  private var reader: TextReader<CSVFraming>
  private let headerFields: [ArraySlice<UInt8>]
  /// Why there is no header.
  private let fault: String?
  private let header: [String]?
  /// What fields without a name of their own are called, a sentence each.
  private let notes: [String]
  var file: SourceFile { reader.file }
  private var separator: UInt8 { reader.framing.delimiter }
  var facts: SourceFacts {
    let delimiter = String(Unicode.Scalar(separator))
    return SourceFacts(
      header: header,
      delimiter: delimiter,
      notes: notes,
      settings: delimiter == "," ? [] : [("delimiter", delimiter)]
    )
  }

  init(_ input: SourceInput) throws {
    let file = try input.file
    let path = file.path
    let named = try Self.namedDelimiter(of: file)
    let delimiter = try input.options.delimiter ?? named?.delimiter ?? Self.delimiter(of: file)
    reader = TextReader(file: file, framing: CSVFraming(delimiter: delimiter))
    if let named { reader.seek(offset: named.bytes, line: 2) }
    guard let chunk = try reader.next(limit: 1) else {
      (headerFields, header, notes) = ([], nil, [])
      fault = "\(path) is empty; it needs a header"
      return
    }
    do throws(Fault) {
      let range = try chunk.range(0)
      var fields = CSVFields()
      fields.split(chunk.bytes.span, range, delimiter: delimiter)
      let names = CSVHeader(
        fields.fields.indices.map {
          String(decoding: fields.text($0, of: chunk.bytes), as: UTF8.self)
        }
      )
      headerFields = names.names.map { Array($0.utf8)[...] }
      (header, notes) = (names.names, names.notes)
      fault = nil
    } catch {
      (headerFields, header, notes) = ([], nil, [])
      fault = "\(path):1: cannot read the header: \(error.reason)"
      reader.seek(offset: 0, line: 1)
    }
  }

  static func begins(_ head: SourceHead) -> Bool { true }
  static func path(of text: String) -> FieldPath { FieldPath(text, isName: true) }
  static func text(of field: String) -> String { field }

  func requireRecords() throws {
    if let fault { throw Failure(.failed, fault) }
  }

  mutating func seek(offset: Int, line: Int) { reader.seek(offset: offset, line: line) }

  mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? { try reader.next() }

  func decode(_ chunk: Chunk, _ index: Int) throws(Fault) -> SourceRecord {
    let range = try chunk.range(index)
    var fields = CSVFields()
    fields.split(chunk.bytes.span, range, delimiter: separator)
    guard fields.fields.count == headerFields.count else {
      throw Fault.fieldCount(fields.fields.count, wanted: headerFields.count)
    }
    let texts = fields.fields.indices.map { fields.text($0, of: chunk.bytes) }
    return SourceRecord(
      path: nil,
      fields: zip(headerFields, texts).map { Value.Member(key: $0, value: .string($1)) }
    )
  }

  // Without values on the way: a CSV file is read as fast as the database takes its rows.
  func append(
    _ chunk: Chunk,
    _ index: Int,
    number: Int,
    to sink: inout some RecordSink
  ) throws(Fault) {
    let range = try chunk.range(index)
    try sink.append(chunk.bytes, range, delimiter: separator, number: number)
  }

  /// The character that a first line `sep=;` names, as Excel writes it, and how long that line is.
  private static func namedDelimiter(
    of file: SourceFile
  ) throws -> (delimiter: UInt8, bytes: Int)? {
    let head = try file.read(at: 0, count: 16)
    let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let isNamed = head.dropFirst(start).starts(with: "sep=".utf8)
    guard isNamed, head.count > start + 5 else { return nil }
    let isWindows = head[start + 5] == carriageReturn
    let end = start + (isWindows ? 6 : 5)
    guard end < head.count, head[end] == lineFeed else { return nil }
    return (head[start + 4], end + 1)
  }

  /// The character that the first line has outside quotes, and by which most of the first records
  /// have as many fields; of several, the one that it has most of.
  private static func delimiter(of file: SourceFile) throws -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in try file.read(at: 0, count: 1 << 16) {
      if byte == quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == lineFeed { break }
      counts[byte, default: 0] += 1
    }
    let candidates = [",", ";", "\t", "|"].compactMap { $0.utf8.first }
      .filter { (counts[$0] ?? 0) > 0 }
      .sorted { (counts[$0] ?? 0) > (counts[$1] ?? 0) }
    guard candidates.count > 1 else { return candidates.first ?? UInt8(ascii: ",") }
    var best: (delimiter: UInt8, fitting: Int)?
    for delimiter in candidates {
      let fitting = try fitting(file, delimiter)
      if fitting > best?.fitting ?? -1 { best = (delimiter, fitting) }
    }
    return best?.delimiter ?? UInt8(ascii: ",")
  }

  /// How many of the first records have as many fields as the header, if that is separated so.
  private static func fitting(_ file: SourceFile, _ delimiter: UInt8) throws -> Int {
    var reader = TextReader(file: file, framing: CSVFraming(delimiter: delimiter))
    guard let chunk = try reader.next(limit: SourceHead.limitRecords + 1) else { return 0 }
    var fields = CSVFields()
    let counts = chunk.frames.map { frame in
      guard frame.fault == nil else { return 0 }
      fields.split(chunk.bytes.span, frame.range, delimiter: delimiter)
      return fields.fields.count
    }
    guard let wanted = counts.first, wanted > 1 else { return 0 }
    return counts.dropFirst().count { $0 == wanted }
  }
}

/// Frames records of RFC 4180; a malformed record is its first line, so that the next line has a
/// chance.
struct CSVFraming: RecordFraming {
  private static let unclosed = "an unclosed quote"

  let delimiter: UInt8

  func record(_ bytes: borrowing Span<UInt8>, at: Int, isStart: Bool, isLast: Bool) -> Framed {
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
        reason = "a quote inside an unquoted field"
        break
      }
      index += 1
      while true {
        index = bytes.firstIndex(of: quote, from: index) ?? bytes.count
        if index == bytes.count {
          if !isLast { return .more }
          reason = Self.unclosed
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
        reason = "text after a closing quote"
        break
      }
    }
    if let reason {
      let first = LineFraming().record(bytes, at: at, isStart: isStart, isLast: isLast)
      guard case .record(var frame) = first else { return first }
      frame.fault = Fault(
        code: "syntax",
        reason: reason,
        extent: reason == Self.unclosed ? .end : .record
      )
      return .record(frame)
    }
    if index == bytes.count, !isLast { return .more }
    var end = index
    if end > at, bytes[end - 1] == carriageReturn { end -= 1 }
    let next = min(index + 1, bytes.count)
    return end == at ? .nothing(next: next) : .record(Frame(range: at..<end, next: next))
  }
}
