import CReadline
import Catalog
package import Display
import Glibc
import Host

/// Where a command writes and asks; the terminal, a pipe, or a test's memory.
package protocol ConsoleIO: DataSink {
  /// Whether somebody can answer a question.
  var canAsk: Bool { get }
  /// Shows a line that is not data.
  func note(_ text: SafeText)
  /// Shows JSON that is not data, on a line of its own and as it is.
  func note(json: [UInt8])
  /// Columns of the screen that lines other than data go to; nil where they go elsewhere.
  var errorScreen: Int? { get }
  /// Whether a line can be drawn over.
  var canRedraw: Bool { get }
  /// Draws a line that is not data over the one drawn before; nil takes that away.
  func redraw(_ text: String?)
  /// Asks; nil is no.
  func ask(_ question: SafeText) async -> String?
  /// Begins to page what is written, where that is for somebody at a terminal, with a pager that
  /// was chosen or that of the environment.
  func beginPage(_ pager: String?)
  /// Ends the page, once its reader has seen enough.
  func endPage() async throws
  /// The size of a screen that a command can take over whole; nil where there is none.
  var wholeScreen: ScreenSize? { get }
  /// Takes the whole screen over; keys and changes of its size go to the handler.
  func takeScreen(_ handler: @escaping @Sendable (ScreenEvent) -> Void) async
  /// The points that a character has, as far as is known.
  var characterSize: ScreenSize { get }
  /// Asks the terminal itself; nothing where it does not answer.
  func askTerminal(_ question: [UInt8]) async -> [UInt8]
  /// Draws on the whole screen, with escape sequences.
  ///
  /// - Throws: The errors of ``write(_:)``.
  func draw(_ bytes: [UInt8]) async throws
  /// Gives the screen back, as it was before.
  func returnScreen() async
}

extension ConsoleIO {
  /// No screen.
  package var errorScreen: Int? { nil }
  /// Shows it like any line.
  package func note(json: [UInt8]) { note(SafeText(printed: json)) }
  /// Pages nothing.
  package func beginPage(_ pager: String?) {}
  /// Pages nothing.
  package func endPage() async throws {}
  /// There is none.
  package var wholeScreen: ScreenSize? { nil }
  /// The usual size of a character.
  package var characterSize: ScreenSize { ScreenSize(columns: 10, rows: 20) }
  /// There is none to ask.
  package func askTerminal(_ question: [UInt8]) async -> [UInt8] { [] }
  /// There is none to take.
  package func takeScreen(_ handler: @escaping @Sendable (ScreenEvent) -> Void) async {}
  /// There is none to draw on.
  package func draw(_ bytes: [UInt8]) async throws {}
  /// There was none to take.
  package func returnScreen() async {}

  /// Takes the whole screen over while the body runs.
  ///
  /// - Parameters:
  ///   - interval: How often the body gets a tick, at which it looks again.
  ///   - body: Gets what happens, and first that the screen is to be drawn; the events end once the
  ///     task is cancelled.
  /// - Throws: The errors of the body.
  package func withScreen(
    every interval: Duration,
    _ body: (AsyncStream<ScreenEvent>) async throws -> Void
  ) async throws {
    let (events, source) = AsyncStream<ScreenEvent>.makeStream()
    await takeScreen { source.yield($0) }
    let clock = Task {
      while !Task.isCancelled {
        source.yield(.tick)
        try await Task.sleep(for: interval)
      }
    }
    defer { clock.cancel() }
    do {
      try await body(events)
      await returnScreen()
    } catch {
      await returnScreen()
      throw error
    }
  }

  /// Draws lines from the top of the whole screen; those that do not fit are cut.
  package func draw(_ lines: [SafeText], _ size: ScreenSize) async throws {
    var bytes = Array("\u{1B}[H".utf8)
    for (index, line) in lines.prefix(size.rows).enumerated() {
      if index > 0 { bytes += "\r\n".utf8 }
      let cut = line.cut(to: size.columns)
      let drawn = cut.rendered(isColoured: isColoured)
      bytes += isASCII ? ASCIISigns.replaced(in: drawn) : drawn
      // In the last column the cursor is still on what was written there.
      if cut.width < size.columns { bytes += "\u{1B}[K".utf8 }
    }
    if lines.count < size.rows { bytes += "\u{1B}[J".utf8 }
    try await draw(bytes)
  }
}

