import Glibc
import Postgres
import TestSupport
import Testing

@testable import Console

@Suite(.freshDatabase, .blocking)
struct CommandLineTests {
  @Test func `each way to fail has its exit code and names the way out`() async throws {
    try await Market.run { market in
      let viewer = try await TestDatabase.current.login(rank: "viewer")
      try await market.enlist(viewer, "viewer")
      let cases: [(String, Int32, String, String?)] = [
        ("whoami", 0, "", nil), ("xyzzy", 2, "`xyzzy` is not a command", nil),
        ("show user:99", 5, "there is no user:99", nil),
        ("show usr:1", 5, "Did you mean `user`?", nil),
        ("ban user:1 --policy fraud --for 7d", 4, "Add --yes, or --dry-run", nil),
        ("ban user:1 --policy nope --for 7d --yes", 2, "nope", nil),
        ("ban user:1 --policy fraud --yes", 2, "--for", nil),
        ("hide reservation:1 --policy fraud --yes", 2, "is not declared for reservation", nil),
        ("ban user:1 --policy fraud --for 7d --yes", 4, "moderator", viewer),
        ("undo A99 --yes", 5, "A99", nil), ("unban user:1 --yes", 5, "no `ban` is in force", nil),
        ("show 1", 2, "there is no list yet", nil),
        ("find user \"", 2, "unclosed quote", nil),
        ("audit export", 2, "needs a file", nil),
        ("jobs stop 1", 2, "`jobs stop` is unknown", nil),
        ("jobs why", 2, "needs a job's number", nil),
        ("jobs why x", 2, "`x` is not a valid job", nil),
        ("jobs why 1 2", 2, "`2` is one argument too many", nil),
        ("jobs why 1,2", 2, "is 2 jobs, but this command takes one", nil),
        ("jobs why 99999999999999999999", 2, "is not a valid job", nil),
        ("jobs why 0", 2, "is not a valid job", nil),
        ("jobs show 999", 5, "there is no job 999", nil),
        ("jobs watch 999", 5, "there is no job 999", nil),
        ("jobs show \u{1B}[31m", 2, "`<U+001B>[31m` is not a valid job", nil),
        ("jobs cancel", 2, "needs a job's number", nil),
        ("jobs cancel 999", 5, "there is no job 999", nil),
        ("jobs cancel 998 999", 5, "2 of 2 jobs were not changed", nil),
        ("jobs cancel 998 999", 4, "rank senior", viewer),
        ("jobs watch 1 --limit 2", 2, "`jobs watch` has no flag `--limit`", nil),
        ("jobs of user:x", 5, "no user has the key x", nil),
        ("queues stop default", 2, "unknown", nil), ("queues pause", 2, "needs", nil),
        ("queues pause nope", 5, "there is no queue nope", nil),
        ("queues resume default", 1, "not paused", nil),
        ("queues pause default", 4, "rank senior", viewer),
        ("queues pause default --rate 1", 2, "has no flag `--rate`", nil),
        ("queues limit default", 2, "needs a limit", nil),
        ("queues limit default --none --running 1", 2, "cannot be combined", nil),
        ("queues limit default --rate nan", 2, "is not a rate", nil),
        ("queues limit default --burst 1", 2, "a burst needs a rate", nil),
        ("cron list verify", 2, "`verify` is one argument too many", nil),
        ("cron pause", 2, "needs a schedule", nil), ("cron stop verify", 2, "unknown", nil),
        ("cron preview 0 0 31 2 *", 2, "no month of \"2\" has the day \"31\"", nil),
        ("cron preview \"0 4 * * * \u{1B}[31m\"", 2, "0 4 * * *", nil),
        ("cron preview @daily --zone Mars/Base", 2, "no time zone Mars/Base", nil),
        ("cron run nope", 5, "there is no schedule nope", nil),
        ("cron run verify", 4, "rank senior", viewer),
        ("cron resume verify", 1, "not paused", nil),
      ]
      for (line, status, text, login) in cases {
        let run = try market.run(line, as: login)
        #expect(run.status == status, "\(line): \(run.errors)")
        #expect(run.errors.contains(text), "\(line): \(run.errors)")
        expectHarmless(run.errors.utf8.filter { $0 != 0x0A })
      }
      let away = try Run(["--dsn", "host=/nonexistent", "-c", "whoami"])
      #expect(away.status == 3)
      #expect(away.errors.contains("cannot connect"))
      #expect(try market.run("help exit-codes").status == 0)
    }
  }

