import Postgres
import TestSupport
import Testing

@testable import Console

/// What an admin sees on screens of several sizes, and what a pager gets.
@Suite(.freshDatabase, .blocking)
struct ScreenTests {
  private func fill(_ market: Market, users: Int) async throws {
    try await market.outside.execute(
      """
      INSERT INTO randevoo.users(first_name, last_name, provider)
      SELECT 'Uma', 'Udo' || i, 'google' FROM generate_series(100, 99 + $1) i
      """,
      [users]
    )
  }

  @Test func `what exceeds the screen goes through the pager, and its rows can be named`()
    async throws
  {
    try await Market.run { market in
      try await fill(market, users: 100)
      try await market.atTerminal(
        term: "xterm",
        size: (80, 24),
        variables: ["PAGER=sed 's/^/| /'; read key </dev/tty"]
      ) { terminal in
        terminal.send("find user uma --limit 5\r")
        #expect(try !terminal.expect(terminal.prompt).contains("| "))
        terminal.send("find user uma --limit 60\r")
        try terminal.expect("|    60  user:")
        try terminal.expect("the first 60; more with --limit 300")
        // The pager has the keys until it ends.
        terminal.send("q\r")
        try terminal.expect(terminal.prompt)
        terminal.send("show 60\r")
        try terminal.expect("first_name")
      }
    }
  }

  @Test(arguments: [
    ("nothing-of-this-name", "exit status 127"), ("kill -9 $$", "signal 9"),
    ("head -n 2; exit 3", "exit status 3"),
  ])
  func `a pager that is missing or dies loses nothing`(pager: String, reason: String) async throws {
    try await Market.run { market in
      try await fill(market, users: 100)
      try await market.atTerminal(
        term: "xterm",
        size: (80, 24),
        variables: ["PAGER=\(pager)"]
      ) { terminal in
        terminal.send("find user uma --limit 60\r")
        for row in [1, 30, 60] { try terminal.expect(" \(row)  user:") }
        try terminal.expect("the pager failed: \(reason)")
      }
    }
  }

  @Test func `less is told that all text is UTF-8`() async throws {
    try await Market.run { market in
      try await fill(market, users: 30)
      try await market.atTerminal(
        term: "xterm",
        size: (80, 24),
        variables: ["LC_ALL=C", "PAGER=cat; echo \"is $LESSCHARSET $LESS\""]
      ) { terminal in
        terminal.send("find user uma --limit 30\r")
        try terminal.expect("is utf-8 FRX")
      }
    }
  }

  @Test func `a pager that is left early leaves the console as it was`() async throws {
    try await Market.run { market in
      try await fill(market, users: 5000)
      try await market.atTerminal(
        term: "xterm",
        size: (80, 24),
        variables: ["PAGER=head -n 3"]
      ) { terminal in
        terminal.send("find user uma --limit 5000\r")
        try terminal.expect("    2  user:")
        #expect(try !terminal.expect(terminal.prompt).contains("pager"))
        terminal.send("show 4000\r")
        try terminal.expect("first_name")
      }
    }
  }

  @Test(arguments: [(80, 24), (40, 20), (200, 50), (0, 0)])
  func `a list shows whole names on any screen`(columns: Int, rows: Int) async throws {
    try await Market.run { market in
      #expect(try market.run("ban user:1 --policy fraud --for 7d --yes").status == 0)
      try await market.atTerminal(
        size: (Int32(columns), Int32(rows)),
        variables: ["NO_COLOR=1", "LC_ALL=C", "TZ=Europe/Berlin"]
      ) { terminal in
        terminal.send("history user:1\r")
        try terminal.expect("just now")
        try terminal.expect("A1")
        let shown = try terminal.expect(terminal.prompt)
        #expect(!shown.contains("\u{1B}["))
        #expect(shown.contains("not shown: ") == (columns <= 80))
        terminal.resize(columns: 200, rows: 50)
        terminal.send("show user:1\r")
        try terminal.expect(" CE")
        try terminal.expect("banned until ")
        try terminal.expect(terminal.prompt)
        terminal.send("history user:1\r")
        #expect(try !terminal.expect("fraud").contains("not shown"))
      }
    }
  }
}
