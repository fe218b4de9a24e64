import CReadline
import Display
import Glibc
import Host

/// The lines typed, kept across sessions in a file that only its owner can read.
///
/// `$REEVE_HISTORY`, else `reeve/history` under `$XDG_STATE_HOME`, else under `~/.local/state`;
/// `/dev/null` keeps none.
/// Each line is appended when it is entered, with its time, under a lock, so that several consoles
/// can share the file. Lines that begin with a blank are not kept, and lines with an e-mail address
/// or a phone number stay in memory.
struct History {
  /// Lines kept in the file and in memory.
  static let limit: Int32 = 5000

  private let path: String?
  private var last = ""

  /// Opens the file, making it and its directories where they are missing, and reads it.
  ///
  /// - Returns: Nil for the problem where all is well; otherwise history lasts for the session
  ///   only.
  static func open() -> (history: History, problem: SafeText?) {
    stifle_history(limit)
    guard let path = defaultPath() else { return (History(path: nil), nil) }
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      end = slash
    }
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
    defer { if file >= 0 { close(file) } }
    var status = stat()
    // Nothing but a file is changed: of `/dev/null` the whole machine needs the mode.
    if file >= 0, fstat(file, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return (History(path: nil), path == "/dev/null" ? nil : Self.unsaved(path, "it is no file"))
    }
    guard file >= 0, fchmod(file, 0o600) == 0 else {
      return (History(path: nil), Self.unsaved(path, String(cString: strerror(errno))))
    }
    read_history(path)
    return (History(path: path), nil)
  }

  private static func unsaved(_ path: String, _ reason: String) -> SafeText {
    "the history is not saved: \(path): \(reason)"
  }

  /// Remembers a line; keeps it where it may be kept.
  mutating func add(_ line: String) {
    guard !line.hasPrefix(" "), line != last, line.contains(where: { !$0.isWhitespace }) else {
      return
    }
    last = line
    add_history(line)
    guard let path, !History.isPersonal(line) else { return }
    locked { _ = append_history(1, path) }
  }

  /// Cuts the file to its limit.
  func trim() {
    guard let path else { return }
    locked { _ = history_truncate_file(path, History.limit) }
  }

  private func locked(_ body: () -> Void) {
    guard let path else { return }
    let lock = Glibc.open("\(path).lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if lock >= 0 { flock(lock, LOCK_EX) }
    body()
    if lock >= 0 { close(lock) }
  }

  private static func defaultPath() -> String? {
    if let path = environmentValue("REEVE_HISTORY") { return path }
    if let state = environmentValue("XDG_STATE_HOME"), state.hasPrefix("/") {
      return "\(state)/reeve/history"
    }
    return environmentValue("HOME").map { "\($0)/.local/state/reeve/history" }
  }

  /// Says whether a line holds what looks like an e-mail address or a phone number, or finds by a
  /// personal field's value.
  ///
  /// A phone number is a run of digits and `()-./` and blanks with at least nine digits, or seven
  /// after a `+`, that does not follow a colon: `user:4917012345678` is a key.
  static func isPersonal(_ line: String) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace)
    if words.first == "find", words.contains(where: { $0.hasPrefix("--w") }) { return true }
    for word in words {
      guard let at = word.firstIndex(of: "@"), at > word.startIndex else { continue }
      if word[at...].contains(".") { return true }
    }
    var digits = 0
    var least = 9
    var before: Character = " "
    var isKey = false
    for character in line {
      switch character {
      case "0"..."9":
        if digits == 0 { isKey = isKey || before == ":" || before.isLetter }
        digits += isKey ? 0 : 1
        if digits >= least { return true }
      case "+": (digits, least, isKey) = (0, 7, false)
      case "(", ")", "-", ".", "/", " ":
        if digits == 0 { (least, isKey) = (character == "(" ? least : 9, false) }
      default: (digits, least, isKey) = (0, 9, false)
      }
      before = character
    }
    return false
  }
}
