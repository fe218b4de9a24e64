import Catalog
import Display
import Prompt

/// `watch queue --every 5s`.
struct WatchCommand: ConsoleCommand {
  private static let until = Flag("until", .text, "end once this is on the page")

  let name = "watch"
  let summary: SafeText = "run a command that reads again and again, and show what changes"
  let arguments = Arguments("COMMAND", [.command], needed: "a command", isLine: true)
  let flags: [any CommandFlag] = [Flags.every, until]
  let isLive = true
  let examples: [SafeText] = [
    "watch queue", "watch jobs --state running --every 5s",
    "watch jobs show 1207 --until completed",
  ]

  func run(_ context: CommandContext) async throws {
    let reading = try await LineReading(context.invocation.line, context)
    let every = context[Flags.every] ?? .seconds(2)
    do {
      if context.io.wholeScreen == nil {
        try await append(reading, every, context)
      } else {
        try await draw(reading, every, context)
      }
    } catch is CancellationError {
      // Ctrl-C is how it is ended.
    }
  }

  /// Writes the new lines each time, for a file, a program or a terminal that cannot go back.
  private func append(
    _ reading: LineReading,
    _ every: Duration,
    _ context: CommandContext
  ) async throws {
    var before: [String] = []
    while true {
      let page = try await reading.lines(columns: context.io.screen)
      for line in Difference.new(page, since: before) { try await context.emitText("\(line)") }
      if isEnd(page, context) { return }
      before = page
      try await Task.sleep(for: every)
    }
  }

  /// Shows page after page on the whole screen, and leaves the last one below the command.
  private func draw(
    _ reading: LineReading,
    _ every: Duration,
    _ context: CommandContext
  ) async throws {
    let line = context.invocation.line.map(\.text).joined(separator: " ")
    let heading: SafeText = "every \(every.components.seconds) s: \(line, .bold)"
    var (page, before): ([String], [String]?) = ([], nil)
    do {
      try await context.io.withScreen(every: every) { events in
        for await event in events {
          if event == .key(.character("q")) { return }
          guard let size = context.io.wholeScreen else { return }
          if event == .tick {
            before = before == nil ? nil : page
            page = try await reading.lines(columns: max(size.columns, 40))
          }
          let marked = Difference.marked(page, since: before ?? page)
          before = before ?? page
          var lines = [heading + "\(SafeText("   q or Ctrl-C ends"), .dim)", ""] + marked
          if lines.count > size.rows {
            let more = lines.count - size.rows + 1
            lines = lines.prefix(size.rows - 1) + ["\("… \(more) more lines" as SafeText, .dim)"]
          }
          try await context.io.draw(lines, size)
          if isEnd(page, context) { return }
        }
      }
    } catch is CancellationError {
      // The page is left all the same.
    }
    // Ctrl-C has cancelled this task, but not what it leaves.
    try await Task { [page] in
      for line in page { try await context.emitText("\(line)") }
    }.value
  }

  private func isEnd(_ page: [String], _ context: CommandContext) -> Bool {
    guard let text = context[Self.until] else { return false }
    return page.contains { $0.contains(text) }
  }
}
