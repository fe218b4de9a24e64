internal import Catalog
internal import Postgres

/// A page of HTML about some days of Reeve's work: no scripts, no external resources, only counts.
struct ReportPage {
  /// The values, in any order.
  let figures: [OperationsFunctions.ReportFiguresRow]
  /// The heading of the page.
  let title: String
  /// The days, the oldest first.
  let days: [CalendarDate]
  /// When the figures were read, UTC.
  let readAt: String

  /// The whole page.
  var html: String {
    let span = [days.first, days.last].compactMap { $0?.postgresText }.joined(separator: " to ")
    let body = [
      moderation(), statements(), jobs(), search(), growth(),
    ].joined(separator: "\n")
    return HTMLPage.document(
      title,
      intro: "\(span), as of \(HTMLPage.escaped(readAt)). Days are those of UTC. Counts only: "
        + "nobody is named.",
      body: body
    )
  }

  // MARK: sections

  private func moderation() -> String {
    let now = tiles(
      "moderation",
      "now",
      order: [
        "open cases", "overdue cases", "claimed cases", "open appeals", "proposals",
      ]
    )
    let medians = tiles(
      "moderation",
      "median",
      order: [
        "hours to close a case", "hours to decide an appeal",
      ]
    )
    let charts = ["reports", "cases closed", "actions", "undone", "appeals"].map {
      chart("moderation", $0)
    }
    let lists = [
      bars("moderation", "actions by verb"), bars("moderation", "reports by policy"),
      bars("moderation", "cases by outcome"),
    ]
    return section("Moderation", now + medians, charts + lists)
  }

  private func statements() -> String {
    section(
      "Statements of reasons",
      "",
      ["by measure", "by category", "by ground", "by source", "by outcome"].map {
        bars("statements", $0)
      }
    )
  }

  private func jobs() -> String {
    let queues = Set(of("jobs").filter { $0.day == nil }.map(\.series)).sorted()
    return section(
      "Jobs",
      "",
      ["completed", "failed", "retryable", "cancelled"].map { chart("jobs", $0) }
        + queues.map { bars("jobs", $0) }
    )
  }

  private func search() -> String {
    section(
      "Search",
      "",
      [
        bars("search", "documents", title: "documents in the index"),
        bars("search", "waiting", title: "changes that wait"),
      ]
    )
  }

  private func growth() -> String {
    let names = Set(of("growth").filter { $0.series == "new" }.compactMap(\.label)).sorted()
    return section(
      "Growth",
      "",
      [bars("growth", "rows")]
        + names.map { chart("growth", "new", of: $0, title: "new in \(short($0))") }
    )
  }

  /// The name of a collection, without its app where there is but one.
  private func short(_ name: String) -> String {
    let apps = Set(of("growth").compactMap { $0.label?.prefix { $0 != "/" } })
    guard apps.count == 1, let slash = name.firstIndex(of: "/") else { return name }
    return String(name[name.index(after: slash)...])
  }

  private func of(_ section: String) -> [OperationsFunctions.ReportFiguresRow] {
    figures.filter { $0.section == section }
  }

  private func section(_ title: String, _ head: String, _ parts: [String]) -> String {
    let parts = parts.filter { !$0.isEmpty }
    let body = parts.isEmpty && head.isEmpty ? "<p>Nothing yet.</p>" : parts.joined(separator: "\n")
    return """
      <section>
      <h2>\(title)</h2>
      \(head.isEmpty ? "" : "<div class=\"tiles\">\(head)</div>")
      <div class="parts">
      \(body)
      </div>
      </section>
      """
  }

  // MARK: parts

  /// Numbers as of now, each with its name.
  private func tiles(_ section: String, _ series: String, order: [String]) -> String {
    let found = of(section).filter { $0.series == series }
    return order.compactMap { label in
      found.first { $0.label == label }.map {
        "<div class=\"tile\"><b>\(Self.number($0.amount))</b> \(HTMLPage.escaped(label))</div>"
      }
    }.joined()
  }

  /// A column for each day; nothing where all are empty.
  private func chart(
    _ section: String,
    _ series: String,
    of label: String? = nil,
    title: String? = nil
  ) -> String {
    let found = of(section).filter { $0.series == series && $0.label == label && $0.day != nil }
    let amounts = Dictionary(
      found.compactMap { row in row.day.map { ($0, row.amount) } },
      uniquingKeysWith: +
    )
    let values = days.map { amounts[$0] ?? 0 }
    let (total, most) = (values.reduce(0, +), values.max() ?? 0)
    guard most > 0 else { return "" }
    let name = HTMLPage.escaped(title ?? series)
    let columns = zip(days, values).enumerated().map { place, pair in
      let height = 40 * pair.1 / most
      return "<rect x=\"\(place)\" y=\"\(Self.number(40 - height))\" width=\"0.8\""
        + " height=\"\(Self.number(height))\"><title>\(pair.0.postgresText): \(Self.number(pair.1))</title></rect>"
    }.joined()
    let about =
      "\(name): \(Self.number(total)) in \(days.count) days, at most \(Self.number(most)) a day"
    return """
      <figure>
      <figcaption>\(name) <b>\(Self.number(total))</b></figcaption>
      <svg viewBox="0 0 \(days.count) 40" preserveAspectRatio="none" role="img" aria-label="\(about)">\(columns)</svg>
      <div class="axis"><span>\(days.first?.postgresText ?? "")</span><span>at most \(Self.number(most)) a day</span><span>\(days.last?.postgresText ?? "")</span></div>
      </figure>
      """
  }

  /// A bar for each label, the longest first; nothing where there is none.
  private func bars(_ section: String, _ series: String, title: String? = nil) -> String {
    let found = of(section).filter { $0.series == series && $0.day == nil && $0.amount > 0 }
      .sorted { ($1.amount, $0.label ?? "") < ($0.amount, $1.label ?? "") }
    guard let most = found.first?.amount else { return "" }
    let shown = found.prefix(Self.limitBars)
    let rows = shown.map { row in
      let width = Self.number(100 * row.amount / most)
      return "<tr><th scope=\"row\">\(HTMLPage.escaped(name(row)))</th>"
        + "<td class=\"number\">\(Self.number(row.amount))</td>"
        + "<td class=\"bar\"><svg viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
        + "<rect width=\"\(width)\" height=\"8\"></rect></svg></td></tr>"
    }.joined(separator: "\n")
    let rest = found.count - shown.count
    let more = rest > 0 ? "<tr><th scope=\"row\">and \(rest) more</th><td></td><td></td></tr>" : ""
    return """
      <figure>
      <figcaption>\(HTMLPage.escaped(title ?? series))</figcaption>
      <table>
      \(rows)\(more)
      </table>
      </figure>
      """
  }

  private func name(_ row: OperationsFunctions.ReportFiguresRow) -> String {
    let label = row.label ?? "none"
    return ["growth", "search"].contains(row.section) ? short(label) : label
  }

  /// The most bars of one list.
  private static let limitBars = 20

  // MARK: text

  /// A number with at most one decimal place, its thousands apart where it is whole.
  static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    guard tenths.truncatingRemainder(dividingBy: 10) == 0, abs(tenths) < 1e16 else {
      return String(tenths / 10)
    }
    let digits = String(Int(tenths / 10))
    var text = ""
    for (place, digit) in digits.reversed().enumerated() {
      if place > 0, place % 3 == 0, digit != "-" { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
