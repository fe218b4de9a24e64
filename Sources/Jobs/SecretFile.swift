internal import Glibc

/// A file of this host that holds a secret.
package enum SecretFile {
  /// Reads the first line of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mask: Permissions that nobody may have, such as `0o077` for all but the owner's.
  /// - Returns: 16 to 4096 bytes, without the end of the line.
  /// - Throws: `SinkError` where it cannot be read, is short, or open to those.
  package static func read(_ path: String, closedTo mask: UInt32) throws(SinkError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SinkError("read", path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SinkError("read", path) }
    guard status.st_mode & mask == 0 else {
      throw SinkError("keep a secret that others may read in", path, EACCES)
    }
    var bytes = [UInt8](repeating: 0, count: 4097)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count >= 0 else { throw SinkError("read", path) }
    let secret = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }
    guard (16...4096).contains(secret.count) else {
      throw SinkError("use as a secret, a line of 16 to 4096 bytes,", path, EINVAL)
    }
    return Array(secret)
  }
}
