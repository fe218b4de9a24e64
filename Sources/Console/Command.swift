import Catalog

/// A word of a line, and where it came from.
struct Word: Sendable, Hashable {
  /// The text without its quotes.
  var text: String
  /// Whether it begins with a quote, so that it is no flag.
  var isQuoted = false
  /// Offset of its first byte in the line, quotes included.
  var offset = 0
}

/// Splits a line into words: blanks part them, `'…'` and `"…"` join them, a backslash in `"…"` or
/// outside quotes takes the next character as it is, `#` at the start of a word begins a comment.
///
/// - Returns: The words, and whether a quote was left open.
func words(of line: String) -> (words: [Word], isOpen: Bool) {
  var result: [Word] = []
  var current: Word?
  var bytes: [UInt8] = []
  var quote: UInt8 = 0
  var isEscaped = false
  func close() {
    guard var word = current else { return }
    word.text = String(decoding: bytes, as: UTF8.self)
    result.append(word)
    (current, bytes) = (nil, [])
  }
  for (offset, byte) in line.utf8.enumerated() {
    if isEscaped {
      bytes.append(byte)
      isEscaped = false
    } else if quote != 0 {
      if byte == quote {
        quote = 0
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
      close()
    } else if byte == UInt8(ascii: "#"), current == nil {
      break
    } else {
      if current == nil { current = Word(text: "", offset: offset) }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        quote = byte
        if offset == current?.offset { current?.isQuoted = true }
      default: bytes.append(byte)
      }
    }
  }
  close()
  return (result, quote != 0)
}

/// Returns a word so that the console reads it as one word again, and a flag as a flag.
package func escapedWord(_ word: String) -> String {
  if word.isEmpty { return "''" }
  var line = ""
  for scalar in word.unicodeScalars {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ":", "/", "=", ".", ",", "@", "+", "%": break
    case _ where scalar.value >= 128: break
    default: line += "\\"
    }
    line.unicodeScalars.append(scalar)
  }
  return line
}

/// Something an argument points at, before the catalog has been asked.
enum SubjectReference: Sendable, Hashable {
  /// `user:42`, `randevoo/user:9`.
  case typed(app: String?, collection: String, key: String)
  /// Rows of the last listing, from 1.
  case rows(ClosedRange<Int>)
  /// `_`: every row of the last listing, or the subject looked at last.
  case last

  /// Splits references at their commas, but not keys at theirs: a key of several columns is a list in
  /// brackets, and what follows a comma and is no reference belongs to the key before it.
  static func split(_ text: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var isList = false
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == ",", !isList {
        pieces.append(piece)
        piece = ""
        continue
      }
      if character == "[", piece.last == ":" { isList = true }
      if isList {
        if character == "\"", !isEscaped { isQuoted.toggle() }
        isEscaped = character == "\\" && !isEscaped
        if character == "]", !isQuoted { isList = false }
      }
      piece.append(character)
    }
    var references: [String] = []
    for piece in pieces + [piece] {
      let isReference =
        piece == "_" || piece.allSatisfy { $0.isNumber || $0 == "-" }
        || piece.prefix { $0.isLetter || $0.isNumber || "_-/".contains($0) }.endIndex
          == piece.firstIndex(of: ":")
      if isReference || references.last?.contains(":") != true {
        references.append(piece)
      } else {
        references[references.count - 1] += "," + piece
      }
    }
    return references.filter { !$0.isEmpty }
  }

  /// Reads a reference.
  ///
  /// - Throws: ``CommandFailure`` of kind usage for anything else, wildcards included.
  init(_ text: String) throws(CommandFailure) {
    if text == "_" {
      self = .last
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= 6 ? Int($0) : nil }
    if numbers.count == parts.count, let first = numbers.first, let last = numbers.last,
      parts.count <= 2, !text.hasPrefix("+")
    {
      guard first >= 1, last >= first else {
        throw CommandFailure(.usage, "`\(text)` is no range of rows", hint: "Rows count from 1.")
      }
      self = .rows(first...last)
      return
    }
    guard let colon = text.firstIndex(of: ":") else {
      throw CommandFailure(
        .usage,
        "`\(text)` is no subject",
        hint: "A subject is typed: `user:42`; or a row of the last listing: `2`, `1-3`, `_`."
      )
    }
    let key = String(text[text.index(after: colon)...])
    let path = text[..<colon].split(separator: "/", omittingEmptySubsequences: false)
    guard path.count <= 2, path.allSatisfy({ !$0.isEmpty }), !key.isEmpty else {
      throw CommandFailure(
        .usage,
        "`\(text)` is no subject",
        hint: "Write collection and key: `user:42`."
      )
    }
    guard !key.contains(where: { "*?%".contains($0) }) else {
      throw CommandFailure(
        .usage,
        "`\(text)` has a wildcard, and a subject is one thing",
        hint: "List first, then act on the rows: `find user anna`, then `ban 1-3 …`."
      )
    }
    self = .typed(
      app: path.count == 2 ? String(path[0]) : nil,
      collection: String(path[path.count - 1]),
      key: key
    )
  }
}

/// A line understood: a verb, its arguments and flags, each of the kind the verb asks for.
struct Command: Sendable {
  let verb: Verb
  let arguments: [String]
  let flags: [String: String]

