import Display
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

/// Rows, screens and servers at their worst, on the real program.
@Suite(.freshDatabase, .blocking)
struct BadScreenTests {
  private static let prompt = " ▸ "

  @Test(arguments: [(40, 20), (1, 1), (0, 0), (65535, 65535)])
  func `names that are long, wide or reversed end no table and no screen`(
    columns: Int,
    rows: Int
  ) async throws {
    try await Market.run { market in
      let names = [
        String(repeating: "x", count: 10_000), String(repeating: "👩‍👩‍👧‍👦🇩🇪", count: 200),
        String(repeating: "سارة القاسمي ", count: 200), String(repeating: "絹", count: 10_000),
        String(repeating: "e\u{301}", count: 5000), "\u{1B}]0;title\u{7}\u{202E}reversed",
      ]
      try await market.outside.executeScript(
        """
        ALTER TABLE randevoo.users DROP CONSTRAINT users_first_name_length;
        DROP INDEX randevoo.users_name_folded;
        """
      )
      for name in names {
        try await market.outside.execute(
          "INSERT INTO randevoo.users(first_name, last_name, provider) VALUES ($1, '', 'google')",
          [name]
        )
      }
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        size: (Int32(columns), Int32(rows)),
        variables: ["INPUTRC=/dev/null", "LC_ALL=C.UTF-8", "REEVE_PAGER=cat"]
      )
      try terminal.expect(Self.prompt)
      terminal.send("list user --sort id\r")
      let listed = try terminal.expect("user:10")
      // Keys and the heading are whole, and a row is a line.
      for key in 5...9 { #expect(listed.contains("user:\(key) "), "\(columns): \(listed)") }
      try terminal.expect(Self.prompt)
      for key in 5...10 {
        terminal.send("show user:\(key)\r")
        let shown = try terminal.expect("no restriction in force")
        #expect(shown.contains("first_name"), "\(columns): \(shown)")
        try terminal.expect(Self.prompt)
      }
      if columns == 40 {
        for line in listed.split(whereSeparator: \.isNewline) where line.contains("user:") {
          #expect(SafeText("\(String(line))").width <= 40, "\(line)")
        }
      }
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
      #expect(!terminal.transcript.contains("\u{1B}]0;"))
      #expect(!terminal.transcript.contains("\u{202E}"))
    }
  }

