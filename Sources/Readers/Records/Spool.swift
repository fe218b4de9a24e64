/// The records of one collection, put aside while the source is read once.
///
/// A source may mix its collections, and rows must come after those that they refer to. So the
/// records wait in a temporary file, which has no name and ends with the process, until it is their
/// collection's turn: memory stays constant, and nothing is written of a source that proves
/// damaged.
package struct Spool: RecordFeed {
  /// A record's offset, line, length, number of segments, and length of its fault, each of eight
  /// bytes.
  private static let headBytes = 40

  private let file: TemporaryFile
  private var bytes = 0
  /// How many records there are.
  package private(set) var count = 0
  /// Where the next chunk begins in the temporary file.
  private var at = 0
  /// Records before this byte of the source are passed over.
  private var start = 0

  package init() throws { file = try TemporaryFile() }

  /// Adds records of a chunk.
  package mutating func add(_ records: [Int], of chunk: Chunk) throws {
    var text: [UInt8] = []
    text.reserveCapacity(chunk.bytes.count + chunk.bytes.count / 2)
    for index in records {
      let record = chunk.bytes[chunk.frames[index].range]
      let fault = chunk.frames[index].fault.map { Array("\($0.code)\n\($0.reason)".utf8) } ?? []
      let segments = chunk.paths.isEmpty ? [] : chunk.paths[index].segments
      func add(_ number: Int) {
        withUnsafeBytes(of: UInt64(number).littleEndian) { text.append(contentsOf: $0) }
      }
      add(chunk.offsets[index])
      add(chunk.lines[index])
      add(record.count)
      add(segments.count)
      add(fault.count)
      for segment in segments { add(segment.count) }
      for segment in segments { text += segment }
      text += fault
      text += record
    }
    try file.write(text, at: bytes)
    bytes += text.count
    count += records.count
  }

  package mutating func seek(offset: Int, line: Int) { (start, at) = (offset, 0) }

  package mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
    var wanted = Chunk.usualBytes
    while at < bytes {
      var chunk = Chunk(
        bytes: try file.read(at: at, count: min(wanted, bytes - at)),
        isUTF8: false
      )
      var end = 0
      while end + Self.headBytes <= chunk.bytes.count {
        let head = (0..<5).map { Self.number(chunk.bytes, at: end + 8 * $0) }
        var begin = end + Self.headBytes + 8 * head[3]
        guard begin <= chunk.bytes.count else { break }
        var segments: [ArraySlice<UInt8>] = []
        let lengths = (0..<head[3]).map {
          Self.number(chunk.bytes, at: end + Self.headBytes + 8 * $0)
        }
        guard begin + lengths.reduce(head[2] + head[4], +) <= chunk.bytes.count else { break }
        for length in lengths {
          segments.append(chunk.bytes[begin..<(begin + length)])
          begin += length
        }
        let fault = Self.fault(chunk.bytes[begin..<(begin + head[4])])
        begin += head[4]
        end = begin + head[2]
        if head[0] < start { continue }
        chunk.append(
          Frame(range: begin..<end, next: end, fault: fault),
          DocumentPath(segments: segments),
          offset: head[0],
          line: head[1]
        )
        chunk.nextOffset = head[0] + 1
        chunk.nextLine = head[1]
      }
      // Where not one record fits, more is read.
      if end == 0 { wanted *= 2 }
      at += end
      if !chunk.frames.isEmpty { return chunk }
    }
    return nil
  }

  /// Reads a fault as `add` wrote it; nil where there is none.
  private static func fault(_ text: ArraySlice<UInt8>) -> Fault? {
    guard let end = text.firstIndex(of: lineFeed) else { return nil }
    return Fault(
      code: String(decoding: text[..<end], as: UTF8.self),
      reason: String(decoding: text[(end + 1)...], as: UTF8.self)
    )
  }

  private static func number(_ bytes: [UInt8], at place: Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      precondition(place + 8 <= bytes.count)
      return Int(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
    }
  }
}
