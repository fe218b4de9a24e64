import Catalog

/// Some records of a file, with the bytes that they lie in.
struct Chunk: Sendable {
  /// The bytes; frames count from their beginning.
  let bytes: [UInt8]
  /// Where each record begins in the file, or in the files as one.
  let offsets: [Int]
  /// Line of each record's first byte, from 1; of what has no lines, 1.
  let lines: [Int]
  let frames: [Frame]
  /// Where the next chunk begins in the file.
  let nextOffset: Int
  /// Line of that byte.
  let nextLine: Int

  /// Whether the records are UTF-8, all of them.
  func isUTF8() -> Bool {
    let records = bytes[..<(frames.last?.range.upperBound ?? 0)]
    do {
      _ = try UTF8Span(validating: records.span)
      return true
    } catch {
      return false
    }
  }
}

/// Reads a file a chunk at a time, in memory that does not grow with the file.
struct RecordReader: Sendable {
  let file: ImportFile
  let framer: Framer
  private(set) var offset = 0
  private(set) var line = 1
  /// Which documents of an export are read; nil for all.
  var match: DocumentPattern?
  /// Where not to stop at what cannot be read: it is added here.
  var damage: Damage?

  /// What a chunk holds about; one record may be longer.
  static let chunkBytes = 2 << 20
  /// The longest record read; of a longer one only the beginning is kept.
  static let limitBytes = 16 << 20

  /// Whether the export is damaged right before `offset`.
  private var isLost = false

  init(file: ImportFile, format: Mapping.Format, delimiter: UInt8) {
    self.file = file
    framer = Framer(format: format, delimiter: delimiter)
  }

  /// Finds the files that a mapping's path names: a file, or an export whose files are all there.
  ///
  /// - Throws: `ImportError`.
  init(_ path: String, mapping: Mapping) throws {
    let file: ImportFile
    if mapping.format == .firestore {
      let export = try FirestoreExport(path)
      if let problem = export.problems.first { throw ImportError(problem) }
      file = try ImportFile(path, parts: export.outputs)
    } else {
      file = try ImportFile(path)
    }
    self.init(file: file, format: mapping.format, delimiter: mapping.delimiter)
    match = mapping.match
  }

  /// Goes on behind a record.
  mutating func seek(offset: Int, line: Int) {
    if offset == 0 { isLost = false }
    self.offset = offset
    self.line = line
  }