/// Standard output and error, and questions through the terminal thread.
package struct StandardIO: ConsoleIO {
  let mailbox: Mailbox
  package let canAsk: Bool
  package let canRedraw: Bool
  package let isColoured: Bool
  package let isErrorColoured: Bool
  package let isASCII: Bool
  private let output = StandardOutput()
  private let page = Page()

  /// Looks at what the descriptors are, and at NO_COLOR and TERM.
  ///
  /// - Parameters:
  ///   - mailbox: Where questions and notes go.
  ///   - isUnicode: Whether the user's locale is UTF-8.
  package init(mailbox: Mailbox, isUnicode: Bool) {
    self.mailbox = mailbox
    isASCII = !isUnicode && isatty(1) == 1
    let isDumb = environmentValue("TERM") == "dumb"
    let mayColour = environmentValue("NO_COLOR") == nil && !isDumb
    canAsk = isatty(0) == 1 && isatty(2) == 1
    canRedraw = isatty(2) == 1 && !isDumb
    isColoured = mayColour && isatty(1) == 1
    isErrorColoured = mayColour && isatty(2) == 1
  }

  package var screen: Int? {
    guard isatty(1) == 1 else { return nil }
    let columns = Int(creadline_screen_columns(1))
    return columns > 0 ? max(columns, 40) : 80
  }

  package func write(_ bytes: [UInt8]) async throws { try await page.write(bytes, output, mailbox) }

  package var errorScreen: Int? {
    isatty(2) == 1 ? max(Int(creadline_screen_columns(2)), 40) : nil
  }

  package func note(json: [UInt8]) {
    mailbox.note(SafeText(printed: json), isColoured: false)
  }

  package func note(_ text: SafeText) {
    for line in text.inASCII(isASCII).wrapped(to: errorScreen ?? .max) {
      if page.note(line.rendered(isColoured: isErrorColoured) + [0x0A]) { continue }
      mailbox.note(line, isColoured: isErrorColoured)
    }
  }

  package func beginPage(_ pager: String?) {
    guard isatty(0) == 1, isatty(1) == 1, isatty(2) == 1,
      let command = Pager.commandLine(pager)
    else { return }
    page.begin(command)
  }

  package func endPage() async throws {
    if let problem = try await page.end(output, mailbox) { note("\(problem, .yellow)") }
  }

  package func redraw(_ text: String?) {
    guard canRedraw else { return }
    let columns = Int(creadline_screen_columns(2))
    var bytes = Array("\r\u{1B}[K".utf8)
    if let text { Untrusted(text).append(to: &bytes, columns: max(columns, 40) - 1) }
    mailbox.draw(isASCII ? ASCIISigns.replaced(in: bytes) : bytes)
  }

  package var wholeScreen: ScreenSize? {
    guard isatty(0) == 1, isatty(1) == 1, environmentValue("TERM") != "dumb" else { return nil }
    let size = ScreenSize(
      columns: Int(creadline_screen_columns(1)),
      rows: Int(creadline_screen_rows(1))
    )
    // A terminal that does not know its size counts as 80 × 24.
    return size.columns > 0 && size.rows > 0 ? size : ScreenSize(columns: 80, rows: 24)
  }

  package func takeScreen(_ handler: @escaping @Sendable (ScreenEvent) -> Void) async {
    await withCheckedContinuation { continuation in
      mailbox.post(.takeScreen(handler) { continuation.resume() })
    }
  }

  package func draw(_ bytes: [UInt8]) async throws { try await output.write(bytes) }

  package var characterSize: ScreenSize {
    var (columns, rows): (Int32, Int32) = (0, 0)
    creadline_character_size(1, &columns, &rows)
    return columns > 0 && rows > 0
      ? ScreenSize(columns: Int(columns), rows: Int(rows)) : ScreenSize(columns: 10, rows: 20)
  }

  package func askTerminal(_ question: [UInt8]) async -> [UInt8] {
    await withCheckedContinuation { continuation in
      mailbox.post(.askTerminal(question) { continuation.resume(returning: $0) })
    }
  }

  package func returnScreen() async {
    await withCheckedContinuation { continuation in
      mailbox.post(.returnScreen { continuation.resume() })
    }
  }

  package func ask(_ question: SafeText) async -> String? {
    do { try await page.release(output) } catch { return nil }
    return await withCheckedContinuation { continuation in
      mailbox.post(.ask(question.inASCII(isASCII)) { continuation.resume(returning: $0) })
    }
  }
}