  /// Parses the words after the verb.
  ///
  /// - Throws: ``CommandFailure`` of kind usage, saying what is wrong and how the verb is used.
  init(verb: Verb, words: [Word]) throws(CommandFailure) {
    let usage: SafeText = "Usage: \(verb.usage)"
    var arguments: [String] = []
    var flags: [String: String] = [:]
    var rest = words[...]
    while let word = rest.popFirst() {
      guard !word.isQuoted, word.text.hasPrefix("--"), word.text != "--" else {
        arguments.append(word.text)
        continue
      }
      let parts = word.text.dropFirst(2).split(
        separator: "=",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      let name = String(parts[0])
      guard let flag = verb.flags.first(where: { $0.name == name }) else {
        let near = nearest(to: name, among: verb.flags.map(\.name))
        throw CommandFailure(
          .usage,
          "`\(verb.name)` has no flag `--\(name)`",
          hint: near.map { "Did you mean `--\($0)`?" } ?? usage
        )
      }
      guard flags[name] == nil else {
        throw CommandFailure(.usage, "`--\(name)` is given twice")
      }
      if flag.kind == .none {
        guard parts.count == 1 else { throw CommandFailure(.usage, "`--\(name)` takes no value") }
        flags[name] = ""
      } else if parts.count == 2 {
        flags[name] = String(parts[1])
      } else if let value = rest.first, value.isQuoted || !value.text.hasPrefix("--") {
        flags[name] = value.text
        rest.removeFirst()
      } else if flag.kind == .fields {
        flags[name] = ""
      } else {
        throw CommandFailure(.usage, "`--\(name)` needs a value", hint: usage)
      }
      try Command.check(flag, flags[name] ?? "")
    }
    let takesMore = [ValueKind.text, .subjects, .personal].contains(verb.values.last)
    guard arguments.count >= verb.required else {
      throw CommandFailure(.usage, "`\(verb.name)` needs \(verb.arguments)", hint: usage)
    }
    guard takesMore || arguments.count <= verb.values.count else {
      throw CommandFailure(
        .usage,
        "`\(arguments[verb.values.count])` is one word too many",
        hint: usage
      )
    }
    self.verb = verb
    self.arguments = arguments
    self.flags = flags
    if fields != nil, !output(default: .json).isJSON {
      throw CommandFailure(.usage, "`--json` goes with `--output json` or `ndjson`")
    }
  }

  /// The fields that `--json` names, none to have them listed; nil without it.
  var fields: [String]? {
    flags["json"]?.split { $0 == "," || $0 == " " }.map { String($0) }
  }

  /// How its rows are written, where the console writes them so.
  func output(default format: OutputFormat) -> OutputFormat {
    if let name = flags["output"], let chosen = OutputFormat(rawValue: name) { return chosen }
    return fields == nil || format.isJSON ? format : .json
  }

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool { flags[flag] != nil }

  /// The value of a count flag.
  func count(_ flag: String, default value: Int) -> Int { flags[flag].flatMap { Int($0) } ?? value }

  private static func check(_ flag: Flag, _ value: String) throws(CommandFailure) {
    switch flag.kind {
    case .count:
      guard let number = Int(value), number >= 1, number <= 1_000_000 else {
        throw CommandFailure(
          .usage,
          "`--\(flag.name) \(value)` is no count",
          hint: "Give a number from 1 to 1000000."
        )
      }
    case .duration: _ = try interval(value)
    case .fields:
      let names = value.split { $0 == "," || $0 == " " }
      guard Set(names).count == names.count else {
        throw CommandFailure(.usage, "`--\(flag.name) \(value)` names a field twice")
      }
    case .choice(let words):
      guard words.contains(value) else {
        throw CommandFailure(
          .usage,
          "`--\(flag.name) \(value)` is not known",
          hint: "One of: \(words.joined(separator: ", "))."
        )
      }
    default: break
    }
  }
}

/// Turns `7d` into what PostgreSQL calls an interval: `7 days`.
func interval(_ text: String) throws(CommandFailure) -> String {
  let units = ["m": "minutes", "h": "hours", "d": "days", "w": "weeks"]
  guard let last = text.last, let unit = units[String(last)], text.utf8.count <= 6,
    let number = Int(text.dropLast()), number >= 1, !text.hasPrefix("+")
  else {
    throw CommandFailure(
      .usage,
      "`\(text)` is no duration",
      hint: "Write 30m, 12h, 7d or 2w; or use `--forever`."
    )
  }
  return "\(number) \(unit)"
}

/// Finds the verb that a word names.
///
/// - Parameters:
///   - name: The word.
///   - verbs: Those there are.
///   - isInteractive: Whether the beginning of one harmless verb's name will do.
/// - Returns: The verb.
/// - Throws: ``CommandFailure`` of kind usage, with the nearest name.
func verb(
  named name: String,
  among verbs: [Verb],
  isInteractive: Bool
) throws(CommandFailure) -> Verb {
  if let verb = verbs.first(where: { $0.name == name }) { return verb }
  let begun = verbs.filter { $0.name.hasPrefix(name) }
  if isInteractive, begun.count == 1, !begun[0].isActing { return begun[0] }
  let near = begun.first?.name ?? nearest(to: name, among: verbs.map(\.name))
  throw CommandFailure(
    .usage,
    "`\(name)` is no command",
    hint: begun.count > 1
      ? "It begins \(begun.map(\.name).joined(separator: ", "))."
      : near.map { "Did you mean `\($0)`? `help` lists all." } ?? "`help` lists all."
  )
}
