import Host
import Outcome
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Operations

/// Upgrades of a copy of the migrated template, by a copy of the tree that each test may change.
@Suite(.freshDatabase)
struct UpgradeTests {
  private static let probe = "sql/functions/access/probe.sql"

  private func probe(returning type: String, grant: Bool = true) -> String {
    """
    CREATE OR REPLACE FUNCTION reeve.probe() RETURNS \(type) LANGUAGE sql AS 'SELECT 1::\(type)';
    COMMENT ON FUNCTION reeve.probe() IS 'A test''s.';
    \(grant ? "GRANT EXECUTE ON FUNCTION reeve.probe() TO reeve_viewer;" : "")
    """
  }

  @Test func `upgrading again changes nothing`() async throws {
    // With what applying a catalog makes: of this one a rank too.
    try await connected { connection in
      _ = try await SampleLoader(share: .find(), connection: connection, report: { _ in })
        .load("buckit", withRows: false)
    }
    let before: String = try await value(Self.fingerprint)
    let summary = try await upgrade(from: Share.find())
    #expect(summary == Upgrade.Summary())
    #expect(try await value(Self.fingerprint) == before)
  }

  /// Functions with their grants and bodies, and migrations with their times.
  private static let fingerprint = """
    SELECT md5(concat(
      (SELECT string_agg(concat(p.oid, p.proowner,
        (SELECT string_agg(a::text, ',' ORDER BY a::text) FROM unnest(p.proacl) a), p.prosrc),
        '|' ORDER BY p.oid) FROM pg_proc p WHERE p.pronamespace = 'reeve'::regnamespace),
      (SELECT string_agg(m::text, '|' ORDER BY m.version) FROM reeve.migration m)))
    """

  @Test func `a function gone from the tree is dropped, a generated one is not`() async throws {
    try await connected { connection in
      try await connection.executeScript(
        """
        SET ROLE reeve_owner;
        CREATE FUNCTION reeve.stray(int) RETURNS int LANGUAGE sql AS 'SELECT $1';
        CREATE FUNCTION reeve.bars_2(int) RETURNS int LANGUAGE sql AS 'SELECT 1';
        GRANT EXECUTE ON FUNCTION reeve.bars_2(int) TO reeve_access;
        """
      )
    }
    let summary = try await upgrade(from: Share.find())
    #expect(summary.dropped == ["reeve.stray(integer)"])
    let isFollowed = "SELECT count(*) > 0 FROM pg_proc WHERE proname ~ '^capture_[0-9]+$'"
    #expect(try await value(isFollowed) == true)
    let isGranted =
      "SELECT has_function_privilege('reeve_access', 'reeve.bars_2(int)', 'EXECUTE')"
    #expect(try await value(isGranted) == true)
    #expect(try await value("SELECT to_regproc('reeve.text_fold') IS NOT NULL") == true)
  }

  @Test func `change triggers of an earlier release are replaced once their table is not busy`()
    async throws
  {
    let isByRow = """
      SELECT tgtype & 1 = 1 FROM pg_trigger
      WHERE tgrelid = 'randevoo.products'::regclass AND tgname = 'reeve_change'
      """
    try await connected { connection in
      try await connection.executeScript(
        """
        DO $$BEGIN
          EXECUTE (
            SELECT format('DROP TRIGGER reeve_change_delete ON %1$s; '
              'CREATE OR REPLACE TRIGGER reeve_change AFTER INSERT OR DELETE ON %1$s '
              'FOR EACH ROW EXECUTE FUNCTION %2$s', tgrelid::regclass, tgfoid::regprocedure)
            FROM pg_trigger
            WHERE tgrelid = 'randevoo.products'::regclass AND tgname = 'reeve_change');
        END$$
        """
      )
      try await connection.withTransaction { transaction in
        try await transaction.execute("LOCK TABLE randevoo.products IN ACCESS SHARE MODE")
        try await upgrade(from: Share.find())
      }
    }
    #expect(try await value(isByRow) == true)
    try await upgrade(from: Share.find())
    #expect(try await value(isByRow) == false)
  }

  @Test func `an overload with other arguments is dropped with its file's change`() async throws {
    try await withShare { share in
      try share.write(probe(returning: "int"), to: Self.probe)
      try await upgrade(from: share)
      try share.write(
        probe(returning: "int").replacing("probe()", with: "probe(int)"),
        to: Self.probe
      )
      #expect(try await upgrade(from: share).dropped == ["reeve.probe()"])
    }
  }

