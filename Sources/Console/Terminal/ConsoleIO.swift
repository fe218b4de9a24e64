import CReadline
import Catalog
import Glibc

/// Where a command writes and asks; the terminal, a pipe, or a test's memory.
protocol ConsoleIO: Sendable {
  /// Whether somebody can answer a question.
  var canAsk: Bool { get }
  /// Columns of the screen that data goes to; nil where nothing may be cut.
  var screen: Int? { get }
  /// Whether data may be coloured.
  var isColoured: Bool { get }
  /// Writes data, already rendered.
  ///
  /// - Throws: ``Failure`` of kind broken pipe where nobody reads any more.
  func write(_ bytes: [UInt8]) async throws
  /// Shows a line that is not data.
  func note(_ text: SafeText)
  /// Whether a line can be drawn over.
  var canRedraw: Bool { get }
  /// Draws a line that is not data over the one drawn before; nil takes that away.
  func redraw(_ text: String?)
  /// Asks; nil is no.
  func ask(_ question: SafeText) async -> String?
  /// Begins to page what is written, where that is for somebody at a terminal.
  func beginPage(_ settings: ConsoleSettings)
  /// Ends the page, once its reader has seen enough.
  func endPage() async throws
}

extension ConsoleIO {
  /// Pages nothing.
  func beginPage(_ settings: ConsoleSettings) {}
  /// Pages nothing.
  func endPage() async throws {}
}

/// Standard output and error, and questions through the terminal thread.
struct StandardIO: ConsoleIO {
  let mailbox: Mailbox
  let canAsk: Bool
  let canRedraw: Bool
  let isColoured: Bool
  let isErrorColoured: Bool
  private let output = StandardOutput()
  private let page = Page()

  /// Looks at what the descriptors are, and at NO_COLOR and TERM.
  init(mailbox: Mailbox) {
    self.mailbox = mailbox
    let isDumb = environment("TERM") == "dumb"
    let mayColour = !isSet("NO_COLOR") && !isDumb
    canAsk = isatty(0) == 1 && isatty(2) == 1
    canRedraw = isatty(2) == 1 && !isDumb
    isColoured = mayColour && isatty(1) == 1
    isErrorColoured = mayColour && isatty(2) == 1
  }

  var screen: Int? {
    guard isatty(1) == 1 else { return nil }
    let columns = Int(creadline_screen_columns(1))
    return columns > 0 ? max(columns, 40) : 80
  }

  func write(_ bytes: [UInt8]) async throws { try await page.write(bytes, output, mailbox) }

  func note(_ text: SafeText) {
    let columns = isatty(2) == 1 ? max(Int(creadline_screen_columns(2)), 40) : .max
    for line in text.wrapped(to: columns) {
      if page.note(line.rendered(isColoured: isErrorColoured) + [0x0A]) { continue }
      mailbox.note(line, isColoured: isErrorColoured)
    }
  }

  func beginPage(_ settings: ConsoleSettings) {
    guard isatty(0) == 1, isatty(1) == 1, isatty(2) == 1,
      let command = Pager.commandLine(settings)
    else { return }
    page.begin(command)
  }

  func endPage() async throws {
    if let problem = try await page.end(output, mailbox) { note("\(problem, .yellow)") }
  }

  func redraw(_ text: String?) {
    guard canRedraw else { return }
    let columns = Int(creadline_screen_columns(2))
    var bytes = Array("\r\u{1B}[K".utf8)
    if let text { Untrusted(text).append(to: &bytes, columns: max(columns, 40) - 1) }
    mailbox.draw(bytes)
  }

  func ask(_ question: SafeText) async -> String? {
    do { try await page.release(output) } catch { return nil }
    return await withCheckedContinuation { continuation in
      mailbox.post(.ask(question) { continuation.resume(returning: $0) })
    }
  }
}

/// Whether an environment variable is set and not empty.
func isSet(_ name: String) -> Bool { environment(name) != nil }

/// An environment variable's value; nil where it is unset or empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  let text = String(cString: value)
  return text.isEmpty ? nil : text
}
