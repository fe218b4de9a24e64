package import Catalog
import Glibc

extension WorkerManifest {
  /// Reads a worker's manifest from a file.
  ///
  /// - Throws: `ManifestError` with everything found, also where the file cannot be read.
  package init(path: String) throws(ManifestError) {
    try self.init(file: ManifestFile(name: path, bytes: Self.bytes(of: path)))
  }

  /// The most that is read; the reader of manifests refuses a file of that size.
  private static let limitBytes = (1 << 20) + 1

  private static func bytes(of path: String) throws(ManifestError) -> [UInt8] {
    func failure() -> ManifestError {
      let reason = String(cString: strerror(errno))
      let position = Position(file: path, line: 1, column: 1)
      return ManifestError(findings: [Finding(position, "cannot be read: \(reason)")])
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: limitBytes)
    var length = 0
    while length < limitBytes {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(file, buffer.baseAddress.map { $0 + length }, limitBytes - length)
      }
      if count == 0 { break }
      if count > 0 {
        length += count
      } else if errno != EINTR {
        throw failure()
      }
    }
    return Array(bytes[..<length])
  }
}
