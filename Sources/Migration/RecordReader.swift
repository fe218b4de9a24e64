import Catalog

/// Some records of a file, with the bytes that they lie in.
struct Chunk: Sendable {
  /// The bytes; frames count from their beginning.
  let bytes: [UInt8]
  /// Where the bytes begin in the file.
  let offset: Int
  /// Line of each record's first byte, from 1.
  let lines: [Int]
  let frames: [Frame]
  /// Where the next chunk begins in the file.
  let nextOffset: Int
  /// Line of that byte.
  let nextLine: Int
}

/// Reads a file a chunk at a time, in memory that does not grow with the file.
struct RecordReader: Sendable {
  let file: ImportFile
  let framer: Framer
  private(set) var offset = 0
  private(set) var line = 1

  /// What a chunk holds about; one record may be longer.
  static let chunkBytes = 2 << 20
  /// The longest record read; of a longer one only the beginning is kept.
  static let limitBytes = 16 << 20

  init(file: ImportFile, format: Mapping.Format, delimiter: UInt8) {
    self.file = file
    framer = Framer(format: format, delimiter: delimiter)
  }

  /// Goes on behind a record.
  mutating func seek(offset: Int, line: Int) {
    self.offset = offset
    self.line = line
  }

  /// Returns the next records, nil at the end of the file.
  ///
  /// - Parameter limit: The most records wanted.
  /// - Returns: At least one record.
  /// - Throws: `ImportError` where the file cannot be read on.
  mutating func next(limit: Int = .max) throws -> Chunk? {
    var wanted = Self.chunkBytes
    while offset < file.bytes {
      let bytes = try file.read(at: offset, count: wanted)
      if bytes.isEmpty { throw ImportError("\(file.path) has become shorter while it was read") }
      let isLast = offset + bytes.count >= file.bytes
      var frames: [Frame] = []
      var lines: [Int] = []
      var at = 0
      var line = line
      var counted = 0
      func count(to end: Int) {
        let span = bytes.span
        while counted < end {
          if span[counted] == lineFeed { line += 1 }
          counted += 1
        }
      }
      scan: while at < bytes.count, frames.count < limit {
        switch framer.frame(
          bytes.span,
          at: at,
          isStart: offset + at == 0,
          isLast: isLast
        ) {
        case .record(let frame):
          count(to: frame.range.lowerBound)
          lines.append(line)
          frames.append(frame)
          at = frame.next
        case .nothing(let next): at = next
        case .more: break scan
        case .broken(let place, let reason):
          throw ImportError("\(file.path), byte \(offset + place): \(reason)")
        }
      }
      if at == 0 {
        // Not one record fits.
        if wanted < Self.limitBytes {
          wanted *= 2
          continue
        }
        return try overlong(bytes)
      }
      count(to: at)
      let chunk = Chunk(
        bytes: bytes,
        offset: offset,
        lines: lines,
        frames: frames,
        nextOffset: offset + at,
        nextLine: line
      )
      seek(offset: chunk.nextOffset, line: chunk.nextLine)
      if !frames.isEmpty { return chunk }
      wanted = Self.chunkBytes
    }
    return nil
  }

  /// A record that is too long: its beginning, as a chunk of its own; reading goes on at the next line.
  private mutating func overlong(_ bytes: [UInt8]) throws -> Chunk {
    let reason = "longer than \(Self.limitBytes) bytes"
    if framer.format == .json {
      throw ImportError("\(file.path), byte \(offset): a record is \(reason)")
    }
    var end = offset
    var isFound = false
    while !isFound {
      let block = try file.read(at: end, count: Self.chunkBytes)
      if block.isEmpty { break }
      let feed = block.firstIndex(of: lineFeed)
      isFound = feed != nil
      end += feed.map { $0 + 1 } ?? block.count
    }
    let kept = Array(bytes.prefix(Rejection.limitBytes + 1))
    let chunk = Chunk(
      bytes: kept,
      offset: offset,
      lines: [line],
      frames: [
        Frame(
          range: 0..<kept.count,
          next: kept.count,
          fault: Fault(code: "length", reason: reason)
        )
      ],
      nextOffset: end,
      nextLine: line + 1
    )
    seek(offset: chunk.nextOffset, line: chunk.nextLine)
    return chunk
  }

  /// Reads on from the beginning to the end and counts the records.
  mutating func count() throws -> Int {
    seek(offset: 0, line: 1)
    var count = 0
    while let chunk = try next() { count += chunk.frames.count }
    return count - (framer.format == .csv ? min(count, 1) : 0)
  }
}
