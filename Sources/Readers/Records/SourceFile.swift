package import Catalog
internal import Glibc
import Outcome

/// The files of a source, read as one: offsets count from the beginning of the first.
package struct SourceFile: Sendable {
  /// One of the files.
  package struct Part: Sendable {
    package let path: String
    /// Where it begins, counted over all.
    package let start: Int
    /// Its length when it was found.
    package let bytes: Int
    /// A fingerprint of size and time of change: it changes with the contents.
    package let mark: String
  }

  /// As it was named: a file or a directory.
  package let path: String
  /// The length of all.
  package let bytes: Int
  /// It changes with the contents.
  package let mark: String
  /// In the order of reading.
  package let parts: [Part]
  /// Its text, where that was rewritten; offsets are counted in it.
  package let content: Content?

  /// Opens a file of text, or standard input for `-`: unpacked, and in UTF-8; without an encoding
  /// finds out which it is.
  ///
  /// - Throws: `Failure`, also where it is damaged or empty.
  package init(text path: String, encoding: String?) throws {
    if path == "-" {
      try self.init(standardInput: encoding)
      return
    }
    let packed = try SourceFile(path)
    var at = 0
    let content = try Content.rewritten(path, encoding: encoding, isStream: false) {
      let block = try packed.read(at: at, count: Chunk.usualBytes)
      at += block.count
      return block
    }
    self.init(packed, content: content)
    guard bytes > 0 else { throw Failure(.failed, "\(path) is empty") }
  }

  private init(standardInput encoding: String?) throws {
    let name = "standard input"
    let content = try Content.rewritten(name, encoding: encoding, isStream: true) {
      var block = [UInt8](repeating: 0, count: Chunk.usualBytes)
      while true {
        let got = Glibc.read(STDIN_FILENO, &block, block.count)
        if got < 0, errno == EINTR { continue }
        guard got >= 0 else {
          throw Failure(.failed, "cannot read \(name): \(String(cString: strerror(errno)))")
        }
        return Array(block[..<got])
      }
    }
    guard let content, content.bytes > 0 else { throw Failure(.failed, "\(name) is empty") }
    // The same bytes once more are the same source.
    let mark = "stdin \(content.bytes) \(String(content.digest, radix: 16))"
    let whole = Part(path: name, start: 0, bytes: content.bytes, mark: mark)
    (path, bytes, parts, self.mark, self.content) = (name, content.bytes, [whole], mark, content)
  }

  private init(_ file: SourceFile, content: Content?) {
    (path, mark, self.content) = (file.path, file.mark, content)
    guard let content else {
      (bytes, parts) = (file.bytes, file.parts)
      return
    }
    bytes = content.bytes
    parts = file.parts.map { Part(path: $0.path, start: 0, bytes: content.bytes, mark: $0.mark) }
  }

  /// Names a source that is no file, but a database on a server.
  package init(address: String, mark: String) {
    (path, bytes, parts, self.mark, content) = (address, 0, [], mark, nil)
  }

  /// Returns what a source is called where people read: the path, an address without its password.
  package static func shown(_ path: String) -> String {
    do {
      return PostgresAddress.isAddress(path) ? try PostgresAddress(path).shown : path
    } catch {
      return "the database"
    }
  }

  /// Finds a regular file.
  ///
  /// - Throws: `Failure`.
  package init(_ path: String) throws { try self.init(path, parts: [path]) }

  /// Finds the regular files that a source consists of.
  ///
  /// - Throws: `Failure`.
  package init(_ path: String, parts paths: [String]) throws {
    var start = 0
    var parts: [Part] = []
    for path in paths {
      let file = try OpenFile(path)
      parts.append(Part(path: path, start: start, bytes: file.bytes, mark: file.mark))
      start += file.bytes
    }
    self.path = path
    self.parts = parts
    content = nil
    bytes = start
    guard parts.count != 1 else {
      mark = parts[0].mark
      return
    }
    // FNV-1a: the fingerprints of a thousand files are too long to keep.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in parts.map({ "\($0.path.split(separator: "/").suffix(2)) \($0.mark)\n" }).joined()
      .utf8
    {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    mark = "\(parts.count) files \(start) \(String(hash, radix: 16))"
  }

  /// Returns whether a path is a directory.
  static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// Reads a mapping file; the reader of manifests refuses one that is too long.
  ///
  /// - Throws: `Failure`.
  package static func manifest(_ path: String) throws -> ManifestFile {
    ManifestFile(name: path, bytes: try SourceFile(path).read(at: 0, count: 2 << 20))
  }

  /// Refuses files that were written to since they were found.
  package func requireUnchanged() throws {
    // Standard input was copied to a file that no other process has.
    if parts.count == 1, parts[0].mark.hasPrefix("stdin ") { return }
    for part in parts { try requireUnchanged(part, OpenFile(part.path)) }
  }

  private func requireUnchanged(_ part: Part, _ file: borrowing OpenFile) throws {
    guard file.mark == part.mark else {
      throw Failure(.failed, "\(part.path) changed while being read", hint: "Import it again.")
    }
  }

  /// Returns the file that holds a byte, or ends there.
  package func part(at offset: Int) -> Part {
    var low = 0
    var high = parts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if parts[middle].start <= offset { low = middle } else { high = middle - 1 }
    }
    return parts[low]
  }

  /// Returns an offset for people: the file, if there are several, and the byte in it.
  package func place(_ offset: Int) -> String {
    let part = part(at: offset)
    return "\(part.path), byte \(offset - part.start)"
  }

  /// Returns `count` bytes from `offset`, fewer only at the end of a file.
  ///
  /// - Throws: `Failure`, also where the file was changed since it was found.
  package func read(at offset: Int, count: Int) throws -> [UInt8] {
    if let content {
      return try content.file.read(at: offset, count: min(count, max(0, bytes - offset)))
    }
    let part = part(at: offset)
    let file = try OpenFile(part.path)
    try requireUnchanged(part, file)
    let local = offset - part.start
    return try file.read(at: local, count: min(count, max(0, part.bytes - local)))
  }
}

/// A regular file while it is open.
private struct OpenFile: ~Copyable {
  let path: String
  let bytes: Int
  let mark: String
  private let descriptor: Int32

  init(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(path) }
    var info = stat()
    let isKnown = fstat(descriptor, &info) == 0
    guard isKnown, info.st_mode & S_IFMT == S_IFREG else {
      let error =
        isKnown
        ? Failure(
          .failed,
          "\(path) is not a regular file, so an interrupted run could not be resumed",
          hint: "Import standard input as -: the same bytes once more resume it."
        )
        : Self.failure(path)
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    bytes = Int(info.st_size)
    mark = "\(info.st_size) \(info.st_mtim.tv_sec).\(info.st_mtim.tv_nsec)"
  }

  deinit { close(descriptor) }

  func read(at offset: Int, count: Int) throws -> [UInt8] {
    let descriptor = descriptor
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
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

  private static func failure(_ path: String) -> Failure {
    let reason = String(cString: strerror(errno))
    return Failure(.failed, "cannot read \(path): \(reason)")
  }
}
