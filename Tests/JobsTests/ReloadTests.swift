import Glibc
import Postgres
import TestSupport
import Testing

/// A worker that is told to read its manifest again.
@Suite(.freshDatabase)
struct ReloadTests {
  @Test func `SIGHUP reads the manifest again, and a bad one changes nothing`() async throws {
    let folder = try Folder()
    try folder.write("worker.yaml", "commands:\n  first: {argv: [/bin/true]}\n", mode: 0o600)
    try await withDatabase { database in
      func outcome(of command: String) async throws -> String {
        let job: Int64 = try await database.query(
          "SELECT reeve.enqueue('command', jsonb_build_object('name', $1::text))",
          [command]
        )[0].get(0)
        try await database.wait(
          until: "SELECT count(*) = 1 FROM reeve.job_end WHERE job_id = $1",
          [job]
        )
        return try await database.query(
          "SELECT outcome FROM reeve.job_end WHERE job_id = $1",
          [job]
        )[0].get(0)
      }
      func said(_ text: String) async throws {
        let deadline = ContinuousClock.now + patience
        while ContinuousClock.now < deadline {
          if try folder.read("log").contains(text) { return }
          try await database.execute("SELECT pg_sleep(0.05)")
        }
        throw ProgramFailure(what: "the log does not say \(text)", code: ETIMEDOUT)
      }
      let worker = try Program(
        [
          "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder.path,
          "--manifest", "\(folder.path)/worker.yaml",
        ],
        errorsTo: folder.path + "/log"
      )
      #expect(try await outcome(of: "first") == "completed")
      #expect(try await outcome(of: "later") == "discarded")

      try folder.write(
        "worker.yaml",
        "commands:\n  later: {argv: 7}\n  odd: []\n",
        mode: 0o600
      )
      worker.signal(SIGHUP)
      try await said("SIGHUP: kept the old manifest: \(folder.path)/worker.yaml:2:")
      #expect(try await outcome(of: "first") == "completed")
      #expect(try await outcome(of: "later") == "discarded")

      try folder.write("worker.yaml", "commands:\n  later: {argv: [/bin/true]}\n", mode: 0o600)
      worker.signal(SIGHUP)
      try await said("SIGHUP: reloaded the manifest")
      #expect(try await outcome(of: "later") == "completed")
      #expect(try await outcome(of: "first") == "discarded")
      worker.signal(SIGTERM)
      let status = await worker.wait()
      #expect(status == 0)
    }
  }
}
