import Glibc
package import Outcome

/// A new file that takes the place of another at once, when all of it is on disk; until then it
/// lies beside it, and goes where it is not finished.
package struct FileReplacement: ~Copyable {
  private let path: String
  private let unfinished: String
  private let descriptor: Int32
  private var isFinished = false

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: The file that is replaced, or made.
  ///   - mode: The permissions of the new one.
  /// - Throws: `Failure`, also where something else than a file has that path.
  package init(of path: String, mode: UInt32) throws(Failure) {
    self.path = path
    unfinished = "\(path).\(getpid()).part"
    unlink(unfinished)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var info = stat()
    // A device, such as /dev/null, would be gone for all of the machine.
    let isFile = lstat(path, &info) != 0 || [S_IFREG, S_IFLNK].contains(info.st_mode & S_IFMT)
    descriptor = isFile ? open(unfinished, flags, mode) : -1
    guard isFile else { throw Failure(.failed, "cannot write \(path): it is not a file") }
    guard descriptor >= 0 else { throw .system("cannot write \(unfinished)") }
    guard fchmod(descriptor, mode) == 0 else { throw .system("cannot write \(unfinished)") }
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(unfinished) }
  }

  /// Appends bytes.
  ///
  /// - Throws: `Failure`.
  package borrowing func write(_ bytes: [UInt8]) throws(Failure) {
    try Disk.write(bytes, to: descriptor, unfinished)
  }

  /// Brings the file to disk and puts it in place.
  ///
  /// - Throws: `Failure`; the old file is as it was then.
  package mutating func finish() throws(Failure) {
    guard fsync(descriptor) == 0, rename(unfinished, path) == 0 else {
      throw .system("cannot write \(path)")
    }
    isFinished = true
  }
}
