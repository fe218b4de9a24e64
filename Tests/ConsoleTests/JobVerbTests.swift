import Postgres
import TestSupport
import Testing

@testable import Console

@Suite(.freshDatabase, .blocking)
struct JobVerbTests {
  @Test func `a job is shown with its attempts and its last lines, nobody's escapes get through`()
    async throws
  {
    try await Market.run { market in
      let claim = try await Claim(market.outside)
      let job = try await claim.job("{}", about: "user", key: "1")
      try await claim.say(job, 3)
      try await market.outside.execute(
        "SELECT reeve.job_log_add($1, 1, E'\\x1b[2Jred \\u202e', 'error')",
        [job]
      )
      try await market.outside.execute("SELECT reeve.job_progress_report($1, 1, 5, 9)", [job])
      let running = try market.run("jobs show \(job) --log 2")
      #expect(running.status == 0, "\(running.errors)")
      #expect(running.output.hasPrefix("job \(job) worker.probe · running\n"), "\(running.output)")
      #expect(running.output.contains("  line 3\n"))
      #expect(running.output.contains("  <U+001B>[2Jred <U+202E>\n"))
      #expect(!running.output.contains("line 2\n"))
      try await market.outside.execute(
        "SELECT reeve.job_fail(ARRAY[$1::bigint], ARRAY[1], ARRAY[E'no \\x1b[31m'])",
        [job]
      )
      let failed = try market.run("jobs show job:\(job)", "jobs why \(job)", "jobs of user:1")
      #expect(failed.status == 0, "\(failed.errors)")
      #expect(failed.output.contains("retryable"))
      #expect(failed.output.contains("ended retryable: no <U+001B>[31m"), "\(failed.output)")
      #expect(failed.output.contains("\(job)  worker.probe"))
      let object = try market.run("jobs show \(job) --output ndjson --log 1")
      #expect(object.output.hasPrefix(#"{"job":\#(job),"kind":"worker.probe""#))
      #expect(object.output.contains(#""outcome": "retryable""#), "\(object.output)")
      #expect(object.output.split(separator: "\n").count == 1)
      for output in [running.output, failed.output, object.output] {
        expectHarmless(output.utf8.filter { $0 != 0x0A })
      }
    }
  }

