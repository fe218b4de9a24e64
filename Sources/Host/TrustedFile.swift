import CSpawn
import Glibc

/// A file of this host, held open, that only root and this process's user can change or exchange.
///
/// Everything on the way to it is looked at, from the root on: each directory and each link belongs
/// to one of the two, and nobody else may write to a directory, unless it is sticky, as `/tmp` is.
/// Each step is taken from the descriptor of the directory that was looked at, so nothing can be
/// put in its place meanwhile.
package struct TrustedFile: ~Copyable {
  /// The path as it was given.
  package let path: String
  /// The file, opened with O_PATH.
  let descriptor: Int32
  /// The same file opened for reading; -1 where this process may not read it.
  let reading: Int32

  /// Opens a regular file.
  ///
  /// - Parameters:
  ///   - path: From the working directory if it is relative.
  ///   - mask: Permissions that nobody may have besides writing, such as `0o077` for a secret.
  /// - Throws: `FileRefusal` where it cannot be trusted or opened.
  package init(_ path: String, closedTo mask: UInt32 = 0) throws(FileRefusal) {
    var walk = try FileWalk(path)
    defer { walk.close() }
    let file = try walk.run(closedTo: mask)
    self.path = path
    descriptor = file.descriptor
    reading = file.reading
  }

  deinit {
    if reading >= 0 { close(reading) }
    close(descriptor)
  }

  /// Reads the file from its beginning, `limitBytes` at most.
  ///
  /// - Throws: `FileRefusal`.
  package borrowing func read(limitBytes: Int) throws(FileRefusal) -> [UInt8] {
    guard reading >= 0 else { throw FileRefusal("cannot read", path, EACCES) }
    var bytes = [UInt8](repeating: 0, count: limitBytes)
    var length = 0
    while length < limitBytes {
      let count = bytes.withUnsafeMutableBytes { buffer in
        pread(reading, buffer.baseAddress.map { $0 + length }, limitBytes - length, off_t(length))
      }
      if count == 0 { break }
      if count > 0 {
        length += count
      } else if errno != EINTR {
        throw FileRefusal("cannot read", path, errno)
      }
    }
    return Array(bytes[..<length])
  }

  /// Reads the first line of a file that holds a secret.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - mask: Permissions that nobody may have, such as `0o077` for all but the owner's.
  /// - Returns: 16 to 4096 bytes, without the end of the line.
  /// - Throws: `FileRefusal`, also where the line is too short or too long.
  package static func secret(
    _ path: String,
    closedTo mask: UInt32
  ) throws(FileRefusal) -> [UInt8] {
    let file = try TrustedFile(path, closedTo: mask)
    let secret = try file.read(limitBytes: 4097).prefix { $0 != UInt8(ascii: "\n") }
    guard (16...4096).contains(secret.count) else {
      throw FileRefusal("cannot use as a secret (one line of 16 to 4096 bytes)", path, EINVAL)
    }
    return Array(secret)
  }
}

/// Why a file is not used.
package struct FileRefusal: Error, Hashable, CustomStringConvertible {
  /// One line: the problem, the path, the reason and the remedy.
  package let description: String
  /// The error number; 0 where the file is there but cannot be trusted.
  package let code: Int32

  init(_ what: String, _ path: String, _ code: Int32) {
    description = "\(what) \(path): \(String(cString: strerror(code)))"
    self.code = code
  }

  fileprivate init(_ path: String, because reason: String) {
    description = "cannot trust \(path): \(reason)"
    code = 0
  }
}

/// The way to a file, step by step.
private struct FileWalk {
  /// As many links as the kernel follows.
  private static let linkLimit = 40

  private let path: String
  /// The directory reached.
  private var folder: Int32
  /// Its path, without the slash at the end.
  private var here = ""
  private var names: ArraySlice<Substring>
  private var links = 0

  init(_ path: String) throws(FileRefusal) {
    self.path = path
    var whole = path
    if !path.hasPrefix("/") {
      guard let bytes = getcwd(nil, 0) else { throw FileRefusal("cannot open", path, errno) }
      whole = "\(String(cString: bytes))/\(path)"
      free(bytes)
    }
    names = Self.names(whole)
    folder = -1
    try openRoot()
  }

  func close() { if folder >= 0 { Glibc.close(folder) } }

  private static func names(_ path: String) -> ArraySlice<Substring> {
    path.split(separator: "/")[...]
  }

