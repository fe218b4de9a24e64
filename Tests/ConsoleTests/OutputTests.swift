import Display
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Console

@Suite(.freshDatabase, .blocking)
struct OutputTests {
  @Test func `every listing comes in every format`() async throws {
    try await Market.run { market in
      #expect(try market.run("ban user:1 --policy fraud --for 7d --yes").status == 0)
      for format in OutputFormat.allCases {
        for line in ["find user", "history user:1", "jobs", "audit", "show user:3", "whoami"] {
          let run = try market.run("\(line) --output \(format.rawValue)")
          #expect(run.status == 0, "\(line) as \(format): \(run.errors)")
          #expect(!run.output.isEmpty, "\(line) as \(format)")
          expectHarmless(run.output.utf8.filter { $0 != 0x0A && $0 != 0x09 })
        }
      }
      let csv = try market.run("find user anna --output csv")
      let lines = csv.output.split(separator: "\n")
      #expect(
        lines.dropLast() == [
          "subject,label,state", #"user:3,Anna <U+001B>[31m <U+202E>reversed,"""#,
        ]
      )
      #expect(lines.last?.hasPrefix("user:1,Anna Keller,banned until 20") == true)
      let none = try market.run("find user nobody --output json", "find user nobody --output csv")
      #expect(none.status == 0)
      #expect(none.output == "[]\nsubject,label,state\n")
      #expect(none.errors.isEmpty)
      let words = try market.run("find user nobody --output md")
      #expect(words.output.isEmpty)
      #expect(words.errors.contains("nothing found"))
    }
  }

  @Test func `a list calls each row what was done to it, and hidden what that brought down`()
    async throws
  {
    try await Market.run { market in
      let console = try MemoryConsole(as: market.senior)
      for line in [
        "ban user:1 --policy fraud --for 7d --yes", "suspend user:2 --policy spam --for 1d --yes",
        "hide user:3 --policy spam --for 1d --yes", "hide user:1 --policy spam --yes",
      ] {
        let run = await console.run(line)
        #expect(run.code == .ok, "\(line): \(run.text)")
      }
      let users = await console.run("find user --output tsv").text
      for state in ["banned, no end", "suspended until 20", "hidden until 20"] {
        #expect(users.contains("\t\(state)"), "\(users)")
      }
      let stores = await console.run("find store --output tsv").text
      #expect(stores.contains("\thidden, no end"), "\(stores)")
      try await console.close()
    }
  }

  @Test func `fields are chosen, listed, and missed by name`() async throws {
    try await Market.run { market in
      let chosen = try market.run("find user mara --json label,subject")
      #expect(chosen.output == "[\n{\"label\":\"Mara Lind\",\"subject\":\"user:4\"}\n]\n")
      let single = try market.run("show user:4 --json id")
      #expect(single.output == "{\"id\":4}\n")
      let listed = try market.run("jobs --json", "find user --json ''")
      #expect(listed.status == 0, "\(listed.errors)")
      #expect(
        listed.output
          == "job_id\nkind\nqueue\nstate\nattempt\nscheduled_at\nsubject\nerror\n"
          + "subject\nlabel\nstate\n"
      )
      let missed = try market.run("find user --json labl")
      #expect(missed.status == 2)
      #expect(missed.errors.contains("there is no field `labl`"))
      #expect(missed.errors.contains("Did you mean `label`?"))
      #expect(missed.output.isEmpty)
    }
  }

  @Test(arguments: OutputFormat.allCases)
  func `memory does not grow with the result`(format: OutputFormat) async throws {
    try await Market.run { market in
      try await market.pretendJobs()
      let few = try market.measure("jobs --limit 3000 --output \(format.rawValue)")
      let many = try market.measure("jobs --limit 30000 --output \(format.rawValue)")
      #expect(few.status == 0)
      #expect(many.status == 0)
      #expect(many.bytes > 15_000_000)
      #expect(few.peakKiB > 0)
      #expect(many.peakKiB - few.peakKiB < 6000, "\(few.peakKiB) KiB, then \(many.peakKiB) KiB")
    }
  }

  @Test func `a listing for programs is whole, for people a screenful`() async throws {
    try await Market.run { market in
      let users = SeenSubjects.limit + 2000
      try await market.outside.execute(
        """
        INSERT INTO randevoo.users(first_name, last_name, provider)
        SELECT 'Uma', 'Udo' || i, 'google' FROM generate_series(1, $1) i
        """,
        [users]
      )
      let whole = try market.run("find user uma --output tsv")
      #expect(whole.output.split(separator: "\n").count == users)
      let asked = try market.run("find user uma --limit \(users - 1)")
      #expect(asked.output.split(separator: "\n").count == users)  // and a heading
      let screenful = try market.run("find user uma")
      #expect(screenful.output.split(separator: "\n").count == 1 + ConsoleSettings().limit)
      #expect(screenful.errors.contains("the first 20; more with --limit 100"))
      let few = try market.measure("find user uma --limit 1000 --output csv")
      let many = try market.measure("find user uma --output csv")
      #expect(few.peakKiB > 0)
      #expect(many.peakKiB - few.peakKiB < 8000, "\(few.peakKiB) KiB, then \(many.peakKiB) KiB")
    }
  }

  @Test func `numbers of a report are numbers, its texts no formulas`() async throws {
    try await Market.run { market in
      try await market.outside.executeScript(
        """
        CREATE OR REPLACE FUNCTION randevoo.view_slots(key text, day text DEFAULT NULL)
        RETURNS TABLE(starts text, ends text, state text, taken bigint, capacity int,
          reservations text) LANGUAGE sql STABLE
        AS $$ SELECT '09:00', '10:00', '=1+1', -3::bigint, NULL::int, '-x' $$
        """
      )
      let run = try market.run("slots store:1 --output csv", "slots store:1 --output json")
      #expect(run.output.contains("09:00,10:00,'=1+1,-3,,'-x\n"))
      #expect(run.output.contains("\"taken\":-3"))
    }
  }

  @Test func `rows past those kept cannot be named, and _ is not less than it says`() async throws {
    try await Market.run { market in
      let kept = SeenSubjects.limit
      try await market.outside.executeScript(
        """
        CREATE OR REPLACE FUNCTION reeve.subject_find(
          app text, collection text, query text, hidden_only boolean, max_rows int)
        RETURNS TABLE(key text, label text, state text) LANGUAGE sql STABLE AS
        $$ SELECT i::text, 'name', '' FROM generate_series(1, max_rows) i $$;
        """
      )
      let all = "find user --limit \(kept + 1)"
      let whole = try market.run(all, "show \(kept + 1)")
      #expect(whole.status == 2)
      #expect(whole.errors.contains("only the first \(kept) rows of a listing can be named"))
      let last = try market.run(all, "ban _ --policy fraud --for 7d --yes")
      #expect(last.status == 2)
      #expect(last.errors.contains("`_` would be \(kept + 1) rows"))
      #expect(try market.run(all, "show 1", "history _").status == 0)
      #expect(try market.run("find user --limit 3", "show _").errors.contains("is 3 subjects"))
    }
  }

  @Test func `a reader who stalls does not keep Ctrl-C from ending the command`() async throws {
    try await Market.run { market in
      try await market.pretendJobs()
      let program = try StalledRun(market.arguments(["-c", "jobs --limit 30000 --output ndjson"]))
      try program.waitUntilFull()
      program.interrupt()
      #expect(program.wait() == 130)
    }
  }

  @Test func `a reader who leaves ends the command`() async throws {
    try await Market.run { market in
      try await market.pretendJobs()
      let program = try StalledRun(market.arguments(["-c", "jobs --limit 30000 --output csv"]))
      try program.waitUntilFull()
      program.leave()
      #expect(program.wait() == 141)
    }
  }
}

extension Market {
  /// Has the server make up as many jobs as are asked for, 600 bytes each.
  fileprivate func pretendJobs() async throws {
    try await outside.executeScript(
      """
      CREATE OR REPLACE FUNCTION reeve.job_list(wanted text DEFAULT NULL, max int DEFAULT 50)
      RETURNS TABLE(job_id bigint, kind text, queue text, state text, attempt int,
        scheduled_at timestamptz, subject text, error text)
      LANGUAGE sql STABLE AS
      $$ SELECT i, 'probe', 'default', 'lost', 1, now(), 'user:1', repeat('failed ', 80)
        FROM generate_series(1, max) i $$;
      """
    )
  }

  /// Runs a one-shot command for its status, the bytes it writes and its peak of memory.
  fileprivate func measure(_ line: String) throws -> (status: Int32, bytes: Int, peakKiB: Int) {
    let program = try StalledRun(arguments(["-c", line]), isNarrow: true)
    let bytes = program.readAll()
    return (program.wait(), bytes, program.peakKiB)
  }
}
