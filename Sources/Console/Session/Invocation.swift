import Catalog
import Display
import Outcome
import Prompt

/// The words after a command, understood: its arguments and flags, each of the kind declared.
struct Invocation: Sendable {
  /// The arguments as they were typed.
  let arguments: [String]
  /// The flags as they were typed, by name.
  let flags: [String: String]
  /// The words of the line that the arguments are.
  let line: [Word]
  private let values: [String: any Sendable]
  /// The line as it was typed.
  private let text: String

  /// Parses the words after a command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - words: The words after its own.
  ///   - text: The whole line.
  /// - Throws: ``Failure`` of kind usage, naming the problem and the command's usage.
  init(
    _ command: any ConsoleCommand,
    _ words: [Word],
    of text: String = ""
  ) throws(Failure) {
    self.text = text
    let usage: SafeText = "Usage: \(command.usage)"
    var arguments: [String] = []
    var line: [Word] = []
    var flags: [String: String] = [:]
    var values: [String: any Sendable] = [:]
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.isFlag, !command.takesLine else {
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
        ).at(word.offset)
      }
      var text = ""
      if flag.kind == .none {
        guard parts.count == 1 else {
          throw Failure(.usage, "`--\(name)` takes no value").at(word.offset)
        }
      } else if parts.count == 2 {
        text = String(parts[1])
      } else if let value = rest.first, value.isQuoted || !value.text.hasPrefix("--") {
        text = value.text
        rest.removeFirst()
      } else if flag.kind != .fields {
        throw Failure(.usage, "`--\(name)` needs a value", hint: usage).at(word.offset)
      }
      let value: any Sendable
      do {
        value = try flag.value(of: text)
      } catch {
        throw error.at(word.offset)
      }
      if let earlier = values[name] {
        guard let both = flag.joined(earlier, value) else {
          throw Failure(.usage, "`--\(name)` is given twice").at(word.offset)
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
      ).at(line[expected.kinds.count].offset)
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

  /// The arguments from one on, as they were typed; for a command that takes the line.
  func tail(from place: Int) -> String {
    guard line.indices.contains(place) else { return "" }
    return Console.tail(of: text, from: line[place])
  }

  /// Where an argument begins in the line, in bytes; nil for a word that it has not.
  func offset(of argument: String) -> Int? {
    line.first { $0.text == argument }?.offset
  }

  /// The fields that `--json` names, none to have them listed; nil without it.
  var fields: [String]? { self[Flags.json] }

  /// How its rows are written, where the console writes them so.
  func output(default format: OutputFormat) -> OutputFormat {
    if let name = self[Flags.output], let chosen = OutputFormat(rawValue: name) { return chosen }
    return fields == nil || format.isJSON ? format : .json
  }
}
