import Glibc
import Postgres
import TestSupport
import Testing

@testable import Console

/// Selections and batches at the real console, done by real workers.
@Suite(.freshDatabase, .blocking)
struct BatchTests {
  /// Lists so many products at the market's store, beside the two that it has.
  private func stock(_ market: Market, _ count: Int) async throws {
    try await market.outside.execute(
      """
      INSERT INTO randevoo.products (store_id, name, category, price, currency)
      SELECT 1, 'Copy ' || n, 'bags', 10, 'EUR' FROM generate_series(1, $1::int) n
      """,
      [count]
    )
  }

  /// Makes another senior, the second person of what needs one.
  private func colleague(_ market: Market) async throws -> String {
    let login = try await TestDatabase.current.login("other", groups: ["reeve_senior"])
    try await market.enlist(login, "senior")
    return login
  }

  private func count(_ market: Market, _ sql: String) async throws -> Int {
    try await market.outside.query("SELECT count(*) FROM \(sql)")[0].get(0)
  }

  @Test func `a selection is frozen from find, rows, a file or standard input, shown and dropped`()
    async throws
  {
    try await Market.run { market in
      try await stock(market, 30)
      let folder = try TemporaryFolder()
      try folder.write("keys", "# seen on Friday\n1\nproduct:002\n\n 99 \nx\u{1B}[31m\n2\n")
      let run = try await market.enter(
        "select @copies find product copy",
        "select @file --from \(folder["keys"]) --in product",
        "find product copy --limit 3",
        "select @rows 1-2,_",
        "select @rows --json subject,label",
        "select @copies --limit 2",
        "select",
        "select @file --drop",
        "select --json selection,subjects"
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("@copies  30 × product\n@file  2 × product\n"), "\(run.output)")
      #expect(run.output.contains("@rows  3 × product\n"))
      #expect(run.errors.contains("do not exist: 2: 99, x<U+001B>[31m"), "\(run.errors)")
      #expect(run.errors.contains("1 named more than once, and counted once"))
      #expect(run.errors.contains("30 in all, frozen 20"))
      #expect(run.output.contains(#"{"subject":"product:3","label":"Copy 1"}"#), "\(run.output)")
      #expect(run.output.contains(#"{"selection":"@rows","subjects":3}"#))
      #expect(!run.output.contains(#""@file""#))
      let piped = try Run(
        market.arguments(["-c", "select @piped --from - --in product"]),
        input: "product:7\nrandevoo/product:8\n"
      )
      #expect(piped.output == "@piped  2 × product\n", "\(piped.errors)")
      let cases: [(String, Int32, String)] = [
        ("select @copies find product copy", 1, "the selection @copies already exists"),
        ("select @x find product nothing", 5, "nothing to select"),
        ("select @x user:1,product:1", 2, "subjects of one collection"),
        ("select wave find product", 2, "Selections are written `@wave`"),
        ("select @x --from keys", 2, "`--in product`"),
        ("select @x --from /nowhere --in product", 5, "there is no file /nowhere"),
        ("select @nope", 5, "there is no selection @nope"),
        ("hide @nope --policy spam --yes", 5, "there is no selection @nope"),
        ("unhide @copies --yes", 2, "is not a subject"),
        ("hide product:* --policy spam --yes", 2, "wildcard"),
        ("select @Bad find product", 2, "is not a name of a selection"),
        ("batch B9", 5, "there is no batch B9"), ("batch 9", 2, "Batches are written `B7`"),
        ("undo B9 --yes", 5, "there is no batch B9"),
      ]
      for (line, status, text) in cases {
        let run = try await market.enter(line)
        #expect(run.status == status, "\(line): \(run.errors)")
        #expect(run.errors.contains(text), "\(line): \(run.errors)")
      }
    }
  }

