/// Some records of a source, with the bytes that they lie in.
struct Chunk: Sendable {
  /// About how many bytes a chunk holds; one record may be longer.
  static let usualBytes = 1 << 20
  /// The longest record read; of a longer one only the beginning is kept.
  static let limitBytes = 16 << 20

  /// The bytes; frames count from their beginning.
  let bytes: [UInt8]
  /// Whether all records are known to be UTF-8, or check their own texts.
  let isUTF8: Bool
  private(set) var frames: [Frame] = []
  /// Where each record begins in the source.
  private(set) var offsets: [Int] = []
  /// Line of each record's first byte, from 1; 1 where there are no lines.
  private(set) var lines: [Int] = []
  /// The records' places among collections; empty where there are none.
  private(set) var paths: [DocumentPath] = []
  /// Where the next chunk begins in the source.
  var nextOffset = 0
  /// Line of that byte.
  var nextLine = 1

  /// Begins without records.
  init(bytes: [UInt8], isUTF8: Bool) {
    self.bytes = bytes
    self.isUTF8 = isUTF8
  }

  /// Adds a record.
  mutating func append(_ frame: Frame, _ path: DocumentPath? = nil, offset: Int, line: Int) {
    frames.append(frame)
    offsets.append(offset)
    lines.append(line)
    if let path { paths.append(path) }
  }

  /// Returns where a record lies.
  ///
  /// - Throws: `Fault` where it cannot be read or is not UTF-8.
  func range(_ index: Int) throws(Fault) -> Range<Int> {
    let frame = frames[index]
    if let fault = frame.fault { throw fault }
    if isUTF8 { return frame.range }
    let record = bytes[frame.range]
    do {
      _ = try UTF8Span(validating: record.span)
    } catch {
      let place = Self.place(of: error)
      throw Fault(code: "encoding", reason: "not UTF-8 (byte \(place + 1) of the record)")
    }
    return frame.range
  }

  /// Returns whether bytes are UTF-8.
  static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return true
    } catch {
      return false
    }
  }

  private static func place(of error: UTF8.ValidationError) -> Int { error.byteOffsets.lowerBound }

  /// Reads a record of JSON, which must be an object.
  func object(_ index: Int) throws(Fault) -> SourceRecord {
    let value = try JSONParser.parse(bytes[try range(index)])
    guard case .map(let members) = value else {
      throw Fault(code: "type", reason: "a record must be an object, not \(value.kind)")
    }
    return SourceRecord(path: nil, fields: members)
  }
}
