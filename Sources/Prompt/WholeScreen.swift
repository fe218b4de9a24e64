import CReadline
import Glibc

/// The terminal's other screen, which a command has taken over, and its keys one by one.
///
/// Used by the terminal thread only. `PseudoTerminalTests` hold that whatever ends the program but
/// SIGKILL gives the screen back.
final class WholeScreen {
  private var handler: (@Sendable (ScreenEvent) -> Void)?
  /// How the terminal took keys before.
  private var settings = termios()

  /// Whether a command has it.
  var isTaken: Bool { handler != nil }

  /// Shows the other screen, without a cursor.
  func take(_ handler: @escaping @Sendable (ScreenEvent) -> Void) {
    self.handler = handler
    tcgetattr(0, &settings)
    begin()
  }

  /// Shows the screen as it was before.
  func giveBack() {
    guard handler != nil else { return }
    handler = nil
    end()
  }

  /// Gives the screen to the shell while the program is stopped.
  func stop(_ stopped: () -> Void) {
    guard let handler else { return stopped() }
    end()
    stopped()
    begin()
    handler(.resized)
  }

  /// Reports a new size.
  func resize() { handler?(.resized) }

  /// Reports keys.
  ///
  /// - Returns: False where the terminal is gone.
  func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(0, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    for key in ScreenKey.keys(in: bytes[..<count]) { handler?(.key(key)) }
    return true
  }

  private func begin() {
    var single = settings
    single.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(0, TCSADRAIN, &single)
    _ = writeAll(1, Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2J".utf8))
  }

  private func end() {
    _ = writeAll(1, Array("\u{1B}[?25h\u{1B}[?1049l".utf8))
    tcsetattr(0, TCSADRAIN, &settings)
  }
}