  /// Returns the next records, nil at the end of the file.
  ///
  /// - Parameter limit: The most records wanted.
  /// - Returns: At least one record.
  /// - Throws: `ImportError` where the file cannot be read on.
  mutating func next(limit: Int = .max) throws -> Chunk? {
    if framer.format == .firestore { return try nextDocuments() }
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
        while let feed = span.firstIndex(of: lineFeed, from: counted, to: end) {
          line += 1
          counted = feed + 1
        }
        counted = end
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
          if framer.format == .json, isLast, at == bytes.count {
            count(to: at)
            return broken(bytes, frames, lines + [line], at: at, Framer.cutOff)
          }
        case .nothing(let next): at = next
        case .more: break scan
        case .broken(let place, let reason):
          guard offset + place > 0 else { throw ImportError("\(file.path): \(reason)") }
          count(to: place)
          return broken(bytes, frames, lines + [line], at: place, reason)
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
        offsets: frames.map { [offset] in offset + $0.range.lowerBound },
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

  /// The chunk that ends with what cannot be read: one record, up to the end of the file.
  private mutating func broken(
    _ bytes: [UInt8],
    _ frames: [Frame],
    _ lines: [Int],
    at place: Int,
    _ reason: String
  ) -> Chunk {
    let rest = file.bytes - offset - place
    let kept = min(bytes.count, place + Rejection.limitBytes + 1)
    let fault = Fault(
      code: "syntax",
      reason: "\(reason); nothing of the \(rest) bytes from here to its end is read"
    )
    let chunk = Chunk(
      bytes: bytes,
      offsets: (frames.map(\.range.lowerBound) + [place]).map { [offset] in offset + $0 },
      lines: lines,
      frames: frames + [Frame(range: place..<kept, next: kept, fault: fault)],
      nextOffset: file.bytes,
      nextLine: lines.last ?? line
    )
    seek(offset: chunk.nextOffset, line: chunk.nextLine)
    return chunk
  }

  /// A record that is too long: its beginning, as a chunk of its own; reading goes on at the next line.
  private mutating func overlong(_ bytes: [UInt8]) throws -> Chunk {
    let reason = "longer than \(Self.limitBytes) bytes"
    if framer.format == .json {
      let start = bytes.firstIndex { $0 > 32 && $0 != UInt8(ascii: ",") } ?? 0
      return broken(bytes, [], [line], at: start, "a record is \(reason)")
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
      offsets: [offset],
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

  /// What an export holds that cannot be read.
  struct Damage: Sendable {
    /// The first places, a line each.
    private(set) var places: [String] = []
    /// How many places there are.
    private(set) var count = 0

    fileprivate mutating func add(_ place: String) {
      count += 1
      if places.count < 20 { places.append(place) }
    }
  }

  /// The next documents of an export: the rest of a chunk of one of its files.
  private mutating func nextDocuments() throws -> Chunk? {
    var wanted = Self.chunkBytes
    while offset < file.bytes {
      let part = file.part(at: offset)
      let bytes = try file.read(at: offset, count: wanted)
      if bytes.isEmpty { throw ImportError("\(part.path) has become shorter while it was read") }
      let isLast = offset + bytes.count == part.start + part.bytes
      var scanner = LogScanner(at: offset - part.start, isLost: isLost)
      bytes.withUnsafeBufferPointer {
        scanner.scan($0, isLast: isLast, passesOver: damage != nil)
      }
      if part.start + scanner.next == offset, scanner.damage.isEmpty {
        // Not one record fits.
        if wanted < Self.limitBytes {
          wanted *= 2
          continue
        }
        scanner.giveUp("a record longer than \(Self.limitBytes) bytes", after: bytes.count)
      }
      for place in scanner.damage { try report(part.start + place.offset, place.reason) }
      let chunk = try chunk(scanner, part)
      isLost = scanner.isLost
      seek(offset: min(chunk.nextOffset, part.start + part.bytes), line: 1)
      if !chunk.frames.isEmpty { return chunk }
      wanted = Self.chunkBytes
    }
    return nil
  }

  private mutating func chunk(_ scanner: LogScanner, _ part: ImportFile.Part) throws -> Chunk {
    var frames: [Frame] = []
    var offsets: [Int] = []
    for entry in scanner.entries {
      let offset = part.start + entry.offset
      do {
        let path = try Document.Key(record: scanner.payload[entry.range]).path
        if let match, !path.matches(match) { continue }
      } catch {
        try report(offset, error.reason)
        continue
      }
      frames.append(Frame(range: entry.range, next: entry.range.upperBound))
      offsets.append(offset)
    }
    return Chunk(
      bytes: scanner.payload,
      offsets: offsets,
      lines: Array(repeating: 1, count: frames.count),
      frames: frames,
      nextOffset: part.start + scanner.next,
      nextLine: 1
    )
  }

  /// Refuses what cannot be read, or remembers it.
  private mutating func report(_ offset: Int, _ reason: String) throws {
    let place = "\(file.place(offset)): \(reason)"
    guard damage != nil else {
      throw ImportError(
        place,
        hint: "The export is damaged; reeve import inspect tells what of it can be read."
      )
    }
    damage?.add(place)
  }

  /// Reads on from the beginning to the end and counts the records.
  mutating func count() throws -> Int {
    seek(offset: 0, line: 1)
    if file.bytes == 0, framer.format == .json {
      throw ImportError("\(file.path) is empty, not a JSON array")
    }
    var count = 0
    while let chunk = try next() { count += chunk.frames.count }
    return count - (framer.format == .csv ? min(count, 1) : 0)
  }
}
