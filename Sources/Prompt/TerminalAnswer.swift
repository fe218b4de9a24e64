import CReadline
import Glibc

/// The terminal's own answer to a query, such as `ESC [ c`, with which every query ends.
enum TerminalAnswer {
  /// Every terminal answers; one far away takes a moment.
  private static let timeout: Int32 = 1000

  /// Asks, and reads what comes until the answer ends; nothing where none comes in time.
  ///
  /// For the terminal thread, while no line is being typed. What somebody types in this moment is
  /// lost.
  static func read(_ question: [UInt8]) -> [UInt8] {
    var settings = termios()
    guard isatty(0) == 1, isatty(1) == 1, tcgetattr(0, &settings) == 0 else { return [] }
    var single = settings
    single.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(0, TCSANOW, &single)
    defer { tcsetattr(0, TCSANOW, &settings) }
    guard writeAll(1, question) else { return [] }
    var answer: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 256)
    var source = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    // As long as it comes in small pieces: at most 4 KB.
    while answer.count < 4096, poll(&source, 1, timeout) > 0 {
      let count = Glibc.read(0, &bytes, bytes.count)
      guard count > 0 else { break }
      answer += bytes[..<count]
      if isWhole(answer) { return answer }
    }
    return []
  }

  /// Whether it ends with what answers `ESC [ c`: `ESC [ ? 62 ; 4 c`.
  private static func isWhole(_ answer: [UInt8]) -> Bool {
    guard answer.last == UInt8(ascii: "c") else { return false }
    let parameters = answer.dropLast().reversed().prefix { (0x30...0x3B).contains($0) }
    return Array(answer.dropLast(parameters.count + 1)).suffix(3) == Array("\u{1B}[?".utf8)[...]
  }
}
