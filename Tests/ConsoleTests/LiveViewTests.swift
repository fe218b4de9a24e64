import Catalog
import Display
import Glibc
import Outcome
import Postgres
import Prompt
import TestSupport
import Testing

@testable import Console

struct TopTextTests {
  @Test func `a sparkline is as high as its greatest number`() {
    #expect(sparkline([0, 1, 4, 8]) == "▁▂▅█")
    #expect(sparkline([0, 0]) == "▁▁")
    #expect(["0.0", "0.1", "12.0", "5230"] == [0, 0.06, 12, 5230.4].map(rateText))
  }
}

@Suite(.freshDatabase)
struct LiveViewTests {
  @Test func `a script that watches gets what is new, until what it waits for is there`()
    async throws
  {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("user", 1, nil, "fraud", by: 2)
      let console = try MemoryConsole(as: market.senior)
      let watching = Task {
        await console.run("watch queue --json case --output ndjson --every 1s --until C2")
      }
      let looked = "SELECT count(*) FROM reeve.case"
      let end = ContinuousClock.now + patience
      while try await market.outside.query(looked)[0].get(0) == 0, ContinuousClock.now < end {}
      try await app.report("user", 3, nil, "spam", by: 2)
      let run = await watching.value
      #expect(run.code == .ok)
      #expect(run.text == #"{"case":"C1"}"# + "\n" + #"{"case":"C2"}"# + "\n")
      try await console.close()
    }
  }

  @Test(arguments: [
    ("watch next", "`next` changes data, so it is not run again and again"),
    ("watch show user:1 --nope", "`show` has no flag `--nope`"), ("watch", "needs a command"),
    ("watch \"queue --limit 0\"", "Give a number"), ("watch nonsense", "is not a command"),
    ("watch queue --every 0s", "is not a duration"), ("watch --every 2s", "needs a command"),
  ])
  func `only a line that reads is watched`(line: String, message: String) async throws {
    try await Market.run { market in
      let console = try MemoryConsole(as: market.senior)
      let run = await console.run(line)
      #expect(run.code == .usage)
      #expect(run.text.contains(message), "\(run.text)")
      try await console.close()
    }
  }

  @Test func `on a screen a watched page is drawn again as it changes, and stays when one leaves`()
    async throws
  {
    try await Market.run { market in
      let app = try await market.reporting()
      for user in 1...4 { try await app.report("user", user, nil, "fraud", by: 2) }
      let console = try MemoryConsole(as: market.senior, screen: ScreenSize(columns: 80, rows: 6))
      let watching = Task { await console.run("watch queue --every 1s") }
      try await console.press(.resized, once: "… 2 more lines")
      #expect(console.page.count == 6)
      #expect(console.page[0] == "every 1 s: queue   q or Ctrl-C ends")
      console.resize(ScreenSize(columns: 20, rows: 10))
      try await console.press(.resized, once: "    4  C4    user:4")
      #expect(console.page.allSatisfy { Untrusted($0).width <= 20 }, "\(console.page)")
      try await console.press(.key(.character("q")), once: "C4")
      let run = await watching.value
      #expect(run.code == .ok)
      #expect(run.text.split(separator: "\n").count == 5, "\(run.text)")
      try await console.close()
    }
  }

  @Test(arguments: [(80, 24), (40, 20), (200, 50), (30, 3), (1, 1)])
  func `the board fits every screen`(columns: Int, rows: Int) async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("user", 1, nil, "fraud", by: 2)
      let size = ScreenSize(columns: columns, rows: rows)
      let console = try MemoryConsole(as: market.senior, screen: size)
      let top = Task { await console.run("top") }
      let database = try TestDatabase.current.name
      try await console.press(.resized, once: columns > 20 ? String(database.prefix(9)) : "")
      let page = console.page
      #expect(page.count == rows)
      #expect(page.allSatisfy { Untrusted($0).width <= columns }, "\(page)")
      try await console.press(.key(.character("q")), once: "")
      #expect(await top.value.code == .ok)
      try await console.close()
    }
  }

  @Test func `a row of the board is looked into, and one comes back`() async throws {
    try await Market.run { market in
      let app = try await market.reporting()
      try await app.report("user", 1, nil, "fraud", by: 2)
      try await app.report("user", 2, nil, "fraud", by: 1)
      let console = try MemoryConsole(as: market.senior, screen: ScreenSize(columns: 80, rows: 24))
      let top = Task { await console.run("top") }
      try await console.press(.key(.down), once: "▸ default")
      try await console.press(.key(.enter), once: "▸ 1 hour")
      try await console.press(.key(.last), once: "    2  C2    user:2")
      try await console.press(.key(.back), once: "Esc goes back")
      try await console.press(.key(.back), once: "Enter looks into it")
      #expect(await top.value.code == .ok)
      let plain = try MemoryConsole(as: market.senior)
      let lines = await plain.run("top").text.split(separator: "\n")
      #expect(
        lines.contains { $0.hasPrefix("  1 hour               2        2        0  ") },
        "\(lines)"
      )
      #expect(lines.contains("  none: jobs wait until one starts"))
      try await console.close()
      try await plain.close()
    }
  }
}

