extension SafeText {
  /// The line broken at its blanks, so that no part is wider than a screen; a word for which even a
  /// line of its own is too short stays where it is.
  ///
  /// - Parameters:
  ///   - columns: Columns of the screen.
  ///   - indent: Blanks before the parts after the first; if left out, as many as are before the
  ///     second column of the line, where it has one in its first half, or before its first word.
  /// - Returns: The parts; one for a line that fits.
  package func wrapped(to columns: Int, indent: Int? = nil) -> [SafeText] {
    guard width > columns else { return [self] }
    let indent = min(indent ?? hang(within: columns), columns / 2)
    var lines: [SafeText] = []
    var line: [UInt8] = []
    var taken = 0
    var isBegun = false
    for (blanks, word) in words() {
      let width = SafeText(printed: word).width
      if isBegun, taken + blanks + width > columns, indent + width <= columns {
        lines.append(SafeText(printed: line))
        line = Array(repeating: 0x20, count: indent) + word
        taken = indent + width
      } else {
        line += Array(repeating: 0x20, count: blanks) + word
        taken += blanks + width
      }
      isBegun = true
    }
    return lines + [SafeText(printed: line)]
  }

  /// The words, each with the number of blanks before it.
  private func words() -> [(blanks: Int, word: [UInt8])] {
    var words: [(blanks: Int, word: [UInt8])] = []
    var (blanks, word): (Int, [UInt8]) = (0, [])
    for byte in bytes {
      if byte == 0x20 {
        if !word.isEmpty { words.append((blanks, word)) }
        blanks = word.isEmpty ? blanks + 1 : 1
        word = []
      } else {
        word.append(byte)
      }
    }
    return word.isEmpty ? words : words + [(blanks, word)]
  }

  private func hang(within columns: Int) -> Int {
    var (first, place): (Int?, Int) = (nil, 0)
    for (index, (blanks, word)) in words().enumerated() {
      place += blanks
      if index > 0, blanks >= 2, place <= columns / 2 { return place }
      first = first ?? place
      place += SafeText(printed: word).width
    }
    return (first ?? 0) + 2
  }
}
