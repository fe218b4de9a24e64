/// Text that a user may have written, made safe to print on a terminal.
package enum LogText {
  /// Escapes C0, C1, DEL, bidi controls and line separators visibly, as `\u{…}`.
  package static func escaped(_ text: some StringProtocol) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
        safe += "\\u{" + String(scalar.value, radix: 16) + "}"
      default:
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}
