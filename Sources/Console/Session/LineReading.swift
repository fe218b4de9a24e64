import Display
import Outcome
import Prompt
import Synchronization

/// A line of the console that only reads, to be run again and again, and looked at.
struct LineReading: Sendable {
  private let context: CommandContext
  private let found: CommandSet.Found

  /// Finds the command of a line.
  ///
  /// - Throws: ``Failure`` of kind usage for a command that changes data, or is unknown.
  init(_ words: [Word], _ context: CommandContext) async throws {
    var words = words
    // A line in quotes is one word.
    if words.count == 1, words[0].text.contains(" ") {
      words = Prompt.words(of: words[0].text).words
    }
    guard !words.isEmpty else { throw context.command.misuse("a command is missing") }
    found = try await context.session.find(words)
    guard !found.command.changesData(with: found.words) else {
      throw Failure(
        .usage,
        "`\(found.command.name)` changes data, so it is not run again and again"
      )
    }
    self.context = context
  }

  /// Runs the line once.
  ///
  /// - Parameter columns: Columns of the screen that it is for; nil where nothing may be cut.
  /// - Returns: The lines that it wrote, without colours.
  /// - Throws: The errors of the command.
  func lines(columns: Int?) async throws -> [String] {
    let page = MemoryPage(screen: columns)
    try await found.command.run(
      CommandContext(
        session: context.session,
        command: found.command,
        invocation: try Invocation(found.command, found.words),
        isInteractive: context.isInteractive,
        redirection: page
      )
    )
    return page.lines
  }
}

/// Stores the output of a command.
private final class MemoryPage: ConsoleIO {
  let screen: Int?
  let canAsk = false
  let canRedraw = false
  let isColoured = false
  private let bytes = Mutex<[UInt8]>([])

  init(screen: Int?) { self.screen = screen }

  var lines: [String] {
    let text = bytes.withLock { String(decoding: $0, as: UTF8.self) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      String($0)
    }
  }

  func write(_ more: [UInt8]) async throws { bytes.withLock { $0 += more } }

  func note(_ text: SafeText) {
    bytes.withLock { $0 += text.rendered(isColoured: false) + [0x0A] }
  }

  func redraw(_ text: String?) {}

  func ask(_ question: SafeText) async -> String? { nil }
}
