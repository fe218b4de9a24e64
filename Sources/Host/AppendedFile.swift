import Glibc
package import Postgres

/// A file of lines that only we write, at its end.
package struct AppendedFile: Sendable {
  /// Its path.
  package let path: String

  /// Takes a file that is there, or makes it, readable by its owner alone.
  ///
  /// A last line without its line feed, as after a kill, is cut off.
  ///
  /// - Parameter path: The file; no symbolic link.
  /// - Throws: `Failure`.
  package init(_ path: String) throws(Failure) {
    self.path = path
    let file = try opened(O_RDWR | O_CREAT)
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.failed, "cannot append to \(path): it is not a file")
    }
    var end = status.st_size
    var block = [UInt8](repeating: 0, count: 65_536)
    while end > 0 {
      let size = min(Int(end), block.count)
      guard pread(file, &block, size, end - off_t(size)) == size else {
        throw Failure.system("cannot read \(path)")
      }
      if let feed = block[..<size].lastIndex(of: UInt8(ascii: "\n")) {
        end -= off_t(size - feed - 1)
        break
      }
      end -= off_t(size)
    }
    guard ftruncate(file, end) == 0 else { throw Failure.system("cannot write \(path)") }
  }

  /// Writes lines and waits until they are on the disk.
  ///
  /// - Throws: `Failure`; the file may end in the middle of a line then.
  package func append(_ bytes: [UInt8]) throws(Failure) {
    let file = try opened(O_WRONLY | O_APPEND)
    defer { close(file) }
    try Disk.write(bytes, to: file, path)
    guard fsync(file) == 0 else { throw Failure.system("cannot write \(path)") }
  }

  private func opened(_ flags: Int32) throws(Failure) -> Int32 {
    let file = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Failure.system("cannot open \(path)") }
    return file
  }
}
