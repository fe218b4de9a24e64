import Glibc

/// One line on a terminal that is written over again and again; nothing where there is no terminal.
struct ProgressLine {
  private let isShown = isatty(STDERR_FILENO) == 1

  /// Shows how much is done, from 0 to 1.
  func show(_ fraction: Double, _ text: String) {
    guard isShown else { return }
    let width = 20
    let done = Int(fraction * Double(width))
    let bar = String(repeating: "#", count: done) + String(repeating: ".", count: width - done)
    Output.raw("\r[\(bar)] \(text)\u{1B}[K")
  }

  /// Goes on to the next line.
  func end() { if isShown { Output.raw("\r\u{1B}[K") } }
}
