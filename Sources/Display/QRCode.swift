import CQRCode

/// A QR code: a square of modules, each dark or light.
package struct QRCode {
  /// The light modules that are to be around it, and how few most readers are content with.
  package static let quietZones = [4, 2]
  /// How many modules a side has.
  package let width: Int
  private let modules: [Bool]

  /// Encodes a text, so that it can be read with up to 15 % of it damaged.
  ///
  /// - Returns: Nil for a text of no bytes, or of more than the largest code has room for.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= 2331,
      let code = QRcode_encodeData(Int32(bytes.count), &bytes, 0, QR_ECLEVEL_M)
    else { return nil }
    defer { QRcode_free(code) }
    width = Int(code.pointee.width)
    // The lowest bit of each byte says whether it is dark.
    let data = UnsafeBufferPointer(start: code.pointee.data, count: width * width)
    modules = data.map { $0 & 1 == 1 }
  }

  /// Whether a module is dark; the quiet zone and all around it are light.
  private func isDark(_ row: Int, _ column: Int) -> Bool {
    (0..<width).contains(row) && (0..<width).contains(column) && modules[row * width + column]
  }

  /// How the modules become characters.
  package enum Drawing {
    /// Two modules a character, by half blocks of the terminal's own colours.
    case blocks(isInverted: Bool)
    /// The same in black on white, whatever the terminal's colours.
    case colouredBlocks
    /// A module in two coloured blanks, for screens that show only ASCII.
    case colouredBlanks

    /// Columns and rows of a square of modules.
    package func size(_ modules: Int) -> (columns: Int, rows: Int) {
      if case .colouredBlanks = self { return (2 * modules, modules) }
      return (modules, (modules + 1) / 2)
    }
  }

  /// The lines of the drawing within its quiet zone, without line feeds.
  package func lines(_ drawing: Drawing, quietZone: Int) -> [[UInt8]] {
    let places = -quietZone..<(width + quietZone)
    switch drawing {
    case .colouredBlanks:
      return places.map { row in
        let text = places.map { isDark(row, $0) ? "\u{1B}[40m  " : "\u{1B}[47m  " }.joined()
        return Array("\(text)\u{1B}[0m".utf8)
      }
    case .colouredBlocks:
      return halves(places, inkIsDark: true).map { Array("\u{1B}[30;47m\($0)\u{1B}[0m".utf8) }
    case .blocks(let isInverted):
      return halves(places, inkIsDark: isInverted).map { Array($0.utf8) }
    }
  }

  /// Lines of half blocks; below the last row there is only light.
  private func halves(_ places: Range<Int>, inkIsDark: Bool) -> [String] {
    stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
      String(
        places.map { column -> Character in
          switch (isDark(row, column) == inkIsDark, isDark(row + 1, column) == inkIsDark) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        }
      )
    }
  }
}
