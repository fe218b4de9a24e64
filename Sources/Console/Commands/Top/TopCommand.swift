import Display
import Outcome
import Postgres
import Prompt

/// `top`.
struct TopCommand: ConsoleCommand {
  let name = "top"
  let summary: SafeText = "watch queues, cases, jobs, workers and transactions on one screen"
  let flags: [any CommandFlag] = [Flags.every]
  let isLive = true
  let examples: [SafeText] = ["top", "top --every 10s"]

  func run(_ context: CommandContext) async throws {
    let database = try await context.session.database()
    guard context.io.wholeScreen != nil else {
      let board = TopBoard(try await look(context), TopRates(), database: database)
      for line in board.lines(rows: nil, chosen: nil) { try await context.emitText(line) }
      return
    }
    var view = TopView(context: context, database: database)
    do {
      try await context.io.withScreen(every: context[Flags.every] ?? .seconds(2)) { events in
        for await event in events {
          if event == .tick { try await view.look(try await look(context)) }
          guard try await view.handle(event) else { return }
        }
      }
    } catch is CancellationError {
      // Ctrl-C is how it is ended.
    }
  }

  private func look(_ context: CommandContext) async throws -> TopFigures {
    try TopFigures(await context.one(ConsoleFunctions.consoleTop(app: context.options.app)))
  }
}

/// The board on the screen, with the row that is chosen or shown in detail.
private struct TopView {
  let context: CommandContext
  let database: String
  private var board: TopBoard?
  private var rates = TopRates()
  private var chosen = 0
  /// The row that is looked into, with what it shows, and the first line of that on the screen.
  private var detail: (reading: LineReading, command: String, lines: [String], top: Int)?

  init(context: CommandContext, database: String) {
    (self.context, self.database) = (context, database)
  }

  /// Takes in a look.
  mutating func look(_ figures: TopFigures) async throws {
    rates.add(figures)
    board = TopBoard(figures, rates, database: database)
    if let reading = detail?.reading {
      let lines = try await lines(reading)
      detail?.lines = lines
    }
  }

  /// Returns the details of a row; for one that does not exist any more, the server's message.
  private func lines(_ reading: LineReading) async throws -> [String] {
    do {
      return try await reading.lines(columns: context.io.wholeScreen?.columns)
    } catch let error as PostgresError where error.serverError != nil {
      return [Failure(error, hasSentWrite: false).message]
    }
  }

  /// Handles an event, and draws; returns false once the command ends.
  mutating func handle(_ event: ScreenEvent) async throws -> Bool {
    guard let board, let size = context.io.wholeScreen else { return true }
    if case .key(let key) = event {
      if key == .character("q") { return false }
      if detail == nil {
        guard try await choose(key, board, size) else { return false }
      } else {
        scroll(key, size)
      }
    }
    try await draw(board, size)
    return true
  }

  /// Rows of the board; the last row of the screen names the keys.
  private func rows(_ size: ScreenSize) -> Int { size.rows - 1 }

  /// Rows of the details, between their heading and the keys.
  private func detailRows(_ size: ScreenSize) -> Int { max(1, size.rows - 3) }

  private mutating func choose(
    _ key: ScreenKey,
    _ board: TopBoard,
    _ size: ScreenSize
  ) async throws -> Bool {
    let items = board.items(in: rows(size))
    switch key {
    case .up, .character("k"): chosen -= 1
    case .down, .character("j"): chosen += 1
    case .first, .pageUp: chosen = 0
    case .last, .pageDown: chosen = items.count - 1
    case .back: return false
    case .enter:
      guard items.indices.contains(chosen), let command = items[chosen].command else { break }
      let reading = try await LineReading(words(of: command).words, context)
      detail = (reading, command, try await lines(reading), 0)
    default: break
    }
    chosen = max(0, min(chosen, items.count - 1))
    return true
  }

  private mutating func scroll(_ key: ScreenKey, _ size: ScreenSize) {
    guard var detail else { return }
    let page = detailRows(size)
    switch key {
    case .up, .character("k"): detail.top -= 1
    case .down, .character("j"): detail.top += 1
    case .pageUp: detail.top -= page
    case .pageDown, .character(" "): detail.top += page
    case .first: detail.top = 0
    case .last: detail.top = .max / 2
    case .back: return self.detail = nil
    default: break
    }
    detail.top = max(0, min(detail.top, detail.lines.count - page))
    self.detail = detail
  }

  private func draw(_ board: TopBoard, _ size: ScreenSize) async throws {
    var lines: [SafeText]
    let keys: SafeText
    if let detail {
      let page = detail.lines.dropFirst(detail.top).prefix(detailRows(size))
      lines = ["\(detail.command, .bold)", ""] + page.map { "\($0)" }
      keys = "↑↓ scroll · Esc goes back · q quits"
    } else {
      let count = board.items(in: rows(size)).count
      lines = board.lines(rows: rows(size), chosen: min(chosen, count - 1))
      keys = "↑↓ choose a row · Enter looks into it · q quits"
    }
    lines += Array(repeating: SafeText(), count: max(0, size.rows - 1 - lines.count))
    try await context.io.draw(lines.prefix(size.rows - 1) + ["\(keys, .dim)"], size)
  }
}
