internal import Glibc
import Host
package import Outcome
import Postgres

/// A PostgreSQL cluster of the user's own, made and started when no other server is named.
///
/// It listens on a unix socket in a private directory only; the system's user is the proof of
/// identity (peer authentication), and an ident map says which roles that user may be.
package struct EmbeddedServer: Sendable {
  /// The superuser that `initdb` makes; used by install commands only.
  package static let bootstrapRole = "postgres"
  /// The database that is used unless PGDATABASE names another.
  package static let defaultDatabase = "reeve"
  /// The roles that services log in as.
  static let serviceRoles = ["reeve_worker", "reeve_migrator"]

  package let home: ServerHome
  let user: ServerAccount

  /// Whether the server runs.
  package enum State: Hashable, Sendable {
    /// There is no data directory yet.
    case absent
    case stopped
    /// Accepts connections or will soon.
    case running(pid: Int32, isReady: Bool)
  }

  /// The server of this user.
  ///
  /// - Throws: `Failure` where the user has no name or no usable directory.
  package init(
    environment: (String) -> String? = environmentValue
  ) throws(Failure) {
    home = try ServerHome.standard(environment)
    user = try ServerAccount.current()
  }

  /// The role that the user's console logs in as.
  package var adminRole: String { user.adminRole }

  /// Returns the connection string of a role.
  ///
  /// - Parameters:
  ///   - role: nil for the user's own.
  ///   - database: nil for PGDATABASE, else `reeve`.
  /// - Returns: libpq's `key=value` form.
  /// - Throws: Nothing that a path and a name can cause.
  package func conninfo(role: String? = nil, database: String? = nil) throws -> String {
    try ConnectionInfo.replacing(
      "",
      with: [
        ("host", home.run), ("port", String(ServerHome.port)), ("user", role ?? adminRole),
        ("dbname", database ?? Self.database),
      ]
    )
  }

  /// Returns libpq's variables for a role, for a program that finds its server in the environment.
  ///
  /// - Parameter role: A login role of the cluster.
  /// - Returns: Names and values.
  package func environment(role: String) -> [(String, String)] {
    [
      ("PGHOST", home.run), ("PGPORT", String(ServerHome.port)), ("PGUSER", role),
      ("PGDATABASE", Self.database),
    ]
  }

  /// The database in use: PGDATABASE, else `reeve`.
  package static var database: String { environmentValue("PGDATABASE") ?? defaultDatabase }

  // MARK: - State

  /// Returns whether the server runs, without connecting.
  package func state() throws(Failure) -> State {
    guard Disk.status(home.data) != nil else { return .absent }
    guard let lines = try pidFile(), let pid = lines.first.flatMap({ Int32($0) }),
      isPostmaster(pid)
    else { return .stopped }
    return .running(pid: pid, isReady: lines.count > 7 && lines[7].hasPrefix("ready"))
  }

  /// The lines of `postmaster.pid`: process, directory, start, port, socket, address, memory,
  /// status.
  private func pidFile() throws(Failure) -> [Substring]? {
    guard let bytes = try Disk.read("\(home.data)/postmaster.pid", flags: O_NOFOLLOW) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
  }

  /// A postmaster works in its data directory, so another process that has got the number of one
  /// that was killed is distinguished.
  private func isPostmaster(_ pid: Int32) -> Bool {
    guard pid > 0, let cwd = realpath("/proc/\(pid)/cwd", nil) else { return false }
    defer { free(cwd) }
    guard let data = realpath(home.data, nil) else { return false }
    defer { free(data) }
    return strcmp(cwd, data) == 0
  }

  // MARK: - Start and stop

  /// Starts the server if it is not running, making the cluster the first time.
  ///
  /// Two at once are one after the other: the second finds it running.
  ///
  /// - Parameter report: Takes a line for people when something is made or started.
  /// - Returns: Whether this call started it.
  /// - Throws: `Failure`, `PostgresError`.
  @discardableResult
  package func start(report: @Sendable (String) -> Void = { _ in }) async throws -> Bool {
    try home.makeTop()
    let lock = try await FileLock.take(home.lock)
    defer { lock.release() }
    let started: Bool
    if case .running = try state() {
      started = false
    } else {
      try await startStopped(report)
      started = true
    }
    try await settle()
    return started
  }

  private func startStopped(_ report: @Sendable (String) -> Void) async throws {
    let account = try await serverAccount()
    try home.prepare(for: account)
    let major = try dataMajor()
    let programs = try await ServerPrograms.matching(major: major, data: home.data)
    if major == nil {
      report("creating a PostgreSQL \(programs.major) cluster in \(home.path)")
      try await makeCluster(programs, account)
    }
    let wasKilled = try pidFile() != nil
    if wasKilled { try removeStalePidFile() }
    try writeConfiguration()
    let start = try ChildProcess(
      arguments: [
        "\(programs.directory)/pg_ctl", "start", "-w", "-t", "60", "-s", "-D", home.data,
        "-l", home.startLog, "-o", "-c config_file=\(Self.shellQuoted(home.configuration))",
      ],
      user: account.programUser()
    )
    // The backends of a killed server end by themselves, but not at once; until then it cannot
    // start.
    var attempts = wasKilled ? 20 : 1
    while true {
      let outcome = try await start.run()
      if outcome.status == 0 { break }
      attempts -= 1
      if attempts == 0 { throw startFailure(outcome) }
      try await Task.sleep(for: .milliseconds(250))
    }
    report("started the embedded server (\(home.path))")
  }

  /// Stops the server and waits until it is down; open transactions are rolled back.
  ///
  /// - Returns: Whether it ran.
  /// - Throws: `Failure`.
  package func stop() async throws -> Bool {
    guard Disk.status(home.path) != nil else { return false }
    try home.makeTop()
    let lock = try await FileLock.take(home.lock)
    defer { lock.release() }
    guard case .running = try state() else { return false }
    let programs = try await ServerPrograms.matching(major: dataMajor(), data: home.data)
    let outcome = try await ChildProcess(
      arguments: [
        "\(programs.directory)/pg_ctl", "stop", "-w", "-t", "60", "-s", "-m", "fast", "-D",
        home.data,
      ],
      user: serverAccount().programUser()
    ).run()
    guard outcome.status == 0 else {
      throw Failure(.failed, "the embedded server did not stop", details: outcome.lastLines)
    }
    return true
  }

  /// The owner of the data, or whom a new cluster is to belong to.
  private func serverAccount() async throws -> ServerAccount {
    guard let status = Disk.status(home.data) else { return try await .forNewCluster() }
    guard let owner = ServerAccount.with(uid: status.owner), owner.uid != 0,
      owner.uid == geteuid() || geteuid() == 0
    else {
      throw Failure(
        .failed,
        "the data directory \(home.data) belongs to user id \(status.owner)",
        hint: "Set REEVE_HOME to a directory of your own."
      )
    }
    return owner
  }

  private func dataMajor() throws(Failure) -> Int? {
    guard Disk.status(home.data) != nil else { return nil }
    let path = "\(home.data)/PG_VERSION"
    guard let bytes = try Disk.read(path, flags: O_NOFOLLOW),
      let major = Int(String(decoding: bytes.prefix { $0 >= UInt8(ascii: "0") }, as: UTF8.self))
    else { throw Failure(.failed, "\(home.data) is not a PostgreSQL data directory") }
    return major
  }

  /// Makes the data directory beside its place and moves it there whole, so that an `initdb` that
  /// was cut off leaves nothing half-made.
  private func makeCluster(_ programs: ServerPrograms, _ account: ServerAccount) async throws {
    if Disk.status(home.unfinishedData) != nil {
      let outcome = try await ChildProcess(
        arguments: ["/usr/bin/find", home.unfinishedData, "-mindepth", "1", "-delete"],
        user: account.programUser()
      ).run()
      guard outcome.status == 0 else {
        throw Failure(.failed, "cannot empty \(home.unfinishedData)", details: outcome.lastLines)
      }
    }
    try home.makeOwned(home.unfinishedData, by: account)
    let outcome = try await ChildProcess(
      arguments: [
        "\(programs.directory)/initdb", "-D", home.unfinishedData, "-U", Self.bootstrapRole,
        "-A", "peer", "-E", "UTF8", "--locale=C.UTF-8", "-k", "--no-instructions",
      ],
      user: account.programUser()
    ).run()
    guard outcome.status == 0 else {
      throw Failure(.failed, "initdb failed", details: outcome.lastLines)
    }
    guard rename(home.unfinishedData, home.data) == 0 else {
      throw Failure.system("cannot put \(home.data) in place")
    }
  }

  /// Removes the pid file of a killed server whose number another process has got since; PostgreSQL
  /// would take that process for a running server and refuse to start.
  private func removeStalePidFile() throws(Failure) {
    guard let lines = try pidFile(), let pid = lines.first.flatMap({ Int32($0) }), pid > 0,
      kill(pid, 0) == 0 || errno == EPERM, !isPostmaster(pid)
    else { return }
    guard unlink("\(home.data)/postmaster.pid") == 0 else {
      throw .system("cannot remove \(home.data)/postmaster.pid")
    }
  }

  private func startFailure(_ outcome: ChildProcess.Outcome) -> any Error {
    var details = outcome.lastLines
    do {
      if let log = try Disk.read(home.startLog, flags: O_NOFOLLOW) {
        details += String(decoding: log, as: UTF8.self).split(separator: "\n").suffix(8).map(
          String.init
        )
      }
    } catch {
      details.append(error.message)
    }
    return Failure(.failed, "the embedded server did not start", details: details)
  }

  // MARK: - Roles

  /// Makes the admin's role and the database if they are not there, and lets the user be every
  /// role.
  private func settle() async throws {
    try await withBootstrap { connection in
      let role = try await connection.query(
        """
        SELECT format('CREATE ROLE %I LOGIN', $1::text)
        WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)
        """,
        [adminRole]
      )
      if let statement = role.first { try await connection.execute(statement.get(0)) }
      let database = try await connection.query(
        """
        SELECT format('CREATE DATABASE %I', $1::text)
        WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = $1)
        """,
        [Self.database]
      )
      if let statement = database.first { try await connection.execute(statement.get(0)) }
      try await allowLogins(connection)
    }
  }

  /// Lets the user be every login role that the cluster has by now.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  package func allowLogins() async throws {
    try await withBootstrap { try await allowLogins($0) }
  }

  private func allowLogins(_ connection: Connection) async throws {
    let rows = try await connection.query("SELECT rolname FROM pg_roles WHERE rolcanlogin")
    let roles = try rows.map { try $0.get(0, as: String.self) }
    if try Disk.write(identityMap(roles), to: home.identities, mode: 0o644) {
      try await connection.execute("SELECT pg_reload_conf()")
    }
  }

  private func withBootstrap(_ body: (Connection) async throws -> Void) async throws {
    let conninfo = try conninfo(role: Self.bootstrapRole, database: "postgres")
    try await connect(conninfo).use(body)
  }

  /// Connects, waiting while the server still starts or recovers.
  private func connect(_ conninfo: String) async throws -> Connection {
    for _ in 0..<600 {
      do {
        return try await Connection.connect(conninfo)
      } catch PostgresError.cannotConnect(let message) {
        guard case .running(_, isReady: false) = try state() else {
          throw PostgresError.cannotConnect(message: message)
        }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    return try await Connection.connect(conninfo)
  }
}

// MARK: - Configuration

extension EmbeddedServer {
  private func writeConfiguration() throws(Failure) {
    try Disk.write(configuration, to: home.configuration, mode: 0o644)
    try Disk.write(
      "# Written by `reeve server`: local sockets only, peer authentication.\n"
        + "local all all peer map=reeve\n",
      to: home.authentication,
      mode: 0o644
    )
    if Disk.status(home.identities) == nil {
      try Disk.write(identityMap([]), to: home.identities, mode: 0o644)
    }
  }

  private var configuration: String {
    """
    # Written by `reeve server` at each start.
    data_directory = \(Self.quoted(home.data))
    hba_file = \(Self.quoted(home.authentication))
    ident_file = \(Self.quoted(home.identities))
    listen_addresses = ''
    port = \(ServerHome.port)
    unix_socket_directories = \(Self.quoted(home.run))
    unix_socket_permissions = 0700
    max_connections = 100
    shared_buffers = 128MB
    max_wal_size = 512MB
    recovery_init_sync_method = syncfs
    wal_compression = on
    timezone = 'UTC'
    log_timezone = 'UTC'
    lc_messages = 'C'
    logging_collector = on
    log_directory = 'log'
    log_filename = 'server-%a.log'
    log_rotation_age = 1d
    log_rotation_size = 0
    log_truncate_on_rotation = on
    log_line_prefix = '%m [%p] %q%u@%d '

    """
  }

  /// The ident map: one line a role, since PostgreSQL 15 knows no word for all.
  private func identityMap(_ roles: [String]) -> String {
    let always = [Self.bootstrapRole, adminRole] + Self.serviceRoles
    let others = roles.filter { role in
      !always.contains(role) && role.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    }
    func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
    let lines = (always + others.sorted()).map { "reeve \(quoted(user.name)) \(quoted($0))\n" }
    return "# Written by `reeve server`: map, system user, role.\n" + lines.joined()
  }

  /// A string of `postgresql.conf`.
  private static func quoted(_ value: String) -> String {
    "'\(value.replacing("\\", with: "\\\\").replacing("'", with: "''"))'"
  }

  /// A word of the shell command that `pg_ctl` makes.
  private static func shellQuoted(_ value: String) -> String {
    "'\(value.replacing("'", with: "'\\''"))'"
  }
}
