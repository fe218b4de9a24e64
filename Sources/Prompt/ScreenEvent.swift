/// An event while a command has the whole screen.
package enum ScreenEvent: Sendable, Hashable {
  /// A key was pressed.
  case key(ScreenKey)
  /// The terminal has another size, or shows something else than was drawn.
  case resized
  /// It is time to look again.
  case tick
}

/// A key that commands on the whole screen know.
package enum ScreenKey: Sendable, Hashable {
  case up, down, pageUp, pageDown, first, last
  /// Return, or the right arrow.
  case enter
  /// Escape, backspace, or the left arrow.
  case back
  /// A letter, digit or sign.
  case character(Character)

  /// The keys of what a terminal sends; a sequence that means nothing here is left out.
  static func keys(in bytes: ArraySlice<UInt8>) -> [ScreenKey] {
    var keys: [ScreenKey] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case 0x1B where rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O"):
        rest.removeFirst()
        let parameters = rest.prefix { (0x20...0x3F).contains($0) }
        rest = rest.dropFirst(parameters.count)
        guard let final = rest.popFirst() else { break }
        if let key = key(String(decoding: parameters, as: UTF8.self), final) { keys.append(key) }
      case 0x1B, 0x08, 0x7F: keys.append(.back)
      case 0x0A, 0x0D: keys.append(.enter)
      case 0x20...0x7E: keys.append(.character(Character(Unicode.Scalar(byte))))
      default: break
      }
    }
    return keys
  }

  private static func key(_ parameters: String, _ final: UInt8) -> ScreenKey? {
    switch (Character(Unicode.Scalar(final)), parameters) {
    case ("A", _): .up
    case ("B", _): .down
    case ("C", _): .enter
    case ("D", _): .back
    case ("H", _), ("~", "1"), ("~", "7"): .first
    case ("F", _), ("~", "4"), ("~", "8"): .last
    case ("~", "5"): .pageUp
    case ("~", "6"): .pageDown
    default: nil
    }
  }
}