  private mutating func openRoot() throws(FileRefusal) {
    let root = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw FileRefusal("cannot open", path, errno) }
    enter(root, "")
    try check(try status(root), "/", mask: 0)
  }

  private mutating func enter(_ descriptor: Int32, _ path: String) {
    close()
    folder = descriptor
    here = path
  }

  /// Goes all the way; returns the file's two descriptors.
  mutating func run(
    closedTo mask: UInt32
  ) throws(FileRefusal) -> (descriptor: Int32, reading: Int32) {
    while let name = names.popFirst() {
      if name == "." { continue }
      let step = openat(folder, String(name), cspawn_path | O_NOFOLLOW | O_CLOEXEC)
      guard step >= 0 else { throw FileRefusal("cannot open", path, errno) }
      var isKept = false
      defer { if !isKept { Glibc.close(step) } }
      let found = try status(step)
      let place = name == ".." ? Self.parent(of: here) : "\(here)/\(name)"
      switch found.st_mode & S_IFMT {
      case S_IFLNK:
        try check(found, place, mask: 0)
        try follow(step)
      case S_IFDIR:
        try check(found, place.isEmpty ? "/" : place, mask: 0)
        isKept = true
        enter(step, place)
      case S_IFREG:
        guard names.isEmpty else { throw FileRefusal("cannot open", path, ENOTDIR) }
        try check(found, place, mask: mask)
        // In a sticky directory others can give a file of root's or ours this name.
        if found.st_nlink > 1 {
          let above = try status(folder)
          guard above.st_mode & 0o022 == 0 else {
            throw FileRefusal(
              path,
              because: "\(place) has a second name, and its directory is writable for others: "
                + "copy it instead of hard-linking it"
            )
          }
        }
        let reading = openat(folder, String(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if reading >= 0 {
          let same = try status(reading)
          guard same.st_dev == found.st_dev, same.st_ino == found.st_ino else {
            Glibc.close(reading)
            throw FileRefusal(path, because: "it was replaced while being opened")
          }
        }
        isKept = true
        return (step, reading)
      default: throw FileRefusal(path, because: "\(place) is not a regular file")
      }
    }
    throw FileRefusal("cannot open", path, EISDIR)
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private mutating func follow(_ link: Int32) throws(FileRefusal) {
    links += 1
    guard links <= Self.linkLimit else { throw FileRefusal("cannot open", path, ELOOP) }
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(link, "", &bytes, bytes.count)
    guard count > 0, count < bytes.count else { throw FileRefusal("cannot open", path, ELOOP) }
    let target = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    names = (Self.names(target) + names)[...]
    if target.hasPrefix("/") { try openRoot() }
  }

  private func status(_ descriptor: Int32) throws(FileRefusal) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileRefusal("cannot open", path, errno) }
    return status
  }

  /// Refuses a file that others own, may write, or have a permission of `mask` to.
  private func check(_ status: stat, _ place: String, mask: UInt32) throws(FileRefusal) {
    let kind = status.st_mode & S_IFMT
    let what =
      switch kind {
      case S_IFDIR: "the directory \(place)"
      case S_IFLNK: "the link \(place)"
      default: place
      }
    let owner = ProgramUser.name(of: status.st_uid)
    let mode = "owner \(owner), mode 0\(String(status.st_mode & 0o7777, radix: 8))"
    guard status.st_uid == 0 || status.st_uid == geteuid() else {
      let us = geteuid() == 0 ? "root" : "root or \(ProgramUser.name(of: geteuid()))"
      let who = kind == S_IFLNK ? "chown -h" : "chown"
      throw FileRefusal(
        path,
        because:
          "\(what) belongs to another user (\(mode)) and must belong to \(us); `\(who) root \(place)`"
      )
    }
    // A link's mode says nothing.
    if kind == S_IFLNK { return }
    let isSticky = kind == S_IFDIR && status.st_mode & S_ISVTX != 0
    let writers = status.st_mode & 0o022
    if writers != 0, !isSticky {
      throw FileRefusal(
        path,
        because: "\(what) is writable for others (\(mode)); `chmod go-w \(place)`"
      )
    }
    if status.st_mode & mask & 0o7777 != 0 {
      let right = mask & 0o070 == 0 ? "o" : "go"
      throw FileRefusal(
        path,
        because: "\(what) is a secret that others can read (\(mode)); `chmod \(right)= \(place)`"
      )
    }
  }
}

/// O_PATH, which Swift's Glibc module leaves out.
private let cspawn_path = Int32(cspawn_path_only)
