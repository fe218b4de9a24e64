import Catalog
import Outcome
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Operations

/// What `doctor --full` proves, and what an upgrade restores.
@Suite(.freshDatabase)
struct DoctorProofTests {
  /// What is found of this database; slots and locks are the server's, which other tests use as well.
  private func proofs() async throws -> [Doctor.Finding] {
    try await connected {
      try await Doctor(
        share: Share.find(),
        connection: $0,
        limits: .init(freeBytes: 0),
        isFull: true
      ).findings().filter {
        !$0.finding.contains("replication slot")
          && !["locks", "outside", "texts"].contains($0.area)
      }
    }
  }

  @Test func `a sound database is proven to be this release's, and stays as it was`() async throws {
    try await connected { try await $0.execute(DoctorTests.grants) }
    let state = """
      SELECT sha256(convert_to(string_agg(p::text, '' ORDER BY p.oid), 'UTF8'))::text
      FROM pg_proc p WHERE p.pronamespace = 'reeve'::regnamespace
      """
    let before: String = try await value(state)
    let found = try await proofs()
    #expect(found.isEmpty, "\(found)")
    #expect(try await value(state) == before)
  }

  /// A change function that sees nothing.
  private static let capture = """
    DO $$BEGIN
      EXECUTE format('CREATE OR REPLACE FUNCTION %s RETURNS trigger LANGUAGE plpgsql AS %L', (
        SELECT min(p.oid::regprocedure::text) FROM pg_proc p
        WHERE p.pronamespace = 'reeve'::regnamespace AND p.proname ~ '^capture_'),
        'BEGIN RETURN NULL; END');
    END$$
    """

  private static let damages = [
    ("ALTER FUNCTION reeve.member_rank_of(text) STRICT", "member_rank_of(text) differs"),
    (
      "ALTER FUNCTION reeve.member_rank_of(text) VOLATILE",
      "member_rank_of(text) differs from this release's: way to run"
    ),
    (
      "ALTER FUNCTION reeve.command_record SET statement_timeout = 1", "statement_timeout=1 instead"
    ),
    (
      "GRANT EXECUTE ON FUNCTION reeve.command_record TO reeve_viewer",
      "jsonb) differs from this release's: grants"
    ),
    (
      "GRANT EXECUTE ON FUNCTION reeve.team_perform TO reeve_viewer WITH GRANT OPTION",
      "team_perform(text,text,text,text) differs"
    ),
    (
      """
      CREATE OR REPLACE FUNCTION reeve.rank_suffices(rank text, needed text) RETURNS boolean
      LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp AS 'SELECT TRUE'
      """,
      "rank_suffices(text,text) differs"
    ),
    ("GRANT SELECT ON reeve.command TO reeve_viewer", "has a grant on reeve.command"),
    ("GRANT SELECT(actor) ON reeve.command TO PUBLIC", "PUBLIC has a grant on reeve.command"),
    ("GRANT USAGE ON SCHEMA reeve TO PUBLIC", "PUBLIC has USAGE on schema reeve"),
    (
      "CREATE RULE r AS ON DELETE TO reeve.member DO INSTEAD NOTHING",
      "rule r of reeve.member is of no release"
    ),
    ("CREATE POLICY p ON reeve.member", "policy p of reeve.member"),
    ("ALTER TABLE reeve.member ENABLE ROW LEVEL SECURITY", "row security of reeve.member is on"),
    (
      """
      CREATE TRIGGER t BEFORE INSERT ON reeve.member FOR EACH ROW
      EXECUTE FUNCTION suppress_redundant_updates_trigger()
      """,
      "trigger t of reeve.member"
    ),
    (
      "DROP TRIGGER approval_person ON reeve.approval",
      "trigger approval_person of reeve.approval is gone"
    ),
    (
      "ALTER TABLE reeve.approval DROP CONSTRAINT approval_other_person",
      "constraint approval_other_person of reeve.approval is gone"
    ),
    ("CREATE TABLE reeve.stray_table()", "reeve.stray_table is of no release"),
    ("ALTER TABLE reeve.member ADD stray int", "column reeve.member.stray is of no release"),
    (
      "CREATE UNIQUE INDEX stray_index ON reeve.member(rank)",
      "index reeve.stray_index is of no release"
    ),
    (
      Self.fold + "CREATE INDEX stray_fold ON reeve.member(reeve_test.fold(rank))",
      "index reeve.stray_fold is of no release"
    ),
    (
      Self.fold + "CREATE STATISTICS reeve.stray_both ON (reeve_test.fold(rank)) FROM reeve.member",
      "statistics object reeve.stray_both is of no release"
    ),
    ("CREATE SEQUENCE reeve.stray_sequence", "sequence reeve.stray_sequence is of no release"),
    ("CREATE DOMAIN reeve.stray_domain AS int", "type reeve.stray_domain is of no release"),
    (
      "CREATE COLLATION reeve.stray_collation FROM \"C\"",
      "collation reeve.stray_collation is of no release"
    ),
    (
      "CREATE FUNCTION reeve.stray() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      "function reeve.stray() is of no release"
    ),
    (
      "ALTER TABLE reeve.member ADD CONSTRAINT stray CHECK (rank <> 'x')",
      "constraint stray of reeve.member is of no release"
    ),
    ("ALTER TABLE reeve.label ALTER label TYPE varchar", "column reeve.label.label differs"),
    (
      "ALTER TABLE reeve.member ALTER added_by SET DEFAULT 'x'",
      "default of reeve.member.added_by is of no release"
    ),
    (
      "ALTER TABLE reeve.approval DISABLE TRIGGER approval_person",
      "trigger approval_person of reeve.approval"
    ),
    (
      "ALTER TABLE reeve.collection DISABLE TRIGGER ALL",
      "constraint collection_app_fkey of reeve.collection differs"
    ),
    (
      "ALTER FUNCTION reeve.member_rank_of(text) DEPENDS ON EXTENSION unaccent",
      "dependency of function reeve.member_rank_of(text) on unaccent"
    ),
    ("ALTER FUNCTION reeve.member_rank_of(text) OWNER TO reeve_access", "instead of reeve_owner"),
    (
      "INSERT INTO reeve.member VALUES ('forged', 'senior', 'postgres')",
      "forged is senior in reeve.member"
    ),
  ]

