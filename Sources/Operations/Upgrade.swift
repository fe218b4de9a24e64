import Answers
import Outcome
import Postgres

/// Brings a database to this program's schema: roles, numbered migrations, functions, first admins.
package struct Upgrade: Sendable {
  let share: Share
  /// A direct connection (no pooler) of the installer.
  let connection: Connection
  /// Takes a line for people for each step.
  let report: @Sendable (String) -> Void

  /// The changes that `run` made.
  package struct Summary: Hashable, Sendable {
    /// The files of the migrations that were applied.
    package var migrations: [String] = []
    /// Functions that were gone from the tree, or changed their result, and were dropped.
    package var dropped: [String] = []
  }

  /// The advisory lock that one upgrade of a database holds: the bytes of "reeve".
  private static let lockKey: Int64 = 0x72_65_65_76_65
  /// How long a migration waits for a lock of the app's before it gives up, to be tried again.
  static let lockTimeout = "5s"
  /// How long an upgrade waits for another one.
  private static let patience = "10min"

  /// Upgrades; doing it again changes nothing, and of two at once one waits.
  ///
  /// - Parameter firstAdmins: Roles to be the first seniors; made if they are not there.
  /// - Returns: The changes.
  /// - Throws: `Failure`, `PostgresError`.
  @discardableResult
  package func run(firstAdmins: [String] = []) async throws -> Summary {
    try await checkServer()
    try await EventTriggers.check(share: share, connection: connection)
    try await lock()
    do {
      var summary = Summary()
      try await Roles(share: share, connection: connection).ensure(admins: firstAdmins)
      summary.migrations = try await migrate()
      // A database that was empty holds nothing yet that could differ.
      let isNew = try summary.migrations.count == Migration.all(in: share).count
      let differences = isNew ? [] : try await differences()
      try await restore()
      let waiting = try await restore(differences)
      summary.dropped = try await FunctionReplay(share: share, connection: connection).run()
      summary.dropped.forEach { report("dropped function \($0)") }
      try await finish(waiting, of: differences)
      // Before anybody enqueues: a row of today must never meet today's partition being made.
      try await connection.one(OperationsFunctions.jobPartitionKeep())
      // A dump leaves the index out.
      try await connection.one(OperationsFunctions.searchMend())
      try await nameFirst(firstAdmins)
      for app in try await connection.call(OperationsFunctions.catalogMend()) {
        report("the app \(app) stays unchanged until `reeve catalog apply --app \(app)`")
      }
      try await limitIdle()
      try await connection.one(OperationsFunctions.noticeAdopt())
      try await connection.one(OperationsFunctions.recordSeal())
      try await connection.execute("SELECT pg_advisory_unlock_all()")
      try await reportMembers()
      for fault in try await connection.call(OperationsFunctions.tlsFaults()) {
        report("\(fault.finding): \(fault.remedy)")
      }
      try await refuseForeign(differences)
      return summary
    } catch let error as ScriptError {
      throw error.failure
    }
  }

  func checkServer() async throws {
    let major = connection.serverVersion / 10_000
    guard major >= ServerPrograms.oldestMajor else {
      throw Failure(
        .failed,
        "this is PostgreSQL \(major); Reeve needs \(ServerPrograms.oldestMajor) or later"
      )
    }
    let rows = try await connection.query(
      "SELECT pg_backend_pid(), getdatabaseencoding(), pg_is_in_recovery()"
    )
    guard let row = rows.first else { return }
    guard try row.get(0, as: Int32.self) == connection.backendPID else {
      throw Failure(
        .failed,
        "this connection goes through a pooler",
        hint: "Upgrade over a direct connection."
      )
    }
    guard try row.get(1, as: String.self) == "UTF8" else {
      throw Failure(.failed, "this database is not encoded in UTF8")
    }
    guard try !row.get(2, as: Bool.self) else {
      throw Failure(.failed, "this server is a standby", hint: "Upgrade the primary.")
    }
  }

  private func lock() async throws {
    let rows = try await connection.query("SELECT pg_try_advisory_lock($1)", [Self.lockKey])
    if try rows.first?.get(0) == true { return }
    let holders = try await connection.query(Self.holders, [Self.lockKey])
    for row in holders {
      let (pid, who): (Int32, String) = try (row.get(0), row.get(1))
      if try row.get(2) {
        report("another upgrade of this database is running: \(who); waiting for it")
        continue
      }
      // Every login can take any advisory lock; only one that may upgrade is waited for.
      report("\(who) holds the upgrade lock but may not upgrade: ending its session")
      let ended = try await connection.query("SELECT pg_terminate_backend($1, 5000)", [pid])
      guard try ended.first?.get(0) == true else {
        throw Failure(.failed, "\(who) holds the upgrade lock", hint: "End its session.")
      }
    }
    try await connection.execute("SET lock_timeout = '\(Self.patience)'")
    do {
      try await connection.execute("SELECT pg_advisory_lock($1)", [Self.lockKey])
    } catch PostgresError.server(let error) where error.sqlState == .lockNotAvailable {
      throw Failure(
        .failed,
        "another upgrade of this database took longer than \(Self.patience)",
        details: try holders.map { try $0.get(1) },
        hint: "Try again when it has ended, or end its session."
      )
    }
    try await connection.execute("RESET lock_timeout")
  }

  /// Finds the holders of the upgrade lock here, and whether their logins could upgrade.
  private static let holders = """
    SELECT l.pid, format('process %s of %s', l.pid, r.rolname),
      r.rolsuper OR coalesce(pg_has_role(r.oid, to_regrole('reeve_owner'), 'MEMBER'), TRUE)
    FROM pg_locks l
    JOIN pg_stat_activity s USING (pid)
    JOIN pg_roles r ON r.oid = s.usesysid
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
      AND l.classid::bigint << 32 | l.objid::bigint = $1
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    """

  // MARK: - Migrations

  /// The migrations that are not applied yet, with their digests; refuses where one that is was
  /// changed.
  func pending() async throws -> [(migration: Migration, checksum: String)] {
    let migrations = try Migration.all(in: share)
    let applied = try await applied()
    if let first = applied[1], first.name != migrations.first?.script.name {
      throw Failure(
        .failed,
        "this database was made by Reeve before 0.2.0, which cannot be upgraded",
        hint: "Remove Reeve from it with `reeve uninstall` of that version, then upgrade."
      )
    }
    if let newest = applied.keys.max(), newest > migrations.count {
      throw Failure(
        .failed,
        "this database is at version \(newest), and this program knows \(migrations.count)",
        hint: "Use the program that upgraded it, or a newer one."
      )
    }
    var pending: [(migration: Migration, checksum: String)] = []
    for migration in migrations {
      let checksum = try await checksum(of: migration.script)
      if let before = applied[migration.version]?.checksum {
        guard before == checksum else {
          throw Failure(
            .failed,
            "\(migration.script.path) was changed after it was applied here",
            details: ["applied \(before)", "now     \(checksum)"],
            hint: "Restore the released file, and make the change in a new migration."
          )
        }
        continue
      }
      pending.append((migration, checksum))
    }
    return pending
  }

  private func migrate() async throws -> [String] {
    var done: [String] = []
    for (migration, checksum) in try await pending() {
      try await apply(migration, checksum)
      report("applied \(migration.script.name)")
      done.append(migration.script.name)
    }
    return done
  }

  /// The applied migrations by version; empty before the first.
  private func applied() async throws -> [Int: (name: String, checksum: String)] {
    let exists = try await connection.query("SELECT to_regclass('reeve.migration') IS NOT NULL")
    guard try exists.first?.get(0) == true else { return [:] }
    let rows = try await connection.query("SELECT version, name, sha256 FROM reeve.migration")
    return try Dictionary(
      uniqueKeysWithValues: rows.map { (try $0.get(0), (try $0.get(1), try $0.get(2))) }
    )
  }

  private func checksum(of script: Share.Script) async throws -> String {
    let rows = try await connection.query(
      "SELECT encode(sha256(convert_to($1, 'UTF8')), 'hex')",
      [script.text]
    )
    return try rows.first?.get(0) ?? ""
  }

  private func apply(_ migration: Migration, _ checksum: String) async throws {
    for attempt in 1... {
      do {
        return try await connection.withTransaction { transaction in
          try await transaction.execute("SET LOCAL lock_timeout = '\(Self.lockTimeout)'")
          try await migration.apply(in: transaction)
          try await transaction.execute(
            "INSERT INTO reeve.migration(version, name, sha256) VALUES ($1, $2, $3)",
            [migration.version, migration.script.name, checksum]
          )
        }
      } catch let error as ScriptError where error.server.sqlState == .lockNotAvailable {
        guard attempt < 3 else { throw error }
        report("\(migration.script.name) waits for a lock; trying again")
      }
    }
  }

  // MARK: - First admins

  private func nameFirst(_ admins: [String]) async throws {
    if admins.isEmpty { return }
    try await connection.withTransaction { transaction in
      try await transaction.execute("SET LOCAL ROLE reeve_owner")
      do {
        try await transaction.one(OperationsFunctions.memberBootstrap(roleNames: admins))
      } catch PostgresError.server(let error) where error.sqlState == .notPermitted {
        throw Failure(.refused, error.message, hint: error.hint)
      }
      let seniors = try await transaction.query(
        "SELECT role_name FROM reeve.member WHERE rank = 'senior' LIMIT 2"
      )
      if seniors.count == 1 {
        let name: String = try seniors[0].get(0)
        report(
          "\(name) is the only senior: what needs a second person, such as a ban for good, a deletion "
            + "or another senior, waits an hour. To name a second one now: `reeve upgrade "
            + "--first-admin \(name) --first-admin NAME`"
        )
      }
    }
  }
}