  @Test func `a changed result type drops and makes the function anew`() async throws {
    try await withShare { share in
      try share.write(probe(returning: "int"), to: Self.probe)
      #expect(try await upgrade(from: share).dropped.isEmpty)
      try share.write(probe(returning: "text"), to: Self.probe)
      #expect(try await upgrade(from: share).dropped == ["reeve.probe()"])
      #expect(try await value("SELECT reeve.probe()", as: String.self) == "1")
    }
  }

  @Test func `each function that is dropped is named once`() async throws {
    try await withShare { share in
      let (first, second) = (Self.probe, "sql/functions/access/probe_next.sql")
      func write(returning type: String) throws {
        let text = probe(returning: type)
        try share.write(text, to: first)
        try share.write(text.replacing("reeve.probe", with: "reeve.probe_next"), to: second)
      }
      try write(returning: "int")
      try await upgrade(from: share)
      try write(returning: "text")
      let lines = Mutex<[String]>([])
      try await connected { connection in
        _ = try await Upgrade(
          share: share,
          connection: connection,
          report: { line in lines.withLock { $0.append(line) } }
        ).run()
      }
      // The replay begins again for each of them.
      #expect(
        lines.withLock { $0.filter { $0.contains("dropped") } } == [
          "dropped function reeve.probe()", "dropped function reeve.probe_next()",
        ]
      )
    }
  }

  @Test func `a function that something depends on is not dropped, and nothing is changed`()
    async throws
  {
    try await withShare { share in
      try share.write(probe(returning: "int"), to: Self.probe)
      try await upgrade(from: share)
      try await connected { connection in
        try await connection.execute("CREATE VIEW public.dependent AS SELECT reeve.probe() AS p")
      }
      try share.write(probe(returning: "text"), to: Self.probe)
      let error = await failure { try await upgrade(from: share) }
      #expect(error?.message.contains("cannot drop functions") == true)
      #expect(
        error?.details.contains { $0.contains("public.dependent") || $0.contains("dependent") }
          == true
      )
      #expect(try await value("SELECT reeve.probe()", as: Int.self) == 1)
    }
  }

  @Test func `a grant gone from a file is gone from the database`() async throws {
    let isGranted = "SELECT has_function_privilege('reeve_viewer', 'reeve.probe()', 'EXECUTE')"
    try await withShare { share in
      try share.write(probe(returning: "int"), to: Self.probe)
      try await upgrade(from: share)
      #expect(try await value(isGranted) == true)
      try share.write(probe(returning: "int", grant: false), to: Self.probe)
      try await upgrade(from: share)
      #expect(try await value(isGranted) == false)
    }
  }

  @Test func `a broken function file is named with its line, and nothing is changed`() async throws
  {
    try await withShare { share in
      try share.write(probe(returning: "int"), to: Self.probe)
      try share.write("\n  CREATE FUNCTON reeve.x()", to: "sql/functions/access/zz_broken.sql")
      let error = await failure { try await upgrade(from: share) }
      #expect(error?.message.contains("zz_broken.sql:2:10: syntax error") == true)
      #expect(try await value("SELECT to_regproc('reeve.probe') IS NULL") == true)
    }
  }

  @Test
  func
    `a app writer owns its cells alone, an app reader its reading function, and both may make nothing`()
    async throws
  {
    try await upgrade(from: Share.find())
    let owned: String = try await value(
      """
      SELECT string_agg(DISTINCT concat_ws(' ', s.refobjid::regrole, c.relkind, p.proname), ', ')
      FROM pg_shdepend s
      LEFT JOIN pg_class c ON s.classid = 'pg_class'::regclass AND c.oid = s.objid
      LEFT JOIN pg_proc p ON s.classid = 'pg_proc'::regclass AND p.oid = s.objid
      WHERE s.deptype = 'o' AND s.refobjid::regrole::text ~ '^reeve_(writer|reader)_randevoo$'
        AND s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
    )
    #expect(owned == "reeve_reader_randevoo reeve_reader_randevoo, reeve_writer_randevoo r")
    let mayCreate: Bool = try await value(
      """
      SELECT bool_or(has_schema_privilege(r.oid, n.oid, 'CREATE'))
      FROM pg_roles r, pg_namespace n
      WHERE r.rolname ~ '^reeve_(writer|reader)_randevoo$' AND n.nspname ~ '^(reeve|randevoo)'
      """
    )
    #expect(!mayCreate)
  }

  @Test func `a role that somebody made first keeps nothing that Reeve does not give it`()
    async throws
  {
    let query = try Share.find().query("operations/roles_missing.sql")
    try await connected { connection in
      let none: [String] = []
      // Roles are the cluster's: nobody else sees these.
      let statements: [String] = try await connection.withTransaction { transaction in
        try await transaction.execute("ALTER ROLE reeve_owner LOGIN CREATEROLE PASSWORD 'known'")
        try await transaction.execute("ALTER ROLE reeve_worker BYPASSRLS")
        let statements: [String] = try await transaction.query(query, [none, none, false])
          .map { try $0.get(0) }
        for statement in statements { try await transaction.execute(statement) }
        let left = try await transaction.query(query, [none, none, false]).count
        #expect(left == 0)
        try await transaction.execute("ALTER ROLE reeve_owner NOLOGIN NOCREATEROLE PASSWORD NULL")
        try await transaction.execute("ALTER ROLE reeve_worker NOBYPASSRLS")
        return statements
      }
      #expect(
        statements == [
          "ALTER ROLE reeve_owner NOLOGIN NOCREATEROLE", "ALTER ROLE reeve_worker NOBYPASSRLS",
        ]
      )
    }
  }

  @Test func `a released migration that was changed is refused`() async throws {
    try await withShare { share in
      let file = "sql/migrations/0001_access.sql"
      let text = try #require(try Disk.text("\(share.path)/\(file)"))
      try share.write(text + "\n-- changed", to: file)
      let error = await failure { try await upgrade(from: share) }
      #expect(
        error?.message.contains("0001_access.sql was changed after it was applied") == true
      )
    }
  }

  @Test func `a new migration is applied once, a failing one leaves nothing`() async throws {
    try await withShare { share in
      let next = String(try Migration.all(in: share).count + 10_001).dropFirst()
      let file = "sql/migrations/\(next)_probe.sql"
      try share.write("CREATE TABLE reeve.probe(x int);\nSELECT 1/0;", to: file)
      let error = await failure { try await upgrade(from: share) }
      #expect(error?.message.contains("division by zero") == true)
      #expect(try await value("SELECT to_regclass('reeve.probe') IS NULL") == true)
      try share.write("CREATE TABLE reeve.probe(x int);", to: file)
      #expect(try await upgrade(from: share).migrations == ["\(next)_probe"])
      #expect(try await upgrade(from: share).migrations.isEmpty)
      let owner: String = try await value(
        "SELECT relowner::regrole::text FROM pg_class WHERE oid = 'reeve.probe'::regclass"
      )
      #expect(owner == "reeve_owner")
    }
  }

  @Test func `a database newer than the program is refused`() async throws {
    try await connected { connection in
      try await connection.execute(
        "INSERT INTO reeve.migration(version, name, sha256) VALUES (900, 'later', repeat('0', 64))"
      )
    }
    let error = await failure { try await upgrade(from: Share.find()) }
    #expect(error?.message.contains("this database is at version 900") == true)
  }

  @Test func `a database of a release whose migrations were replaced is refused`() async throws {
    try await connected { connection in
      try await connection.executeScript(
        """
        UPDATE reeve.migration SET name = '0001_foundation' WHERE version = 1;
        INSERT INTO reeve.migration(version, name, sha256)
        SELECT n, n || '_older', repeat('0', 64) FROM generate_series(900, 901) n;
        """
      )
    }
    let error = await failure { try await upgrade(from: Share.find()) }
    #expect(
      error?.message == "this database was made by Reeve before 0.2.0, which cannot be upgraded"
    )
    #expect(error?.hint?.contains("reeve uninstall") == true)
  }

  @Test(arguments: ["7_x.sql", "0099_gap.sql", "abcd_x.sql"])
  func `a migration's name must carry the next number`(name: String) async throws {
    try await withShare { share in
      try share.write("SELECT 1;", to: "sql/migrations/\(name)")
      let error = await failure { try await upgrade(from: share) }
      #expect(error?.message.contains("the name must begin with the next number") == true)
    }
  }

  @Test func `a login that may not make roles gets their SQL and status 4`() async throws {
    let login = try await TestDatabase.current.login("installer")
    let error = await failure { try await upgrade(from: Share.find(), user: login) }
    #expect(error?.exit == .refused)
    #expect(error?.details.contains { $0.hasPrefix("GRANT reeve_owner TO ") } == true)
  }

  @Test func `an installer without superuser rights is enough`() async throws {
    let login = try await TestDatabase.current.login(
      "installer",
      groups: ["reeve_owner", "reeve_access"]
    )
    #expect(try await upgrade(from: Share.find(), user: login) == Upgrade.Summary())
  }

  @Test func `first admins are named once`() async throws {
    let database = try TestDatabase.current.name
    let (ann, bob) = ("\(database)_ann", "\(database) \"bob\"")
    try await upgrade(from: Share.find(), firstAdmins: [ann, bob])
    #expect(
      try await value("SELECT count(*) FROM reeve.member WHERE rank = 'senior'", as: Int.self) == 2
    )
    #expect(try await value("SELECT pg_has_role($1, 'reeve_senior', 'MEMBER')", [bob]) == true)
    let error = await failure {
      try await upgrade(from: Share.find(), firstAdmins: ["\(database)_eve"])
    }
    #expect(error?.exit == .refused)
    #expect(error?.message == "the first admins have already been named")
  }

  @Test func `a dry run tells what an upgrade would do, and writes nothing`() async throws {
    func plan(_ share: Share) async throws -> [String] {
      try await connected {
        try await Upgrade(share: share, connection: $0, report: { _ in }).plan()
      }.map { "\($0.change) \($0.object)" }
    }
    #expect(try await plan(Share.find()) == [])
    try await withShare { share in
      let next = String(try Migration.all(in: share).count + 10_001).dropFirst()
      try share.write("CREATE TABLE reeve.probe(x int);", to: "sql/migrations/\(next)_probe.sql")
      try share.write(probe(returning: "int"), to: Self.probe)
      try share.change("sql/functions/access/member_rank.sql", "m.rank", to: "upper(m.rank)")
      try share.change(
        "sql/functions/access/member_holds.sql",
        "member_holds(text)",
        to: "member_holds(text, int)"
      )
      let before: String = try await value(Self.fingerprint)
      let steps = try await plan(share)
      #expect(
        steps == [
          "apply \(next)_probe", "add reeve.member_holds(text, int)", "add reeve.probe()",
          "change reeve.member_rank()", "drop reeve.member_holds(text)",
        ]
      )
      #expect(try await value(Self.fingerprint) == before)
      #expect(try await value("SELECT to_regclass('reeve.probe') IS NULL") == true)
    }
  }

  @Test func `a dry run on an empty database writes nothing there either`() async throws {
    let name = try "\(TestDatabase.current.name)_bare"
    _ = try await server.withAdministrator { try await $0.execute("CREATE DATABASE \(name)") }
    let share = try Share.find()
    try await connected(to: try server.conninfo(database: name)) { connection in
      let upgrade = Upgrade(share: share, connection: connection, report: { _ in })
      let steps = try await upgrade.plan(firstAdmins: ["\(name)_eve"])
      #expect(steps.contains { $0.object == "CREATE ROLE \(name)_eve LOGIN" }, "\(steps)")
      #expect(steps.count { $0.change == "apply" } == (try Migration.all(in: share).count))
      #expect(
        steps.count { $0.change == "add" } == (try share.scripts(in: "sql/functions").count)
      )
      let rows = try await connection.query(
        "SELECT to_regnamespace('reeve') IS NULL AND to_regrole($1) IS NULL",
        ["\(name)_eve"]
      )
      #expect(try rows[0].get(0) == true)
    }
    _ = try await server.withAdministrator {
      try await $0.execute("DROP DATABASE \(name) WITH (FORCE)")
    }
  }

  @Test func `two upgrades of an empty database at once are one after the other`() async throws {
    let name = try "\(TestDatabase.current.name)_empty"
    _ = try await server.withAdministrator { try await $0.execute("CREATE DATABASE \(name)") }
    let conninfo = try server.conninfo(database: name)
    let share = try Share.find()
    let count = try Migration.all(in: share).count
    let applied = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<2 {
        group.addTask { try await upgrade(from: share, to: conninfo).migrations.count }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(applied.sorted() == [0, count])
    _ = try await server.withAdministrator {
      try await $0.execute("DROP DATABASE \(name) WITH (FORCE)")
    }
  }

  @Test func `a database restored without its index gets a new one`() async throws {
    try await connected { connection in
      try await connection.executeScript(
        """
        INSERT INTO randevoo.users(first_name, last_name, provider) VALUES ('Anna', 'K', 'google');
        \(fixture("index.sql"))
        SELECT pg_temp.index_build(c.app, c.name) FROM reeve.collection c
        WHERE c.search IS NOT NULL AND c.is_live;
        DROP SCHEMA reeve_index CASCADE;
        """
      )
      try await upgrade(from: .find())
      #expect(try await connection.query("SELECT FROM reeve.search_pointer").isEmpty)
      let schemas = try await connection.query(
        """
        SELECT pg_get_userbyid(nspowner), obj_description(oid)
        FROM pg_namespace
        WHERE nspname = 'reeve_index'
        """
      )
      #expect(try schemas.first?.get(0) == "reeve_owner")
      #expect(try schemas.first?.get(1, as: String?.self) != nil)
    }
  }
}
