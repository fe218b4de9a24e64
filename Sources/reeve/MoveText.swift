import Catalog
import Import
import Operations

/// A ledger for people, as lines and as a page.
struct MoveText {
  let ledger: MoveLedger

  /// Its lines.
  var lines: [String] {
    var lines = ["ledger of \(ledger.app), command \(ledger.command)"]
    if let before = ledger.before { lines.append("  \(before)") }
    for line in ledger.imports {
      let numbers = line.numbers.filter { $0.name == "read" || $0.value > 0 }
        .map { "\($0.name) \($0.value)" }.joined(separator: "  ")
      lines.append("  \(line.source) → \(line.table)  \(numbers)")
      lines += line.told.map { "    \($0)" }
    }
    lines += ledger.gone.flatMap { ["  \(title($0))"] + keys($0).map { "    \($0)" } }
    lines += ledger.acts.map { "  \(title($0))  \($0.outcome)" }
    for list in ledger.lists {
      lines.append("  \(list.name)  \(list.total)  \(list.help)")
      lines += list.rows.map { row in "    " + row.map { $0 ?? "–" }.joined(separator: "  ") }
      if list.total > list.rows.count {
        lines.append(
          "    … and \(list.total - list.rows.count) more: `\(list.name)` in the console"
        )
      }
    }
    return lines
  }

  /// The page.
  var html: String {
    HTMLPage.document(
      "\(ledger.app): move",
      intro: HTMLPage.escaped(
        [
          ledger.isWhole
            ? "Every record of the exports is in its table."
            : "Not every record of the exports is in its table.",
          "On record as command \(ledger.command).",
          ledger.before.map { "\($0)." } ?? "",
        ].joined(separator: " ")
      ),
      body: (ledger.imports.map(section) + ledger.gone.map(section) + acts
        + ledger.lists.map(section)).joined(separator: "\n")
    )
  }

  private func title(_ missing: MoveLedger.Missing) -> String {
    "\(missing.source)  gone \(missing.total)"
      + (missing.edited > 0 ? "  edited here \(missing.edited)" : "")
  }

  private func title(_ act: MoveLedger.Act) -> String {
    "\(act.verb) \(act.count) of \(act.collection), \(act.reason)"
  }

  /// The first rows that are gone, by their names in the console.
  private func keys(_ missing: MoveLedger.Missing) -> [String] {
    let keys = missing.keys.map { key in missing.collection.map { "\($0):\(key)" } ?? key }
    let rest = missing.total - missing.edited - keys.count
    return (keys.isEmpty ? [] : [keys.joined(separator: "  ")])
      + (rest > 0 ? ["… and \(rest) more"] : [])
  }

  private func section(_ missing: MoveLedger.Missing) -> String {
    section(
      title(missing),
      "Rows of \(missing.table) whose records the last export has no more.",
      [("", keys(missing).map { [$0] })]
    )
  }

  private var acts: [String] {
    guard !ledger.acts.isEmpty else { return [] }
    let rows = ledger.acts.map { [title($0), $0.outcome] }
    return [section("Actions", "Each is on record.", [("", rows)])]
  }

  private func section(_ line: MoveLedger.Line) -> String {
    let numbers = line.numbers.map { [$0.name, String($0.value)] }
    return section(
      "\(line.source) → \(line.table)",
      "\(line.role.rawValue): \(line.path), read by \(line.mapping)",
      [("", numbers)] + [("Told", (line.told + line.verified.examples).map { [$0] })]
    )
  }

  private func section(_ list: MoveLedger.List) -> String {
    let rest = list.total - list.rows.count
    let more = rest > 0 ? [["… and \(rest) more"]] : []
    let rows = list.rows.map { row in row.map { $0 ?? "" } }
    return section(
      "\(list.name): \(list.total)",
      list.help,
      [("", (rows.isEmpty ? [] : [list.columns]) + rows + more)]
    )
  }

  private func section(_ title: String, _ intro: String, _ tables: [(String, [[String]])]) -> String
  {
    let parts = tables.filter { !$0.1.isEmpty }.map { title, rows in
      let lines = rows.map { row in
        "<tr>" + row.map { "<td>\(HTMLPage.escaped($0))</td>" }.joined() + "</tr>"
      }
      return "<figure><figcaption>\(title)</figcaption><table>\n"
        + lines.joined(separator: "\n") + "\n</table></figure>"
    }
    return "<h2>\(HTMLPage.escaped(title))</h2>\n<p>\(HTMLPage.escaped(intro))</p>\n"
      + parts.joined(separator: "\n")
  }
}
