import Catalog
import Glibc
import Logging
import Postgres
import TestSupport
import Testing

@testable import Host
@testable import Jobs

/// Real programs that are stopped, or whose ends must not be missed.
@Suite(.freshDatabase)
struct CommandStopTests: ProgramSuite {
  /// A program that takes no notice of SIGTERM, with a child.
  private func stubborn(_ folder: Folder) -> String {
    script(
      """
      trap '' TERM
      sleep 600 &
      echo "$$ $!" > \(folder.path)/pids.new
      mv \(folder.path)/pids.new \(folder.path)/pids
      wait
      sleep 600
      """,
      "    timeout: 1h"
    )
  }

  /// Of the program nothing is left; its child has ended, and is reaped by whoever adopted it.
  private func expectGone(_ pids: [pid_t]) async throws {
    #expect(access("/proc/\(pids[0])", F_OK) != 0, "the program is reaped")
    let deadline = ContinuousClock.now + patience
    while try isAlive(pids[1]) {
      guard ContinuousClock.now < deadline else {
        Issue.record("the program's child goes on")
        return
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private func isAlive(_ pid: pid_t) throws -> Bool {
    guard let file = fopen("/proc/\(pid)/stat", "re") else { return false }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = fread(&bytes, 1, bytes.count, file)
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return text.split(separator: ")").last?.contains("Z") == false
  }

  private func pids(_ folder: Folder) async throws -> [pid_t] {
    while access("\(folder.path)/pids", F_OK) != 0 { try await Task.sleep(for: .milliseconds(10)) }
    return try folder.read("pids").split { $0 == " " || $0 == "\n" }.compactMap { pid_t($0) }
  }

  @Test func `a cancelled job's program ends with its group, and the job is cancelled`()
    async throws
  {
    let folder = try Folder()
    try await withDatabase { database in
      let job = try await enqueue(database, "stubborn")
      try await worker([("stubborn", stubborn(folder))], isOnce: false) { worker in
        async let run: Void = worker.run()
        let pids = try await pids(folder)
        #expect(pids.count == 2)
        #expect(
          try await database.count(
            "reeve.job_run WHERE deadline_at > clock_timestamp() + interval '55 min'"
          ) == 1,
          "the server knows how long it may run"
        )
        try await database.execute("SELECT reeve.job_cancel(ARRAY[$1::bigint], 'enough')", [job])
        while try await database.count("reeve.job_end WHERE outcome = 'cancelled'") == 0 {
          try await Task.sleep(for: .milliseconds(20))
        }
        try await expectGone(pids)
        worker.stop()
        try await run
      }
    }
  }

  @Test func `when the worker stops, its programs end and the jobs are handed back`() async throws {
    let folder = try Folder()
    try await withDatabase { database in
      _ = try await enqueue(database, "stubborn")
      try await worker(
        [("stubborn", stubborn(folder))],
        isOnce: false,
        grace: .milliseconds(10)
      ) { worker in
        async let run: Void = worker.run()
        let pids = try await pids(folder)
        worker.stop()
        try await run
        try await expectGone(pids)
      }
      #expect(try await database.count("reeve.job_ready WHERE attempt = 0 AND lease = 1") == 1)
      #expect(try await database.count("reeve.job_end") == 0)
    }
  }

  @Test func `however many programs run, connections go on`() async throws {
    let programs = (0..<300).map { _ in
      Subprocess(
        Subprocess.Plan(
          argv: ["/bin/sh", "-c", "echo on; exec sleep 600"],
          environment: [:],
          directory: "/",
          input: [],
          timeout: .seconds(600)
        )
      )
    }
    try await withDatabase { database in
      try await withThrowingTaskGroup(of: Subprocess.Outcome.self) { group in
        for program in programs { group.addTask { try await program.run() } }
        for program in programs { for await _ in program.news { break } }
        #expect(try await database.number("SELECT 1") == 1)
        for program in programs { program.stop() }
        for try await outcome in group { #expect(outcome.signal == SIGTERM) }
      }
    }
  }

  @Test func `a program that lost its lease is stopped`() async throws {
    try await withDatabase { database in
      _ = try await enqueue(database, "talkative")
      try await worker([
        ("talkative", script("while :; do echo on; sleep 0.1; done", "    timeout: 1h"))
      ]) { worker in
        async let run: Void = worker.run()
        while try await database.count("reeve.job_log") == 0 {
          try await Task.sleep(for: .milliseconds(10))
        }
        try await database.execute("UPDATE reeve.job_run SET lease = lease + 1")
        // It runs once, and nothing else is due: it ends only when the program does.
        try await run
      }
      #expect(try await database.count("reeve.job_end") == 0)
    }
  }

  @Test
  func `where whoever started the worker takes no notice of children, their ends still count`()
    async throws
  {
    let folder = try Folder()
    try folder.write("three.yaml", "commands: {a: {argv: [/bin/sh, -c, 'exit 3']}}", mode: 0o644)
    try await withDatabase { database in
      _ = try await enqueue(database, "a")
      let program = try Program(
        [
          "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder.path,
          "--manifest", "\(folder.path)/three.yaml", "--once",
        ],
        after: ["/bin/sh", "-c", "trap '' CHLD; exec \"$0\" \"$@\""]
      )
      let status = await program.wait()
      #expect(status == 0)
      #expect(try await database.count("reeve.job_end WHERE error = 'exit status 3'") == 1)
    }
  }
}
