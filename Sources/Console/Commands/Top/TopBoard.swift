import Display
import Outcome
import Postgres

/// The board: panels of rows, of which one may be chosen.
struct TopBoard: Sendable {
  /// A row, and the line of the console that shows more of it.
  struct Item: Sendable {
    let text: SafeText
    let command: String?
  }

  /// Rows of one kind, under a heading.
  struct Panel: Sendable {
    let heading: SafeText
    let items: [Item]
    /// The text that is shown if there are no rows.
    let none: SafeText
  }

  let title: SafeText
  let panels: [Panel]

  /// Puts a look, and the rates so far, into rows.
  init(_ figures: TopFigures, _ rates: TopRates, database: String) {
    let total = rates.rates()
    var title: SafeText = "\(database, .bold)  \(String(figures.at.description.prefix(19))) UTC"
    title += "  \(plural(figures.workers.count, "worker", "workers"))"
    title += "  \(rateText(total.last ?? 0)) jobs/s  \(sparkline(total))"
    self.title = title
    panels = [
      Self.queues(figures, rates), Self.cases(figures), Self.running(figures),
      Self.workers(figures), Self.transactions(figures),
    ]
  }

  /// All rows that can be chosen, panel by panel, as far as they are shown.
  func items(in rows: Int) -> [Item] {
    zip(panels, shares(of: rows)).flatMap { panel, share in
      panel.items.prefix(max(0, share))
    }
  }

  /// The lines of a screen.
  ///
  /// - Parameters:
  ///   - rows: How many there may be; nil for as many as there are.
  ///   - chosen: The row that is chosen, from 0; nil for none.
  /// - Returns: The lines, the title first.
  func lines(rows: Int?, chosen: Int?) -> [SafeText] {
    let shares = rows.map { self.shares(of: $0) } ?? panels.map(\.items.count)
    var lines = [title]
    var number = 0
    for (panel, share) in zip(panels, shares) where rows == nil || share >= 0 {
      lines += ["", "  \(panel.heading, .bold)"]
      if panel.items.isEmpty { lines.append("  \(panel.none, .dim)") }
      for item in panel.items.prefix(share) {
        lines.append(number == chosen ? "\("▸ \(item.text)", .yellow)" : "  \(item.text)")
        number += 1
      }
      let hidden = panel.items.count - share
      if hidden > 0 { lines[lines.count - 1] += "\(SafeText("  +\(hidden) more"), .dim)" }
    }
    return lines
  }

  /// How many rows of each panel fit; -1 for a panel of which not even the heading does.
  private func shares(of rows: Int) -> [Int] {
    // The title; a panel has a blank line, its heading and a row at least.
    var left = rows - 1
    var shares = panels.map { panel -> Int in
      guard left >= 3 else { return -1 }
      left -= 3
      return min(1, panel.items.count)
    }
    var isGrowing = true
    while left > 0, isGrowing {
      isGrowing = false
      for index in shares.indices
      where left > 0 && shares[index] >= 0 && shares[index] < panels[index].items.count {
        shares[index] += 1
        left -= 1
        isGrowing = true
      }
    }
    return shares
  }

  // MARK: - Panels

  private static func queues(_ figures: TopFigures, _ rates: TopRates) -> Panel {
    let table = TopTable(
      ("QUEUE", -14),
      ("READY", 6),
      ("RUNNING", 7),
      ("LATER", 6),
      ("DEAD", 5),
      ("WAITS", 7),
      ("JOBS/S", 7),
      ("", -12)
    )
    let items = figures.queues.map { queue -> Item in
      let series = rates.rates(of: queue.name)
      let wait = queue.oldest.map { $0 > 1 ? span($0) : "" }
      return Item(
        text: table.line(
          "\(queue.name)",
          "\(queue.available)",
          "\(queue.running)",
          "\(queue.later)",
          "\(queue.discarded)",
          wait ?? "",
          "\(rateText(series.last ?? 0))",
          queue.is_paused ? "\(SafeText("paused"), .red)" : "\(sparkline(series.suffix(12)))"
        ),
        command: "queues"
      )
    }
    return Panel(heading: table.heading, items: items, none: "no queues")
  }

