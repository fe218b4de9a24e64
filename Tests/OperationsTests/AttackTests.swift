import Catalog
import Host
import Outcome
import Postgres
import TestSupport
import Testing

@testable import Operations

/// What `doctor --attack` finds in a copy whose app somebody adopted, beside one of ours.
@Suite(.freshDatabase, .blocking)
struct AttackTests {
  /// The stranger's app: a table of people and one of things, with a trigger of its own.
  private static let schema = """
    CREATE SCHEMA kiosk AUTHORIZATION "%";
    SET ROLE "%";
    CREATE TABLE kiosk.person(id bigint PRIMARY KEY, name text, email text, banned_until timestamptz);
    CREATE TABLE kiosk.thing(
      place text, n int, title text, changed_at timestamptz, hidden_until timestamptz,
      PRIMARY KEY (place, n));
    CREATE TABLE kiosk.log(at timestamptz);
    CREATE FUNCTION kiosk.touch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      'BEGIN NEW.changed_at := now(); INSERT INTO kiosk.log VALUES (now()); RETURN NEW; END';
    CREATE TRIGGER touch BEFORE UPDATE ON kiosk.thing
      FOR EACH ROW EXECUTE FUNCTION kiosk.touch();
    INSERT INTO kiosk.person VALUES (1, 'Zora', 'zora@example.org'), (2, 'Carl', NULL);
    INSERT INTO kiosk.thing VALUES ('it''s, "here"', 1, 'Silk bag'), ('there', 2, 'Wool sock');
    RESET ROLE;
    """

  private static let catalog = """
    app: kiosk
    schema: kiosk
    owner: "%"
    title: Kiosk
    collections:
      person:
        table: person
        key: [id]
        label: t.name
        show: [id, name, email]
        personal: [email]
        visible: banned_until
        enforcement: column
        erase: {set: {name: "'Erased'", email: null}, keeps: The row.}
      thing:
        table: thing
        key: [place, n]
        label: t.title
        show: [place, n, title]
        touched: [changed_at]
        visible: hidden_until
    actions:
      - verb: ban
        collection: person
        effects: [{name: account, collection: person, hide: true}]
      - verb: hide
        collection: thing
        effects: [{name: thing, collection: thing, hide: true}]
    policies:
      spam: {title: Spam, clause: No spam., grace: 0s}
    approvals:
      everything: {kinds: [ban, hide]}
    """

  /// Adopts the app, and returns its owner.
  private func adopt() async throws -> String {
    let owner = try await TestDatabase.current.login("owner")
    try await connected { connection in
      try await connection.executeScript(Self.schema.replacing("%", with: owner))
      let manifest = try Manifest(
        catalog: ManifestFile(
          name: "catalog.yaml",
          bytes: Array(Self.catalog.replacing("%", with: owner).utf8)
        ),
        policies: nil,
        jobs: []
      )
      try await connection.withTransaction {
        _ = try await CatalogLoader(session: $0).apply(manifest)
      }
    }
    return owner
  }

  private func attack(on name: String? = nil, alone: Bool = true) async throws -> [Attack.Result] {
    try await connected { connection in
      if alone { try await connection.wait(until: Self.isAlone) }
      var results: [Attack.Result] = []
      try await Attack(share: Share.find(), connection: connection)
        .run(on: name ?? TestDatabase.current.name) { results.append($0) }
      return results
    }
  }

  /// Whether the server's processes of those who left have gone, too.
  private static let isAlone = """
    SELECT count(*) = 1 FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend'
    """

  /// What could be left: roles of the cluster, schemas, rows and sequences of this database.
  private func traces() async throws -> [String] {
    try await connected { connection in
      try await connection.query(
        """
        SELECT 'role ' || rolname FROM pg_roles WHERE rolname ~ '^doctor_attack'
        UNION ALL SELECT 'schema ' || nspname FROM pg_namespace WHERE nspname ~ 'attack'
        UNION ALL SELECT 'member ' || m::text FROM reeve.member m
        UNION ALL SELECT 'command ' || c::text FROM reeve.command c
        UNION ALL SELECT 'approval ' || count(*) FROM reeve.approval_rule
        UNION ALL SELECT 'person ' || p::text FROM kiosk.person p
        UNION ALL SELECT 'thing ' || t::text FROM kiosk.thing t
        UNION ALL SELECT 'relation ' || oid::regclass || relrowsecurity || relhastriggers
        FROM pg_class WHERE relnamespace = 'kiosk'::regnamespace
        UNION ALL SELECT 'trigger ' || tgname FROM pg_trigger WHERE tgrelid = 'kiosk.thing'::regclass
        ORDER BY 1
        """
      ).map { try $0.get(0) }
    }
  }

  private func broken(_ results: [Attack.Result]) -> [String] {
    results.filter { $0.verdict == .broke }.map { "\($0.attack): \($0.finding)" }
  }

