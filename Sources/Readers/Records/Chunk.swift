/// Some records of a source, with the bytes that they lie in.
package struct Chunk: Sendable {
  /// About how many bytes a chunk holds; one record may be longer.
  ///
  /// Four are in memory at a time, with their rows.
  static let usualBytes = 1 << 20
  /// The longest record read; of a longer one only the beginning is kept.
  package static let limitBytes = 16 << 20
  /// The most that is kept of a record that is not taken.
  package static let keptBytes = 1 << 16

  /// The bytes; frames count from their beginning.
  package let bytes: [UInt8]
  /// Whether all records are known to be UTF-8, or check their own texts.
  let isUTF8: Bool
  package private(set) var frames: [Frame] = []
  /// Where each record begins in the source.
  package private(set) var offsets: [Int] = []
  /// Line of each record's first byte, from 1; 1 where there are no lines.
  package private(set) var lines: [Int] = []
  /// The records' paths; empty where there are none.
  package private(set) var paths: [DocumentPath] = []
  /// Where the next chunk begins in the source.
  package var nextOffset = 0
  /// Line of that byte.
  package var nextLine = 1
  /// The encoding of the source, where it was rewritten in UTF-8.
  var encoding: String?

  /// Begins without records.
  package init(bytes: [UInt8], isUTF8: Bool) {
    self.bytes = bytes
    self.isUTF8 = isUTF8
  }

  /// Adds a record.
  package mutating func append(_ frame: Frame, _ path: DocumentPath? = nil, offset: Int, line: Int)
  {
    frames.append(frame)
    offsets.append(offset)
    lines.append(line)
    if let path { paths.append(path) }
  }

  /// Returns where a record lies.
  ///
  /// - Throws: `Fault` where it cannot be read or is not UTF-8.
  package func range(_ index: Int) throws(Fault) -> Range<Int> {
    let frame = frames[index]
    if let fault = frame.fault { throw fault }
    if isUTF8 { return frame.range }
    let record = bytes[frame.range]
    do {
      _ = try UTF8Span(validating: record.span)
    } catch {
      let place = error.byteOffsets
      let isCut = record.first == UInt8(ascii: "{") && place.upperBound == record.count
      throw Fault(
        code: "encoding",
        reason: encoding.map { "not \($0) (byte \(place.lowerBound + 1) of the record in UTF-8)" }
          ?? "not UTF-8 (byte \(place.lowerBound + 1) of the record)",
        extent: isCut ? .end : .record
      )
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

  /// Reads a record of JSON, which must be an object.
  package func object(_ index: Int) throws(Fault) -> SourceRecord {
    let value = try JSONParser.parse(bytes[try range(index)])
    guard case .map(let members) = value else {
      throw Fault(code: "type", reason: "a record must be an object, not \(value.kind)")
    }
    return SourceRecord(path: nil, fields: members)
  }
}
