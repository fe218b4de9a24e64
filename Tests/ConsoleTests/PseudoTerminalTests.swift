import Glibc
import Postgres
import TestSupport
import Testing

@testable import Console

@Suite(.freshDatabase, .blocking)
struct PseudoTerminalTests {
  private static let prompt = " ▸ "

  @Test func `the story: find by TAB, preview, say no, ban, undo`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      try await market.book()
      let worked = try await market.work(
        ["search.sync": "{}", "collection.expire": #"{"collection": "reservation"}"#],
        sink: folder.path
      )
      #expect(worked.status == 0, "\(worked.errors)")
      let before = try await market.digest()
      let terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect("(senior)")
      try terminal.expect(Self.prompt)

      terminal.send("show user:mar")
      try terminal.expect(":mar")
      try terminal.complete("4")
      terminal.send("\r")
      try terminal.expect("user:4 Mara Lind")
      try terminal.expect("no restriction in force")
      try terminal.expect(Self.prompt)

      terminal.send("show reservation:4\r")
      try terminal.expect("expired")
      try terminal.expect(Self.prompt)
      terminal.send("search silk\r")
      try terminal.expect("product:1  Silk bag")
      try terminal.expect(Self.prompt)

      // Several fit: they are listed with their names, and nobody's escapes get through.
      terminal.send("ban user:anna")
      try terminal.complete("user:3  Anna <U+001B>[31m <U+202E>reversed")
      try terminal.expect("user:1  Anna Keller")
      terminal.send("\u{15}ban user:1 --po")
      try terminal.complete("licy ")
      terminal.send("fr")
      try terminal.complete("aud ")
      terminal.send("--for 7d --why \"copies\"\r")
      try terminal.expect("ban user:1 Anna Keller · fraud · until ")
      try terminal.expect("1  account")
      try terminal.expect("2  products")
      try terminal.expect("2  pending reservations at their stores")
      try terminal.expect("1  approved reservation at their stores")
      // Without grace nobody is notified that a reservation waits.
      try terminal.expect("1  person, 1 notice, held 60 s")
      try terminal.expect("Go ahead? [y/N] ")
      terminal.send("\u{3}")
      try terminal.expect("nothing was changed")
      try terminal.expect(Self.prompt)
      #expect(try await market.digest() == before)

      terminal.send("\u{1B}[A\r")
      try terminal.expect("Go ahead? [y/N] ")
      terminal.send("y\r")
      try terminal.expect("done  A2  ban user:1 Anna Keller · until ")
      try terminal.expect(Self.prompt)
      #expect(try await market.digest() != before)

      terminal.send("find product --hidden\r")
      try terminal.expect("product:2  絹のスカーフ  hidden until ")
      try terminal.expect(Self.prompt)
      terminal.send("show 2\r")
      try terminal.expect("by A2 · `undo A2`")
      try terminal.expect(Self.prompt)

      terminal.send("search silk\r")
      try terminal.expect("nothing found")
      try terminal.expect(Self.prompt)
      terminal.send("show reservation:1\r")
      try terminal.expect("held")
      try terminal.expect(Self.prompt)
      terminal.send("jobs\r")
      try terminal.expect("notify.deliver")
      try terminal.expect("moderation.lift")
      try terminal.expect(Self.prompt)
      terminal.send("audit\r")
      try terminal.expect("randevoo/user:1")
      try terminal.expect(Self.prompt)

      terminal.send("undo ")
      try terminal.complete("A2 ")
      terminal.send("\r")
      try terminal.expect("undo A2, the ban of user:1 Anna Keller")
      try terminal.expect("Go ahead? [y/N] ")
      terminal.send("yes\r")
      try terminal.expect("undid A")
      try terminal.expect("1 notice withdrawn")
      try terminal.expect(Self.prompt)
      terminal.send("search silk\r")
      try terminal.expect("product:1  Silk bag")
      try terminal.expect(Self.prompt)
      #expect(try await market.digest() == before)

      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
      expectHarmless(
        terminal.transcript.unicodeScalars.filter { ![7, 8, 10, 13].contains($0.value) }.flatMap {
          Array(String($0).utf8)
        }
      )
    }
  }

  @Test func `an abbreviation never changes data, and pasted lines that would are asked about`()
    async throws
  {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect(Self.prompt)
      for line in ["cro pause expire", "job cancel 1", "cr run verify"] {
        terminal.send("\(line)\r")
        try terminal.expect("in full: it changes data.")
        try terminal.expect(Self.prompt)
      }
      terminal.send("cro preview expire\r")
      try terminal.expect("LOCAL")
      try terminal.expect(Self.prompt)
      terminal.send("\u{1B}[200~whoami\nqueues pause default\n\u{1B}[201~\r")
      try terminal.expect("2 pasted lines; 1 of them changes data. Run them? [y/N] ")
      terminal.send("\r")
      try terminal.expect(Self.prompt)
      terminal.send("quit\r")
      #expect(terminal.wait() == 0)
      let changed: Int64 = try await market.outside.query(
        """
        SELECT (SELECT count(*) FROM reeve.queue WHERE paused_at IS NOT NULL)
          + (SELECT count(*) FROM reeve.command WHERE kind ~ '^(queue|cron|job)')
        """
      )[0].get(0)
      #expect(changed == 0)
    }
  }

  @Test func `Ctrl-C cancels the statement and keeps the session`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect(Self.prompt)
      try await market.outside.withTransaction { transaction in
        try await transaction.execute("LOCK TABLE reeve.command")
        terminal.send("audit\r")
        let looker = try await TestDatabase.current.connect()
        try await looker.wait(
          until: """
            SELECT EXISTS (SELECT FROM pg_stat_activity
              WHERE usename = $1 AND wait_event_type = 'Lock')
            """,
          [market.senior]
        )
        terminal.send("\u{3}")
        try terminal.expect("cancelled")
        try terminal.expect(Self.prompt)
        try await looker.wait(
          until: """
            SELECT NOT EXISTS (SELECT FROM pg_stat_activity
              WHERE usename = $1 AND wait_event_type = 'Lock')
            """,
          [market.senior]
        )
        await looker.close()
      }
      terminal.send("half a li\u{3}")
      try terminal.expect("^C")
      try terminal.expect(Self.prompt)
      terminal.send("whoami\r")
      try terminal.expect("rank            senior")
      try terminal.expect(Self.prompt)
      terminal.send("quit\r")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `Ctrl-C during one command of the shell leaves its message a line of its own`()
    async throws
  {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(market.arguments(["audit"]), history: folder["history"])
      try await market.outside.withTransaction { transaction in
        // Taken before the console is through with its start: it waits for it there or here.
        try await transaction.execute("LOCK TABLE reeve.command")
        let looker = try await TestDatabase.current.connect()
        try await looker.wait(
          until: """
            SELECT EXISTS (SELECT FROM pg_stat_activity
              WHERE usename = $1 AND wait_event_type = 'Lock')
            """,
          [market.senior]
        )
        terminal.send("\u{3}")
        try terminal.expect("^C\r\nreeve: cancelled")
        await looker.close()
      }
      #expect(terminal.wait() == 130)
    }
  }

  @Test func `a hint that is cut ends in the prompt's line, also in ASCII`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let prompt = "\(market.senior)@\(try TestDatabase.current.name) > select ".count
      let terminal = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        term: "xterm",
        size: (Int32(prompt) + 24, 20),
        variables: ["INPUTRC=/dev/null", "LC_ALL=C"]
      )
      try terminal.expect(terminal.prompt)
      terminal.send("select ")
      try terminal.expect("\u{1B}7\u{1B}[2m")
      let hint = try terminal.expect("\u{1B}[0m")
      #expect(hint.hasSuffix("...") && hint.count < 24, "\(hint)")
      terminal.send("\u{15}\u{4}")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `Ctrl-C takes the hint away with the line`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        term: "xterm"
      )
      try terminal.expect(Self.prompt)
      terminal.send("case ")
      try terminal.expect("CASE")
      terminal.send("\u{3}")
      try terminal.expect("\u{1B}[K^C")
      try terminal.expect(Self.prompt)
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `Ctrl-backslash quits, and gives the terminal back`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect(Self.prompt)
      terminal.send("half a li\u{1C}")
      #expect(terminal.wait() == 128 + SIGQUIT)
      #expect(!terminal.transcript.contains("crashed"))
    }
  }

  @Test func `pasted lines run one by one and stop at the first error`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        term: "xterm"
      )
      try terminal.expect(Self.prompt)
      terminal.send("\u{1B}[200~whoami\nnonsense\nfind user\n\u{1B}[201~\r")
      try terminal.expect("  senior\r\n")
      try terminal.expect("`nonsense` is not a command")
      try terminal.expect("1 pasted line was not run")
      try terminal.expect(Self.prompt)

      terminal.send("\u{1B}[200~whoami\nban user:1 --policy fraud --for 7d --yes\u{1B}[201~\r")
      try terminal.expect("2 pasted lines; 1 of them changes data. Run them? [y/N] ")
      terminal.send("\r")
      try terminal.expect(Self.prompt)
      terminal.send("history user:1\r")
      try terminal.expect("no actions on user:1")
      try terminal.expect(Self.prompt)
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `a lost connection is told above the line being typed, and made again`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect(Self.prompt)
      terminal.send("who")
      try terminal.expect("who")
      try await market.outside.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE usename = $1 AND application_name = 'reeve'
        """,
        [market.senior]
      )
      try terminal.expect("the connection was lost; nothing was running")
      try terminal.expect("reconnected")
      try terminal.expect("who")
      terminal.send("ami\r")
      try terminal.expect("rank            senior")
      try terminal.expect(Self.prompt)
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `the slower of two admins sees who was faster and what differs`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect(Self.prompt)
      terminal.send("ban user:1 --policy fraud --for 7d\r")
      try terminal.expect("Go ahead? [y/N] ")
      let other = try await TestDatabase.current.login(rank: "moderator")
      try await market.enlist(other, "moderator")
      let faster = try market.run("ban user:1 --policy spam --for 1d --yes", as: other)
      #expect(faster.status == 0, "\(faster.errors)")
      terminal.send("y\r")
      try terminal.expect("refused: \(other) was faster: A1 ban")
      try terminal.expect("Nothing was changed.")
      try terminal.expect(Self.prompt)
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `history is private, keeps no addresses, and is there the next time`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let first = try PseudoTerminal(market.arguments(), history: folder["history"])
      for line in ["find user zoe", "find user x@example.com", " whoami"] {
        try first.expect(Self.prompt)
        first.send("\(line)\r")
        try first.expect("\n")
      }
      try first.expect(Self.prompt)
      first.send("\u{4}")
      #expect(first.wait() == 0)
      let kept = String(decoding: try #require(contents(of: folder["history"])), as: UTF8.self)
      #expect(kept.contains("find user zoe"))
      #expect(!kept.contains("example.com"))
      #expect(!kept.contains("whoami"))
      #expect(mode(of: folder["history"]) == 0o600)
      let second = try PseudoTerminal(market.arguments(), history: folder["history"])
      try second.expect(Self.prompt)
      second.send("\u{1B}[A\r")
      try second.expect("user:2   Zoë Brooks")
      try second.expect(Self.prompt)
      second.send("\u{4}")
      #expect(second.wait() == 0)
    }
  }

  @Test func `a history that is no file is left as it is`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let pipe = folder["pipe"]
      #expect(mkfifo(pipe, 0o644) == 0 && chmod(pipe, 0o644) == 0)
      let terminal = try PseudoTerminal(market.arguments(), history: pipe)
      try terminal.expect("the history is not saved: \(pipe): it is no file")
      try terminal.expect(Self.prompt)
      terminal.send("quit\r")
      #expect(terminal.wait() == 0)
      var status = stat()
      #expect(stat(pipe, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o644)
    }
  }
}
