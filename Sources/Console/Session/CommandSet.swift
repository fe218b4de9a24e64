import Catalog
import Outcome
import Prompt

/// The commands that can be typed, and how a line finds its own.
struct CommandSet: Sendable {
  /// A command with the words that follow it.
  struct Found {
    let command: any ConsoleCommand
    /// Arguments and flags.
    let words: [Word]
    /// Whether its first word was cut short.
    let isAbbreviated: Bool
  }

  /// All of them, in the order of `help`.
  private(set) var commands: [any ConsoleCommand] = []
  /// Their first words, each once.
  private(set) var verbs: [String] = []
  private var byName: [String: any ConsoleCommand] = [:]

  /// Collects commands; of two with one name the first counts.
  init(_ commands: [any ConsoleCommand]) { for command in commands { add(command) } }

  /// Adds a command unless its name is taken.
  mutating func add(_ command: any ConsoleCommand) {
    guard byName[command.name] == nil else { return }
    commands.append(command)
    for name in [command.name] + command.aliases { byName[name] = command }
    if !verbs.contains(command.verb) { verbs.append(command.verb) }
  }

  /// Commands of the shell that the console does not have: `reeve NAME`.
  private static let shellCommands: Set = [
    "server", "upgrade", "catalog", "adopt", "sample", "import", "move", "migrate", "doctor",
    "roles", "restored", "uninstall", "work",
  ]

  /// Whether a word begins no command.
  func isFree(_ word: String) -> Bool { byName[word] == nil && !verbs.contains(word) }

  /// The command of this whole name.
  subscript(name: String) -> (any ConsoleCommand)? { byName[name] }

  /// The commands that begin with a word and have a second one.
  func below(_ verb: String) -> [any ConsoleCommand] {
    commands.filter { $0.verb == verb && $0.name != verb }
  }

  /// Finds the command of a line.
  ///
  /// - Parameters:
  ///   - words: The line, which has a word.
  ///   - isInteractive: Whether the beginning of one command's first word will do.
  ///   - forHelp: Whether it is only explained, and not run.
  /// - Returns: The command.
  /// - Throws: ``Failure`` of kind usage, with the nearest name.
  func find(
    _ words: [Word],
    isInteractive: Bool,
    forHelp: Bool = false
  ) throws(Failure) -> Found {
    let typed = words[0].text
    let verb: String
    do {
      verb = try self.verb(words, isInteractive: isInteractive)
    } catch {
      throw error.at(words[0].offset)
    }
    let found = try resolve(verb, words)
    guard verb != typed, byName[typed] == nil else { return found }
    guard forHelp || !changesData(found) else {
      throw Failure(
        .usage,
        "`\(typed)` is not a command",
        hint: "Write `\(verb)` in full: it changes data."
      ).at(words[0].offset)
    }
    return Found(command: found.command, words: found.words, isAbbreviated: true)
  }

  /// Finds the first word of commands that the first word of a line names.
  private func verb(_ words: [Word], isInteractive: Bool) throws(Failure) -> String {
    let name = words[0].text
    if verbs.contains(name) { return name }
    if let command = byName[name] { return command.verb }
    guard !Self.shellCommands.contains(name) else {
      throw Failure(
        .usage,
        "`\(name)` is a command of the shell",
        hint: "`reeve \(name) --help`, typed there, describes it."
      )
    }
    let begun = verbs.filter { $0.hasPrefix(name) }
    if isInteractive, begun.count == 1, byName[begun[0]]?.changesData != true { return begun[0] }
    // A typing error must not be one key away from an action.
    let harmless = verbs.filter { byName[$0]?.changesData != true }
    let near =
      begun.isEmpty
      ? nearest(to: name, among: harmless, edits: name.count < 5 ? 1 : 2)
      : harmless.first { begun.contains($0) }
    throw Failure(
      .usage,
      "`\(name)` is not a command",
      hint: begun.count > 1
        ? "It begins \(begun.joined(separator: ", "))."
        : near.map { "Did you mean `\($0)`? `help` lists all." }
          ?? "\(searchLine(words).map { "`\($0)` searches for it; " } ?? "")`help` lists all."
    )
  }

  /// The line that searches for words which are no command; nil where they name a subject or have
  /// flags of another command.
  private func searchLine(_ words: [Word]) -> String? {
    guard let search = byName["search"] else { return nil }
    let parts = words.map { word -> String? in
      if word.isFlag {
        return search.flags.contains { "--\($0.name)" == word.text.prefix { $0 != "=" } }
          ? word.text : nil
      }
      if word.text.contains(":") { return nil }
      guard !word.text.contains(where: { "'\"\\#".contains($0) }) else {
        return escapedWord(word.text)
      }
      // A query with quotes is quoted in the line, too.
      return word.text.contains(" ") ? "'\"\(word.text)\"'" : word.text
    }
    return parts.contains(nil)
      ? nil : "search " + parts.compactMap { $0 }.joined(separator: " ")
  }

  /// Finds the command of a line by its first word; nil where no command has the second.
  private func match(_ verb: String, _ words: [Word]) -> Found? {
    let second = words.dropFirst().first
    if let second, let command = byName["\(verb) \(second.text)"] {
      return Found(command: command, words: Array(words.dropFirst(2)), isAbbreviated: false)
    }
    guard let command = byName[verb] else { return nil }
    if let second, !second.isFlag, command.arguments.kinds.isEmpty, !below(verb).isEmpty {
      return nil
    }
    return Found(command: command, words: Array(words.dropFirst()), isAbbreviated: false)
  }

  private func resolve(_ verb: String, _ words: [Word]) throws(Failure) -> Found {
    if let found = match(verb, words) { return found }
    let second = words.dropFirst().first?.text ?? ""
    let below = below(verb)
    let names = below.map { String($0.name.dropFirst(verb.count + 1)) }
    throw Failure(
      .usage,
      "`\(verb) \(second)` is unknown",
      hint: nearest(to: second, among: names).map { "Did you mean `\(verb) \($0)`?" }
        ?? "Commands: \(below.map(\.name).joined(separator: ", "))."
    ).at(words.dropFirst().first?.offset)
  }

  /// Whether a line may change data: its first word is, or begins, one of a command that does.
  func changesData(_ words: [Word]) -> Bool {
    guard let first = words.first?.text else { return false }
    return verbs.contains { verb in
      guard verb.hasPrefix(first), let found = match(verb, words) else { return false }
      return changesData(found)
    }
  }

  private func changesData(_ found: Found) -> Bool { found.command.changesData(with: found.words) }
}

extension ConsoleCommand {
  /// Whether it changes data with these words after it, which may also be refused.
  func changesData(with words: [Word]) -> Bool {
    changesData
      || words.contains { word in
        word.isFlag
          && flags.contains {
            $0.changesData && (word.text == "--\($0.name)" || word.text.hasPrefix("--\($0.name)="))
          }
      }
  }
}
