internal import Glibc
import Outcome

/// A file without a name, in `$TMPDIR`, else in /var/tmp, where large files may lie.
package final class TemporaryFile: Sendable {
  private let descriptor: Int32
  private let folder: String

  /// Makes an empty file.
  ///
  /// - Throws: `Failure`.
  package init() throws {
    folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    var path = Array("\(folder)/reeve-import-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, unlink(path) == 0 else {
      throw failure()
    }
  }

  deinit { close(descriptor) }

  /// Writes bytes at an offset.
  package func write(_ bytes: [UInt8], at offset: Int) throws {
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

  /// Reads bytes that were written.
  package func read(at offset: Int, count: Int) throws -> [UInt8] {
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
    Self.failure(errno, in: folder)
  }

  /// The failure of a temporary file.
  static func failure(_ code: Int32, in folder: String) -> Failure {
    let reason = String(cString: strerror(code))
    let what = "cannot keep records in a temporary file in \(folder)"
    return Failure(
      .failed,
      [ENOSPC, EDQUOT].contains(code)
        ? "the disk is full: \(what): \(reason)" : "\(what): \(reason)",
      hint: "What is read is kept there during the import; set TMPDIR to a directory with as much "
        + "space as it takes unpacked."
    )
  }
}
