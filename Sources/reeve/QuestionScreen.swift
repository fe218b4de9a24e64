import Catalog
import Glibc
import Operations
import Outcome

/// Asks on a terminal, one question a screen; written to standard error.
struct QuestionScreen: Sendable {
  /// Puts a question on a screen of its own, and reads the answer.
  ///
  /// - Returns: The indexes of the chosen answers, from 0.
  /// - Throws: `Failure` of status `interrupted` at the end of the input, or where somebody gives
  /// up.
  func ask(_ question: AdoptionQuestion) throws -> [Int] {
    clear()
    Self.wrapped(question.title).forEach(Output.told)
    Output.told("")
    let number = String(question.choices.count).count
    let width = question.choices.map { Untrusted($0.name).width }.max() ?? 0
    let indent = String(repeating: " ", count: number + 4)
    for (place, choice) in question.choices.enumerated() {
      let isWide = indent.count + 2 + width + Untrusted(choice.evidence).width > Self.columns
      let name = choice.evidence.isEmpty || isWide ? choice.name : Self.padded(choice.name, width)
      var lines =
        isWide
        ? Self.wrapped(name, indent: indent)
        : [indent + name + (choice.evidence.isEmpty ? "" : "  \(choice.evidence)")]
      lines[0] =
        "  \(Self.padded(String(place + 1), number, isRight: true))  "
        + lines[0].dropFirst(indent.count)
      if isWide, !choice.evidence.isEmpty {
        lines += Self.wrapped(choice.evidence, indent: indent + "  ")
      }
      lines.forEach(Output.told)
    }
    Output.told("")
    let proposed = question.proposed.map { String($0 + 1) }.joined(separator: " ")
    let prompt =
      question.isMany
      ? "Numbers [\(proposed.isEmpty ? "none" : proposed)], ? for help, q to quit: "
      : "Number [\(proposed)], ? for help, q to quit: "
    while true {
      guard let answer = read(prompt) else { throw Self.givenUp }
      switch answer.lowercased() {
      case "": return question.proposed
      case "?", "h", "help": Self.wrapped(question.help).forEach(Output.told)
      case "none", "0":
        if question.isMany { return [] }
        Output.told("Type one of the numbers.")
      default:
        if let chosen = Self.places(answer, of: question) { return chosen }
        Output.told(
          question.isMany
            ? "Type numbers from 1 to \(question.choices.count), or none."
            : "Type one number from 1 to \(question.choices.count)."
        )
      }
    }
  }

  /// Asks for a name.
  ///
  /// - Returns: The typed text, or the proposal.
  func name(_ question: String, _ proposed: String) throws -> String {
    Self.wrapped(question).forEach(Output.told)
    guard let answer = read("Name [\(Untrusted(proposed).printed)]: ") else { throw Self.givenUp }
    return answer.isEmpty ? proposed : answer
  }

  /// Asks whether to do something; no is the answer to anything but yes.
  func confirms(_ question: String) -> Bool {
    ["y", "yes"].contains(read("\(question) [y/N] ")?.lowercased())
  }

  /// The choices that an answer names: `2`, and of several `1 3`, `1,3`, `1-3`; nil where it names
  /// none.
  static func places(_ answer: String, of question: AdoptionQuestion) -> [Int]? {
    var places: [Int] = []
    for word in answer.split(whereSeparator: { " ,;".contains($0) }) {
      let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      let numbers = ends.compactMap { Int($0) }
      guard numbers.count == ends.count, let first = numbers.first, let last = numbers.last,
        first <= last, 1 <= first, last <= question.choices.count
      else { return nil }
      places += (first...last).map { $0 - 1 }
    }
    guard !places.isEmpty, question.isMany || places.count == 1 else { return nil }
    return Set(places).sorted()
  }

  private static let givenUp = Failure(
    .interrupted,
    "nothing was written and nothing was applied"
  )

  /// Reads a line without the blanks around it; nil for `q`, and at the end of the input.
  private func read(_ prompt: String) -> String? {
    Output.raw(prompt)
    guard let line = readLine()?.trimmed else {
      Output.told("")
      return nil
    }
    return line.lowercased() == "q" ? nil : line
  }

  private func clear() {
    let term = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    Output.raw(["", "dumb"].contains(term) ? "\n" : "\u{1B}[H\u{1B}[2J")
  }

  /// The columns of the terminal, 20 to 100.
  private static var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return min(max(Int(size.ws_col), 20), 100)
  }

  private static func padded(_ text: String, _ width: Int, isRight: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - Untrusted(text).width))
    return isRight ? blanks + text : text + blanks
  }

  /// A text in lines that fit, broken between words.
  private static func wrapped(_ text: String, indent: String = "") -> [String] {
    var lines: [String] = []
    var line = indent
    for word in text.split(separator: " ") {
      let isFirst = line == indent
      if !isFirst, Untrusted(line).width + 1 + Untrusted(String(word)).width > columns {
        lines.append(line)
        line = indent + word
      } else {
        line += (isFirst ? "" : " ") + word
      }
    }
    return lines + [line]
  }
}

extension String {
  /// Without the blanks at both ends.
  fileprivate var trimmed: String {
    let isBlank: (Character) -> Bool = \.isWhitespace
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
