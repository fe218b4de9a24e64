import Postgres
import Prompt
import TestSupport
import Testing

@testable import Console

/// What the keys of an app's rows, which TAB puts into the line, try on whoever types it.
@Suite(.freshDatabase, .blocking)
struct HostileNameTests {
  private static let catalog = """
    app: odd
    schema: odd
    owner: randevoo_owner
    title: Odd
    collections:
      thing:
        table: thing
        key: [id]
        label: t.name
        show: [id, name]
        find: folded
    actions: []
    """

  private func prepare(_ market: Market, _ folder: TemporaryFolder) async throws {
    try await market.outside.executeScript(
      #"""
      CREATE SCHEMA odd AUTHORIZATION randevoo_owner;
      SET ROLE randevoo_owner;
      CREATE TABLE odd.thing(id text PRIMARY KEY, name text NOT NULL,
        folded text GENERATED ALWAYS AS (lower(name)) STORED);
      CREATE INDEX ON odd.thing(folded text_pattern_ops);
      INSERT INTO odd.thing VALUES
        (E'1\nshow user:2', 'Evil Edna'), (U&'k\202Egro', 'Evil Rudi'),
        (E'x\x1b]0;owned\x07', 'Evil Uwe'), ('$(touch /tmp/owned)', 'Evil Shell'), ('plain', 'Evil Edda');
      RESET ROLE;
      """#
    )
    try folder.write("catalog.yaml", Self.catalog)
    let applied = try Run([
      "catalog", "apply", folder["catalog.yaml"], "--dsn", try TestDatabase.current.conninfo(),
    ])
    #expect(applied.status == 0, "\(applied.errors)")
  }

  @Test func `a key does nothing to the line that TAB puts it into`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      try await prepare(market, folder)
      let terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect(terminal.prompt)
      // Control: what can be typed is put in, the one of two that fit.
      terminal.send("show thing:Evil Ed")
      try terminal.complete("plain")
      terminal.send("\r")
      try terminal.expect("Evil Edda")
      try terminal.expect(terminal.prompt)
      terminal.send("show thing:Evil Sh")
      try terminal.complete(#"thing:\$\(touch\ /tmp/owned\)"#)
      terminal.send("\r")
      try terminal.expect("Evil Shell")
      try terminal.expect(terminal.prompt)
      for name in ["Edn", "Rud", "Uw"] {
        let screen = terminal.transcript.count
        terminal.send("show thing:Evil \(name)\t\t\t\r")
        terminal.send("find user Mara\r")
        try terminal.expect("user:4")
        try terminal.expect(terminal.prompt)
        let printed = String(terminal.transcript.dropFirst(screen))
        #expect(!printed.contains("pasted lines") && !printed.contains("Brooks"))
        for sequence in ["\u{1B}]0;owned", "\u{202E}"] {
          #expect(!printed.contains(sequence), "\(printed.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: [
    ("4711", true), ("plain", true), ("Zoë", true), ("絹のスカーフ", true), ("می‌خواهم", true),
    ("$(true)", true), ("--yes", true), ("a\nb", false), ("a\rb", false), ("\u{1B}[2J", false),
    ("a\u{9B}31m", false), ("a\u{202E}b", false), ("a\u{2066}b", false), ("a\u{2028}b", false),
    ("a\u{200B}b", false), ("a\u{0}b", false), ("a\u{FEFF}", false), ("a\tb", false),
  ])
  func `only what shows as it is can be typed`(text: String, can: Bool) {
    #expect(Candidate(text: text).canBeTyped == can)
  }
}
