import Catalog

extension SafeText {
  /// The line, cut with `…` where it would pass a number of columns, at least 1.
  package func cut(to columns: Int) -> SafeText {
    guard width > columns else { return self }
    var out: [UInt8] = []
    // A column is kept for the `…`.
    var left = columns - 1
    var isStyled = false
    var rest = bytes[...]
    while let byte = rest.first {
      guard byte >= 0x20 else {
        isStyled = byte != 6
        out.append(byte)
        rest.removeFirst()
        continue
      }
      let part = Untrusted(rest.prefix { $0 >= 0x20 })
      rest = rest.dropFirst(part.bytes.count)
      guard part.width <= left else {
        // With a column more than there is, so that it ends in `…` even where it fits by itself.
        Untrusted(part.bytes + [0x20]).append(to: &out, columns: left + 1)
        if isStyled { out.append(6) }
        break
      }
      left -= part.append(to: &out)
    }
    return SafeText(printed: out)
  }
}
