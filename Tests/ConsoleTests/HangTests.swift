import Glibc
import Postgres
import TestSupport
import Testing

@testable import Console

/// Apps whose code sleeps forever and ignores every cancel.
@Suite(.freshDatabase, .blocking)
struct HangTests {
  fileprivate static let prompt = " ▸ "

  fileprivate static let ban = "ban user:1 --policy fraud --for 7d --yes"

  @Test func `an act that ignores its cancel ends at the limit, and changes nothing`()
    async throws
  {
    try await Market.run { market in
      let before = try await market.digest()
      try await market.plantSleeper()
      let (hung, limit) = try await market.runIntoLimit(Self.ban)
      #expect(hung.status == 1, "\(hung.errors)")
      #expect(hung.errors.contains("stopped after \(limit) s: nothing was changed"))
      #expect(hung.errors.contains("code of the app"))
      #expect(try await market.digest() == before)
      #expect(try await market.outside.query("SELECT count(*) FROM reeve.action")[0].get(0) == 0)
      try await market.expectNobodySleeps()
      try await market.outside.execute("DROP TRIGGER sleeper ON randevoo.users")
      let done = try market.run(Self.ban, options: ["--act-limit", "60s"])
      #expect(done.status == 0, "\(done.errors)")
    }
  }

  @Test func `a preview that ignores its cancel ends at the limit`() async throws {
    try await Market.run { market in
      try await market.plantSleeper(inPolicy: true)
      let (hung, limit) = try await market.runIntoLimit(
        "ban user:1 --policy fraud --for 7d --dry-run"
      )
      #expect(hung.status == 1, "\(hung.errors)")
      #expect(hung.errors.contains("stopped after \(limit) s"))
      try await market.expectNobodySleeps()
    }
  }

  @Test func `Ctrl-C twice ends it at once, Ctrl-C once after three seconds`() async throws {
    try await Market.run { market in
      try await market.plantSleeper()
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect(Self.prompt)
      _ = try await market.stop(terminal, keys: 1)
      // The server's process is ended after 3 s without a second key: where a busy machine took as
      // long over the keys, the round proves nothing and is played again.
      let deadline = ContinuousClock.now + patience
      var wasAtOnce = false
      while !wasAtOnce, ContinuousClock.now < deadline {
        let (told, elapsed) = try await market.stop(terminal, keys: 2)
        wasAtOnce =
          told.contains("ending the statement's server process") && elapsed < .seconds(3)
      }
      #expect(wasAtOnce)
      terminal.send("quit\r")
      #expect(terminal.wait() == 0)
    }
  }

  @Test func `Ctrl-backslash cancels an act, says what became of it, and quits`() async throws {
    try await Market.run { market in
      let before = try await market.digest()
      try await market.plantSleeper()
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect(Self.prompt)
      terminal.send("\(Self.ban)\r")
      try await market.waitUntilSleeping()
      terminal.send("\u{1C}")
      try terminal.expect("nothing was changed")
      #expect(terminal.wait() == 128 + SIGQUIT)
      try await market.expectNobodySleeps()
      #expect(try await market.digest() == before)
    }
  }

  @Test func `an act that ignores its cancel ends with a console that is killed`() async throws {
    try await Market.run { market in
      let before = try await market.digest()
      try await market.plantSleeper()
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(market.arguments(), history: folder["history"])
      try terminal.expect(Self.prompt)
      terminal.send("\(Self.ban)\r")
      try await market.waitUntilSleeping()
      kill(terminal.number, SIGKILL)
      try await market.expectNobodySleeps()
      #expect(try await market.digest() == before)
    }
  }