  @Test func `an adopted app holds, each attack was tried, and nothing is left`() async throws {
    _ = try await adopt()
    let member = try await TestDatabase.current.login(rank: "moderator")
    try await connected {
      try await $0.execute(
        "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ($1, 'moderator', 'test')",
        [member]
      )
      // Nothing of Reeve's depends on a login's search_path.
      try await $0.execute(
        """
        ALTER ROLE "\(member)" IN DATABASE "\(try TestDatabase.current.name)"
          SET search_path = kiosk, pg_catalog
        """
      )
    }
    let before = try await traces()
    let results = try await attack()
    #expect(broken(results) == [])
    let held = Set(
      results.filter { $0.verdict == .held && !$0.finding.hasPrefix("randevoo") }.map(\.attack)
    )
    #expect(
      held == [
        "settings", "session", "identity", "tables", "record", "rank", "functions", "speech",
        "roles", "lie", "stranger", "members", "logins", "ranks", "login settings",
      ],
      "\(results)"
    )
    // Both tables were attacked by all kinds of code.
    let settings = try #require(results.first { $0.attack == "settings" })
    #expect(settings.finding.hasSuffix("(21 tries, kinds of code: 17, collections: 2)"))
    // Those of an app without rows are said not to have been tried.
    #expect(results.contains { $0.verdict == .notRun && $0.finding.hasPrefix("randevoo") })
    #expect(try await traces() == before)
  }

  @Test func `rights and settings that somebody gave by mistake are red`() async throws {
    let owner = try await adopt()
    let member = try await TestDatabase.current.login(rank: "viewer")
    let web = try await TestDatabase.current.login("web", groups: [owner, "randevoo_app"])
    try await connected { connection in
      try await connection.executeScript(
        """
        INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('\(member)', 'viewer', 'test');
        GRANT USAGE ON SCHEMA randevoo TO reeve_writer_kiosk;
        GRANT UPDATE(city) ON randevoo.stores TO reeve_writer_kiosk;
        GRANT USAGE ON SCHEMA kiosk TO PUBLIC;
        GRANT SELECT(email) ON kiosk.person TO PUBLIC;
        ALTER ROLE "\(member)" IN DATABASE "\(try TestDatabase.current.name)"
          SET session_replication_role = replica;
        CREATE FUNCTION kiosk.bridge(statement text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
          AS 'BEGIN EXECUTE statement; END';
        REVOKE ALL ON FUNCTION kiosk.bridge(text) FROM PUBLIC;
        GRANT EXECUTE ON FUNCTION kiosk.bridge(text) TO "\(web)";
        ALTER FUNCTION kiosk.bridge(text) OWNER TO reeve_owner;
        """
      )
    }
    let before = try await traces()
    let found = broken(try await attack())
    func expect(_ attack: String, _ text: String) {
      #expect(found.contains { $0.hasPrefix(attack) && $0.contains(text) }, "\(found)")
    }
    expect("tables: kiosk/", "randevoo.stores was written")
    expect("stranger: every app", "kiosk.person was read by doctor_attack_")
    expect("members: the team", "kiosk.person was read by \(member)")
    expect("logins: kiosk", "kiosk.bridge(text) was called with its owner's rights by \(web)")
    expect("login settings: ", "\(member): session_replication_role = replica, hide on kiosk/thing")
    expect("login settings: ", "writes 0 rows of kiosk.log instead of 1")
    #expect(!found.contains { $0.hasPrefix("session:") || $0.hasPrefix("settings:") }, "\(found)")
    #expect(try await traces() == before)
  }

  @Test func `an owner with a role of Reeve's is red, and the line says what to revoke`()
    async throws
  {
    let owner = try await adopt()
    try await connected { try await $0.execute("GRANT reeve_owner TO \"\(owner)\"") }
    let results = try await attack()
    let owned = try #require(results.first { $0.verdict == .broke && $0.attack == "record" })
    #expect(owned.finding.contains("reeve.member was written"), "\(owned)")
    #expect(
      owned.remedy?.contains("\(owner) is a member of reeve_owner: revoke that") == true,
      "\(owned)"
    )
  }

  /// What Reeve does after code of an app ran is gone, or code runs outside a cell: the attacks find
  /// what comes of it.
  @Test(
    arguments: [
      (
        """
        CREATE OR REPLACE FUNCTION reeve.cell_clean(app text, cell text DEFAULT NULL) RETURNS void
          LANGUAGE plpgsql AS 'BEGIN END';
        CREATE OR REPLACE FUNCTION reeve.app_error(state text, said text, context text,
          passes text DEFAULT '^$', named text DEFAULT NULL) RETURNS void
          LANGUAGE plpgsql AS 'BEGIN END';
        """,
        ["session: ", "roles: ", "speech: "]
      ),
      (
        """
        CREATE OR REPLACE FUNCTION reeve.cell_enter(app text, statement text,
          keys text[] DEFAULT NULL, vals jsonb[] DEFAULT NULL, expect jsonb[] DEFAULT NULL,
          at timestamptz DEFAULT NULL, until timestamptz DEFAULT NULL,
          grace interval DEFAULT NULL, max_rows bigint DEFAULT NULL, words text DEFAULT NULL)
        RETURNS jsonb LANGUAGE plpgsql AS $$
        DECLARE
          answer jsonb;
        BEGIN
          IF statement ~* E'^\\\\s*(UPDATE|DELETE|TRUNCATE)\\\\s' THEN
            EXECUTE statement USING keys, at, until, grace, max_rows, words, vals, expect;
          ELSE
            EXECUTE statement INTO answer
            USING keys, at, until, grace, max_rows, words, vals, expect;
          END IF;
          RETURN answer;
        END $$;
        """,
        ["settings: ", "tables: ", "record: "]
      ),
    ]
  )
  func `what Reeve no longer keeps from happening is red`(script: String, attacks: [String])
    async throws
  {
    _ = try await adopt()
    try await connected { try await $0.executeScript(script) }
    let found = broken(try await attack())
    for attack in attacks { #expect(found.contains { $0.hasPrefix(attack) }, "\(attack) \(found)") }
  }

  @Test func `a name that is not the database's, and one that others use, are refused`()
    async throws
  {
    _ = try await adopt()
    let name = try TestDatabase.current.name
    func refusal(_ name: String? = nil, alone: Bool = true) async throws -> Failure {
      try await #require(throws: Failure.self) { _ = try await attack(on: name, alone: alone) }
    }
    let wrong = try await refusal("shop")
    #expect(wrong.exit == .refused)
    #expect(wrong.message == "no attacks here: this is the database \(name), not shop")
    let busy = try await connected { _ in try await refusal(alone: false) }
    #expect(busy.message.contains("others are connected to \(name): process "))
    try await connected {
      try await $0.execute(
        """
        INSERT INTO reeve.home(system_id, database_id, started_at, settled_by)
        SELECT c.system_identifier, reeve.home_database(), pg_postmaster_start_time(), 'test'
        FROM pg_control_system() c
        """
      )
    }
    #expect(try await refusal().message == "no attacks here: workers serve \(name): it is no copy")
    try await connected { try await $0.execute("UPDATE reeve.home SET is_copy = TRUE") }
    let installer = try await TestDatabase.current.login("installer", groups: ["reeve_owner"])
    let plain = try await #require(throws: Failure.self) {
      try await connected(user: installer) {
        try await Attack(share: Share.find(), connection: $0).run(on: name) { _ in }
      }
    }
    #expect(plain.message.contains("is no superuser"), "\(plain)")
  }

  @Test func `the program says what broke, and leaves nothing when it is interrupted`()
    async throws
  {
    _ = try await adopt()
    let before = try await traces()
    let name = try TestDatabase.current.name
    let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
    let folder = "/" + bundle.split(separator: "/").dropLast().joined(separator: "/")
    let dsn = try TestDatabase.current.conninfo()
    func reeve(_ arguments: String...) async throws -> ChildProcess.Outcome {
      try await ChildProcess(
        arguments: ["\(folder)/reeve", "doctor", "--attack"] + arguments + ["--dsn", dsn]
      ).run()
    }
    let wrong = try await reeve("shop")
    #expect(wrong.status == 4 && wrong.output.contains("hint: Connect to the copy"))
    #expect(try await reeve(name, "--full").status == 2)
    // Interrupted when the first app's results are there, in the transaction of the next.
    let interrupted = try await ChildProcess(
      arguments: [
        "/bin/bash", "-c",
        """
        set -m
        coproc "$0" doctor --attack "$1" --dsn "$2" 2>&1
        pid=$!
        read -r line <&"${COPROC[0]}" && kill -INT "$pid"
        wait "$pid"
        echo "status $? after $line"
        """,
        "\(folder)/reeve", name, dsn,
      ]
    ).run()
    #expect(interrupted.output.contains("status 130 after green  settings  kiosk: "))
    try await connected { try await $0.wait(until: Self.isAlone) }
    #expect(try await traces() == before)
    try await connected { try await $0.execute("GRANT SELECT ON kiosk.thing TO PUBLIC") }
    try await connected { try await $0.execute("GRANT USAGE ON SCHEMA kiosk TO PUBLIC") }
    let run = try await reeve(name)
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("green  settings  kiosk: code of the app leaves no setting"))
    #expect(
      run.output.contains("red  stranger  every app: kiosk.thing was read by "),
      "\(run.output)"
    )
    #expect(run.output.contains(" broke, "), "\(run.output)")
  }
}
