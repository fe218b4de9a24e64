import Glibc

@testable import Host

/// A directory that is gone with the test.
final class Folder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/reeve-test-XXXXXX".utf8CString)
    // Programs run by a worker of root's are nobody's, and write here; it is sticky, as /tmp is.
    guard mkdtemp(&template) != nil, chmod(&template, 0o1777) == 0 else {
      throw ProgramFailure(what: "mkdtemp", code: errno)
    }
    path = String(
      decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      if unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
    }
    closedir(directory)
    rmdir(path)
  }

  func write(_ name: String, _ text: String, mode: mode_t) throws {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard file >= 0 else { throw ProgramFailure(what: "open \(name)", code: errno) }
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw ProgramFailure(what: "write \(name)", code: errno)
    }
  }

  func read(_ name: String) throws -> String {
    let file = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw ProgramFailure(what: "open \(name)", code: errno) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
