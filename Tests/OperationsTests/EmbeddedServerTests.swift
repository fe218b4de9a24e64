import Answers
import Glibc
import Host
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Operations

/// Real clusters in directories of their own; as root their servers run as another user.
struct EmbeddedServerTests {
  /// Lends a server that is not made yet, and stops it afterwards.
  private func withServer(
    _ body: (EmbeddedServer) async throws -> Void
  ) async throws {
    try await withScratch { path in
      let server = try EmbeddedServer { $0 == "REEVE_HOME" ? "\(path)/home" : nil }
      do {
        try await body(server)
      } catch {
        _ = try await server.stop()
        throw error
      }
      _ = try await server.stop()
    }
  }

  @Test func `a server is made, killed, started again and stopped`() async throws {
    try await withServer { server in
      #expect(try server.state() == .absent)
      let starts = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<3 { group.addTask { try await server.start() } }
        return try await group.reduce(into: [Bool]()) { $0.append($1) }
      }
      #expect(starts.count { $0 } == 1, "of three starts at once one does it")
      guard case .running(let pid, isReady: true) = try server.state() else {
        Issue.record("it is not running")
        return
      }
      try await connected(to: server.conninfo()) { connection in
        try await connection.execute("CREATE TEMP TABLE t(x int)")
        let rows = try await connection.query(
          """
          SELECT session_user = $1, rolsuper, current_setting('listen_addresses'),
            current_setting('server_encoding')
          FROM pg_roles WHERE rolname = session_user
          """,
          [server.adminRole]
        )
        #expect(try rows[0].get(0) == true)
        #expect(try rows[0].get(1) == false)
        #expect(try rows[0].get(2, as: String.self) == "")
        #expect(try rows[0].get(3, as: String.self) == "UTF8")
        #expect(kill(pid, SIGKILL) == 0)
      }
      try await eventually { kill(pid, 0) != 0 }
      #expect(try server.state() == .stopped)
      #expect(try await server.start())
      try await connected(to: server.conninfo()) { try await $0.execute("SELECT 1") }
      #expect(try await server.stop())
      #expect(try await !server.stop())
      #expect(try server.state() == .stopped)
    }
  }

  @Test func `a new login is let in, with a name that needs quotes too`() async throws {
    try await withServer { server in
      try await server.start()
      let bootstrap = try server.conninfo(role: EmbeddedServer.bootstrapRole)
      try await connected(to: bootstrap) { connection in
        try await connection.execute("CREATE ROLE \"odd \"\"name\" LOGIN")
      }
      try await server.allowLogins()
      let conninfo = try server.conninfo(role: "odd \"name")
      // The server rereads its map when it gets the signal, which it tells nobody.
      var isIn = false
      let deadline = ContinuousClock.now + patience
      while !isIn, ContinuousClock.now < deadline {
        isIn = await failure { try await connected(to: conninfo) { _ = $0 } } == nil
      }
      #expect(isIn)
      let stranger = await failure {
        try await connected(to: server.conninfo(role: "nobody_here")) { _ in }
      }
      #expect(stranger?.exit == .connection)
    }
  }

  @Test func `leftovers of a crash do not stop it`() async throws {
    try await withServer { server in
      try server.home.makeTop()
      try await server.home.makeOwned(server.home.unfinishedData, by: .forNewCluster())
      try Disk.write("half", to: "\(server.home.unfinishedData)/PG_VERSION", mode: 0o644)
      if geteuid() == 0 {
        try await command("/bin/chown", "-R", "postgres", server.home.unfinishedData)
      }
      #expect(try await server.start())
      #expect(try await server.stop())
      // The number of a killed server, which another process has got since.
      let pidFile = "\(server.home.data)/postmaster.pid"
      try Disk.write("\(getpid())\n\(server.home.data)\n", to: pidFile, mode: 0o600)
      if geteuid() == 0 { try await command("/bin/chown", "postgres", pidFile) }
      #expect(try server.state() == .stopped)
      #expect(try await server.start())
    }
  }

  @Test func `the data directory of another major version is refused untouched`() async throws {
    try await withServer { server in
      try await server.start()
      #expect(try await server.stop())
      let version = "\(server.home.data)/PG_VERSION"
      let right = try #require(try Disk.text(version))
      try Disk.write("14\n", to: version, mode: 0o644)
      let error = await failure { try await server.start() }
      #expect(error?.message.contains("belongs to PostgreSQL 14") == true)
      #expect(error?.hint?.contains("pg_upgrade") == true)
      try Disk.write(right, to: version, mode: 0o644)
      if geteuid() == 0 { try await command("/bin/chown", "postgres", version) }
      #expect(try await server.start())
    }
  }

  @Test func `a home that others can write, or that is a link, is refused`() async throws {
    try await withScratch { path in
      try Disk.makeDirectory("\(path)/open", mode: 0o777)
      symlink("\(path)/open", "\(path)/link")
      for home in ["\(path)/open", "\(path)/link"] {
        let server = try EmbeddedServer { $0 == "REEVE_HOME" ? home : nil }
        let error = await failure { try await server.start() }
        #expect(error?.message.contains("is not a directory that you own") == true)
      }
    }
  }

  @Test func `a socket path over 107 bytes is refused`() throws {
    let fits = "/" + String(repeating: "a", count: 107 - "/run/.s.PGSQL.5432".utf8.count - 1)
    #expect(throws: Never.self) { try ServerHome(path: fits) }
    #expect { try ServerHome(path: fits + "a") } throws: { error in
      Failure(error, during: .operation).message.contains("has 108 bytes; a unix socket allows 107")
    }
  }

  @Test(arguments: ["relative", "/tmp/new\nline", ""])
  func `a home must be an absolute path without control characters`(path: String) {
    #expect(throws: Failure.self) { try ServerHome(path: path) }
  }
}

@Suite struct ServerChoiceTests {
  @Test(
    arguments: [
      (nil, [:], .embedded), ("x", ["DATABASE_URL": "y"], .conninfo("x")),
      (nil, ["DATABASE_URL": "y", "PGHOST": "z"], .conninfo("y")),
      (nil, ["PGHOST": "z"], .conninfo("")), (nil, ["PGHOSTADDR": "z"], .conninfo("")),
      (nil, ["PGPORT": "1"], .conninfo("")), (nil, ["PGSERVICE": "s"], .conninfo("")),
      (nil, ["PGDATABASE": "d", "PGUSER": "u"], .embedded),
    ] as [(String?, [String: String], ServerChoice)]
  )
  func `embedded only when nothing names a server`(
    dsn: String?,
    environment: [String: String],
    expected: ServerChoice
  ) {
    #expect(ServerChoice(dsn: dsn) { environment[$0] } == expected)
  }
}
