import Glibc
package import Outcome

/// A file of lines that one process at a time writes, at its end.
package final class AppendedFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Opens a file, or makes it, readable by its owner alone, and keeps others from opening it so.
  ///
  /// A last line without its line feed, as after a kill, is cut off.
  ///
  /// - Parameter path: The file; no symbolic link.
  /// - Throws: `Failure`.
  package init(_ path: String) throws(Failure) {
    self.path = path
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { throw .system("cannot open \(path)") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.failed, "cannot append to \(path): it is not a file")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Failure(.failed, "cannot append to \(path): another process does so")
    }
    var end = status.st_size
    var block = [UInt8](repeating: 0, count: 65_536)
    while end > 0 {
      let size = min(Int(end), block.count)
      guard pread(descriptor, &block, size, end - off_t(size)) == size else {
        throw .system("cannot read \(path)")
      }
      if let feed = block[..<size].lastIndex(of: UInt8(ascii: "\n")) {
        end -= off_t(size - feed - 1)
        break
      }
      end -= off_t(size)
    }
    guard end == status.st_size || ftruncate(descriptor, end) == 0 else {
      throw .system("cannot write \(path)")
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A forked child has the lock, too, until it begins its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Writes lines and waits until they are on the disk.
  ///
  /// - Throws: `Failure`; the file may end in the middle of a line then.
  package func append(_ bytes: [UInt8]) throws(Failure) {
    try Disk.write(bytes, to: descriptor, path)
    guard fsync(descriptor) == 0 else { throw .system("cannot write \(path)") }
  }
}
