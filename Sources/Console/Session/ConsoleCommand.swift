import Display
import Outcome

/// A command of the console: its syntax, its help and its effect.
///
/// The parser, `help`, TAB, the manual page and the shells' completion all go by these
/// declarations.
protocol ConsoleCommand: Sendable {
  /// Its one or two words: `find`, `jobs cancel`.
  var name: String { get }
  /// Other words for it.
  var aliases: [String] { get }
  /// One line of help.
  var summary: SafeText { get }
  /// The arguments after its words.
  var arguments: Arguments { get }
  /// Its flags, in the order in which help lists them.
  var flags: [any CommandFlag] { get }
  /// Whole lines.
  var examples: [SafeText] { get }
  /// Whether all that follows is its arguments, flags of another command among them.
  var takesLine: Bool { get }
  /// Whether it changes data: then it must be written in full, asks before it runs from pasted
  /// lines, and has a time limit.
  var changesData: Bool { get }
  /// Whether it shows events until it is stopped: it is not held back for a pager, and its
  /// duration is not printed.
  var isLive: Bool { get }
  /// Returns the kind of the next word after these arguments; nil if none may follow.
  func kind(after arguments: [String]) -> ValueKind?
  /// Whether subjects of a collection are arguments that it takes, so that TAB offers them.
  func accepts(_ collection: CatalogCollection) -> Bool
  /// Runs it.
  ///
  /// - Throws: ``Failure`` where it fails.
  func run(_ context: CommandContext) async throws
}

extension ConsoleCommand {
  var aliases: [String] { [] }
  var arguments: Arguments { .none }
  var flags: [any CommandFlag] { [] }
  var takesLine: Bool { false }
  var changesData: Bool { false }
  var isLive: Bool { false }

  func kind(after arguments: [String]) -> ValueKind? { self.arguments.kind(at: arguments.count) }

  func accepts(_ collection: CatalogCollection) -> Bool { true }

  /// The first of its words, by which `help` lists it.
  var verb: String { String(name.prefix { $0 != " " }) }

  /// The whole usage line.
  var usage: SafeText { usage(withFlags: true) }

  /// The usage line, with the flags that may be left out or without.
  func usage(withFlags: Bool) -> SafeText {
    var text: SafeText = "\(name)"
    if !arguments.usage.isEmpty { text += " \(arguments.usage)" }
    guard withFlags else { return text }
    for flag in flags where !arguments.names(flag) { text += " [\(flag.usage)]" }
    return text
  }

  /// The failure of a line that names no operation.
  func misuse(_ message: SafeText) -> Failure {
    Failure(.usage, message, hint: "Usage: \(usage)")
  }
}

/// The arguments of a command.
struct Arguments: Sendable {
  /// The arguments as a usage line shows them, with the flags that must be given.
  let usage: SafeText
  /// Their kinds, in order.
  let kinds: [ValueKind]
  /// How many of them must be there.
  let required: Int
  /// The message for too few arguments.
  let needed: SafeText
  /// Whether the last of them takes the rest of the line.
  let takesRest: Bool
  /// Whether they are a line of the console, with flags of its own.
  let isLine: Bool

  /// Declares arguments.
  ///
  /// - Parameters:
  ///   - usage: How a usage line shows them.
  ///   - kinds: Their kinds, in order.
  ///   - required: How many must be there; all if left out.
  ///   - needed: The message for too few arguments; `usage` by default.
  ///   - takesRest: Whether the last takes the rest of the line; if left out, its kind says so.
  ///   - isLine: Whether they are a line of the console, with flags of its own.
  init(
    _ usage: SafeText,
    _ kinds: [ValueKind],
    required: Int? = nil,
    needed: SafeText? = nil,
    takesRest: Bool? = nil,
    isLine: Bool = false
  ) {
    self.usage = usage
    self.isLine = isLine
    self.kinds = kinds
    self.required = required ?? kinds.count
    self.needed = needed ?? usage
    self.takesRest =
      takesRest
      ?? kinds.last.map { [.text, .subjects, .targets, .personal, .command].contains($0) }
      ?? false
  }

  /// No arguments.
  static let none = Arguments("", [])

  /// The kind of an argument, from 0; nil where there is none.
  func kind(at place: Int) -> ValueKind? {
    if place < kinds.count { return kinds[place] }
    guard takesRest, let last = kinds.last, last != .text else { return nil }
    return last
  }

  /// Whether the usage of the arguments shows a flag already.
  func names(_ flag: any CommandFlag) -> Bool {
    let words = String(decoding: usage.rendered(isColoured: false), as: UTF8.self)
      .split { " []|".contains($0) }
    return words.contains { $0 == "--\(flag.name)" }
  }
}

/// The first word of commands that do nothing without a second one: `export`.
struct CommandGroup: ConsoleCommand {
  let name: String
  let summary: SafeText
  let arguments: Arguments
  let examples: [SafeText] = []

  /// Declares a group.
  ///
  /// - Parameters:
  ///   - name: The word.
  ///   - summary: One line of help.
  ///   - usage: The usage line after the word.
  init(_ name: String, _ summary: SafeText, usage: SafeText) {
    (self.name, self.summary) = (name, summary)
    arguments = Arguments(usage, [], required: 1)
  }

  func run(_ context: CommandContext) async throws {
    throw misuse("`\(name)` needs \(arguments.usage)")
  }
}
