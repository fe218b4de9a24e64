import Glibc
import Host
import Postgres

/// An act that was sent, in a file of this host until its outcome is known, so that the next
/// console asks for it where this one dies.
///
/// The files are in `reeve/acts` under `$XDG_STATE_HOME`, else under `~/.local/state`, and named by
/// server and login, the act's id and its verb; they are empty. The process that acts holds a lock
/// on its file, which the system frees when it dies.
final class KeptAct: Sendable {
  /// The act's id.
  let id: UniqueID
  /// The verb of the act.
  let verb: String
  private let path: String
  private let descriptor: Int32

  private init(_ id: UniqueID, _ verb: String, path: String, descriptor: Int32) {
    (self.id, self.verb, self.path, self.descriptor) = (id, verb, path, descriptor)
  }

  deinit { close(descriptor) }

  /// Keeps an act from now on; nil where no file can be written.
  init?(_ id: UniqueID, verb: String, place: String) {
    guard let folder = Self.folder else { return nil }
    Self.make(folder)
    let name = "\(place)_\(id.postgresText)_\(verb)"
    let new = "\(folder)/.\(name)"
    let file = open(new, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    // It gets its name locked, so that nobody takes it for one that was left.
    guard flock(file, LOCK_EX | LOCK_NB) == 0, rename(new, "\(folder)/\(name)") == 0 else {
      unlink(new)
      close(file)
      return nil
    }
    (self.id, self.verb, path, descriptor) = (id, verb, "\(folder)/\(name)", file)
  }

  /// Keeps it no more: its outcome is known.
  func settle() { unlink(path) }

  /// Takes over the acts that ended processes left for this server and login.
  static func left(at place: String) -> [KeptAct] {
    guard let folder, let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var found: [KeptAct] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let parts = name.split(separator: "_", maxSplits: 2)
      guard parts.count == 3, parts[0] == place, let id = UniqueID(String(parts[1])) else {
        continue
      }
      let path = "\(folder)/\(name)"
      let file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { continue }
      var status = stat()
      guard flock(file, LOCK_EX | LOCK_NB) == 0, fstat(file, &status) == 0, status.st_nlink > 0
      else {
        close(file)
        continue
      }
      found.append(KeptAct(id, String(parts[2]), path: path, descriptor: file))
    }
    return found.sorted { $0.path < $1.path }
  }

  private static var folder: String? {
    if let state = environmentValue("XDG_STATE_HOME"), state.hasPrefix("/") {
      return "\(state)/reeve/acts"
    }
    return environmentValue("HOME").map { "\($0)/.local/state/reeve/acts" }
  }

  private static func make(_ folder: String) {
    if access(folder, W_OK) == 0 { return }
    var end = folder.startIndex
    while let slash = folder[end...].dropFirst().firstIndex(of: "/") {
      mkdir(String(folder[..<slash]), 0o700)
      end = slash
    }
    mkdir(folder, 0o700)
  }
}

extension UniqueID {
  /// Reads the digits in their groups; nil for anything else.
  init?(_ text: String) {
    do {
      self = try UniqueID(postgresText: text.utf8Span.span)
    } catch {
      return nil
    }
  }
}
