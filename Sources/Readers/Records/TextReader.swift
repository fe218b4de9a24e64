import Outcome

/// Reads a text file a chunk at a time, in memory that does not grow with the file.
struct TextReader<Framing: RecordFraming>: Sendable {
  let file: SourceFile
  let framing: Framing
  private var offset = 0
  private var line = 1

  /// Begins at the first record.
  init(file: SourceFile, framing: Framing) {
    self.file = file
    self.framing = framing
  }

  /// Continues at a record.
  mutating func seek(offset: Int, line: Int) {
    self.offset = offset
    self.line = line
  }

  /// Returns the next records, nil at the end of the file.
  ///
  /// - Parameter limit: The most records wanted.
  /// - Returns: At least one record.
  /// - Throws: `Failure` where the file cannot be read on.
  mutating func next(limit: Int = .max) throws -> Chunk? {
    var wanted = Chunk.usualBytes
    while offset < file.bytes {
      let bytes = try file.read(at: offset, count: wanted)
      if bytes.isEmpty {
        throw Failure(.failed, "\(file.path) became shorter while being read")
      }
      let isLast = offset + bytes.count >= file.bytes
      var frames: [Frame] = []
      var lines: [Int] = []
      var at = 0
      var line = line
      var counted = 0
      func count(to end: Int) {
        let span = bytes.span
        while let feed = span.firstIndex(of: lineFeed, from: counted, to: end) {
          line += 1
          counted = feed + 1
        }
        counted = end
      }
      scan: while at < bytes.count, frames.count < limit {
        switch framing.frame(bytes.span, at: at, isStart: offset + at == 0, isLast: isLast) {
        case .record(let frame):
          count(to: frame.range.lowerBound)
          lines.append(line)
          frames.append(frame)
          at = frame.next
          if let cutOff = Framing.cutOff, isLast, at == bytes.count {
            count(to: at)
            return broken(bytes, frames, lines + [line], at: at, cutOff)
          }
        case .nothing(let next): at = next
        case .more: break scan
        case .broken(let place, let reason):
          guard offset + place > 0 else { throw Failure(.failed, "\(file.path): \(reason)") }
          count(to: place)
          return broken(bytes, frames, lines + [line], at: place, reason)
        }
      }
      if at == 0 {
        // Not one record fits.
        if wanted < Chunk.limitBytes {
          wanted *= 2
          continue
        }
        return try overlong(bytes)
      }
      count(to: at)
      let chunk = chunk(bytes, frames, lines, next: offset + at, line)
      if !frames.isEmpty { return chunk }
      wanted = Chunk.usualBytes
    }
    return nil
  }

  /// Makes a chunk of what was read, and moves to what follows it.
  private mutating func chunk(
    _ bytes: [UInt8],
    _ frames: [Frame],
    _ lines: [Int],
    next: Int,
    _ nextLine: Int
  ) -> Chunk {
    let records = bytes[..<(frames.last?.range.upperBound ?? 0)]
    var chunk = Chunk(bytes: bytes, isUTF8: Chunk.isUTF8(records))
    for (frame, line) in zip(frames, lines) {
      chunk.append(frame, offset: offset + frame.range.lowerBound, line: line)
    }
    chunk.nextOffset = next
    chunk.nextLine = nextLine
    chunk.encoding = file.content?.encoding
    seek(offset: next, line: nextLine)
    return chunk
  }

  /// Returns the chunk that ends with what cannot be read: one record, up to the end of the file.
  private mutating func broken(
    _ bytes: [UInt8],
    _ frames: [Frame],
    _ lines: [Int],
    at place: Int,
    _ reason: String
  ) -> Chunk {
    let rest = file.bytes - offset - place
    let kept = min(bytes.count, place + Chunk.keptBytes + 1)
    let fault = Fault(
      code: "syntax",
      reason: "\(reason); the remaining \(rest) bytes are not read",
      extent: .rest
    )
    let last = Frame(range: place..<kept, next: kept, fault: fault)
    return chunk(bytes, frames + [last], lines, next: file.bytes, lines.last ?? line)
  }

  /// Returns the beginning of a record that is too long as a chunk; reading continues at the next
  /// line.
  private mutating func overlong(_ bytes: [UInt8]) throws -> Chunk {
    let reason = "longer than \(Chunk.limitBytes) bytes"
    if Framing.cutOff != nil {
      let start = bytes.firstIndex { $0 > 32 && $0 != UInt8(ascii: ",") } ?? 0
      return broken(bytes, [], [line], at: start, "a record is \(reason)")
    }
    var end = offset
    var isFound = false
    while !isFound {
      let block = try file.read(at: end, count: Chunk.usualBytes)
      if block.isEmpty { break }
      let feed = block.firstIndex(of: lineFeed)
      isFound = feed != nil
      end += feed.map { $0 + 1 } ?? block.count
    }
    let kept = Array(bytes.prefix(Chunk.keptBytes + 1))
    let frame = Frame(
      range: 0..<kept.count,
      next: kept.count,
      fault: Fault(code: "length", reason: reason)
    )
    return chunk(kept, [frame], [line], next: end, line + 1)
  }
}