  @Test(arguments: ["57P01", "57P02", "57P03", "25006"])
  func `what a server says of itself is a failure where an app raises it`(code: String)
    async throws
  {
    try await Market.run { market in
      try await market.outside.executeScript(
        """
        CREATE FUNCTION randevoo.shout() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE 'terminating connection due to administrator command' USING ERRCODE = '\(code)';
        END $$;
        CREATE TRIGGER shout BEFORE UPDATE ON randevoo.users
          FOR EACH ROW EXECUTE FUNCTION randevoo.shout()
        """
      )
      let run = try market.run(Self.ban)
      #expect(run.status == 1, "\(run.errors)")
      #expect(!run.errors.contains("the connection was lost"))
      #expect(!run.errors.contains("standby"))
      #expect(run.errors.contains("the app's own code or constraints refused it"))
    }
  }

  @Test(arguments: ["find user anna", "show user:1", "list user", "show product:1"])
  func `a read of a table that an app has locked ends, and names who holds it`(line: String)
    async throws
  {
    try await Market.run { market in
      let app = try await TestDatabase.current.connect()
      try await app.withTransaction { transaction in
        try await transaction.execute(
          "LOCK TABLE randevoo.users, randevoo.products /* \u{1B}[2J\n'secret' */"
        )
        // The lock is held until the answer is there.
        let run = try market.run(line)
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.errors.contains("another session has locked a table that this reads"))
        let lines = run.errors.split(separator: "\n")
        let holder = lines.first { $0.contains("process \(app.backendPID), ") }
        #expect(holder?.contains("transaction began ") == true, "\(run.errors)")
        #expect(
          holder?.contains("LOCK TABLE randevoo.users, randevoo.products /* [2J …") == true,
          "\(run.errors)"
        )
        #expect(!run.errors.contains("secret") && !run.errors.contains("\u{1B}"))
      }
      let free = try market.run(line)
      #expect(free.status == 0 || free.status == 5, "\(free.errors)")
      await app.close()
    }
  }

  @Test(arguments: ["find user anna", "show user:1", "list user"])
  func `a read that ignores its cancel ends at its limit, and says what was read`(line: String)
    async throws
  {
    try await Market.run { market in
      try await market.plantSleeper(inPolicy: true)
      let (hung, limit) = try await market.runIntoLimit(line, "--read-limit")
      #expect(hung.status == 1, "\(hung.errors)")
      #expect(
        hung.errors.contains("reading what `randevoo/user` shows was stopped after \(limit) s"),
        "\(hung.errors)"
      )
      #expect(hung.errors.contains("a policy, a view or a function"), "\(hung.errors)")
      #expect(hung.errors.contains("--read-limit"), "\(hung.errors)")
      try await market.expectNobodySleeps()
    }
  }

  @Test func `a script ends at the read that exceeds its limit, and names its line`() async throws {
    try await Market.run { market in
      try await market.plantSleeper(inPolicy: true)
      let folder = try TemporaryFolder()
      try folder.write("script", "whoami\nfind user anna\nwhoami\n")
      let script = ["-f", folder["script"]]
      let (hung, limit) = try await market.runIntoLimit(nil, "--read-limit", script)
      #expect(hung.status == 1, "\(hung.errors)")
      let said = "script:2: reading what `randevoo/user` shows was stopped after \(limit) s"
      #expect(hung.errors.contains(said), "\(hung.errors)")
    }
  }

  @Test(arguments: ["--act-limit", "--read-limit"])
  func `a limit that is no length of time is refused`(option: String) async throws {
    try await Market.run { market in
      let refused = try market.run("whoami", options: [option, "soon"])
      #expect(refused.status == 2)
      #expect(refused.errors.contains("`soon` is not a duration for \(option)"))
      let unlimited = try market.run("whoami", options: [option, "0s"])
      #expect(unlimited.status == 0)
    }
  }
}

extension HangTests {
  @Test func `a password among the console's arguments is wiped, with a warning`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let arguments = try market.arguments()
      let terminal = try PseudoTerminal(
        [arguments[0], arguments[1] + " password=hunter2-hunter2"],
        history: folder["history"]
      )
      try terminal.expect("warning: others can read a password")
      try terminal.expect(Self.prompt)
      let shown = String(
        decoding: try #require(contents(of: "/proc/\(terminal.number)/cmdline")),
        as: UTF8.self
      )
      #expect(shown.contains("--dsn\0xxxx"))
      #expect(!shown.contains("hunter2"))
      terminal.send("quit\r")
      #expect(terminal.wait() == 0)
    }
  }
}