  /// Damages to what is generated for an app, which is compared only where the release is sound.
  ///
  /// One finding has all parts of a text that an ellipsis divides.
  private static let generated = [
    (
      "ALTER FUNCTION reeve_cell.reeve_reader_randevoo(text[], text) VOLATILE",
      "reeve_reader_randevoo…way to run"
    ),
    (
      "GRANT EXECUTE ON FUNCTION reeve_cell.reeve_reader_randevoo(text[], text) TO reeve_app",
      "reeve_reader_randevoo…grants"
    ),
    (Self.capture, "() differs from this release's"),
  ]

  /// Damages whose places have the same remainder do not disturb each other.
  @Test(arguments: 0...3)
  func `what no release and no command made is named`(first: Int) async throws {
    let damages =
      first == 3
      ? Self.generated
      : stride(from: first, to: Self.damages.count, by: 3).map { Self.damages[$0] }
    try await connected { for (damage, _) in damages { try await $0.executeScript(damage) } }
    let findings = try await proofs()
    for (damage, told) in damages {
      #expect(
        findings.contains { finding in
          finding.isRed && told.split(separator: "…").allSatisfy { finding.finding.contains($0) }
        },
        "\(damage): \(findings.map(\.finding))"
      )
    }
  }

  /// A function of somebody else.
  private static let fold = """
    CREATE SCHEMA reeve_test;
    CREATE FUNCTION reeve_test.fold(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1';

    """

  @Test func `what an operator adds for speed stays, and is told`() async throws {
    let added = [
      "CREATE INDEX stray ON reeve.member(rank)",
      "CREATE INDEX stray_fold ON reeve.member(reeve.text_fold(rank), lower(rank)) WHERE rank > 'a'",
      "CREATE INDEX stray_trigram ON reeve.member USING gin (rank public.gin_trgm_ops)",
      "CREATE STATISTICS reeve.stray_pair ON role_name, rank FROM reeve.member",
      "CREATE STATISTICS reeve.stray_fold ON (lower(rank)) FROM reeve.member",
      "COMMENT ON INDEX reeve.stray IS 'Ours.'",
      "COMMENT ON COLUMN reeve.member.rank IS 'Theirs.'",
    ]
    let names = [
      "index reeve.stray", "index reeve.stray_fold", "index reeve.stray_trigram",
      "statistics object reeve.stray_pair", "statistics object reeve.stray_fold",
      "comment on column reeve.member.rank",
    ]
    try await connected { connection in
      try await connection.execute(DoctorTests.grants)
      for statement in added { try await connection.execute(statement) }
      let before = try await proofs()
      #expect(before.filter(\.isRed).isEmpty, "\(before)")
      #expect(before.map(\.finding).sorted() == names.map { "\($0) is of no release" }.sorted())
      // An upgrade that has something to do leaves them as well.
      for damage in ["SELECT", "DROP INDEX reeve.action_reason_marks"] {
        try await connection.execute(damage)
        let told = Mutex<[String]>([])
        try await Upgrade(share: Share.find(), connection: connection) { line in
          told.withLock { $0.append(line) }
        }.run()
        let lines = told.withLock { $0 }
        for name in names {
          let left = lines.filter { $0.hasPrefix("\(name) is of no release: left") }
          #expect(left.count == 1, "\(lines)")
        }
        #expect(try await proofs() == before)
      }
    }
  }

  private static let restorable = [
    "ALTER FUNCTION reeve.member_rank_of(text) STRICT",
    "GRANT EXECUTE ON FUNCTION reeve.command_record TO PUBLIC, reeve_viewer",
    "ALTER FUNCTION reeve_cell.reeve_reader_randevoo(text[], text) SECURITY INVOKER",
    "GRANT EXECUTE ON FUNCTION reeve_cell.reeve_reader_randevoo(text[], text) TO reeve_app",
    "GRANT SELECT ON reeve.command TO reeve_viewer",
    "ALTER DEFAULT PRIVILEGES FOR ROLE reeve_owner GRANT EXECUTE ON FUNCTIONS TO PUBLIC",
    "ALTER DEFAULT PRIVILEGES FOR ROLE reeve_owner GRANT SELECT ON TABLES TO reeve_app",
    "ALTER FUNCTION reeve.member_rank_of(text) OWNER TO reeve_access",
    "ALTER FUNCTION reeve.member_rank_of(text) DEPENDS ON EXTENSION unaccent",
    "ALTER TABLE reeve.approval DISABLE TRIGGER approval_person",
    "ALTER TABLE reeve.collection DISABLE TRIGGER ALL",
    "ALTER TABLE reeve.member ALTER added_by SET DEFAULT 'x'",
    Self.capture,
  ]

  @Test(arguments: 0..<3)
  func `an upgrade restores it`(first: Int) async throws {
    let damages = stride(from: first, to: Self.restorable.count, by: 3).map { Self.restorable[$0] }
    try await connected { connection in
      try await connection.execute(DoctorTests.grants)
      for damage in damages { try await connection.executeScript(damage) }
      #expect(try await proofs().contains { $0.isRed })
      try await Upgrade(share: Share.find(), connection: connection, report: { _ in }).run()
    }
    let found = try await proofs()
    #expect(found.isEmpty, "\(found)")
  }

  @Test func `an upgrade refuses a trigger that no release granted`() async throws {
    try await connected { connection in
      try await connection.executeScript(
        """
        CREATE TRIGGER t BEFORE INSERT ON reeve.member FOR EACH ROW
        EXECUTE FUNCTION suppress_redundant_updates_trigger()
        """
      )
      await #expect(throws: Failure.self) {
        try await Upgrade(share: Share.find(), connection: connection, report: { _ in }).run()
      }
    }
  }
}
