import Display
import Postgres

/// The items that wait for this login, a line each, with the command that lists them.
struct WaitingList: Sendable {
  private typealias Row = ConsoleFunctions.ConsoleWaitingRow
  /// A line, and the command that shows more of it.
  private typealias Line = (text: SafeText, command: SafeText)

  private let lines: [Line]

  /// Puts the rows of `reeve.console_waiting` into words.
  init(_ rows: [ConsoleFunctions.ConsoleWaitingRow]) {
    let topics = Dictionary(rows.map { ($0.topic, $0) }) { first, _ in first }
    lines = [
      topics["claimed"].map(Self.claimed), Self.queue(topics),
      topics["approvals"].map(Self.approvals), topics["appeals"].map(Self.appeals),
      topics["left"].map(Self.left), topics["unrestored"].map(Self.unrestored),
      topics["jobs"].map(Self.jobs), topics["notices"].map(Self.notices),
    ].compactMap { $0 }
  }

  /// The lines as a screen shows them: the commands in a column, or below their lines where both
  /// do not fit.
  func lines(screen: Int?) -> [SafeText] {
    let widest = lines.map(\.text.width).max() ?? 0
    let fits = widest + (lines.map(\.command.width).max() ?? 0) + 6 <= screen ?? 80
    return lines.flatMap { line -> [SafeText] in
      let command: SafeText = "\("`\(line.command)`", .dim)"
      return fits
        ? ["  \(line.text.padded(to: widest))  \(command)"] : ["  \(line.text)", "    \(command)"]
    }
  }

  private static func claimed(_ row: Row) -> Line {
    let lease: SafeText = "lease ends in \(span(row.seconds))"
    return row.amount == 1
      ? ("\(row.names[0], .bold) is yours; its \(lease)", "queue --mine")
      : ("\("\(row.amount) cases", .bold) are yours; the first \(lease)", "queue --mine")
  }

  private static func queue(_ topics: [String: Row]) -> Line? {
    let reports = topics["reports"].map { many($0, "new report", "new reports") }
    guard let queue = topics["queue"] else {
      return reports.map { ("\($0, .bold) came in", "queue") }
    }
    var parts: [SafeText] = []
    if let urgent = topics["urgent"] { parts.append("\(number(urgent)) urgent") }
    if let overdue = topics["overdue"] { parts.append("\("\(number(overdue)) overdue", .red)") }
    if let reports { parts.append(reports) }
    parts.append("the oldest for \(span(queue.seconds))")
    return (
      "\(many(queue, "case waits", "cases wait"), .bold): \(parts.joined(", "))", "queue"
    )
  }

  private static func approvals(_ row: Row) -> Line {
    let until: SafeText = "lapses in \(span(row.seconds))"
    return row.amount == 1
      ? ("\(row.names[0], .bold) waits for your approval and \(until)", "approvals")
      : ("\("\(row.amount) proposals", .bold) wait for you; the first \(until)", "approvals")
  }

  private static func appeals(_ row: Row) -> Line {
    let appeals = many(row, "appeal waits", "appeals wait")
    return (
      "\(appeals, .bold) for your decision, the oldest for \(span(row.seconds))", "appeals"
    )
  }

  private static func left(_ row: Row) -> Line {
    let rows = many(row, "row is", "rows are")
    return ("\(rows, .bold) left to decide, the first within \(span(row.seconds))", "left")
  }

  private static func unrestored(_ row: Row) -> Line {
    let rows = many(row, "row", "rows")
    return (
      "\(rows, .bold) could not be restored, the first for \(span(row.seconds))",
      "undo \(row.names[0])"
    )
  }

  private static func jobs(_ row: Row) -> Line {
    let jobs = many(row, "job was discarded", "jobs were discarded")
    return ("\(jobs, .bold), the last \(span(row.seconds)) ago", "jobs --state discarded")
  }

  private static func notices(_ row: Row) -> Line {
    let notices = many(row, "notice is unsent", "notices are unsent")
    return ("\(notices, .bold), the first for \(span(row.seconds))", "queues")
  }

  private static func many(_ row: Row, _ one: SafeText, _ many: SafeText) -> SafeText {
    "\(number(row)) \(row.amount == 1 ? one : many)"
  }

  /// An amount, which the database counts up to 1000.
  private static func number(_ row: Row) -> SafeText {
    row.amount < 1000 ? "\(row.amount)" : "1000+"
  }
}

extension ConsoleSession {
  /// Asks for the items that wait for this login, and notes the cases that it has.
  func waiting() async throws -> WaitingList {
    let app = options.app
    let rows = try await read { connection in
      try await connection.call(ConsoleFunctions.consoleWaiting(app: app))
    }
    if let claimed = rows.first(where: { $0.topic == "claimed" }) {
      state.update { state in
        let known = state.claims.numbers(at: .now)
        for number in claimed.names.compactMap(Numbered.case.lettered)
        where !known.contains(number) {
          state.claims.hold(number, seconds: Int(claimed.seconds))
        }
      }
    }
    return WaitingList(rows)
  }
}
