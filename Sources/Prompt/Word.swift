/// A word of a line, and where it came from.
package struct Word: Sendable, Hashable {
  /// The text without its quotes.
  package var text: String
  /// Whether it begins with a quote, so that it is no flag.
  package var isQuoted: Bool
  /// Offset of its first byte in the line, quotes included.
  package var offset: Int

  /// Takes a text, as if it stood alone.
  package init(text: String, isQuoted: Bool = false, offset: Int = 0) {
    (self.text, self.isQuoted, self.offset) = (text, isQuoted, offset)
  }

  /// Whether it is a flag, with its value or without.
  package var isFlag: Bool { !isQuoted && text.hasPrefix("--") && text != "--" }
}

/// Splits a line into words: blanks part them, `'…'` and `"…"` join them, a backslash in `"…"` or
/// outside quotes takes the next character as it is, `#` at the start of a word begins a comment
/// unless a digit follows it: `#3` is a row of the last list.
///
/// - Returns: The words, whether a quote was left open, and the offset of the first byte, if any,
///   that a line feed outside quotes parts from them: a command is one line.
package func words(of line: String) -> (words: [Word], isOpen: Bool, secondLine: Int?) {
  var result: [Word] = []
  var secondLine: Int?
  var isComment = false
  var hasEnded = false
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
    let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte)
    if hasEnded {
      guard isBlank else {
        secondLine = offset
        break
      }
    } else if isComment {
      hasEnded = byte == 0x0A
    } else if isEscaped {
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
    } else if isBlank {
      close()
      hasEnded = byte == 0x0A && !result.isEmpty
    } else if byte == UInt8(ascii: "#"), current == nil,
      result.isEmpty || !isDigit(after: offset, in: line)
    {
      isComment = true
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
  return (result, quote != 0, secondLine)
}

private func isDigit(after offset: Int, in line: String) -> Bool {
  let next = line.utf8.dropFirst(offset + 1).first
  return next.map { (0x30...0x39).contains($0) } ?? false
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