  @Test func `schedules are listed, previewed, paused, resumed and run, and it is recorded`()
    async throws
  {
    try await Market.run { market in
      try await market.outside.execute(
        """
        UPDATE reeve.cron SET every = NULL, expression = '30 2 * * *', zone = 'Europe/Berlin',
          next_at = '2026-01-01 01:30Z' WHERE name = 'verify'
        """
      )
      let run = try market.run(
        "cron --output csv",
        "cron preview \"0 */6 * * *\" --zone Asia/Kathmandu --count 3 --output tsv",
        "cron pause verify --why repairs",
        "cron resume randevoo/verify",
        "cron preview verify --count 1 --json utc_offset",
        "cron run verify",
        "jobs --json kind,state",
        "audit --limit 3 --json kind,subject,outcome"
      )
      #expect(run.status == 0, "\(run.errors)")
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines.contains { $0.contains("verify,search.verify,30 2 * * *,Europe/Berlin,last") })
      #expect(lines.count { $0.contains("\tUTC+05:45\t") } == 3, "\(run.output)")
      #expect(lines.contains("verify is paused"))
      #expect(lines.contains { $0.hasPrefix("randevoo/verify is active again; next at 20") })
      #expect(lines.contains { $0.contains("verify runs as job ") })
      #expect(run.output.contains(#""kind":"search.verify","state":"available""#))
      for kind in ["pause", "resume", "run"] {
        #expect(
          run.output.contains(
            #""kind":"cron.\#(kind)","subject":"schedule randevoo/verify","outcome":"done""#
          ),
          "\(run.output)"
        )
      }
      // What fell due while it was paused is listed, with its reason.
      let skipped = try await market.outside.query(
        "SELECT skipped, fire_at = '2026-01-01 01:30Z' FROM reeve.cron_fire"
      )
      #expect(try skipped.first?.get(0, as: String.self) == "paused")
      #expect(try skipped.first?.get(1, as: Bool.self) == true)
    }
  }

  @Test func `a database that no longer serves this release says so`() async throws {
    try await Market.run { market in
      try await market.outside.execute(
        """
        CREATE OR REPLACE FUNCTION reeve.client_oldest() RETURNS text
        LANGUAGE sql IMMUTABLE AS $$SELECT '999.0.0'$$
        """
      )
      let run = try market.run("whoami")
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("requires 999.0.0 or later"), "\(run.errors)")
      #expect(run.errors.contains("Install a newer Reeve."))
    }
  }

  @Test func `a ban that nothing enforces is recorded only when told so`() async throws {
    try await Market.run { market in
      try await market.outside.execute("UPDATE reeve.collection SET enforcement = 'none'")
      let ban = "ban user:1 --policy fraud --for 7d"
      let refused = try market.run("\(ban) --yes")
      #expect(refused.status == 4)
      #expect(refused.errors.contains("recorded, NOT enforced"), "\(refused.errors)")
      #expect(refused.errors.contains("--record-only"))
      let planned = try market.run("\(ban) --dry-run")
      #expect(planned.status == 0, "\(planned.errors)")
      #expect(planned.output.contains("recorded, NOT enforced"))
      let done = try market.run("\(ban) --yes --record-only")
      #expect(done.status == 0, "\(done.errors)")
      #expect(done.output.contains("done  A1"))
    }
  }

  @Test func `commands share rows, and the first failure ends them`() async throws {
    try await Market.run { market in
      let run = try market.run(
        "find user --limit 2",
        "ban 1,2 --policy fraud --for 7d --yes",
        "unban _ --yes",
        "whoami"
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("done  A1  ban user:"))
      #expect(run.output.contains("done  A2  ban user:"))
      let stopped = try market.run("show user:99", "whoami")
      #expect(stopped.status == 5)
      #expect(!stopped.output.contains("senior"))
    }
  }

  @Test func `a script says where it failed, and echoes with the prompt`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      try folder.write("story", "# a comment\n\nwhoami\nshow user:99\nwhoami\n")
      let run = try Run(market.arguments(["--echo", "-f", folder["story"]]))
      #expect(run.status == 5)
      #expect(run.errors.contains("\(folder["story"]):4:6: there is no user:99"))
      #expect(run.output.contains("▸ whoami\n"))
      #expect(run.output.split(separator: "▸").count == 4)
      let piped = try Run(market.arguments(), input: "whoami\nbogus")
      #expect(piped.status == 2)
      #expect(piped.errors.contains("stdin:2:1: `bogus` is not a command"))
    }
  }

  @Test func `two lines are no command, and neither of them runs`() async throws {
    try await Market.run { market in
      let run = try market.run("note user:1 one\nnote user:2 two")
      #expect(run.status == 2, "\(run)")
      #expect(run.errors.contains("a command is one line, and this has several"), "\(run.errors)")
      #expect(try market.run("history user:1").errors.contains("no actions on user:1"))
      let quoted = try market.run("\n  note user:1 \"one\ntwo\"\n", "history user:1 --json reason")
      #expect(quoted.output.contains(#"{"reason":"one\u000atwo"}"#), "\(quoted)")
    }
  }

  @Test func `a line that is no UTF-8 is refused before anything of it is stored`() async throws {
    try await Market.run { market in
      let latin = Array("note user:1 caf".utf8) + [0xE9]
      for line in [latin, Array("note user:1 caf\0e".utf8)] {
        let folder = try TemporaryFolder()
        let script = try #require(fopen(folder["script"], "w"))
        let bytes = Array("whoami --json actor\n".utf8) + line
        #expect(fwrite(bytes, 1, bytes.count, script) == bytes.count)
        fclose(script)
        let run = try Run(market.arguments(["-f", folder["script"]]))
        #expect(run.status == 2 && run.output.contains("actor"), "\(run)")
        #expect(run.errors.contains("script:2: the line is not text in UTF-8"), "\(run.errors)")
      }
      #expect(try market.run("history user:1").errors.contains("no actions on user:1"))
      let marked = try Run(market.arguments(), input: "\u{FEFF}whoami --json actor\nwhoami\n")
      #expect(marked.status == 0, "\(marked.errors)")
    }
  }

  @Test func `objects hold the text exactly, tables show it`() async throws {
    try await Market.run { market in
      let table = try market.run("find user anna")
      #expect(table.output.contains("Anna <U+001B>[31m <U+202E>reversed"))
      let objects = try market.run("find user anna", options: ["--output", "ndjson"])
      #expect(objects.output.contains(#""label":"Anna \u001b[31m \u202ereversed""#))
      let one = try market.run("show user:3 --output ndjson")
      #expect(one.output.hasPrefix(#"{"subject":"user:3","id":3,"first_name":"Anna \u001b[31m""#))
      #expect(one.output.hasSuffix("}\n"))
      let plan = try market.run(
        "ban user:1 --policy fraud --forever --dry-run",
        options: ["--output", "ndjson"]
      )
      #expect(plan.status == 0)
      #expect(plan.output.contains("\"danger\": \"severe\""))
      for output in [table.output, objects.output, one.output, plan.output] {
        expectHarmless(output.utf8.filter { $0 != 0x0A })
      }
    }
  }

  @Test func `a dry run writes nothing; undo restores; several bans are listed`() async throws {
    try await Market.run { market in
      let before = try await market.digest()
      #expect(try market.run("ban user:1 --policy fraud --for 7d --dry-run").status == 0)
      #expect(try await market.digest() == before)
      #expect(try market.run("ban user:1 --policy fraud --for 7d --yes").status == 0)
      #expect(try market.run("ban user:1 --policy spam --for 1d --yes").status == 0)
      let several = try market.run("unban user:1 --yes")
      #expect(several.status == 2)
      #expect(several.errors.contains("2 of these are in force"))
      #expect(try market.run("undo A1 --yes", "unban user:1 --yes").status == 0)
      #expect(try await market.digest() == before)
    }
  }

  @Test func `after a lost connection the server says what became of an act`() async throws {
    try await Market.run { market in
      try await ServerProxy.run { proxy in
        let dsn = try ConnectionInfo.replacing(
          proxy.conninfo(),
          with: [(keyword: "user", value: market.senior)]
        )
        proxy.set(.cutAfter("case_act"))
        let write = try Run(["--dsn", dsn, "-c", "ban user:1 --policy fraud --for 7d --yes"])
        #expect(write.status == 3)
        #expect(write.errors.contains("Not committed: nothing was changed."), "\(write.errors)")
        #expect(try market.run("undo A1 --yes").errors.contains("there is no action A1"))
        proxy.set(.cutAfter("COMMIT"))
        let lost = try Run(["--dsn", dsn, "-c", "ban user:1 --policy fraud --for 7d --yes"])
        #expect(lost.status == 3)
        #expect(lost.errors.contains("Committed as A"), "\(lost.errors)")
        let number = try #require(lost.errors.split(separator: " ").first { $0.hasPrefix("A") })
        #expect(try market.run("undo \(number.dropLast(2)) --yes").status == 0, "\(lost.errors)")
        proxy.set(.cutAfter("action_plan"))
        let read = try Run(["--dsn", dsn, "-c", "ban user:2 --policy fraud --for 7d --yes"])
        #expect(read.status == 3)
        #expect(read.errors.contains("was not run"), "\(read.errors)")
      }
    }
  }

  @Test(arguments: [
    ["import", "plan", "FILE", "--app", "x", "--schema", "public"], ["import", "rejected", "1"],
    ["search", "status"], ["migrate", "status"], ["doctor"], ["roles"],
    ["adopt", "--schema", "public"], ["work", "--once", "--sink", "FOLDER"], ["-c", "whoami"],
    ["-c", "find user"], ["-c", "xyzzy"],
  ])
  func `a database without Reeve is told to upgrade, whichever command meets it`(
    words: [String]
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write("file.csv", "a\n1\n")
    let places = ["FILE": folder["file.csv"], "FOLDER": folder.path]
    let dsn = try server.conninfo(database: "postgres")
    let run = try Run(words.map { places[$0] ?? $0 } + ["--dsn", dsn])
    #expect(run.status == 4, "\(run.errors)")
    #expect(run.output.isEmpty)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2, "\(run.errors)")
    #expect(lines.first?.hasSuffix(": Reeve is not installed in this database") == true)
    #expect(lines.last?.contains("reeve upgrade") == true)
  }

  @Test func `a connection that an administrator ended is told in a short line`() async throws {
    try await Market.run { market in
      try await market.outside.executeScript(
        """
        ALTER TABLE reeve.import RENAME TO import_before;
        CREATE VIEW reeve.import AS
          SELECT 1 AS import_id, pg_terminate_backend(pg_backend_pid())::int AS quarantined;
        ALTER FUNCTION reeve.session_info() RENAME TO session_before;
        CREATE FUNCTION reeve.session_info() RETURNS TABLE(
          actor text, rank text, database text, apps text[], schema_version int, chain_seq bigint,
          chain_hash text, standing text)
        LANGUAGE sql AS $$
          SELECT pg_terminate_backend(pg_backend_pid())::text, '', '', '{}'::text[], 1, 1::bigint,
            '', ''
        $$
        """
      )
      let dsn = try TestDatabase.current.conninfo()
      let lost = "the connection was lost: terminating connection due to administrator command"
      for words in [["import", "rejected", "1"], ["-c", "whoami"]] {
        let run = try Run(words + ["--dsn", dsn])
        #expect(run.status == 3)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == "reeve: \(lost)", "\(run.errors)")
      }
    }
  }

  @Test func `the chain is exported whole, to a file of its owner`() async throws {
    try await Market.run { market in
      let folder = try TemporaryFolder()
      let run = try market.run(
        "ban user:1 --policy fraud --for 7d --yes",
        "audit export \(folder["audit"])"
      )
      #expect(run.status == 0, "\(run.errors)")
      let lines = String(decoding: try #require(contents(of: folder["audit"])), as: UTF8.self)
        .split(separator: "\n")
      #expect(lines.count >= 1)
      #expect(lines.allSatisfy { $0.hasPrefix(#"{"seq":"#) && $0.hasSuffix("\"}") })
      #expect(mode(of: folder["audit"]) == 0o600)
      let sound = try Run(["-c", "audit verify \(folder["audit"])"])
      #expect(sound.status == 0, "\(sound.errors)")
      #expect(sound.output.hasPrefix("sound  \(lines.count) entries, head \(lines.count):"))
      let head = try #require(sound.output.split(separator: " ").last).dropLast()
      try folder.write("cut", lines.dropLast().joined(separator: "\n") + "\n")
      let cut = try Run(["-c", "audit verify \(folder["cut"]) --anchor \(head)"])
      #expect(cut.status == 1)
      #expect(cut.errors.contains("not sound"))
    }
  }
}

/// Who may do what with a file; nil where there is none.
func mode(of path: String) -> UInt32? {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}