  @Test func `a list goes on after the server process was ended between its pages`() async throws {
    try await Market.run { market in
      try await market.outside.execute(
        """
        INSERT INTO randevoo.users(first_name, last_name, provider)
        SELECT 'Uma', 'Udo', 'google' FROM generate_series(1, 50)
        """
      )
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect(Self.prompt)
      terminal.send("list user --sort id --limit 5\r")
      try terminal.expect("user:5 ")
      try terminal.expect(Self.prompt)
      let ended: Int64 = try await market.outside.query(
        """
        SELECT count(pg_terminate_backend(pid, 60000)) FROM pg_stat_activity WHERE usename = $1
        """,
        [market.senior]
      )[0].get(0)
      #expect(ended >= 1)
      terminal.send("more\r")
      try terminal.expect("user:6 ")
      try terminal.expect("user:10 ")
      try terminal.expect(Self.prompt)
      terminal.send("show 2\r")
      try terminal.expect("user:7 Uma Udo")
      try terminal.expect("no restriction in force")
      try terminal.expect(Self.prompt)
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `of two who decide one left-over, the slower is told`() async throws {
    try await Market.run { market in
      try await market.book()
      #expect(try market.run("ban user:1 --policy fraud --for 7d --yes").status == 0)
      let other = try await TestDatabase.current.login(rank: "moderator")
      try await market.enlist(other, "moderator")
      var desks: [PseudoTerminal] = []
      let folder = try TemporaryFolder()
      for (number, login) in [market.senior, other].enumerated() {
        let desk = try PseudoTerminal(
          market.arguments(as: login),
          history: folder["history\(number)"]
        )
        try desk.expect(Self.prompt)
        desk.send("left\r")
        try desk.expect("1  reservation:3")
        try desk.expect(Self.prompt)
        desk.send("revoke 1\r")
        try desk.expect("to go ahead: ")
        desks.append(desk)
      }
      // Both have seen the plan before either answers.
      let label: String = try await market.outside.query(
        "SELECT to_char(slot_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') "
          + "FROM randevoo.reservations WHERE id = 3"
      )[0].get(0)
      desks[0].send("reservation of \(label) UTC\r")
      try desks[0].expect("done  A2  revoke reservation:3")
      desks[1].send("reservation of \(label) UTC\r")
      let told = try desks[1].expect(Self.prompt)
      #expect(told.contains("refused: cannot revoke: reservation:3 is not in a state"), "\(told)")
      desks[1].send("left\r")
      try desks[1].expect("nothing is left to decide")
      try desks[1].expect(Self.prompt)
      try desks[0].expect(Self.prompt)
      for desk in desks {
        desk.send("\u{4}")
        #expect(desk.wait() == 0)
      }
      let acts: Int64 = try await market.outside.query(
        "SELECT count(*) FROM reeve.action WHERE verb = 'revoke'"
      )[0].get(0)
      #expect(acts == 1)
    }
  }

  @Test func `ten thousand signals a second leave the line being typed, and are counted`()
    async throws
  {
    try await Market.run { market in
      let app = try await market.reporting()
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        size: (120, 30),
        variables: ["INPUTRC=/dev/null", "LC_ALL=C.UTF-8"]
      )
      try terminal.expect(Self.prompt)
      // The first look only finds out where to begin.
      try await market.waitForNews(toSay: "%console_news%")
      terminal.send("show user:3 --output json")
      try terminal.expect("--output json")
      let before = try memory(of: terminal.number)
      let start = ContinuousClock.now
      // It looks at once when it has not looked for a second; a signal within that second makes it
      // wait, and it hears no more meanwhile.
      try await market.waitForNews(toSay: "UNLISTEN%", signalling: true)
      // Every signal says something else: equal ones of a transaction would be one.
      try await market.outside.execute(
        """
        DO $$ BEGIN
          FOR batch IN 1..600 LOOP
            PERFORM pg_notify('reeve_console', batch || repeat('x', 1000) || i)
            FROM generate_series(1, 100) i;
            COMMIT;
          END LOOP;
        END $$
        """
      )
      let signals = 60_000 / ((ContinuousClock.now - start) / .seconds(1))
      try await app.connection.execute(
        """
        SELECT reeve.report_file('randevoo', 'user', '3', words => 'x', policy => 'fraud',
          reporter => 'user:' || i) FROM unnest(ARRAY[1, 2, 4]) i
        """
      )
      try await market.outside.execute("SELECT pg_notify('reeve_console', '')")
      let above = try terminal.expect("▪ 3 urgent reports  `queue`")
      #expect(!above.contains("▪"), "\(above)")
      // The line is drawn again below the notice, and goes on.
      try terminal.expect("show user:3 --output json")
      let after = try memory(of: terminal.number)
      print("memory from \(before) to \(after) KiB at \(signals) signals a second")
      terminal.send("\r")
      try terminal.expect("\"first_name\"")
      try terminal.expect(Self.prompt)
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
    }
  }

  /// The KiB that a program has in memory.
  private func memory(of process: Int32) throws -> Int {
    let status = try #require(contents(of: "/proc/\(process)/status"))
    let lines = String(decoding: status, as: UTF8.self)
    let line = try #require(lines.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  @Test func `conditions of 1 MB are an answer or a refusal, not a screenful`() async throws {
    try await Market.run { market in
      let console = try MemoryConsole(as: market.senior)
      let long = String(repeating: "x", count: 1_000_000)
      for (line, code) in [
        ("list user --where last_name=\(long)", ExitStatus.ok),
        ("list user --where 'last_name^=\(long)'", .ok),
        ("list user --where id=\(long)", .usage), ("list user --where \(long)=1", .usage),
        ("list user --where \(long)", .usage), ("list user --sort \(long)", .usage),
      ] {
        let run = await console.run(line)
        #expect(run.code == code, "\(line.prefix(40)): \(run.text.prefix(400))")
        #expect(run.text.utf8.count < 2000, "\(line.prefix(40)): \(run.text.utf8.count) bytes")
      }
      try await console.close()
    }
  }

  @Test func `500 collections are listed, completed and told apart`() async throws {
    try await Market.run { market in
      let owner = try await TestDatabase.current.login("many")
      var script = "CREATE SCHEMA many AUTHORIZATION \(owner); SET ROLE \(owner);"
      var catalog = "app: many\nschema: many\nowner: \(owner)\ntitle: Many\ncollections:\n"
      for number in 1...500 {
        script += "CREATE TABLE many.t\(number)(id bigint PRIMARY KEY, name text);"
        catalog +=
          "  thing\(number): {table: t\(number), key: [id], label: t.name, show: [id, name]}\n"
      }
      try await market.outside.executeScript(script + "INSERT INTO many.t500 VALUES (7, 'Last');")
      let folder = try TemporaryFolder()
      try folder.write("catalog.yaml", catalog)
      let applied = try Run(
        ["catalog", "apply", folder["catalog.yaml"], "--dsn", TestDatabase.current.conninfo()]
      )
      #expect(applied.status == 0, "\(applied.errors)")
      let console = try MemoryConsole(as: market.senior)
      let all = await console.run("find").text
      for number in [1, 250, 500] { #expect(all.contains("thing\(number) "), "\(all)") }
      #expect(await console.run("list thing500").text.contains("thing500:7"))
      let wrong = await console.run("list thing501")
      #expect(wrong.code == .notFound)
      #expect(wrong.text.contains("there is no collection `thing501`"), "\(wrong.text)")
      #expect(wrong.text.utf8.count < 1000, "\(wrong.text)")
      try await console.close()
    }
  }
}
