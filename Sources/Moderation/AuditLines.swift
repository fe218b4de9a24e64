import Glibc

/// Reads a file line by line, in constant memory however long its lines are.
struct AuditLines: ~Copyable {
  /// A line.
  enum Line {
    /// Its bytes, without the line break.
    case bytes([UInt8])
    /// It is longer than `limitBytes`.
    case tooLong
  }

  /// The longest line that can be an entry, in bytes.
  static let limitBytes = 1 << 20

  private let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(path: String) throws(AuditExportUnreadable) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw AuditExportUnreadable(path: path, code: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the next line; nil after the last.
  mutating func next() throws(AuditExportUnreadable) -> Line? {
    var searched = start
    while true {
      if let end = lineEnd(from: searched) {
        defer { start = end + 1 }
        guard end - start <= Self.limitBytes else { return .tooLong }
        return .bytes(Array(buffer[start..<end]))
      }
      if buffer.count - start > Self.limitBytes { return .tooLong }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return .bytes(Array(buffer[start...]))
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      try fill()
    }
  }

  private func lineEnd(from searched: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard searched < bytes.count, let base = bytes.baseAddress,
        let end = memchr(base + searched, 0x0A, bytes.count - searched)
      else { return nil }
      return UnsafeRawPointer(end) - base
    }
  }

  private mutating func fill() throws(AuditExportUnreadable) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var count = read(descriptor, &chunk, chunk.count)
    while count < 0, errno == EINTR { count = read(descriptor, &chunk, chunk.count) }
    guard count >= 0 else { throw AuditExportUnreadable(path: path, code: errno) }
    isAtEnd = count == 0
    buffer += chunk[..<count]
  }
}

/// The export cannot be read.
package struct AuditExportUnreadable: Error, Hashable, CustomStringConvertible {
  /// The file.
  package let path: String
  /// The system's error number.
  package let code: Int32

  /// The file and the system's reason.
  package var description: String { "cannot read \(path): \(String(cString: strerror(code)))" }
}
