import Display

/// One message as people read it: who and when, and the words below, wrapped.
struct ChatLine {
  var number: Int?
  /// Whether it is the one that is asked about.
  let isMarked: Bool
  let at: String
  let author: String
  let label: String
  let note: [SafeText]
  /// Nil where there are none.
  let words: String?

  /// The lines, no wider than the screen.
  func lines(columns: Int) -> [SafeText] {
    let mark: SafeText = isMarked ? "\(SafeText("▶"), .yellow)" : " "
    let place = number.map { String($0) } ?? ""
    let indent = String(repeating: " ", count: max(0, 4 - place.count))
    var head: SafeText = "\(mark)\(indent)\(place)  \(at)  \(author, .bold)"
    if !label.isEmpty { head += " \(label)" }
    for part in note { head += " · \(part)" }
    let body = wrapped(words ?? "", columns: columns == .max ? 100 : columns - 9)
    return [head] + body.map { "         \($0)" }
  }
}

/// Breaks somebody's text into lines of a width, at its own line feeds, else at blanks, else
/// anywhere.
func wrapped(_ text: String, columns: Int) -> [SafeText] {
  var lines: [SafeText] = []
  for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
    var line = SafeText()
    for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
      let printed: SafeText = "\(String(word))"
      if !line.isEmpty, line.width + 1 + printed.width > columns {
        lines.append(line)
        line = SafeText()
      } else if !line.isEmpty {
        line += " "
      }
      guard printed.width > columns else {
        line += printed
        continue
      }
      for character in word {
        let next: SafeText = "\(String(character))"
        if !line.isEmpty, line.width + next.width > columns {
          lines.append(line)
          line = SafeText()
        }
        line += next
      }
    }
    lines.append(line)
  }
  return lines
}

extension CommandContext {
  /// Writes one message.
  func emit(_ line: ChatLine) async throws {
    for text in line.lines(columns: io.screen ?? .max) { try await emitText(text) }
  }
}
