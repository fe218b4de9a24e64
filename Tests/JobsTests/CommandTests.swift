import Catalog
import Glibc
import Logging
import Postgres
import TestSupport
import Testing

@testable import Host
@testable import Jobs

/// Real programs, run by workers on a real queue.
@Suite(.freshDatabase)
struct CommandTests: ProgramSuite {
  @Test func `the exit status is the outcome, and what cannot be run is a dead letter`()
    async throws
  {
    let folder = try Folder()
    try folder.write("plain", "echo no", mode: 0o644)
    try folder.write("nobang", "\u{1}\u{2}", mode: 0o755)
    let cases: [(name: String, body: String, outcome: String?, error: String?)] = [
      ("done", script("exit 0"), "completed", nil),
      ("again", script("echo busy >&2; exit 75"), "retryable", "exit status 75: busy"),
      (
        "other", script("echo one >&2; echo two >&2; exit 3"), "retryable",
        "exit status 3: one\ntwo"
      ),
      ("later", script("exit 76"), nil, nil),
      ("skip", script("echo gone >&2; exit 77"), "cancelled", "exit status 77: gone"),
      ("bad", script("exit 65"), "discarded", "exit status 65"),
      ("lacking", script("/nonexistent"), "discarded", nil),
      ("killed", script("kill -9 $$"), "retryable", "ended by signal 9"),
      (
        "missing", " {argv: [/nonexistent/x]}", "discarded",
        "cannot run /nonexistent/x: No such file or directory"
      ),
      (
        "plain", " {argv: [\(folder.path)/plain]}", "discarded",
        "cannot run \(folder.path)/plain: Permission denied"
      ),
      (
        "nobang", " {argv: [\(folder.path)/nobang]}", "discarded",
        "cannot run \(folder.path)/nobang: Exec format error"
      ),
      (
        "nowhere", " {argv: [/bin/true], directory: /nonexistent}", "discarded",
        "cannot enter /nonexistent: No such file or directory"
      ),
      (
        "slow", script("echo begun >&2; sleep 600", "    timeout: 5s"), "retryable",
        "stopped after 5.0 seconds: begun"
      ),
      (
        "garbage", script("echo fine; printf 'a\\377\\376b\\n'"), "discarded",
        "line 2 of its output is not UTF-8 text"
      ),
      ("noise", script("exec cat /dev/urandom", "    output_limit: 100000"), "discarded", nil),
      (
        "flood", script("exec yes", "    output_limit: 100000"), "discarded",
        "it wrote more than 100000 bytes of log and was stopped"
      ),
      (
        "endless", script("exec tr '\\0' x </dev/zero", "    output_limit: 100000"), "discarded",
        "it wrote more than 100000 bytes of log and was stopped"
      ),
      (
        "blank", script("exec yes ''", "    output_limit: 100000"), "discarded",
        "it wrote more than 100000 bytes of log and was stopped"
      ),
      (
        "deep",
        script("head -c 100000 /dev/zero | tr '\\0' '['; echo; echo '{\"a\": \"\\u0000\"}'"),
        "completed", nil
      ),
      (
        "moan", script("head -c 50000000 /dev/zero | tr '\\0' x >&2; echo end >&2; exit 1"),
        "retryable", nil
      ),
    ]
    try await withDatabase { database in
      var ids: [String: Int64] = [:]
      for item in cases { ids[item.name] = try await enqueue(database, item.name) }
      let unnamed: Int64 = try await database.query(
        "SELECT reeve.enqueue('command', '{\"argv\": [\"/bin/true\"]}')"
      )[0].get(0)
      let unknown = try await enqueue(database, "unheard-of")
      let probe = try await database.enqueueProbes(1)[0]
      try await worker(cases.map { ($0.name, $0.body) }) { try await $0.run() }
      func end(_ job: Int64) async throws -> (outcome: String?, error: String?) {
        let rows = try await database.query(
          "SELECT outcome, error FROM reeve.job_end WHERE job_id = $1",
          [job]
        )
        return try rows.first.map { (try $0.get(0), try $0.get(1)) } ?? (nil, nil)
      }
      for item in cases {
        let found = try await end(#require(ids[item.name]))
        #expect(found.outcome == item.outcome, "\(item.name): \(found.error ?? "")")
        if let error = item.error { #expect(found.error == error, "\(item.name)") }
      }
      #expect(
        try await end(unnamed).error == "a command takes a name and an input"
      )
      #expect(
        try await end(unknown).error == "this worker's manifest has no command “unheard-of”"
      )
      #expect(try await end(probe).outcome == "completed", "the worker goes on")
      #expect(
        try await database.count("reeve.job_timer WHERE reason = 'snoozed' AND attempt = 0") == 1
      )
      let kept = try await database.number(
        """
        SELECT max(n) FROM (
          SELECT sum(greatest(octet_length(line), 100)) AS n FROM reeve.job_log GROUP BY job_id) l
        """
      )
      #expect(kept <= 100_000)
      #expect(kept > 0)
      #expect(try await database.count("reeve.job_dead WHERE reason = 'handler'") == 13)
      let moaner = try #require(ids["moan"])
      let moan = try #require(try await end(moaner).error)
      #expect(moan.hasPrefix("exit status 1: xxx"))
      #expect(moan.hasSuffix("xend"))
      #expect(moan.utf8.count < 5000, "of what it says of its failure the end is kept")
    }
  }

  @Test func `lines are progress, checkpoints and log; the next attempt gets the checkpoint`()
    async throws
  {
    let folder = try Folder()
    try await withDatabase { database in
      let job = try await enqueue(database, "talk", #"{"to": ["a", "é"]}"#)
      try await worker([
        (
          "talk",
          script(
            """
            cat > \(folder.path)/input.$REEVE_ATTEMPT
            env > \(folder.path)/env
            ls /proc/self/fd > \(folder.path)/fds
            pwd > \(folder.path)/pwd
            echo plain
            echo
            echo '{"progress": {"done": 3, "total": 9, "note": "n"}}'
            echo '{"log": "well", "level": "warning"}'
            echo '{"checkpoint": {"at": 5}}'
            echo '{"progress": {"done": "many"}}'
            echo '{"log": "\\ud83d\\ude00 \\u0041"}'
            echo '{"broken'
            [ $REEVE_ATTEMPT = 2 ] || exit 1
            """,
            "    environment: {GREETING: 'it''s'}\n    directory: \(folder.path)"
          )
        )
      ]) { worker in
        try await worker.run()
        let progress: String = try await database.query(
          "SELECT concat_ws(' ', done, total, note) FROM reeve.job_progress"
        )[0].get(0)
        #expect(progress == "3 9 n")
        try await database.execute("UPDATE reeve.job_timer SET due_at = now()")
      }
      try await worker([
        ("talk", script("cat > \(folder.path)/input.$REEVE_ATTEMPT; echo 'last'"))
      ]) { try await $0.run() }
      let log = try await database.query(
        "SELECT level || ' ' || line FROM reeve.job_log WHERE job_id = $1 ORDER BY log_id",
        [job]
      ).map { try $0.get(0, as: String.self) }
      #expect(
        log == [
          "info plain", "warning well", #"info {"progress": {"done": "many"}}"#, "info 😀 A",
          #"info {"broken"#, "info last",
        ]
      )
      for (attempt, mark) in [(1, "null"), (2, #"{"at": 5}"#)] {
        let text = try folder.read("input.\(attempt)")
        let isRight: Bool = try await database.query(
          """
          SELECT $1::jsonb = jsonb_build_object('name', 'talk', 'input', '{"to": ["a", "é"]}'::jsonb,
            'job', $2::bigint, 'attempt', $3::int, 'checkpoint', $4::jsonb)
          """,
          [text, job, attempt, mark]
        )[0].get(0)
        #expect(isRight, "\(text)")
      }
      #expect(try folder.read("pwd") == "\(folder.path)\n")
      #expect(Set(try folder.read("fds").split(separator: "\n")) == ["0", "1", "2", "3"])
      let names = Set(
        try folder.read("env").split(separator: "\n").compactMap { $0.split(separator: "=").first }
      )
      #expect(
        names.subtracting(["PWD", "SHLVL", "_", "OLDPWD"])
          == ["GREETING", "LC_ALL", "PATH", "REEVE_ATTEMPT", "REEVE_JOB"]
      )
    }
  }

  @Test func `who asked and may no longer gets nothing done, and the reason is on record`()
    async throws
  {
    let folder = try Folder()
    try await withDatabase { database in
      let senior = try await TestDatabase.current.login(rank: "senior")
      try await database.execute(
        "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ($1, 'senior', 'test')",
        [senior]
      )
      let job = try await TestDatabase.current.connect(user: senior).use {
        try await enqueue($0, "touch")
      }
      try await database.execute("UPDATE reeve.member SET rank = 'moderator'")
      let probe = try await database.enqueueProbes(1)[0]
      try await worker([("touch", script("touch \(folder.path)/ran"))]) { try await $0.run() }
      #expect(access("\(folder.path)/ran", F_OK) != 0)
      let ends = try await database.query(
        "SELECT job_id, outcome, error FROM reeve.job_end ORDER BY job_id"
      )
      #expect(try ends.map { try $0.get(0) } == [job, probe])
      #expect(try ends.map { try $0.get(1) } == ["discarded", "completed"])
      let error: String = try ends[0].get(2)
      #expect(error.contains("asker \(senior) no longer holds "), "\(error)")
    }
  }

  @Test func `the program reads the file: what is wrong there keeps the worker from starting`()
    async throws
  {
    let folder = try Folder()
    try folder.write("bad.yaml", "commands: {a: {argv: [true]}}", mode: 0o644)
    try folder.write("good.yaml", "commands: {a: {argv: [/bin/sh, -c, 'exit 77']}}", mode: 0o644)
    for name in ["bad.yaml", "missing.yaml"] {
      let program = try Program(["--sink", folder.path, "--manifest", "\(folder.path)/\(name)"])
      let status = await program.wait()
      #expect(status == 2)
    }
    try await withDatabase { database in
      _ = try await enqueue(database, "a")
      let program = try Program([
        "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder.path,
        "--manifest", "\(folder.path)/good.yaml", "--once",
      ])
      let status = await program.wait()
      #expect(status == 0)
      #expect(try await database.count("reeve.job_end WHERE outcome = 'cancelled'") == 1)
    }
  }
}
