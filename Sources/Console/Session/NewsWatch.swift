import Catalog
import Display
import Postgres

/// Watches for news while somebody sits at the prompt: urgent reports, proposals to approve,
/// ends of jobs, cases that were passed on or taken over.
///
/// It has a connection of its own, which listens for actions of colleagues (`reeve_console`) and
/// also looks every few seconds: reports are not signalled, and behind a pooler nothing is.
struct NewsWatch: Sendable {
  /// How often it looks when nothing is signalled.
  static let pause = Duration.seconds(5)
  /// The longest wait before the next attempt to connect.
  private static let longestRetry = Duration.seconds(60)

  /// The options with which the console was started.
  let options: ConsoleOptions
  /// The jobs and cases that it follows.
  let state: ConsoleState
  /// Shows lines, which are never none.
  let tell: @Sendable ([SafeText]) -> Void

  /// Looks until the task is cancelled; tries again without a connection, whose loss the session
  /// itself reports.
  func run() async {
    var retry = Self.pause
    while !Task.isCancelled {
      do {
        let connection = try await Connection.connect(
          options.conninfo,
          applicationName: "reeve console: news"
        )
        do {
          try await connection.one(ConsoleFunctions.clientRequire(version: Release.version))
          retry = Self.pause
          try await follow(connection)
        } catch {
          await connection.close()
          throw error
        }
      } catch {
        do { try await Task.sleep(for: retry) } catch { return }
        retry = min(retry * 2, Self.longestRetry)
      }
    }
  }

  private func follow(_ connection: Connection) async throws {
    let backend: Int32 = try await connection.query("SELECT pg_backend_pid()")[0].get(0)
    var marks = Marks()
    var pace = NewsPace()
    guard backend == connection.backendPID else {
      while true {
        pace.looked(found: try await look(connection, &marks))
        try await Task.sleep(for: max(Self.pause, pace.wait))
      }
    }
    let signals = try await connection.listen("reeve_console", pause: Self.pause)
    let clock = ContinuousClock()
    var next = clock.now
    pace.looked(found: try await look(connection, &marks))
    for try await _ in signals {
      // Any login may signal: neither the server nor this program keeps signals that nobody listens
      // to.
      try await connection.execute("UNLISTEN *")
      try await clock.sleep(until: next)
      try await signals.drain()
      // Before the query: news signalled during it are queried again.
      try await connection.execute("LISTEN reeve_console")
      pace.looked(found: try await look(connection, &marks))
      next = clock.now + pace.wait
    }
  }

  /// Reports the news; returns how many lines that were.
  private func look(_ connection: Connection, _ marks: inout Marks) async throws -> Int {
    let before = state.now
    let rows = try await connection.call(
      ConsoleFunctions.consoleNews(
        app: options.app,
        lastReport: marks.report,
        lastApproval: marks.approval,
        jobs: before.jobs.sorted(),
        lastGlass: marks.glass
      )
    )
    var lines: [SafeText] = []
    var count = 0
    for row in rows {
      switch row.topic {
      case "reports":
        marks.report = row.mark
        count += Int(row.amount)
        if row.amount > 0 { lines.append(reports(row)) }
      case "approvals":
        marks.approval = row.mark
        if row.amount > 0 { lines.append(approvals(row)) }
      case "glass":
        marks.glass = row.mark
        if row.amount > 0 { lines.append(emergencies(row)) }
      case "job": lines += job(row)
      default: break
      }
    }
    lines += claims(rows.filter { $0.topic == "claimed" }, before)
    if !lines.isEmpty { tell(lines) }
    return max(count, lines.count)
  }

  private func reports(_ row: ConsoleFunctions.ConsoleNewsRow) -> SafeText {
    let most = row.amount >= 10_000 ? "\(row.amount)+" : "\(row.amount)" as SafeText
    let what: SafeText =
      row.amount == 1 ? "an urgent report: \(row.names?.first ?? "")" : "\(most) urgent reports"
    return "\("▪ \(what)", .yellow)  \(SafeText("`queue`"), .dim)"
  }

  private func approvals(_ row: ConsoleFunctions.ConsoleNewsRow) -> SafeText {
    let first = (row.names?.first ?? "").split(separator: " ", maxSplits: 1)
    let what: SafeText =
      row.amount == 1 && first.count == 2
      ? "\(String(first[1])) asks for your approval of \(String(first[0]))"
      : "\(row.amount) proposals wait for your approval"
    return "\("▪ \(what)", .yellow)  \(SafeText("`approvals`"), .dim)"
  }

  private func emergencies(_ row: ConsoleFunctions.ConsoleNewsRow) -> SafeText {
    let first = (row.names?.first ?? "").split(separator: " ").map(String.init)
    let what: SafeText =
      row.amount == 1 && first.count == 3
      ? "\(first[1]) took the rank \(first[2]) in an emergency (\(first[0]))"
      : "\(row.amount) ranks taken in an emergency, none of them reviewed"
    return "\("▪ \(what)", .red)  \(SafeText("`break-glass`"), .dim)"
  }

  /// How a job ended, when that is first seen.
  private func job(_ row: ConsoleFunctions.ConsoleNewsRow) -> [SafeText] {
    let isAwaited = state.change { $0.jobs.remove(row.mark) != nil }
    guard isAwaited, let names = row.names, names.count == 2 else { return [] }
    let style = names[1] == "completed" ? SafeText.Style.green : .red
    let text: SafeText = "▪ job \(row.mark), \(names[0]), is \(names[1])"
    return ["\(text, style)  \("`jobs show \(row.mark)`" as SafeText, .dim)"]
  }

  /// Brings the cases of the prompt up to date, and says which came or went by somebody else's
  /// hand.
  ///
  /// Only where no command ran meanwhile, which may have claimed or released one itself.
  private func claims(
    _ rows: [ConsoleFunctions.ConsoleNewsRow],
    _ before: ConsoleState.Values
  ) -> [SafeText] {
    let held = rows.map { (number: $0.mark, seconds: Int($0.amount)) }
    let isCurrent = state.change { state in
      guard before.turn.isMultiple(of: 2), state.turn == before.turn else { return false }
      state.claims.replace(by: held)
      return true
    }
    guard isCurrent else { return [] }
    let (had, has) = (before.claims.numbers(at: .now), held.map(\.number))
    let gone = had.filter { !has.contains($0) }.map { number -> SafeText in
      "\("▪ C\(number) is no longer yours", .yellow)  \("`case C\(number)`" as SafeText, .dim)"
    }
    let come = has.filter { !had.contains($0) }.map { number -> SafeText in
      "\("▪ C\(number) is yours now", .yellow)  \("`case C\(number)`" as SafeText, .dim)"
    }
    return gone + come
  }

  /// The newest number of each kind that was already reported.
  private struct Marks {
    var report: Int64?
    var approval: Int64?
    var glass: Int64?
  }
}
