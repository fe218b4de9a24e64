package import Catalog
internal import Glibc

/// A file that is open for reading at any place.
package final class ImportFile: Sendable {
  let path: String
  /// Its length when it was opened.
  let bytes: Int
  /// Size and time of change: another mark is another content.
  let mark: String
  private let descriptor: Int32

  /// Opens a regular file.
  ///
  /// - Throws: `ImportError`.
  init(_ path: String) throws {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    self.path = path
    guard descriptor >= 0 else { throw Self.failure(path) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw Self.failure(path) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw ImportError("\(path) is not a file that can be read again where a run was cut off")
    }
    bytes = Int(info.st_size)
    mark = Self.mark(info)
  }

  /// Reads a mapping file; the reader of manifests refuses one that is too long.
  ///
  /// - Throws: `ImportError`.
  package static func manifest(_ path: String) throws -> ManifestFile {
    ManifestFile(name: path, bytes: try ImportFile(path).read(at: 0, count: 2 << 20))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Refuses a file that was written to since it was opened.
  func requireUnchanged() throws {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw Self.failure(path) }
    guard Self.mark(info) == mark else {
      throw ImportError("\(path) was changed while it was read", hint: "Import it again.")
    }
  }

  /// Returns `count` bytes from `offset`, fewer only at the end of the file.
  func read(at offset: Int, count: Int) throws -> [UInt8] {
    let descriptor = descriptor
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: min(count, max(0, self.bytes - offset))) {
      buffer,
      filled in
      while filled < buffer.count {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        failed = got < 0
        if got <= 0 { return }
        filled += got
      }
    }
    if failed { throw Self.failure(path) }
    return bytes
  }

  private static func failure(_ path: String) -> ImportError {
    let reason = String(cString: strerror(errno))
    return ImportError("cannot read \(path): \(reason)")
  }

  private static func mark(_ info: stat) -> String {
    "\(info.st_size) \(info.st_mtim.tv_sec).\(info.st_mtim.tv_nsec)"
  }
}
