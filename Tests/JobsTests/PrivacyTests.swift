import Glibc
import Postgres
import TestSupport
import Testing

/// What programs that a worker runs can find out about the worker, and as whom they run.
@Suite(.freshDatabase)
struct PrivacyTests {
  private static let password = "hunter2-hunter2-hunter2"

  /// What a job can read of the worker, which is its parent.
  private static let spy = """
    commands:
      spy:
        argv:
        - /bin/sh
        - -c
        - |
          echo own: $(cat /proc/self/environ | tr '\\000' ' ')
          echo words: $(cat /proc/$PPID/cmdline | tr '\\000' ' ')
          echo environ: $(cat /proc/$PPID/environ 2>&1)
          echo files: $(ls -l /proc/$PPID/fd 2>&1)
          echo memory: $(head -c 1 /proc/$PPID/mem 2>&1)
          echo ours: $(ls /proc/self/fd)
          echo privileges: $(grep NoNewPrivs /proc/self/status)

    """

  /// Has a worker run the spy; returns its log, by the first word.
  private func spy(
    arguments: (_ conninfo: String) -> [String],
    of name: String = "reeve-worker",
    after starter: [String] = []
  ) async throws -> [String: String] {
    let folder = try Folder()
    try folder.write("worker.yaml", Self.spy, mode: 0o644)
    let conninfo = try ConnectionInfo.replacing(
      TestDatabase.current.conninfo(user: "reeve_worker"),
      with: [("password", Self.password)]
    )
    return try await withDatabase { database in
      let job: Int64 = try await database.query(
        "SELECT reeve.enqueue('command', '{\"name\": \"spy\"}')"
      )[0].get(0)
      let worker = try Program(
        arguments(conninfo) + [
          "--sink", folder.path, "--manifest", "\(folder.path)/worker.yaml", "--once",
        ],
        of: name,
        after: starter,
        errorsTo: "\(folder.path)/errors"
      )
      let status = await worker.wait()
      #expect(status == 0)
      let lines = try await database.query(
        "SELECT line FROM reeve.job_log WHERE job_id = $1",
        [job]
      ).map { try $0.get(0, as: String.self) }
      var found = ["errors": try folder.read("errors")]
      for line in lines {
        let parts = line.split(separator: ":", maxSplits: 1)
        found[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
      }
      return found
    }
  }

  /// Nothing that the spy read holds the password, or could.
  private func expectNothingKnown(_ found: [String: String]) throws {
    for (name, text) in found { #expect(!text.contains("hunter2"), "\(name)") }
    #expect(found["own"]?.contains("REEVE_JOB=") == true, "it can read what is its own")
    #expect(found["words"]?.contains("--once") == true, "it saw the worker's arguments")
    #expect(found["environ"]?.contains("Permission denied") == true)
    #expect(found["files"]?.contains("Permission denied") == true)
    #expect(found["memory"]?.contains("Permission denied") == true)
    #expect(found["ours"] == " 0 1 2 3")
    #expect(found["privileges"] == " NoNewPrivs: 1")
  }

  @Test func `a password among the arguments is wiped, with a warning`() async throws {
    let found = try await spy { ["--dsn", $0] }
    try expectNothingKnown(found)
    #expect(found["words"]?.contains("--dsn xxxx") == true)
    #expect(found["errors"]?.contains("warning: others can read a password") == true)
    let attached = try await spy { ["--dsn=\($0)"] }
    try expectNothingKnown(attached)
    #expect(attached["words"]?.contains("--dsn=xxxx") == true)
  }

  @Test func `a password that reeve work gets is not among the worker's arguments`() async throws {
    for arguments in [{ ["work", "--dsn", $0] }, { ["--dsn=\($0)", "work"] }]
      as [(String) -> [String]]
    {
      let found = try await spy(arguments: arguments, of: "reeve")
      try expectNothingKnown(found)
      #expect(found["words"]?.contains("--dsn-descriptor") == true)
      #expect(found["errors"]?.contains("warning: others can read a password") == true)
    }
  }

  @Test func `a password in the environment is wiped from it, and still logs in`() async throws {
    let conninfo = try TestDatabase.current.conninfo(user: "reeve_worker")
    let found = try await spy(
      arguments: { _ in [] },
      after: [
        "/usr/bin/env", "PGPASSWORD=\(Self.password)",
        "DATABASE_URL=\(conninfo) sslpassword=\(Self.password)",
      ]
    )
    try expectNothingKnown(found)
    #expect(found["errors"]?.contains("warning") == false)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can start a worker as another user"))
  func `a job that has the worker's own user learns no more`() async throws {
    // The build may lie where only root can look.
    let place = try Folder()
    let copy = "\(place.path)/reeve-worker"
    let copying = try Program([try Program.path(of: "reeve-worker"), copy], of: "/bin/cp")
    let status = await copying.wait()
    #expect(status == 0)
    // Who runs the server may enter the directory of its socket.
    let socket: String = try await withDatabase { database in
      try await database.query("SHOW unix_socket_directories")[0].get(0)
    }
    var owner = stat()
    #expect(stat(socket, &owner) == 0)
    #expect(owner.st_uid != 0)
    let setpriv = [
      "/usr/bin/setpriv", "--reuid=\(owner.st_uid)", "--regid=\(owner.st_gid)",
      "--clear-groups", "--",
    ]
    let found = try await spy(
      arguments: { ["--dsn", $0] },
      of: copy,
      after: ["/usr/bin/env", "PGPASSWORD=\(Self.password)"] + setpriv
    )
    try expectNothingKnown(found)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can run programs as others"))
  func `a program runs as the user that the manifest names, with that user's groups only`()
    async throws
  {
    let folder = try Folder()
    let name = "daemon"  // Debian has it everywhere.
    try folder.write(
      "worker.yaml",
      """
      commands:
        named: {argv: [/bin/sh, -c, 'echo $(id -un) $(id -G) $(grep CapEff /proc/self/status)'], run_as: \(name)}
        other: {argv: [/bin/sh, -c, 'echo $(id -un) $(id -G); touch \(folder.path)/left']}
      """,
      mode: 0o644
    )
    try await withDatabase { database in
      try await database.execute(
        """
        SELECT reeve.enqueue('command', jsonb_build_object('name', n))
        FROM unnest('{named,other}'::text[]) n
        """
      )
      let worker = try Program([
        "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder.path,
        "--manifest", "\(folder.path)/worker.yaml", "--once",
      ])
      let status = await worker.wait()
      #expect(status == 0)
      let lines = try await database.query("SELECT line FROM reeve.job_log ORDER BY line").map {
        try $0.get(0, as: String.self)
      }
      #expect(lines.count == 2)
      #expect(
        lines.contains { $0.hasPrefix("\(name) ") && $0.hasSuffix(" CapEff: 0000000000000000") }
      )
      #expect(lines.contains { $0.hasPrefix("nobody ") })
      #expect(!lines.contains { $0.split(separator: " ").contains("0") }, "no group of root's")
      var left = stat()
      #expect(stat("\(folder.path)/left", &left) == 0)
      #expect(left.st_uid != 0)
    }
  }

  @Test func `a program that others may write by the time it is started is a dead letter`()
    async throws
  {
    let folder = try Folder()
    try folder.write("tool", "#!/bin/sh\nexit 0\n", mode: 0o755)
    try folder.write("worker.yaml", "commands: {tool: {argv: [\(folder.path)/tool]}}", mode: 0o644)
    try await withDatabase { database in
      let worker = try Program(
        [
          "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder.path,
          "--manifest", "\(folder.path)/worker.yaml",
        ],
        errorsTo: "\(folder.path)/errors"
      )
      func end() async throws -> (outcome: String, error: String?) {
        let job: Int64 = try await database.query(
          "SELECT reeve.enqueue('command', '{\"name\": \"tool\"}')"
        )[0].get(0)
        try await database.wait(
          until: "SELECT count(*) = 1 FROM reeve.job_end WHERE job_id = $1",
          [job]
        )
        let row = try await database.query(
          "SELECT outcome, error FROM reeve.job_end WHERE job_id = $1",
          [job]
        )[0]
        return (try row.get(0), try row.get(1))
      }
      #expect(try await end().outcome == "completed")
      #expect(chmod("\(folder.path)/tool", 0o775) == 0)
      let refused = try await end()
      #expect(refused.outcome == "discarded")
      #expect(refused.error?.contains("\(folder.path)/tool is writable for others") == true)
      worker.signal(SIGHUP)
      while try !folder.read("errors").contains("SIGHUP: kept the old manifest") {
        try await database.execute("SELECT pg_sleep(0.02)")
      }
      #expect(chmod("\(folder.path)/tool", 0o755) == 0)
      #expect(try await end().outcome == "completed")
      worker.signal(SIGTERM)
      let status = await worker.wait()
      #expect(status == 0)
    }
  }

  @Test(arguments: ["manifest", "link key"])
  func `a file that others may write keeps the worker from starting`(what: String) async throws {
    let folder = try Folder()
    try folder.write("worker.yaml", "commands: {}\n", mode: 0o644)
    try folder.write("key", "a key of thirty-two bytes, no less", mode: 0o600)
    let arguments = [
      "--dsn", try TestDatabase.current.conninfo(user: "reeve_worker"), "--sink", folder.path,
      "--manifest", "\(folder.path)/worker.yaml", "--link-key", "\(folder.path)/key", "--once",
    ]
    let good = try Program(arguments)
    let started = await good.wait()
    #expect(started == 0)
    let name = what == "manifest" ? "worker.yaml" : "key"
    #expect(chmod("\(folder.path)/\(name)", 0o622) == 0)
    let bad = try Program(arguments, errorsTo: "\(folder.path)/errors")
    let status = await bad.wait()
    #expect(status == 2)
    let errors = try folder.read("errors")
    #expect(errors.contains("\(folder.path)/\(name) is writable for others"))
    #expect(errors.contains("mode 0622"))
    #expect(errors.contains("`chmod go-w \(folder.path)/\(name)`"))
  }
}