extension Market {
  /// Has a trigger or a policy of the app sleep forever, whoever cancels it.
  fileprivate func plantSleeper(inPolicy: Bool = false) async throws {
    try await outside.executeScript(
      """
      CREATE SEQUENCE randevoo.slept;
      CREATE FUNCTION randevoo.doze() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        PERFORM pg_catalog.set_config('lock_timeout', '0', FALSE);
        PERFORM pg_catalog.nextval('randevoo.slept');
        LOOP
          BEGIN
            PERFORM pg_catalog.pg_sleep(600);
          EXCEPTION WHEN query_canceled THEN
            NULL;
          END;
        END LOOP;
      END $$;
      CREATE FUNCTION randevoo.sleeper() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM randevoo.doze();
        RETURN NEW;
      END $$
      """
    )
    try await outside.executeScript(
      inPolicy
        ? """
        ALTER TABLE randevoo.users ENABLE ROW LEVEL SECURITY;
        CREATE POLICY sleeper ON randevoo.users USING (randevoo.doze())
        """
        : """
        CREATE TRIGGER sleeper BEFORE UPDATE ON randevoo.users
          FOR EACH ROW EXECUTE FUNCTION randevoo.sleeper()
        """
    )
  }

  /// Has an act sleep, presses Ctrl-C so often, and waits until the console is connected again.
  ///
  /// - Returns: What the console said from the first key to its failure, and how long that took.
  fileprivate func stop(
    _ terminal: PseudoTerminal,
    keys: Int
  ) async throws -> (told: String, elapsed: Duration) {
    terminal.send("\(HangTests.ban)\r")
    try await waitUntilSleeping()
    let begin = ContinuousClock.now
    var told = ""
    for _ in 1...keys {
      terminal.send("\u{3}")
      // The terminal's echo, and the console's answer: two keys are two signals only where the
      // first was taken.
      told += try terminal.expect("^C\r\n")
    }
    let failure = "stopped, because it ignored the cancel: nothing was changed"
    if !told.contains(failure) { told += try terminal.expect(failure) }
    let elapsed = ContinuousClock.now - begin
    while try terminal.expect(HangTests.prompt).hasSuffix("(not connected)") {}
    try await expectNobodySleeps()
    terminal.send("whoami\r")
    try terminal.expect("rank            senior")
    try terminal.expect(HangTests.prompt)
    return (told, elapsed)
  }

  /// Runs a command with a limit of so many seconds that the app's code does run: 2, or what a busy
  /// machine takes.
  fileprivate func runIntoLimit(
    _ command: String?,
    _ option: String = "--act-limit",
    _ options: [String] = []
  ) async throws -> (run: Run, limit: Int) {
    var limit = 2
    while true {
      let all = [option, "\(limit)s"] + options
      let hung = if let command { try run(command, options: all) } else { try run(options: all) }
      if try await hasSlept() { return (hung, limit) }
      limit *= 2
      try #require(.seconds(limit) < patience, "\(hung.errors)")
    }
  }

  private func hasSlept() async throws -> Bool {
    try await outside.query("SELECT is_called FROM randevoo.slept")[0].get(0)
  }

  fileprivate func waitUntilSleeping() async throws {
    try await outside.wait(
      until: """
        SELECT count(*) = 1 FROM pg_stat_activity
        WHERE usename = $1 AND wait_event = 'PgSleep'
        """,
      [senior]
    )
  }

  /// No process of the senior's is left in the app's code.
  fileprivate func expectNobodySleeps() async throws {
    try await outside.wait(
      until: """
        SELECT count(*) = 0 FROM pg_stat_activity
        WHERE usename = $1 AND wait_event = 'PgSleep'
        """,
      [senior]
    )
  }
}
