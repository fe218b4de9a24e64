import ArgumentParser
import FoundationEssentials

/// The description of a command and of those below it by swift-argument-parser
/// (`--experimental-dump-help`), from which the help, the manual pages and the shells' completion
/// are made.
struct CommandDump: Decodable {
  let commandName: String
  let abstract: String?
  let subcommands: [CommandDump]?
  let arguments: [Argument]?

  /// An option, a flag or a positional argument.
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      let kind: String
      let name: String
    }

    /// The completions for a shell; exactly one is present.
    struct Completion: Decodable {
      struct Words: Decodable { let values: [String] }
      struct Nothing: Decodable {}

      let list: Words?
      let file: Nothing?
      let directory: Nothing?
    }

    let kind: Kind
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?
    let completionKind: Completion?

    /// As it may be typed: `-f`, `--file`.
    var spellings: [String] {
      (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
    }

    /// As a usage line shows it, without brackets.
    var usage: String {
      let value = (valueName ?? "value").uppercased()
      switch kind {
      case .positional: return value
      case .flag: return spellings.last ?? ""
      case .option: return "\(spellings.last ?? "") \(value)"
      }
    }

    /// As a usage line shows it: optional in brackets, repeatable with dots.
    var shown: String {
      let text = isRepeating ? "\(usage) …" : usage
      return isOptional || kind == .flag ? "[\(text)]" : text
    }
  }

  private struct Tool: Decodable { let command: CommandDump }

  /// Decodes the JSON that a program's `--experimental-dump-help` prints.
  init(json: some Sequence<UInt8>) throws {
    self = try JSONDecoder().decode(Tool.self, from: Data(json)).command
  }

  /// The operators' commands.
  static func operations() throws -> CommandDump {
    try CommandDump(json: OperationCommands._dumpHelp().utf8)
  }

  /// The commands below it that are commands of ours.
  var children: [CommandDump] { (subcommands ?? []).filter { $0.commandName != "help" } }

  /// Its arguments, but for `--help`, which all have.
  var own: [Argument] {
    (arguments ?? []).filter { $0.shouldDisplay && !$0.spellings.contains("--help") }
  }

  /// The whole usage line, given what is before its name.
  func usage(after path: String) -> String {
    let positional = own.filter { $0.kind == .positional }
    let flags = own.filter { $0.kind != .positional }
    return ([path, commandName].filter { !$0.isEmpty } + (positional + flags).map(\.shown))
      .joined(separator: " ")
  }
}
