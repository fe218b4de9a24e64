import Glibc
import Postgres
import TestSupport
import Testing

/// What real worker processes tell of themselves over HTTP.
@Suite(.freshDatabase)
struct MonitorTests {
  private func arguments(_ folder: Folder, _ scrape: Scrape) throws -> [String] {
    [
      "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder.path,
      "--metrics", "\(scrape.port)",
    ]
  }

  @Test func `a scrape counts what is done, whatever queues and kinds are called`() async throws {
    let folder = try Folder()
    let scrape = try Scrape()
    let queue = "we\"ird \\n\\\n} 1\r\n# TYPE x"
    let kind = "odd\",kind=\"\n\\"
    try await withDatabase { database in
      try await database.execute("ALTER TABLE reeve.queue DROP CONSTRAINT queue_name")
      try await database.execute("INSERT INTO reeve.queue(name) VALUES ($1)", [queue])
      try await database.execute(
        """
        INSERT INTO reeve.job_kind(name, queue_id, enqueuers, max_attempts)
        SELECT $1, queue_id, '{reeve_owner}', 1 FROM reeve.queue WHERE name = $2
        """,
        [kind, queue]
      )
      // Of tomorrow, lest today ends before they are counted.
      try await database.execute(
        """
        INSERT INTO reeve.search_heard(day, app, query, is_empty, step)
        SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date + 1, $1, 'hat', n = 1, n * 10
        FROM generate_series(1, 3) n
        """,
        [queue]
      )
      let worker = try Program(arguments(folder, scrape) + ["--queues", "default,\(queue):3"])
      try await scrape.health(until: 200)
      _ = try await database.enqueueProbes(20)
      try await database.execute("SELECT reeve.enqueue($1, '{}')", [kind])
      let probes = ["queue": "default", "kind": "worker.probe"]
      func attempts(_ samples: [Scrape.Series: Double]) -> Double? {
        samples[
          Scrape.Series(
            name: "reeve_worker_attempts_total",
            labels: probes.merging(["outcome": "completed"]) { $1 }
          )
        ]
      }
      func of(_ queue: String, _ name: String, _ more: [String: String] = [:]) -> Scrape.Series {
        Scrape.Series(name: name, labels: more.merging(["queue": queue]) { $1 })
      }
      let ended = of("default", "reeve_queue_ended_total", ["outcome": "completed"])
      // It waits for a worker that knows its kind.
      let waits = of(queue, "reeve_queue_jobs", ["state": "scheduled"])
      // The worker counts an attempt when the database has recorded it, so a moment later.
      let putOff = of(
        queue,
        "reeve_worker_attempts_total",
        ["kind": kind, "outcome": "scheduled"]
      )
      let first = try await scrape.metrics {
        attempts($0) == 20 && $0[ended] == 20 && $0[waits] == 1 && $0[putOff, default: 0] >= 1
      }
      #expect(first[of(queue, "reeve_worker_concurrency")] == 3)
      #expect(first[of("default", "reeve_worker_claims_total", ["kind": "worker.probe"])] == 20)
      let seconds = Scrape.Series(name: "reeve_worker_attempt_seconds_count", labels: probes)
      #expect(first[seconds] == 20)
      var before = 0.0
      for bound in ["0.001", "0.02", "1.0", "3600.0", "+Inf"] {
        let bucket = first[
          Scrape.Series(
            name: "reeve_worker_attempt_seconds_bucket",
            labels: probes.merging(["le": bound]) { $1 }
          )
        ]
        #expect(try #require(bucket) >= before, "a bucket holds those below it")
        before = bucket ?? 0
      }
      #expect(before == 20)
      #expect(first[of("default", "reeve_worker_registrations_total")] == 1)
      #expect(first[of("default", "reeve_worker_connections_lost_total")] == 0)
      #expect(first[of("default", "reeve_worker_healthy")] == 1)
      #expect(try #require(first[of("default", "reeve_worker_beat_age_seconds")]) < 6)
      #expect(first[of("default", "reeve_queue_workers")] == 1)
      #expect(first[of("default", "reeve_queue_paused")] == 0)
      #expect(first[Scrape.Series(name: "reeve_database_up")] == 1)
      let searches = ["queries", "empty", "p99_seconds"].map {
        first[Scrape.Series(name: "reeve_search_\($0)", labels: ["app": queue])]
      }
      #expect(searches[0] == 3 && searches[1] == 1, "\(searches)")
      #expect(try (0.2...0.3).contains(#require(searches[2])), "1.2 to the power of 30 ms")
      #expect(
        first[Scrape.Series(name: "reeve_table_dead_rows", labels: ["table": "job_ready"])] != nil
      )

      // The loss of its connections shows, and the counters continue.
      try await database.execute(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'reeve worker%'
        """
      )
      _ = try await database.enqueueProbes(5)
      try await scrape.metrics {
        attempts($0) == 25
          && $0[of("default", "reeve_worker_connections_lost_total"), default: 0] >= 1
      }
      #expect(await scrape.get("/health")?.status == 200)

      worker.signal(SIGTERM)
      let status = await worker.wait()
      #expect(status == 0)
    }
  }

  @Test func `an old snapshot and what waits show`() async throws {
    let folder = try Folder()
    let scrape = try Scrape()
    try await withDatabase { database in
      _ = try await database.enqueueProbes(3)
      try await database.execute("UPDATE reeve.queue SET paused_at = now()")
      try await withDatabase { holder in
        let worker = try Program(arguments(folder, scrape))
        try await scrape.health(until: 200)
        let samples = try await holder.withTransaction(
          TransactionOptions(isolation: .repeatableRead)
        ) { transaction in
          try await transaction.execute("SELECT 1")
          for _ in 1...5 { try await database.execute("SELECT pg_current_xact_id()") }
          return try await scrape.metrics()
        }
        let queue = ["queue": "default"]
        #expect(
          try #require(samples[Scrape.Series(name: "reeve_database_xmin_age")]) >= 5,
          "other people's snapshots are seen by the worker's login"
        )
        #expect(
          samples[
            Scrape.Series(
              name: "reeve_queue_jobs",
              labels: ["queue": "default", "state": "available"]
            )
          ] == 3
        )
        #expect(samples[Scrape.Series(name: "reeve_queue_paused", labels: queue)] == 1)
        #expect(
          try #require(samples[Scrape.Series(name: "reeve_queue_oldest_seconds", labels: queue)])
            > 0
        )
        worker.signal(SIGTERM)
        let status = await worker.wait()
        #expect(status == 0)
      }
    }
  }

  @Test func `health tells of a database that is out of reach, and of its return`() async throws {
    let folder = try Folder()
    let scrape = try Scrape()
    try await ServerProxy.run { proxy in
      try await withDatabase { database in
        let worker = try Program([
          "--dsn", try proxy.conninfo(), "--sink", folder.path, "--metrics", "\(scrape.port)",
        ])
        #expect(try await scrape.health(until: 200) == "ok\n")
        proxy.set(.mute)
        proxy.cut()
        let report = try await scrape.health(until: 503)
        #expect(report.hasPrefix("queue default: "))
        #expect(report.utf8.count(where: { $0 == UInt8(ascii: "\n") }) == 1)
        let samples = try await scrape.metrics()
        #expect(samples[Scrape.Series(name: "reeve_database_up")] == 0)
        #expect(
          samples[Scrape.Series(name: "reeve_worker_healthy", labels: ["queue": "default"])] == 0
        )
        proxy.set(.healthy)
        try await scrape.health(until: 200)
        _ = try await database.enqueueProbes(1)
        try await scrape.metrics { samples in
          samples.contains { $0.key.name == "reeve_worker_attempts_total" && $0.value == 1 }
        }
        worker.signal(SIGTERM)
        let status = await worker.wait()
        #expect(status == 0)
      }
    }
  }

  @Test func `all queues stop at once, and health tells of it until the last job has ended`()
    async throws
  {
    let folder = try Folder()
    let scrape = try Scrape()
    try folder.write(
      "worker.yaml",
      """
      commands:
        patient: {argv: [/bin/sh, -c, "until [ -e go ]; do sleep 0.05; done"], directory: \(folder.path)}
      """,
      mode: 0o600
    )
    try await withDatabase { database in
      try await database.execute("INSERT INTO reeve.queue(name) VALUES ('mail')")
      try await database.execute(
        #"""
        SELECT reeve.enqueue(ARRAY[
          '{"kind": "command", "queue": "mail", "args": {"name": "patient"}}']::jsonb[])
        """#
      )
      let worker = try Program(
        arguments(folder, scrape) + [
          "--manifest", "\(folder.path)/worker.yaml", "--queues", "default,mail",
        ]
      )
      try await database.wait(until: "SELECT count(*) = 1 FROM reeve.job_run")
      try await scrape.health(until: 200)
      worker.signal(SIGTERM)
      try await database.wait(
        until: """
          SELECT count(*) = 1 FROM reeve.worker JOIN reeve.queue USING (queue_id)
          WHERE ended_by = 'stop' AND name = 'default'
          """
      )
      #expect(try await database.count("reeve.job_run") == 1, "the other queue waits for its job")
      #expect(try await scrape.health(until: 503).hasSuffix(": the worker is stopping\n"))
      try folder.write("go", "", mode: 0o600)
      let status = await worker.wait()
      #expect(status == 0)
      #expect(try await database.count("reeve.job_end WHERE outcome = 'completed'") == 1)
    }
  }

  @Test func `other paths and methods are refused`() async throws {
    let folder = try Folder()
    let scrape = try Scrape()
    let worker = try Program(arguments(folder, scrape))
    try await scrape.health(until: 200)
    #expect(await scrape.get("/")?.status == 404)
    #expect(await scrape.get("/metrics?x=1")?.status == 200)
    #expect(await scrape.get("/metrics", method: "POST")?.status == 405)
    #expect(await scrape.get("/metrics", method: "HEAD")?.body == "")
    #expect(
      await scrape.get("/metrics")?.headers["content-type"]
        == "text/plain; version=0.0.4; charset=utf-8"
    )
    #expect(await scrape.get("/\u{1B}[31m")?.status != 200)
    #expect(await scrape.get("/health")?.status == 200)
    #expect(await scrape.get("/health", body: "no matter")?.status == 200)
    #expect(await scrape.get("/metrics", method: "PUT", body: "no matter")?.status == 405)
    #expect(
      await scrape.get("/health?" + String(repeating: "x", count: 1 << 15))?.status != 200,
      "a head has a limit"
    )
    #expect(await scrape.get("/health")?.status == 200)
    worker.signal(SIGTERM)
    let status = await worker.wait()
    #expect(status == 0)
  }

  @Test func `a worker stops while it is asked all the time`() async throws {
    let folder = try Folder()
    let scrape = try Scrape()
    for _ in 1...5 {
      let worker = try Program(arguments(folder, scrape))
      try await scrape.health(until: 200)
      await withTaskGroup(of: Void.self) { group in
        for _ in 1...24 { group.addTask { while await scrape.get("/metrics") != nil {} } }
        for _ in 1...20 { _ = await scrape.get("/metrics") }
        worker.signal(SIGTERM)
      }
      let status = await worker.wait()
      #expect(status == 0)
    }
  }

  @Test func `silent connections keep nobody out: the longest silent ones go`() async throws {
    let folder = try Folder()
    let scrape = try Scrape()
    let worker = try Program(arguments(folder, scrape))
    try await scrape.health(until: 200)
    var silent: [Int32] = []
    defer { for line in silent { close(line) } }
    var begin = ContinuousClock.now
    // What takes longer proves nothing: the deadline of the silent ones, 20 s after they came, may
    // have made room.
    repeat {
      for line in silent { close(line) }
      begin = ContinuousClock.now
      silent = (0..<60).map { _ in scrape.open() }
      for _ in 0..<5 { #expect(await scrape.get("/health")?.status == 200) }
    } while ContinuousClock.now - begin > .seconds(15)
    /// Whether the other end has closed it.
    func isClosed(_ line: Int32) -> Bool {
      var byte: UInt8 = 0
      return recv(line, &byte, 1, Int32(MSG_DONTWAIT)) == 0
    }
    #expect(silent[..<20].allSatisfy(isClosed))
    // Neither says nothing, nor comes to an end.
    let begun = Array("GET /health HTTP/1.1\r\nHost: ".utf8)
    #expect(send(silent[59], begun, begun.count, Int32(MSG_NOSIGNAL)) == begun.count)
    let deadline = ContinuousClock.now + patience
    var line = pollfd(fd: silent[59], events: Int16(POLLIN), revents: 0)
    while poll(&line, 1, 500) == 0, ContinuousClock.now < deadline {
      _ = send(silent[59], "l", 1, Int32(MSG_NOSIGNAL))
    }
    var bytes = [UInt8](repeating: 0, count: 100)
    #expect(recv(silent[59], &bytes, 100, 0) <= 0, "who goes on for ever has a deadline")
    worker.signal(SIGTERM)
    let status = await worker.wait()
    #expect(status == 0)
  }

  @Test func `a name that may be anybody's is not answered for`() async throws {
    let folder = try Folder()
    let scrape = try Scrape()
    let worker = try Program(arguments(folder, scrape))
    try await scrape.health(until: 200)
    for host in [
      "localhost", "LOCALHOST:\(scrape.port)", "127.0.0.1:\(scrape.port)", "127.0.0.1", "127.8.9.1",
      "[::1]:\(scrape.port)",
    ] {
      #expect(await scrape.get("/health", host: host)?.status == 200, "\(host)")
    }
    for host in [
      "evil.example", "evil.example:\(scrape.port)", "localhost.evil.example",
      "127.0.0.1.evil.example",
      "localhost:x@evil.example", "10.0.0.1", "127.0.0.256", "127.0.0", "[::2]", "0.0.0.0",
    ] {
      for path in ["/health", "/metrics"] {
        let answer = await scrape.get(path, host: host)
        #expect(answer.map { (400..<500).contains($0.status) } ?? true, "\(host)")
      }
    }
    worker.signal(SIGTERM)
    let status = await worker.wait()
    #expect(status == 0)
  }

  @Test func `a port that is taken is one clear error, before any work`() async throws {
    let taken = try FullListener()
    let folder = try Folder()
    try await withDatabase { database in
      _ = try await database.enqueueProbes(1)
      let worker = try Program(
        [
          "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder.path,
          "--metrics", "127.0.0.1:\(taken.port)", "--once",
        ],
        errorsTo: folder.path + "/errors"
      )
      let status = await worker.wait()
      #expect(status == 1)
      #expect(
        try folder.read("errors")
          == "reeve-worker: cannot listen on 127.0.0.1:\(taken.port): Address already in use\n"
      )
      #expect(try await database.count("reeve.worker") == 0)
      #expect(try await database.count("reeve.job_end") == 0)
    }
  }

  @Test func `a database that takes no writes is told from one that is not there`() async throws {
    let folder = try Folder()
    try await withDatabase { database in
      let name: String = try await database.query(
        "SELECT quote_ident(current_database())"
      )[0].get(0)
      try await database.execute("ALTER DATABASE \(name) SET default_transaction_read_only = on")
      let worker = try Program(
        ["--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder.path],
        errorsTo: folder.path + "/errors"
      )
      let status = await worker.wait()
      #expect(status == 4)
      #expect(
        try folder.read("errors").hasPrefix("reeve-worker: this server is a standby or read-only")
      )
    }
  }
}
