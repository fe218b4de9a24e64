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
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <meta name="robots" content="noindex"/>
      <title>\(Self.escaped(title))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header>
      <h1>\(Self.escaped(title))</h1>
      <p>\(span), as of \(Self.escaped(readAt)). Days are those of UTC. Counts only: nobody is named.</p>
      </header>
      <main>
      \(body)
      </main>
      </body>
      </html>

      """
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
        "<div class=\"tile\"><b>\(Self.number($0.amount))</b> \(Self.escaped(label))</div>"
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
    let name = Self.escaped(title ?? series)
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
      return "<tr><th scope=\"row\">\(Self.escaped(name(row)))</th>"
        + "<td class=\"number\">\(Self.number(row.amount))</td>"
        + "<td class=\"bar\"><svg viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
        + "<rect width=\"\(width)\" height=\"8\"></rect></svg></td></tr>"
    }.joined(separator: "\n")
    let rest = found.count - shown.count
    let more = rest > 0 ? "<tr><th scope=\"row\">and \(rest) more</th><td></td><td></td></tr>" : ""
    return """
      <figure>
      <figcaption>\(Self.escaped(title ?? series))</figcaption>
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

  /// A text for HTML, whoever wrote it: markup escaped, invisible characters made visible.
  static func escaped(_ text: String) -> String {
    var html = ""
    for character in Untrusted(text).printed.unicodeScalars {
      switch character {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      default: html.unicodeScalars.append(character)
      }
    }
    return html
  }

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

  private static let style = """
    :root { --back: #fff; --text: #1c2430; --dim: #5a6675; --line: #dde3ea; --mark: #2563a8; }
    @media (prefers-color-scheme: dark) {
      :root { --back: #12171e; --text: #e6ebf1; --dim: #9aa7b6; --line: #2c3642; --mark: #6cb0f5; }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--back); color: var(--text);
      font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
    h1 { font-size: 1.6rem; margin: 0; }
    h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; border-bottom: 1px solid var(--line); }
    p, figcaption, .axis, .tile { color: var(--dim); }
    b { color: var(--text); }
    .tiles { display: flex; flex-wrap: wrap; gap: .6rem; margin-bottom: 1rem; }
    .tile { border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .8rem; }
    .tile b { font-size: 1.3rem; }
    .parts { display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); }
    figure { margin: 0; min-width: 0; }
    figure svg { display: block; width: 100%; height: 5rem; border-bottom: 1px solid var(--line); }
    td svg { height: .7rem; border: 0; }
    rect { fill: var(--mark); }
    .axis { display: flex; justify-content: space-between; font-size: .8rem; }
    table { width: 100%; border-collapse: collapse; table-layout: fixed; }
    th { text-align: left; font-weight: normal; width: 44%; }
    .number { text-align: right; width: 30%; white-space: nowrap; font-variant-numeric: tabular-nums; padding-right: .6rem; }
    @media print { body { max-width: none; } figure { break-inside: avoid; } }
    """
}
