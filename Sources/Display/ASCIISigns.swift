/// ASCII replacements for the console's own signs, for a screen whose locale is not UTF-8.
///
/// Each takes one column, as the sign does, so that nothing moves. Only what people read is
/// changed, and of other people's text only these signs: formats for programs stay as they are.
package enum ASCIISigns {
  private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
    "–": "-", "…": "~", "•": "*", "·": "-", "×": "x", "→": ">", "“": "\"", "”": "\"",
    "▸": ">", "▶": ">", "▪": "*", "↑": "^", "↓": "v",
    "█": "#", "▉": "#", "▊": "#", "▋": "#", "▌": "#", "▍": "-", "▎": "-", "▏": "-",
    "▁": "_", "▂": ".", "▃": ":", "▄": "-", "▅": "=", "▆": "+", "▇": "*", "▲": "+", "▼": "-",
  ]

  /// Replaces the signs in output.
  ///
  /// - Parameters:
  ///   - text: UTF-8.
  ///   - ellipsis: The replacement for `…`: `~` at the end of a text that was cut to fit a column.
  /// - Returns: The text, as wide unless the ellipsis is wider.
  package static func replaced(in text: [UInt8], ellipsis: String = "~") -> [UInt8] {
    guard text.contains(where: { $0 >= 0x80 }) else { return text }
    var out = String.UnicodeScalarView()
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar == "…" {
        out += ellipsis.unicodeScalars
      } else {
        out.append(signs[scalar] ?? scalar)
      }
    }
    return Array(String(out).utf8)
  }
}

extension SafeText {
  /// The line without signs that a screen may not have; `…` becomes `...`.
  package func inASCII(_ isASCII: Bool = true) -> SafeText {
    isASCII ? SafeText(printed: ASCIISigns.replaced(in: bytes, ellipsis: "...")) : self
  }
}