  @Test func `up to 500 are done at once, planned, counted and taken back as one`() async throws {
    try await Market.run { market in
      try await stock(market, 60)
      let before = try await market.digest()
      #expect(try await market.enter("select @wave find product").status == 0)
      #expect(try await market.enter("select @wave --json subject").status == 0)
      let plan = try await market.enter("hide @wave --policy spam --dry-run")
      #expect(plan.status == 0, "\(plan.errors)")
      #expect(plan.output.contains("hide @wave · spam · no end\n  62 × product\n"))
      #expect(plan.output.contains("hides         62  product"), "\(plan.output)")
      #expect(plan.output.contains("notifies       1  person, 1 notice"), "\(plan.output)")
      #expect(try await market.enter("hide @wave --policy spam").errors.contains("Add --yes"))
      let done = try await market.enter("hide @wave --policy spam --why \"copies\" --yes")
      #expect(done.status == 0, "\(done.errors)")
      #expect(
        done.output
          == "done  B1  hide @wave · 62 of 62 subjects\n  62 product · 1 notice waits 60 s\n"
      )
      #expect(done.errors.contains("to undo: `undo B1`"))
      #expect(try await count(market, "randevoo.products WHERE hidden_until > now()") == 62)
      let shown = try await market.enter("batch B1", "batch", "history product:7")
      #expect(shown.output.contains("B1  hide @\(market.senior)/wave · done\n"), "\(shown.output)")
      #expect(shown.output.contains("· spam · “copies”\n  62 of 62 subjects, 62 looked at\n"))
      #expect(shown.output.contains("hide"))
      // What was done to one of them since is left, and named.
      #expect(try await market.enter("undo A5 --yes").status == 0)
      let undone = try await market.enter("undo B1 --why \"genuine\" --yes")
      #expect(undone.status == 0, "\(undone.errors)")
      #expect(
        undone.output.hasPrefix("done  B2  undo B1 · 61 of 61 subjects\n"),
        "\(undone.output)"
      )
      #expect(undone.output.contains("1 notice withdrawn"))
      #expect(try await market.digest() == before)
      #expect(try await market.enter("undo B1 --yes").status == 1)
      #expect(try await market.enter("batch B1").output.contains("done, undone by B2"))
    }
  }

  @Test func `by its impact a batch needs a second person, who types how many there are`()
    async throws
  {
    try await Market.run { market in
      try await stock(market, 120)
      let other = try await colleague(market)
      #expect(try await market.enter("select @wave find product copy").status == 0)
      let proposed = try await market.enter("hide @wave --policy spam --yes")
      #expect(proposed.status == 4)
      #expect(
        proposed.errors.contains("P1 needs a second person: quota: "),
        "\(proposed.errors)"
      )
      #expect(proposed.errors.contains("did 120 within the hour, over 100"))
      #expect(
        try await market.enter("approvals").output.contains(
          "hide @\(market.senior)/wave, 120 × product"
        )
      )
      #expect(try await market.enter("approve P1 --yes").errors.contains("needs another person"))
      // Dropped, it stays what was proposed.
      #expect(try await market.enter("select @wave --drop").status == 0)
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(market.arguments(as: other), history: folder["history"])
      _ = try terminal.expect("▸")
      terminal.send("approve P1\r")
      _ = try terminal.expect("Type the number of subjects, ")
      terminal.send("12\r")
      _ = try terminal.expect("nothing was changed")
      terminal.send("approve P1\r")
      _ = try terminal.expect("Type the number of subjects, ")
      terminal.send("120\r")
      _ = try terminal.expect("120 of 120 subjects")
      terminal.send("quit\r")
      _ = terminal.wait()
      #expect(
        try await market.enter("approvals --state all").output.contains("approved by \(other), B1")
      )
      #expect(try await count(market, "reeve.action WHERE batch_id = 1 AND approval_id = 1") == 120)
    }
  }

  @Test
  func `a worker killed in the middle of a batch leaves the rest to the next, none done twice`()
    async throws
  {
    try await Market.run { market in
      try await stock(market, 1800)
      let before = try await market.digest()
      let other = try await colleague(market)
      #expect(try await market.enter("select @wave find product copy").status == 0)
      #expect(try await market.enter("hide @wave --policy spam --yes").status == 4)
      let approved = try await market.enter("approve P1 --yes", as: other)
      #expect(approved.output.hasPrefix("B1  hide @"), "\(approved.errors)")
      #expect(approved.errors.contains("follow it with `jobs watch"))
      // A lock would be waited for half a second only, and the product then left as busy.
      try await market.outside.executeScript(
        """
        CREATE TABLE public.brake(id bigint);
        CREATE FUNCTION public.brake() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        AS $$ BEGIN
          WHILE EXISTS (SELECT FROM public.brake b WHERE b.id = NEW.id) LOOP
            PERFORM pg_sleep(0.01);
          END LOOP;
          RETURN NEW;
        END $$;
        CREATE TRIGGER brake BEFORE UPDATE ON randevoo.products
        FOR EACH ROW EXECUTE FUNCTION public.brake();
        """
      )
      let folder = try TemporaryFolder()
      let work = try market.arguments(
        ["work", "--once", "--sink", folder.path],
        as: "reeve_worker"
      )
      for run in 1...2 {
        // In the second of its four transactions, then in the third.
        try await market.outside.execute(
          "INSERT INTO public.brake SELECT keys[$1]::bigint FROM reeve.selection",
          [200 + 500 * run]
        )
        let killed = try StalledRun(work)
        try await market.wait(untilBlocked: true)
        killed.end()
        #expect(killed.wait() == -9)
        try await market.outside.execute("DELETE FROM public.brake")
        try await market.wait(untilBlocked: false)
        let done = try await count(market, "reeve.action WHERE batch_id = 1")
        #expect(done >= 500 && done < 1800, "\(done)")
        try await market.outside.execute(
          "UPDATE reeve.worker SET beat_at = beat_at - interval '1 h'"
        )
      }
      let worked = try Run(work)
      #expect(worked.status == 0, "\(worked.errors)")
      let shown = try await market.enter("batch B1", "undo B1 --yes")
      #expect(shown.output.contains("1800 of 1800 subjects, 1800 looked at"), "\(shown.output)")
      #expect(shown.output.contains("B2  undo B1 · 1800 subjects, by job"), "\(shown.errors)")
      #expect(try await count(market, "reeve.action WHERE batch_id = 1") == 1800)
      #expect(
        try await count(market, "(SELECT DISTINCT key FROM reeve.action WHERE batch_id = 1) k")
          == 1800
      )
      #expect(try await count(market, "reeve.outbox") == 1800)
      #expect(try Run(work).status == 0)
      #expect(try await market.enter("batch B2").output.contains("undo B1 · done"))
      #expect(try await market.digest() == before)
      let left = "reeve.subject WHERE hidden_by <> '{}'"
      #expect(try await count(market, left) == 0)
      try await market.outside.execute("SELECT reeve.record_seal()")
      let unsealed =
        "(SELECT command_id FROM reeve.command EXCEPT SELECT command_id FROM reeve.chain) c"
      #expect(try await count(market, unsealed) == 0)
    }
  }

  @Test func `a subject that somebody holds is left with the reason, the others go on`()
    async throws
  {
    try await Market.run { market in
      try await stock(market, 20)
      #expect(try await market.enter("select @wave find product copy").status == 0)
      let holder = try await TestDatabase.current.connect()
      try await holder.withTransaction { held in
        try await held.execute(
          "SELECT FROM randevoo.products WHERE name = 'Copy 7' FOR NO KEY UPDATE"
        )
        let done = try await market.enter("hide @wave --policy spam --yes")
        #expect(done.status == 0, "\(done.errors)")
        #expect(done.output.contains("19 of 20 subjects"))
        #expect(done.errors.contains("1 skipped: `batch B1` says why"))
      }
      await holder.close()
      let shown = try await market.enter("batch B1")
      #expect(shown.output.contains("product:9  busy"), "\(shown.output)")
      #expect(try await count(market, "randevoo.products WHERE hidden_until > now()") == 19)
    }
  }
}