  private static func cases(_ figures: TopFigures) -> Panel {
    let table = TopTable(
      ("CASES UP TO", -14),
      ("OPEN", 6),
      ("URGENT", 7),
      ("CLAIMED", 7),
      ("", -20)
    )
    let most = max(figures.cases.ages.map(\.cases).max() ?? 0, 1)
    let items = figures.cases.ages.map { age -> Item in
      let urgent = (age.urgent * 20 + most - 1) / most
      let rest = (age.cases * 20 + most - 1) / most - urgent
      let bar: SafeText = "\(String(repeating: "█", count: urgent), .yellow)"
      return Item(
        text: table.line(
          "\(age.age)",
          "\(age.cases)",
          "\(age.urgent)",
          "\(age.claimed)",
          bar + "\(String(repeating: "█", count: max(rest, 0)))"
        ),
        command: "queue"
      )
    }
    let reports = figures.cases.reports
    let more: SafeText =
      reports == 0
      ? ""
      : reports < TopFigures.most
        ? "+ \(plural(reports, "new report", "new reports"))" : "+ \(reports) or more new reports"
    return Panel(heading: table.heading + more, items: items, none: "no cases")
  }

  private static func running(_ figures: TopFigures) -> Panel {
    let table = TopTable(("RUNNING JOB", -14), ("KIND", -20), ("FOR", 7), ("", -32))
    let items = figures.running.map { run -> Item in
      var state: SafeText = "\(run.host ?? "") \(run.pid.map { "\($0)" } ?? "")"
      if let done = run.done, let total = run.total {
        state = "\(Progress(done: done, of: total).bar)\(done) of \(total)"
      } else if let done = run.done {
        state = "\(done) done"
      }
      return Item(
        text: table.line("\(run.job)", "\(run.kind)", span(run.seconds), state),
        command: "jobs show \(run.job)"
      )
    }
    return Panel(heading: table.heading, items: items, none: "none")
  }

  private static func workers(_ figures: TopFigures) -> Panel {
    let table = TopTable(("WORKER", -24), ("QUEUE", -14), ("RUNS", 4), ("FOR", 7), ("", -20))
    let items = figures.workers.map { worker -> Item in
      let silence: SafeText =
        worker.silent > 5 ? "\("silent for \(span(worker.silent))" as SafeText, .red)" : ""
      return Item(
        text: table.line(
          "\(worker.host) \(worker.pid)",
          "\(worker.queue)",
          "\(worker.running)",
          span(worker.seconds),
          silence
        ),
        command: "jobs --state running"
      )
    }
    return Panel(heading: table.heading, items: items, none: "none: jobs wait until one starts")
  }

  private static func transactions(_ figures: TopFigures) -> Panel {
    let table = TopTable(
      ("TRANSACTION", -14),
      ("LOGIN", -14),
      ("PROGRAM", -20),
      ("FOR", 7),
      ("", -20)
    )
    let items = figures.transactions.map { transaction -> Item in
      let state: SafeText =
        transaction.waits == true
        ? "\(SafeText("waits for a lock"), .yellow)" : "\(transaction.state ?? "")"
      let age = span(transaction.seconds)
      return Item(
        text: table.line(
          "\(transaction.pid)",
          "\(transaction.login ?? "")",
          "\(transaction.program ?? "")",
          transaction.seconds >= 60 ? "\(age, .red)" : age,
          state
        ),
        command: nil
      )
    }
    return Panel(heading: table.heading, items: items, none: "none")
  }
}

/// Columns of fixed widths.
private struct TopTable {
  /// Names and widths; that of a column aligned to the left is below 0.
  private let columns: [(name: SafeText, width: Int)]

  init(_ columns: (SafeText, Int)...) { self.columns = columns.map { ($0.0, $0.1) } }

  var heading: SafeText { line(columns.map(\.name)) }

  func line(_ cells: SafeText...) -> SafeText { line(cells) }

  private func line(_ cells: [SafeText]) -> SafeText {
    var text = SafeText()
    for (index, (column, cell)) in zip(columns, cells).enumerated() {
      let cut = cell.cut(to: abs(column.width))
      let blank = SafeText().padded(to: abs(column.width) - cut.width)
      if index > 0 { text += "  " }
      if column.width > 0 { text += blank }
      text += cut
      if column.width < 0, index < columns.count - 1 { text += blank }
    }
    return text
  }
}
