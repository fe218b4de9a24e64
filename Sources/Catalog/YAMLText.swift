/// Writing YAML that a person reads and edits: every text as one scalar on one line.
package enum YAMLText {
  private static let words: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n",
  ]

  /// A text as a scalar: plain where it can be nothing else, else in double quotes.
  package static func scalar(_ text: String) -> String {
    let isPlain =
      text.utf8.first.map(isLetter) == true
      && text.utf8.allSatisfy {
        isLetter($0) || (48...57).contains($0) || "_-.".utf8.contains($0)
      } && !words.contains(text.lowercased())
    return isPlain ? text : quoted(text)
  }

  /// A text in double quotes, everything unseen or misleading escaped.
  package static func quoted(_ text: String) -> String {
    "\"" + inert(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")) + "\""
  }

  /// A text on one line, everything unseen or misleading escaped.
  package static func inert(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where isUnseen(scalar):
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let width = scalar.value > 0xFFFF ? 8 : 4
        result +=
          (width == 8 ? "\\U" : "\\u")
          + String(repeating: "0", count: width - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte)
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      true
    default: false
    }
  }
}
