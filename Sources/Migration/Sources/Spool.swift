import Catalog
internal import Glibc
import Postgres

/// The records of one collection, put aside while the source is read once.
///
/// A source may mix its collections, and rows must come after those that they refer to. So the
/// records wait in a temporary file, which has no name and ends with the process, until it is their
/// collection's turn: memory stays constant, and nothing is written of a source that proves
/// damaged.
struct Spool: RecordFeed {
  /// A record's offset, line and length, each of eight bytes.
  private static let headBytes = 24

  private let file: TemporaryFile
  private var bytes = 0
  /// How many records there are.
  private(set) var count = 0
  /// Where the next chunk begins in the temporary file.
  private var at = 0
  /// Records before this byte of the source are passed over.
  private var start = 0

  init() throws { file = try TemporaryFile() }

  /// Adds records of a chunk.
  mutating func add(_ records: [Int], of chunk: Chunk) throws {
    var text: [UInt8] = []
    for index in records {
      let record = chunk.bytes[chunk.frames[index].range]
      for number in [chunk.offsets[index], chunk.lines[index], record.count] {
        withUnsafeBytes(of: UInt64(number).littleEndian) { text.append(contentsOf: $0) }
      }
      text += record
    }
    try file.write(text, at: bytes)
    bytes += text.count
    count += records.count
  }

  mutating func seek(offset: Int, line: Int) { (start, at) = (offset, 0) }

  mutating func next(damaged: (Damage) throws -> Void) throws -> Chunk? {
    var wanted = Chunk.usualBytes
    while at < bytes {
      var chunk = Chunk(
        bytes: try file.read(at: at, count: min(wanted, bytes - at)),
        isUTF8: false
      )
      var end = 0
      while end + Self.headBytes <= chunk.bytes.count {
        let head = (0..<3).map { Self.number(chunk.bytes, at: end + 8 * $0) }
        let begin = end + Self.headBytes
        guard begin + head[2] <= chunk.bytes.count else { break }
        end = begin + head[2]
        if head[0] < start { continue }
        chunk.append(Frame(range: begin..<end, next: end), offset: head[0], line: head[1])
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

  private static func number(_ bytes: [UInt8], at place: Int) -> Int {
    Int((0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) })
  }
}

/// A file without a name, in `$TMPDIR`, else in /var/tmp, where large files may lie.
private final class TemporaryFile: Sendable {
  private let descriptor: Int32
  private let folder: String

  init() throws {
    folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var path = Array("\(folder)/reeve-import-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, unlink(path) == 0 else {
      throw failure()
    }
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8], at offset: Int) throws {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        return pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      done += count
    }
  }

  func read(at offset: Int, count: Int) throws -> [UInt8] {
    var isFailed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < buffer.count {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        isFailed = got <= 0
        if isFailed { return }
        filled += got
      }
    }
    if isFailed { throw failure() }
    return bytes
  }

  private func failure() -> Failure {
    let reason = String(cString: strerror(errno))
    return Failure(
      .failed,
      "cannot keep records in a temporary file in \(folder): \(reason)",
      hint: "An export's records are kept there during the import; set TMPDIR to a directory with "
        + "as much space as the export takes."
    )
  }
}
