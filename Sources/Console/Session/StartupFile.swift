import Display
import Glibc
import Host
import Outcome
import Prompt

/// The lines with which an admin's console starts: `set`, `alias` and `reply`, and nothing that
/// asks the server.
///
/// `$REEVE_STARTUP`, else `reeve/startup` under `$XDG_CONFIG_HOME`, else under `~/.config`. Scripts
/// and `-c` do not read it but for a reply that they name, and for what fetches pictures.
struct StartupFile {
  /// Longest file that is read, in bytes.
  static let limit = 1 << 20

  /// Where it is; nil where nothing says so.
  let path: String?

  /// Takes one.
  init(path: String) { self.path = path }

  /// Finds it.
  init() {
    if let path = environmentValue("REEVE_STARTUP") {
      self.path = path
    } else if let folder = environmentValue("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      path = "\(folder)/reeve/startup"
    } else {
      path = environmentValue("HOME").map { "\($0)/.config/reeve/startup" }
    }
  }

  /// Carries out its lines; those that fail are skipped.
  ///
  /// - Parameters:
  ///   - settings: The settings that its lines change.
  ///   - commands: The commands that no alias can be called like.
  /// - Returns: The problems in it, a line each.
  func read(into settings: inout ConsoleSettings, besides commands: CommandSet) -> [SafeText] {
    var problems: [SafeText] = []
    if let problem { return [problem] }
    let lines: [String]
    do { lines = try self.lines() } catch { return ["\(error.message)"] }
    for (number, line) in lines.enumerated() {
      let words = words(of: line).words
      guard !words.isEmpty else { continue }
      do {
        try settings.take(words, line, commands)
      } catch {
        problems.append("\(path ?? ""):\(number + 1): \(error.message)")
      }
    }
    return problems
  }

  /// Writes a definition in place of an earlier one of the same name.
  ///
  /// - Throws: ``Failure`` where the file cannot be written.
  func keep(_ line: String) throws(Failure) {
    guard let path else {
      throw Failure(.failed, "there is no place for a startup file", hint: "Set REEVE_STARTUP.")
    }
    let heading = words(of: line).words.prefix(2).map(\.text)
    let kept = try lines().filter { words(of: $0).words.prefix(2).map(\.text) != heading }
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      end = slash
    }
    var file = try FileReplacement(of: path, mode: 0o600)
    try file.write(Array((kept + [line]).joined(separator: "\n").utf8) + [0x0A])
    try file.finish()
  }

  /// Why the file is not read: others who can write it could name a pager of their choice.
  private var problem: SafeText? {
    var status = stat()
    guard let path, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let isOurs = status.st_uid == getuid() || status.st_uid == 0
    if isOurs, status.st_mode & 0o022 == 0 { return nil }
    return "\(path) is not read: others can write it"
  }

  private func lines() throws(Failure) -> [String] {
    guard let path, let bytes = try Disk.read(path, limitBytes: Self.limit) else { return [] }
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension ConsoleSettings {
  /// Carries out a line of the startup file.
  ///
  /// - Throws: ``Failure`` of kind usage for any other line.
  fileprivate mutating func take(
    _ words: [Word],
    _ line: String,
    _ commands: CommandSet
  ) throws(Failure) {
    let rest = words.dropFirst().map(\.text)
    switch words[0].text {
    case "set" where rest.count >= 2:
      try set(rest[0], rest.dropFirst().joined(separator: " "))
    case "alias" where rest.count >= 2:
      try define(alias: rest[0], tail(of: line, from: words[2]), besides: commands)
    case "reply" where rest.count >= 2:
      try define(reply: rest[0], rest.dropFirst().joined(separator: " "))
    default: throw Failure(.usage, "only `set`, `alias` and `reply` with their values can be here")
    }
  }

  /// Defines an alias.
  ///
  /// - Throws: ``Failure`` of kind usage for a name that a command has, or that is not one word.
  mutating func define(
    alias name: String,
    _ line: String,
    besides commands: CommandSet
  ) throws(Failure) {
    try Self.check(name)
    guard commands.isFree(name) else {
      throw Failure(.usage, "`\(name)` is a command already")
    }
    guard aliases.count < 1000 else { throw Failure(.usage, "1000 aliases are enough") }
    aliases[name] = line
  }

  /// Defines a reply.
  ///
  /// - Throws: ``Failure`` of kind usage for a name that is not one word.
  mutating func define(reply name: String, _ text: String) throws(Failure) {
    try Self.check(name)
    guard replies.count < 1000 else { throw Failure(.usage, "1000 replies are enough") }
    replies[name] = text
  }

  private static func check(_ name: String) throws(Failure) {
    let isWord = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0)
        || $0 == 0x2D || $0 == 0x5F
    }
    guard isWord, name.first?.isLetter == true, name.utf8.count <= 40 else {
      throw Failure(
        .usage,
        "`\(name)` cannot be a name",
        hint: "A name has letters, digits, - and _, at most 40, and begins with a letter."
      )
    }
  }
}

/// Returns the rest of a line from a word on, as it was typed.
func tail(of line: String, from word: Word) -> String {
  String(decoding: line.utf8.dropFirst(word.offset), as: UTF8.self)
}
