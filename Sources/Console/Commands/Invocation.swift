import Catalog
import Postgres

/// The words after a command, understood: its arguments and flags, each of the kind declared.
struct Invocation: Sendable {
  /// The arguments as they were typed.
  let arguments: [String]
  /// The flags as they were typed, by name.
  let flags: [String: String]
  /// The words of the line that the arguments are.
  let line: [Word]
  private let values: [String: any Sendable]

  /// Parses the words after a command.
  ///
  /// - Throws: ``Failure`` of kind usage, saying what is wrong and how the command is used.
  init(_ command: any ConsoleCommand, _ words: [Word]) throws(Failure) {
    let usage: SafeText = "Usage: \(command.usage)"
    var arguments: [String] = []
    var line: [Word] = []
    var flags: [String: String] = [:]
    var values: [String: any Sendable] = [:]
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.isFlag else {
        arguments.append(word.text)
        line.append(word)
        continue
      }
      let parts = word.text.dropFirst(2).split(
        separator: "=",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      let name = String(parts[0])
      guard let flag = command.flags.first(where: { $0.name == name }) else {
        if command.arguments.isLine {
          line.append(word)
          continue
        }
        let near = nearest(to: name, among: command.flags.map(\.name))
        throw Failure(
          .usage,
          "`\(command.name)` has no flag `--\(name)`",
          hint: near.map { "Did you mean `--\($0)`?" } ?? usage
        )
      }
      var text = ""
      if flag.kind == .none {
        guard parts.count == 1 else { throw Failure(.usage, "`--\(name)` takes no value") }
      } else if parts.count == 2 {
        text = String(parts[1])
      } else if let value = rest.first, value.isQuoted || !value.text.hasPrefix("--") {
        text = value.text
        rest.removeFirst()
      } else if flag.kind != .fields {
        throw Failure(.usage, "`--\(name)` needs a value", hint: usage)
      }
      let value = try flag.value(of: text)
      if let earlier = values[name] {
        guard let both = flag.joined(earlier, value) else {
          throw Failure(.usage, "`--\(name)` is given twice")
        }
        values[name] = both
      } else {
        values[name] = value
      }
      flags[name] = text
    }
    let expected = command.arguments
    guard arguments.count >= expected.required else {
      throw Failure(.usage, "`\(command.name)` needs \(expected.needed)", hint: usage)
    }
    guard expected.takesRest || arguments.count <= expected.kinds.count else {
      throw Failure(
        .usage,
        "`\(arguments[expected.kinds.count])` is one argument too many",
        hint: usage
      )
    }
    (self.arguments, self.flags, self.values, self.line) = (arguments, flags, values, line)
    if fields != nil, !output(default: .json).isJSON {
      throw Failure(.usage, "`--json` goes with `--output json` or `ndjson`")
    }
  }

  /// The value of a flag; nil where it was not given.
  subscript<Value>(flag: Flag<Value>) -> Value? { values[flag.name] as? Value }

  /// Whether a flag was given.
  func has(_ flag: Flag<some Sendable>) -> Bool { flags[flag.name] != nil }

  /// The arguments from one on, as one text.
  func text(from place: Int) -> String { arguments.dropFirst(place).joined(separator: " ") }

  /// The fields that `--json` names, none to have them listed; nil without it.
  var fields: [String]? { self[Flags.json] }

  /// How its rows are written, where the console writes them so.
  func output(default format: OutputFormat) -> OutputFormat {
    if let name = self[Flags.output], let chosen = OutputFormat(rawValue: name) { return chosen }
    return fields == nil || format.isJSON ? format : .json
  }
}
