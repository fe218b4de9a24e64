extension String {
  /// The text as TAB compares it: in lower case, Latin letters without their accents.
  ///
  /// The server's own folding, which finds rows, covers every script; this one only keeps what was
  /// found before.
  package var folded: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    var result = String.UnicodeScalarView()
    for scalar in lowercased().unicodeScalars {
      switch scalar.value {
      case 0x300...0x36F: break
      case 0xC0..<0x180:
        result.append(Unicode.Scalar(Self.letters[Int(scalar.value) - 0xC0]))
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The letters of U+00C0 to U+017F without their accents: the decompositions of UnicodeData.txt,
  /// and the nearest letter for those that have none.
  private static let letters = Array(
    ("aaaaaaaceeeeiiiidnooooo?ouuuuytsaaaaaaaceeeeiiiidnooooo?ouuuuyty"
      + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
      + "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").utf8
  )
}
