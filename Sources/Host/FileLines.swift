import Glibc
package import Outcome

/// Reads a file line by line, in constant memory however long its lines are.
package struct FileLines: ~Copyable {
  /// A line.
  package enum Line {
    /// Its bytes, without the line break.
    case bytes([UInt8])
    /// It is longer than `limitBytes`.
    case tooLong
  }

  private let path: String
  private let limitBytes: Int
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limitBytes: The longest line that is returned.
  /// - Throws: `Failure`.
  package init(path: String, limitBytes: Int) throws(Failure) {
    self.path = path
    self.limitBytes = limitBytes
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("cannot read \(path)") }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the next line; nil after the last.
  ///
  /// - Throws: `Failure`.
  package mutating func next() throws(Failure) -> Line? {
    var searched = start
    while true {
      if let end = lineEnd(from: searched) {
        defer { start = end + 1 }
        guard end - start <= limitBytes else { return .tooLong }
        return .bytes(Array(buffer[start..<end]))
      }
      if buffer.count - start > limitBytes { return .tooLong }
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

  private mutating func fill() throws(Failure) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var count = read(descriptor, &chunk, chunk.count)
    while count < 0, errno == EINTR { count = read(descriptor, &chunk, chunk.count) }
    guard count >= 0 else { throw .system("cannot read \(path)") }
    isAtEnd = count == 0
    buffer += chunk[..<count]
  }
}