@Suite(.freshDatabase, .blocking)
struct WholeScreenTests {
  private static let prompt = " ▸ "
  private static let taken = "\u{1B}[?1049h"
  private static let returned = "\u{1B}[?25h\u{1B}[?1049l"

  private func terminal(
    _ market: Market,
    _ folder: TemporaryFolder,
    term: String = "xterm"
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      market.arguments(),
      history: folder["history"],
      term: term,
      size: (80, 24),
      variables: ["INPUTRC=/dev/null", "NO_COLOR=1", "PAGER="]
    )
    try terminal.expect(Self.prompt)
    return terminal
  }

  @Test func `keys and sizes reach the board, and Ctrl-C gives the screen back`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let terminal = try terminal(market, folder)
      terminal.send("top\r")
      try terminal.expect(Self.taken)
      try terminal.expect("▸ default")
      terminal.send("\u{1B}[B")
      try terminal.expect("▸ 1 hour")
      terminal.resize(columns: 30, rows: 8)
      try terminal.expect("↑↓ choose a row · Enter looks…")
      terminal.send("\u{3}")
      try terminal.expect(Self.returned)
      try terminal.expect(Self.prompt)
      // What was typed at the board is no part of the line, and keys are echoed again.
      terminal.send("whoami\r")
      try terminal.expect("chain_head")
      try terminal.expect(Self.prompt)
      #expect(!terminal.transcript.contains("\u{1B}[3"), "no colours")
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `SIGTERM and a lost connection give the screen back`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let console = try terminal(market, folder)
      console.send("watch top --every 1s\r")
      try console.expect("every 1 s: top")
      try console.expect("CASES UP TO")
      kill(console.number, SIGTERM)
      try console.expect(Self.returned)
      #expect(console.wait() == 128 + SIGTERM)

      let other = try terminal(market, folder)
      other.send("top\r")
      try other.expect("▸ default")
      try await market.outside.execute("ALTER ROLE \"\(market.senior)\" NOLOGIN")
      try await market.outside.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """
      )
      try other.expect(Self.returned)
      try other.expect("is not permitted to log in")
      try other.expect(Self.prompt)
      other.send("\u{4}")
      #expect(other.wait() == 0)
    }
  }

  @Test func `a terminal that cannot go back gets plain lines`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let terminal = try terminal(market, folder, term: "dumb")
      terminal.send("top\r")
      try terminal.expect("CASES UP TO")
      try terminal.expect(Self.prompt)
      terminal.send("watch queues --every 1s --until default\r")
      try terminal.expect("default")
      try terminal.expect(Self.prompt)
      #expect(!terminal.transcript.contains("\u{1B}"))
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `what waits is shown before the first prompt, and news above the line being typed`()
    async throws
  {
    try await Market.run { market in
      let other = try await TestDatabase.current.login(rank: "moderator")
      try await market.enlist(other, "moderator")
      let app = try await market.reporting()
      try await app.report("user", 1, nil, "fraud", by: 2)
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        size: (80, 24),
        variables: ["INPUTRC=/dev/null", "PAGER="]
      )
      try terminal.expect("  1 new report came in  `queue`")
      try terminal.expect(Self.prompt)
      terminal.send("next\r")
      try terminal.expect(" C1 10m ▸ ")
      terminal.send("show user")
      try terminal.expect("show user")
      let colleague = try MemoryConsole(as: other)
      _ = await colleague.run("ban user:2 --policy fraud --forever --why x --yes")
      try terminal.expect("▪ \(other) asks for your approval of P1  `approvals`")
      try terminal.expect("show user")
      terminal.send(":1\r")
      try terminal.expect("Anna Keller")
      try terminal.expect(Self.prompt)
      #expect(await colleague.run("steal C1").code == .ok)
      try terminal.expect("▪ C1 is no longer yours  `case C1`")
      try terminal.expect("\(market.senior)@")
      #expect(try !terminal.expect(Self.prompt).contains("C1"))
      try await colleague.close()
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }
}
