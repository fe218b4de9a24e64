import CReadline

extension Terminal {
  /// Takes over the user's locale.
  ///
  /// - Returns: Whether it is UTF-8.
  package static func takeLocale() -> Bool { creadline_set_locale() != 0 }

  /// Blocks the signals that the terminal handles; to be called before any other thread exists.
  ///
  /// - Returns: The descriptor that they are read from; nil where there is none to be had.
  package static func takeSignals(hasTerminal: Bool) -> Int32? {
    let signals = creadline_signals(hasTerminal ? 1 : 0)
    return signals < 0 ? nil : signals
  }
}