  @Test func `jobs are cancelled and retried, each on the record`() async throws {
    try await Market.run { market in
      let claim = try await Claim(market.outside)
      let dead = try await claim.job("{}")
      try await market.outside.execute(
        "SELECT reeve.job_fail(ARRAY[$1::bigint], ARRAY[1], ARRAY['fatal'], ARRAY['discarded'])",
        [dead]
      )
      let running = try await claim.job("{}")
      let ready = try await claim.ready()
      let run = try market.run(
        "jobs retry \(dead) --why mended",
        "jobs cancel \(running),\(ready)",
        "audit --limit 3 --json kind,subject,outcome"
      )
      #expect(run.status == 0, "\(run.errors)")
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines.contains("job \(dead) is available again; it was discarded"))
      #expect(lines.contains("job \(running) is running; its worker has been asked to cancel it"))
      #expect(lines.contains("job \(ready) is cancelled; it was available"))
      for (verb, job) in [("retry", dead), ("cancel", running), ("cancel", ready)] {
        #expect(
          run.output.contains(
            #""kind":"job.\#(verb)","subject":"job \#(job)","outcome":"done""#
          ),
          "\(run.output)"
        )
      }
      let again = try market.run("jobs cancel \(ready) \(dead) 999")
      #expect(again.status == 1)
      #expect(again.output == "job \(dead) is cancelled; it was available\n")
      #expect(again.errors.contains("refused: job \(ready) was cancelled at 20"))
      #expect(again.errors.contains("refused: there is no job 999"))
      #expect(again.errors.contains("2 of 3 jobs were not changed"))
    }
  }

  @Test func `whatever fits a filter is cancelled or retried by a job, after a preview`()
    async throws
  {
    try await Market.run { market in
      let claim = try await Claim(market.outside)
      try await market.outside.execute(
        "SELECT reeve.enqueue('worker.probe', '{}') FROM generate_series(1, 300)"
      )
      try await market.outside.execute(
        """
        SELECT reeve.job_fail(array_agg(c.job_id), array_agg(c.lease), array_agg('fatal'::text),
          array_agg('discarded'::text))
        FROM reeve.job_claim($1, $2::uuid, '{0,0,0}', 100) c
        """,
        [claim.worker, claim.nonce]
      )
      let filter = "--where kind=worker.probe"
      let refused = try market.run("jobs cancel \(filter)")
      #expect(refused.status == 4)
      #expect(refused.errors.contains("would change 200 jobs"), "\(refused.errors)")
      let dry = try market.run("jobs cancel \(filter),older=1h --dry-run")
      #expect(dry.errors.contains("no jobs match"), "\(dry.errors)")
      let plan = try market.run("jobs retry \(filter) --dry-run --output csv")
      #expect(plan.output.contains("worker.probe,default,discarded,100,"), "\(plan.output)")
      for (line, text) in [
        ("jobs cancel --where kind", "`kind` is not a condition"),
        ("jobs cancel --where kind=a,kind=b", "given twice"),
        ("jobs cancel --where older=x", "is not a duration"),
        ("jobs cancel --where kind=nope", "there is no job kind nope"),
        ("jobs cancel 7 \(filter)", "numbers or `--where`"),
        ("jobs cancel 7 --yes", "takes no `--yes`"),
      ] {
        let run = try market.run(line)
        #expect(run.status == 2 && run.errors.contains(text), "\(line): \(run.errors)")
      }
      // One at a time, so that the worker has none of them when it begins with the job that is
      // urgent.
      try await market.outside.execute("UPDATE reeve.queue SET max_running = 1")
      let folder = try TemporaryFolder()
      for (verb, count) in [("cancel", 200), ("retry", 100)] {
        try await market.outside.execute("UPDATE reeve.queue SET paused_at = now()")
        let asked = try market.run("jobs \(verb) \(filter) --why flood --yes")
        #expect(asked.status == 0, "\(asked.errors)")
        #expect(asked.errors.contains("not yet: queue default has been paused since 20"))
        try await market.outside.execute("UPDATE reeve.queue SET paused_at = NULL")
        #expect(asked.output.hasSuffix(verb == "cancel" ? " cancels them\n" : " retries them\n"))
        let job = try #require(asked.output.split(separator: " ").dropFirst().first)
        let worked = try Run(
          market.arguments(["work", "--once", "--sink", folder.path], as: "reeve_worker")
        )
        #expect(worked.status == 0, "\(worked.errors)")
        let watched = try market.run("jobs watch \(job)", "jobs why \(job)")
        #expect(watched.status == 0, "\(watched.errors)")
        #expect(watched.output.contains("all \(count) jobs\n"), "\(watched.output)")
      }
      let ends = try await market.outside.query(
        """
        SELECT count(*) FILTER (WHERE outcome = 'cancelled'),
          count(*) FILTER (WHERE outcome = 'completed' AND attempt = 1)
        FROM reeve.job_end JOIN reeve.job USING (job_id, day) JOIN reeve.job_kind k USING (kind_id)
        WHERE k.name = 'worker.probe'
        """
      )
      #expect(try ends[0].get(0) == 200)
      #expect(try ends[0].get(1) == 100)
    }
  }

  @Test
  func `a worker killed while it cancels leaves the rest to the next, none is cancelled twice`()
    async throws
  {
    try await Market.run { market in
      _ = try await Claim(market.outside)
      try await market.outside.execute(
        """
        SELECT count(*) FROM reeve.enqueue(ARRAY(
          SELECT '{"kind": "worker.probe"}'::jsonb FROM generate_series(1, 25000)))
        """
      )
      try await market.outside.execute("UPDATE reeve.queue SET max_running = 1")
      #expect(try market.run("jobs cancel --where kind=worker.probe --yes").status == 0)
      let folder = try TemporaryFolder()
      let work = try market.arguments(
        ["work", "--once", "--sink", folder.path],
        as: "reeve_worker"
      )
      let holder = try await TestDatabase.current.connect()
      try await holder.withTransaction { held in
        // In the second batch of three.
        try await held.execute(
          "SELECT FROM reeve.job_ready ORDER BY job_id OFFSET 15000 LIMIT 1 FOR UPDATE"
        )
        let killed = try StalledRun(work)
        try await market.wait(untilBlocked: true)
        killed.end()
        #expect(killed.wait() == -9)
      }
      await holder.close()
      // The server ends what the dead worker had sent, or gives it up; then the worker is found
      // dead.
      try await market.wait(untilBlocked: false)
      let left: Int = try await market.outside.query("SELECT count(*) FROM reeve.job_picked")[0]
        .get(0)
      #expect([5000, 15000, 25000].contains(left), "\(left)")
      try await market.outside.execute("UPDATE reeve.worker SET beat_at = beat_at - interval '1 h'")
      let worked = try Run(work)
      #expect(worked.status == 0, "\(worked.errors)")
      let ends = try await market.outside.query(
        """
        SELECT count(*), count(DISTINCT job_id), (SELECT count(*) FROM reeve.job_picked),
          (SELECT string_agg(e.outcome, ' ' ORDER BY e.lease) FROM reeve.job_end e
           WHERE e.outcome <> 'cancelled')
        FROM reeve.job_end WHERE outcome = 'cancelled'
        """
      )
      #expect(try ends[0].get(0) == 25000)
      #expect(try ends[0].get(1) == 25000)
      #expect(try ends[0].get(2) == 0)
      #expect(try ends[0].get(3) == "lost completed")
    }
  }

  @Test func `queues are listed, limited, paused and resumed`() async throws {
    try await Market.run { market in
      _ = try await Claim(market.outside).ready()
      let run = try market.run(
        "queues limit default --running 3 --rate 2.5",
        "queues pause default --why repairs",
        "queues",
        "queues resume default",
        "queues limit default --none",
        "queues --json queue,max_running,paused_at"
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("queue default: running 3, rate 2.5 per second in bursts of 3\n"))
      #expect(run.output.contains("running 3, 2.5/s, burst 3  paused since 20"), "\(run.output)")
      #expect(run.output.contains("queue default is active again\nqueue default: no limits\n"))
      #expect(run.output.contains(#"{"queue":"default","max_running":null,"paused_at":null}"#))
      #expect(run.errors.contains("to undo: `queues resume default`"))
    }
  }

  @Test(arguments: [("completed", Int32(0)), ("discarded", 1), ("cancelled", 1)])
  func `watching follows a job to its end, and its exit status tells how it ended`(
    end: String,
    status: Int32
  ) async throws {
    try await Market.run { market in
      let claim = try await Claim(market.outside)
      let job = try await claim.job("{}")
      try await claim.say(job, 12)
      try await market.outside.execute("SELECT reeve.job_progress_report($1, 1, 1, 10)", [job])
      let watched = try StalledRun(market.arguments(["-c", "jobs watch \(job) --log 2"]))
      try watched.expect("line 12\n")
      try watched.expect("running")
      try await market.outside.execute(
        "SELECT reeve.job_progress_report($1, 1, 5, 10, E'half \\x1b[31m')",
        [job]
      )
      try watched.expect("5 of 10  50 %")
      try watched.expect("half <U+001B>[31m")
      try await market.outside.execute("SELECT reeve.job_log_add($1, 1, 'the last')", [job])
      switch end {
      case "completed":
        try await market.outside.execute(
          "SELECT reeve.job_complete(ARRAY[$1::bigint], ARRAY[1])",
          [job]
        )
      default:
        try await market.outside.execute(
          "SELECT reeve.job_fail(ARRAY[$1::bigint], ARRAY[1], ARRAY['gone'], ARRAY[$2])",
          [job, end]
        )
      }
      try watched.expect("the last\n")
      try watched.expect(end)
      #expect(watched.wait() == status)
      #expect(!watched.seen.contains("line 10\n"))
      expectHarmless(watched.seen.utf8.filter { $0 != 0x0A })
    }
  }

  @Test func `Ctrl-C ends the watching, not the job; a terminal is drawn over`() async throws {
    try await Market.run { market in
      let claim = try await Claim(market.outside)
      let job = try await claim.job("{}")
      try await market.outside.execute("SELECT reeve.job_progress_report($1, 1, 3, 10)", [job])
      let folder = try TemporaryFolder()
      let terminal = try PseudoTerminal(
        market.arguments(),
        history: folder["history"],
        term: "xterm"
      )
      try terminal.expect(" ▸ ")
      terminal.send("jobs watch \(job)\r")
      try terminal.expect("\r\u{1B}[K[######··············] 3 of 10  30 %")
      try await market.outside.execute("SELECT reeve.job_log_add($1, 1, 'above')", [job])
      try terminal.expect("above")
      try terminal.expect("3 of 10  30 %")
      terminal.send("\u{3}")
      try terminal.expect("stopped watching; job \(job) continues")
      try terminal.expect(" ▸ ")
      for (answer, text) in [("\r", "nothing was changed"), ("y\r", " cancels them")] {
        terminal.send("jobs cancel --where kind=worker.probe\r")
        try terminal.expect("cancel 1 job? [y/N] ")
        terminal.send(answer)
        try terminal.expect(text)
        try terminal.expect(" ▸ ")
      }
      terminal.send("\u{4}")
      #expect(terminal.wait() == 0)
      let live = try await market.outside.query(
        "SELECT cancel_at IS NULL FROM reeve.job_run WHERE job_id = $1",
        [job]
      )
      #expect(try live.first?.get(0, as: Bool.self) == true)
    }
  }
}

