import Glibc
package import Outcome

/// The few things done with files of this host, each refusing a symbolic link where a file of ours
/// should be.
package enum Disk {
  /// The most bytes that are read at once where nothing else is said: 64 MiB.
  package static let limitBytes = 64 << 20

  /// Kind, owner and permission bits of a path; its last part is not followed if it is a link.
  package struct Status {
    package let isDirectory: Bool
    package let owner: UInt32
    /// The lowest twelve bits.
    package let mode: UInt32
  }

  /// Returns the kind of file at a path; nil if there is none.
  package static func status(_ path: String) -> Status? {
    var info = stat()
    guard lstat(path, &info) == 0 else { return nil }
    return Status(
      isDirectory: info.st_mode & S_IFMT == S_IFDIR,
      owner: info.st_uid,
      mode: info.st_mode & 0o7777
    )
  }

  /// A disk, or another mounted file system.
  package struct Space {
    /// Identifies the disk.
    package let id: UInt
    package let bytes: Int
    /// Bytes that users other than root may still write.
    package let freeBytes: Int
  }

  /// Returns the space of the disk that a path is on; nil if the path cannot be reached.
  package static func space(at path: String) -> Space? {
    var info = statvfs()
    guard statvfs(path, &info) == 0 else { return nil }
    return Space(
      id: info.f_fsid,
      bytes: Int(info.f_blocks * info.f_frsize),
      freeBytes: Int(info.f_bavail * info.f_frsize)
    )
  }

  /// Returns a file's bytes, nil where there is none.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - flags: More flags for `open`, such as `O_NOFOLLOW`.
  ///   - limitBytes: How long the file may be.
  /// - Returns: The bytes.
  /// - Throws: `Failure` for any other failure.
  package static func read(
    _ path: String,
    flags: Int32 = 0,
    limitBytes: Int = limitBytes
  ) throws(Failure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | flags)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .system("cannot read \(path)")
    }
    defer { close(descriptor) }
    do {
      return try drain(descriptor, limitBytes: limitBytes)
    } catch {
      throw Failure(.failed, "cannot read \(path): \(error.message)")
    }
  }

  /// Returns the bytes of a file that must be there.
  ///
  /// - Throws: `Failure`, of kind not found where it is missing.
  package static func file(_ path: String) throws(Failure) -> [UInt8] {
    guard let bytes = try read(path) else { throw Failure(.notFound, "there is no file \(path)") }
    return bytes
  }

  /// Reads a descriptor to its end.
  ///
  /// - Throws: `Failure`, also where there is more than `limitBytes`: `/dev/zero` has no end.
  package static func drain(
    _ descriptor: Int32,
    limitBytes: Int = limitBytes
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
        guard bytes.count <= limitBytes else {
          throw Failure(.failed, "it is longer than \(limitBytes >> 20) MiB")
        }
      } else if errno != EINTR {
        throw .system("read")
      }
    }
  }

  /// Returns a text file's content, nil where there is none; bytes that are no UTF-8 are refused.
  package static func text(_ path: String) throws(Failure) -> String? {
    guard let bytes = try read(path) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.failed, "\(path) is not UTF-8 text")
    }
    return text
  }

  /// Replaces a text file at once; does nothing if it is the same.
  ///
  /// - Returns: Whether the file was changed.
  @discardableResult
  package static func write(_ text: String, to path: String, mode: UInt32) throws(Failure) -> Bool {
    if try read(path, flags: O_NOFOLLOW) == Array(text.utf8) { return false }
    var file = try FileReplacement(of: path, mode: mode)
    try file.write(Array(text.utf8))
    try file.finish()
    return true
  }

  /// Writes bytes to an open file, whose path is for the error.
  package static func write(
    _ bytes: [UInt8],
    to descriptor: Int32,
    _ path: String
  ) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system("cannot write \(path)") }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the names in a directory in the order of their bytes, none where it does not exist.
  package static func names(in path: String) throws(Failure) -> [String] {
    guard let directory = opendir(path) else {
      if errno == ENOENT { return [] }
      throw .system("cannot list \(path)")
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the files below a directory whose names end so, by path.
  package static func files(below path: String, ending: String) throws(Failure) -> [String] {
    var found: [String] = []
    for name in try names(in: path) {
      let child = "\(path)/\(name)"
      if status(child)?.isDirectory == true {
        found += try files(below: child, ending: ending)
      } else if name.hasSuffix(ending) {
        found.append(child)
      }
    }
    return found
  }

  /// Makes a directory and those above it, these with the usual permissions.
  package static func makeDirectory(_ path: String, mode: UInt32) throws(Failure) {
    if status(path) != nil { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeDirectory(String(path[..<slash]), mode: 0o755)
    }
    guard mkdir(path, mode) == 0 || errno == EEXIST, chmod(path, mode) == 0 else {
      throw .system("cannot make the directory \(path)")
    }
  }
}
