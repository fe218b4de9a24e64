import Catalog
import Postgres
import TestSupport
import Testing

@testable import LiveCopy

/// An app with a table of awkward names and a composite key, and the table that it moves to.
struct CopyFixture: Sendable {
  let database: Connection
  /// Another session: the app.
  let app: Connection
  let migrator: Migrator

  static let mapping = """
    app: things
    copy: thing
    source: {schema: Old Things, table: Thing"s}
    target: {schema: things2, table: item}
    key: [owner, number]
    columns:
      owner: {from: The Owner}
      number: {from: Nr}
      title: {from: Name}
      cents: {from: amount, up: ($v * 100)::bigint, down: $v / 100.0}
      extra: {from: extra}
    drop: [rate, lost]
    """

  /// The same; a column loses digits on the way, another is computed from it by the database.
  static let lossy =
    mapping
    .replacingText("drop: [rate, lost]", "drop: [lost]")
    .replacingText(
      "  extra: {",
      "  percent: {from: rate, up: round($v * 100)::int, down: $v / 100.0}\n  extra: {"
    )

  /// The mapping as the functions of the database take it.
  var json: String { migrator.mapping.json }

  /// Makes the app `things` in the test's database.
  init(mapping: String = CopyFixture.mapping) async throws {
    database = try await TestDatabase.current.connect()
    let owner = try await TestDatabase.current.login("owner")
    try await database.execute("SELECT set_config('test.owner', $1, FALSE)", [owner])
    try await database.executeScript(
      """
      DO $$ BEGIN
      EXECUTE format('CREATE SCHEMA "Old Things" AUTHORIZATION %I', current_setting('test.owner'));
      EXECUTE format('CREATE SCHEMA things2 AUTHORIZATION %I', current_setting('test.owner'));
      EXECUTE format('SET LOCAL ROLE %I', current_setting('test.owner'));
      CREATE TABLE "Old Things"."Thing""s"(
        "The Owner" uuid, "Nr" int, "Name" text NOT NULL UNIQUE, amount numeric(12, 2),
        extra json, lost text DEFAULT 'new', rate numeric NOT NULL DEFAULT 0.3333,
        "Big Name" text GENERATED ALWAYS AS (upper("Name") || '!') STORED, PRIMARY KEY ("The Owner", "Nr"));
      CREATE TABLE things2.item(
        owner uuid, number bigint, title text NOT NULL UNIQUE, cents bigint CHECK (cents < 1000000),
        extra jsonb, percent int, PRIMARY KEY (owner, number));
      END $$;
      """
    )
    try await database.execute(
      """
      SELECT * FROM reeve.catalog_apply(jsonb_build_object('app', 'things', 'schema', 'Old Things',
        'owner', $1::text, 'title', 'Things', 'collections', jsonb_build_object('thing',
        jsonb_build_object('table', 'Thing"s', 'key', '["The Owner", "Nr"]'::jsonb,
        'label', 't."Name"', 'show', '["Nr"]'::jsonb))))
      """,
      [owner]
    )
    app = try await TestDatabase.current.connect(user: owner)
    let file = ManifestFile(name: "thing.yaml", bytes: Array(mapping.utf8))
    migrator = Migrator(
      connection: database,
      mapping: try CopyMapping(file: file),
      report: { _ in }
    )
  }

  /// Adds rows number `numbers` by the old name.
  func add(_ numbers: ClosedRange<Int>) async throws {
    try await app.execute(
      """
      INSERT INTO "Old Things"."Thing""s"("The Owner", "Nr", "Name", amount, extra)
      SELECT md5((n % 7)::text)::uuid, n, 'thing ' || n, n / 4.0, '{"b": 1, "a": [1.50]}'
      FROM generate_series($1::int, $2::int) n
      """,
      [numbers.lowerBound, numbers.upperBound]
    )
  }

  /// Closes the connections.
  func end() async {
    await app.close()
    await database.close()
  }

  /// Every row, by the old name or in the target; text in the order of the keys.
  func rows(inTarget: Bool) async throws -> [String] {
    let old = """
      SELECT concat_ws('|', "The Owner", "Nr", "Name", coalesce(amount::text, '-'), extra::jsonb)
      FROM "Old Things"."Thing""s" ORDER BY "The Owner", "Nr"
      """
    let new = """
      SELECT concat_ws('|', owner, number, title,
        coalesce((cents / 100.0)::numeric(12, 2)::text, '-'), extra)
      FROM things2.item ORDER BY owner, number
      """
    return try await database.query(inTarget ? new : old).map { try $0.get(0) }
  }

  /// One number.
  func number(_ sql: String) async throws -> Int {
    try await database.query(sql)[0].get(0)
  }
}
