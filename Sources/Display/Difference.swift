/// Differences between two pages of text.
package enum Difference {
  /// The lines of a page, with the differences from the previous page highlighted.
  ///
  /// A line that was there, wherever it was, is the same; of another, the parts that differ from
  /// the line at its position are new.
  package static func marked(_ lines: [String], since before: [String]) -> [SafeText] {
    let known = Set(before)
    return lines.enumerated().map { index, line in
      if known.contains(line) { return "\(line)" }
      return marked(Array(line), since: index < before.count ? Array(before[index]) : [])
    }
  }

  /// The lines that were not on the page before, as often as they are new.
  package static func new(_ lines: [String], since before: [String]) -> [String] {
    var left = Dictionary(before.map { ($0, 1) }, uniquingKeysWith: +)
    return lines.filter { line in
      guard let count = left[line], count > 0 else { return true }
      left[line] = count - 1
      return false
    }
  }

  private static func marked(_ line: [Character], since before: [Character]) -> SafeText {
    var text = SafeText()
    var rest = line.indices[...]
    while let start = rest.first {
      let isNew = !isSame(line, before, start)
      let part = rest.prefix { isSame(line, before, $0) != isNew }
      let string = String(line[part])
      text += isNew ? "\(string, .yellow)" : "\(string)"
      rest = rest.dropFirst(part.count)
    }
    return text
  }

  private static func isSame(_ line: [Character], _ before: [Character], _ index: Int) -> Bool {
    line[index] == " " || index < before.count && line[index] == before[index]
  }
}