/// One numbered migration of the tree.
struct Migration {
  /// From 1, without a gap.
  let version: Int
  let script: Share.Script

  /// Where applied migrations are written down; made with the first.
  static let tableScript = """
    CREATE TABLE reeve.migration(
      version int CONSTRAINT migration_pkey PRIMARY KEY,
      name text NOT NULL CONSTRAINT migration_name_key UNIQUE,
      sha256 text NOT NULL CONSTRAINT migration_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );

    COMMENT ON TABLE reeve.migration IS 'Migrations applied to this database.';

    COMMENT ON COLUMN reeve.migration.sha256 IS 'Digest of the file; a released file never changes.';
    """

  /// Runs it as `reeve_owner`.
  ///
  /// - Throws: `ScriptError`, `PostgresError`.
  func apply(in transaction: Transaction) async throws {
    try await transaction.execute("SET LOCAL ROLE reeve_owner")
    if version == 1 {
      // It makes the extensions that are missing. They are made before it, in a schema with a name, as
      // nothing of public may be on its search path: functions and operators there are an app's.
      let home =
        try await transaction.query("SELECT to_regnamespace('public') IS NULL")[0].get(0)
        ? "reeve" : "public"
      try await transaction.executeScript(
        """
        SET LOCAL search_path TO pg_catalog, reeve;
        CREATE SCHEMA IF NOT EXISTS reeve;
        CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA \(home);
        CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA \(home);
        CREATE EXTENSION IF NOT EXISTS btree_gist SCHEMA \(home);
        """
      )
    }
    try await transaction.run(script)
    try await transaction.execute("SET LOCAL ROLE reeve_owner")
    if version == 1 {
      try await transaction.executeScript(Self.tableScript)
      try await transaction.execute("SET LOCAL search_path TO pg_catalog")
    }
  }

  /// Returns the migrations in order.
  ///
  /// - Throws: `Failure` where a name is not `NNNN_name.sql`, or a number is missing or twice.
  static func all(in share: Share) throws(Failure) -> [Migration] {
    var migrations: [Migration] = []
    for script in try share.scripts(in: "sql/migrations") {
      let digits = script.name.prefix(4)
      guard let version = Int(digits), digits.utf8.count == 4,
        script.name.dropFirst(4).first == "_",
        version == migrations.count + 1
      else {
        throw Failure(
          .failed,
          "\(script.path): the name must begin with the next number, "
            + "\(String(migrations.count + 10_001).dropFirst())_"
        )
      }
      migrations.append(Migration(version: version, script: script))
    }
    return migrations
  }
}
