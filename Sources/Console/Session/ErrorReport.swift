import Catalog
import Display
import Outcome
import Prompt

/// An error as it is shown: to people with the line and a caret, to programs as one JSON object.
struct ErrorReport {
  let failure: Failure
  /// The line that failed.
  let line: String
  let place: LinePlace

  /// The column of the word that is at fault, from 1 in characters; nil where no word is.
  private var column: Int? {
    failure.offset.map { String(decoding: line.utf8.prefix($0), as: UTF8.self).count + 1 }
  }

  /// The object for programs, on one line.
  ///
  /// Every key is always there.
  /// `code` is the refusal's or the server's where there is one, else a word for the exit status.
  var json: [UInt8] {
    let number: (Int?) -> String = { $0.map { "\($0)" } ?? "null" }
    let text: (String?) -> [UInt8] = { value in
      guard let value else { return Array("null".utf8) }
      var out: [UInt8] = []
      JSONRenderer.string(ArraySlice(value.utf8), &out)
      return out
    }
    let fields: [(String, [UInt8])] = [
      ("file", text(place.file)), ("line", Array(number(place.number).utf8)),
      ("column", Array(number(column).utf8)), ("code", text(failure.code ?? failure.exit.word)),
      ("exit", Array("\(failure.exit.rawValue)".utf8)), ("message", text(failure.message)),
      ("hint", text(failure.advice)),
    ]
    let pairs = fields.map { Array("\"\($0.0)\":".utf8) + $0.1 }
    return Array("{".utf8) + pairs.joined(separator: ",".utf8) + Array("}".utf8)
  }

  /// The columns that people get of a message, which may repeat what they pasted.
  static let longest = 1000

  /// The lines for people.
  ///
  /// - Parameters:
  ///   - isTyped: Whether the line is above them at the prompt.
  ///   - screen: Columns of their terminal; nil for a pipe, which gets no caret.
  /// - Returns: The message with its location, the line with a caret where there is room, the details
  ///   and the hint, a line each.
  func lines(isTyped: Bool, screen: Int?) -> [SafeText] {
    var lines: [SafeText] = []
    if !failure.message.isEmpty {
      var heading = SafeText()
      if let file = place.file, let number = place.number {
        heading = "\(file):\(number):"
        if let column { heading += "\(column):" }
        heading += " "
      } else if !isTyped {
        heading = "reeve: "
      }
      lines.append(heading + SafeText("\(failure.message, .red)").cut(to: Self.longest))
    }
    if let screen, !isTyped, let offset = failure.offset {
      let before = Untrusted(ArraySlice(line.utf8.prefix(offset))).width
      if Untrusted(line).width + 4 <= screen {
        lines.append("    \(line)")
        lines.append("    \(SafeText().padded(to: before))\("^", .red)")
      }
    }
    for text in failure.details + (failure.hint.map { [$0] } ?? []) {
      lines.append(SafeText("  \(text)").cut(to: Self.longest))
    }
    return lines
  }
}

extension ExitStatus {
  /// The stable word for it in errors for programs.
  var word: String {
    switch self {
    case .ok: "ok"
    case .failed: "failed"
    case .usage: "usage"
    case .connection: "connection"
    case .refused: "refused"
    case .notFound: "notfound"
    case .interrupted: "interrupted"
    case .brokenPipe: "pipe"
    }
  }
}

extension ConsoleSession {
  /// In which format a line wants its rows, whether or not it can be understood.
  static func format(_ words: [Word], default format: OutputFormat) -> OutputFormat {
    for (index, word) in words.enumerated() where word.isFlag {
      let next = index + 1 < words.count ? words[index + 1].text : ""
      let name =
        word.text == "--output" ? next : String(word.text.dropFirst("--output=".utf8.count))
      if word.text.hasPrefix("--output"), let chosen = OutputFormat(rawValue: name) {
        return chosen
      }
      if word.text == "--json" || word.text.hasPrefix("--json=") { return .json }
    }
    return format
  }

  /// Shows an error: to people in lines, to programs as one JSON object.
  ///
  /// - Parameters:
  ///   - failure: The error.
  ///   - line: The line of the command; empty where it has none.
  ///   - place: Where that is from.
  ///   - isJSON: Whether a program reads it.
  ///   - isTyped: Whether the line is above at the prompt.
  nonisolated func show(
    _ failure: Failure,
    of line: String = "",
    at place: LinePlace = LinePlace(),
    isJSON: Bool,
    isTyped: Bool = false
  ) {
    let report = ErrorReport(failure: failure, line: line, place: place)
    if isJSON {
      if !failure.message.isEmpty || failure.hint != nil { io.note(json: report.json) }
      return
    }
    for text in report.lines(isTyped: isTyped, screen: io.canRedraw ? io.errorScreen : nil) {
      io.note(text)
    }
  }
}
