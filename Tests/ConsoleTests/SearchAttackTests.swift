import Display
import Postgres
import TestSupport
import Testing

@testable import Console

/// What the name of a parent tries on the terminal of whoever finds its rows.
@Suite(.freshDatabase, .blocking)
struct SearchAttackTests {
  /// Sets the window's title, clears the screen, turns to red by C1, and writes backwards.
  private static let name = "Keller \u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}velvet"
  private static let shown = "Keller <U+001B>]0;owned<U+0007><U+001B>[2J<U+009B>31m<U+202E>velvet"

  @Test func `the name of a parent does nothing to the terminal that shows it in a child's label`()
    async throws
  {
    try await Market.run { market in
      try await prepare(market)
      for format in OutputFormat.allCases {
        let run = try market.run("search velvet --in product --output \(format.rawValue)")
        #expect(run.status == 0, "\(format): \(run.errors)")
        #expect(run.output.contains("owned"), "\(format) shows the name")
        expectHarmless(run.output.utf8.filter { $0 != 0x0A && $0 != 0x09 && $0 != 0x0D })
      }
      #expect(try market.run("search velvet --in product").output.contains(Self.shown))
      try await market.atTerminal(term: "xterm-256color") { terminal in
        let screen = terminal.transcript.count
        terminal.send("search keller --in product --limit 1\r")
        try terminal.expect("owned")
        try terminal.expect("velvet")
        try terminal.expect("shows the next")
        let printed = String(terminal.transcript.dropFirst(screen))
        for sequence in ["\u{1B}]0;owned", "\u{1B}[2J", "\u{9B}", "\u{202E}"] {
          #expect(!printed.contains(sequence), "\(printed.debugDescription)")
        }
        #expect(printed.contains("<U+001B>]0;owned<U+0007>"), "\(printed.debugDescription)")
        // The matched word is set off, by a sequence of the console's own.
        #expect(printed.contains(#/\u{1B}\[[0-9;]+mKeller\u{1B}\[/#), "\(printed.debugDescription)")
      }
    }
  }

  /// Labels products by their stores' names too, by which they are found.
  private func prepare(_ market: Market) async throws {
    try await market.outside.execute("UPDATE randevoo.stores SET name = $1", [Self.name])
    try await market.outside.executeScript(
      """
      \(fixture("index.sql"))
      SELECT count(*) FROM reeve.app a CROSS JOIN LATERAL reeve.catalog_apply(jsonb_set(a.manifest,
        '{collections,product,label}', to_jsonb(
        't.name || '' at '' || (SELECT s.name FROM randevoo.stores s WHERE s.id = t.store_id)'::text
        ))) WHERE a.app = 'randevoo';
      SELECT pg_temp.index_build('randevoo', 'product');
      """
    )
  }
}