/// A worker that does nothing by itself, and jobs that it has claimed.
private struct Claim {
  let connection: Connection
  let worker: Int
  let nonce: String

  init(_ connection: Connection) async throws {
    self.connection = connection
    try await connection.execute("DELETE FROM reeve.job_ready")
    let rows = try await connection.query(
      "SELECT worker_id, nonce::text FROM reeve.worker_register('default', 'host', 7, 'test')"
    )
    (worker, nonce) = (try rows[0].get(0), try rows[0].get(1))
  }

  /// Enqueues a job that waits.
  func ready(
    _ arguments: String = "{}",
    about collection: String? = nil,
    key: String? = nil
  ) async throws -> Int {
    try await connection.query(
      """
      SELECT reeve.enqueue('worker.probe', $1::jsonb, collection_id => (
        SELECT collection_id FROM reeve.collection WHERE name = $2), subject_key => $3)
      """,
      [arguments, collection, key]
    )[0].get(0)
  }

  /// Enqueues a job that runs, under lease 1.
  func job(
    _ arguments: String,
    about collection: String? = nil,
    key: String? = nil
  ) async throws -> Int {
    let job = try await ready(arguments, about: collection, key: key)
    try await connection.execute(
      "SELECT reeve.job_claim($1, $2::uuid, '{0,0,0}', 1)",
      [worker, nonce]
    )
    return job
  }

  /// Has a job say `line 1` … .
  func say(_ job: Int, _ lines: Int) async throws {
    try await connection.execute(
      "SELECT reeve.job_log_add($1, 1, 'line ' || n) FROM generate_series(1, $2::int) n",
      [job, lines]
    )
  }
}

extension Market {
  /// Waits until a handler of a worker waits for a lock or sleeps, or none is at work any more.
  func wait(untilBlocked isBlocked: Bool) async throws {
    let deadline = ContinuousClock.now + patience
    while try await outside.query(
      """
      SELECT CASE WHEN $1 THEN count(*) FILTER (
          WHERE wait_event_type = 'Lock' OR wait_event = 'PgSleep') = 0
        ELSE count(*) FILTER (WHERE state = 'active') > 0 END
      FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'reeve worker: handlers'
      """,
      [isBlocked]
    )[0].get(0, as: Bool.self) {
      try #require(ContinuousClock.now < deadline)
    }
  }
}
