import Glibc
import Host
import Outcome
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Operations

/// Lines that an operation has told.
private final class Told: Sendable {
  private let all = Mutex<[String]>([])

  /// Every line so far.
  var lines: [String] { all.withLock { $0 } }

  func add(_ line: String) { all.withLock { $0.append(line) } }
}

/// Samples of the app that comes with this tree; the template has its schema, which they replace.
@Suite(.freshDatabase)
struct SampleTests {
  /// The day that the samples of these tests are relative to.
  private static let day = "2026-03-29"

  /// Loads a sample over what is there, and returns what it told.
  @discardableResult
  private func load(_ scale: SampleScale?) async throws -> [String] {
    let told = Told()
    try await connected { connection in
      try await SampleLoader(
        share: Share.find(),
        connection: connection,
        report: { line in told.add(line) }
      )
      .load("randevoo", replace: true, scale: scale)
    }
    return told.lines
  }

  /// A digest of the rows of each table of the app.
  private func digests() async throws -> [String: String] {
    try await connected { connection in
      let tables = try await connection.query(
        """
        SELECT tablename, format(
          'SELECT count(*) || '' '' || md5(string_agg(t::text, E''\\n'' ORDER BY t::text)) FROM %I.%I t',
          schemaname, tablename)
        FROM pg_tables WHERE schemaname = 'randevoo'
        """
      )
      var digests: [String: String] = [:]
      for table in tables {
        let row = try await connection.query(table.get(1))[0]
        digests[try table.get(0)] = try row.get(0, as: String?.self) ?? "no rows"
      }
      return digests
    }
  }

  /// Keys, indexes and triggers of the app's tables as they are defined.
  private func definitions() async throws -> [String] {
    try await value(
      """
      SELECT array_agg(definition ORDER BY definition) FROM (
        SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated,
          obj_description(oid, 'pg_constraint')) AS definition
        FROM pg_constraint WHERE connamespace = 'randevoo'::regnamespace
        UNION ALL
        SELECT indexdef FROM pg_indexes WHERE schemaname = 'randevoo'
        UNION ALL
        SELECT concat_ws(' ', t.tgenabled, CASE WHEN t.tgisinternal THEN t.tgfoid::regproc::text
          ELSE pg_get_triggerdef(t.oid) END, t.tgrelid::regclass)
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE c.relnamespace = 'randevoo'::regnamespace
          AND t.tgfoid::regproc::text NOT LIKE 'reeve.capture%') d
      """
    )
  }

  /// The rules that rows break, of `sql/tests/randevoo/rules.sql`.
  private func brokenRules() async throws -> [String] {
    let rules = try #require(try Share.find().script("sql/tests/randevoo/rules.sql"))
    return try await connected { connection in
      let rows = try await connection.query(rules.text)
      #expect(rows.count == 26)
      return try rows.filter { try $0.get("broken") != 0 }.map { try $0.get("rule") }
    }
  }

  @Test(arguments: [nil, 1, 2, 1000, 3000])
  func `the rows of a sample obey every rule, behind the keys and triggers of the schema`(
    units: Int?
  ) async throws {
    let before = try await definitions()
    try await load(units.map { try SampleScale(units: $0, seed: 5, asOf: Self.day) })
    let broken = try await brokenRules()
    let after = try await definitions()
    // A store of the fixed sample has changed its slots since two of its customers reserved.
    #expect(broken == (units == nil ? ["every reservation lies on its store's grid"] : []))
    #expect(after == before)
    guard let units else { return }
    #expect(try await value("SELECT count(*) FROM randevoo.users") == units)
    #expect(try await value("SELECT count(*) FROM randevoo.products") == units)
  }

  @Test func `the rules find what breaks them`() async throws {
    try await load(SampleScale(units: 300, asOf: Self.day))
    try await connected { connection in
      try await connection.executeScript(
        """
        SET session_replication_role = replica;
        UPDATE randevoo.reservations SET slot_start = slot_start + interval '7 minutes';
        UPDATE randevoo.product_variants SET stock = 0;
        UPDATE randevoo.stores SET capacity = 1, answer_deadline = '1 hour';
        DELETE FROM randevoo.reservation_tokens;
        DELETE FROM randevoo.notifications;
        DELETE FROM randevoo.reservation_state_history WHERE to_state = 'approved';
        """
      )
    }
    let broken = try await brokenRules()
    for rule in [
      "every reservation lies on its store's grid", "no stock is over-reserved",
      "every answer is due as the store says",
      "each step of a history follows the one before, in state and in time",
      "both sides were told what concerns them, and nothing else",
    ] {
      #expect(broken.contains(rule))
    }
  }

  @Test func `the same scale, seed and day give the same rows, another seed or day others`()
    async throws
  {
    func digests(seed: Int, day: String) async throws -> [String: String] {
      try await load(SampleScale(units: 500, seed: seed, asOf: day))
      return try await self.digests()
    }
    let first = try await digests(seed: 5, day: Self.day)
    #expect(first.count == 39)
    #expect(try await digests(seed: 5, day: Self.day) == first)
    for other in [
      try await digests(seed: 6, day: Self.day), try await digests(seed: 5, day: "2026-03-30"),
    ] {
      for table in ["users", "stores", "products", "reservations", "reservation_items"] {
        #expect(other[table] != first[table], "\(table)")
      }
    }
  }

  @Test func `a sample is believable: scripts, zones, states, hostile words and a long tail`()
    async throws
  {
    try await load(SampleScale(units: 10_000, seed: 5, asOf: Self.day))
    let facts: [(String, Int)] = [
      ("count(DISTINCT locale) FROM randevoo.users", 18),
      ("count(DISTINCT time_zone) FROM randevoo.stores", 20),
      ("count(DISTINCT state) FROM randevoo.reservations", 9),
      ("count(*) FROM randevoo.users WHERE first_name ~ '[\\x01-\\x1f\\u0085\\u202e]'", 8),
      ("count(*) FROM randevoo.products WHERE name ~ '[\\x01-\\x1f\\u202e]'", 8),
      ("count(*) / 1000 FROM randevoo.reservations", 7),
      // The owner of a chain has a tenth of the products.
      (
        """
        count(*) FROM randevoo.products p JOIN randevoo.stores s ON s.id = p.store_id
        WHERE s.owner_id = 1
        """,
        1000
      ),
    ]
    for (fact, least) in facts {
      let count: Int = try await value("SELECT \(fact)")
      #expect(count >= least, "\(fact)")
    }
  }

  @Test func `progress tells rate and time left`() async throws {
    let start = ContinuousClock.now
    func text(_ done: Int, _ total: Int?, after elapsed: Duration, unit: String = "") -> String {
      Progress("users", done: done, of: total, from: 0, unit: unit, since: start)
        .text(at: start + elapsed)
    }
    #expect(
      text(40_000, 100_000, after: .seconds(5), unit: "rows")
        == "users  40000 of 100000  40 %  8000 rows/s  0:07 left"
    )
    #expect(text(10, 10, after: .seconds(2)) == "users  10 of 10  100 %  5.0/s  in 0:02")
    #expect(text(1, 10, after: .seconds(60)) == "users  1 of 10  10 %")
    #expect(text(7, nil, after: .seconds(2), unit: "rows") == "users  7 rows  3.5 rows/s")
    #expect(text(-.max, .max, after: .zero) == "users  \(-Int.max) of \(Int.max)  0 %")
    #expect(Progress("users", done: .max, of: .max).bar == Progress.bar(10))
    let told = try await load(SampleScale(units: 10, asOf: Self.day))
    #expect(told.contains { $0.hasPrefix("02_users  10 of 10  ") })
  }

  @Test(arguments: [
    (0, 0, nil), (1, -1, nil), (1, 0, "yesterday"), (1, 0, "2026-02-30"), (100_000_001, 0, nil),
  ])
  func `what no sample can be made of is refused, and nothing is changed`(
    units: Int,
    seed: Int,
    day: String?
  ) async throws {
    let before = try await definitions()
    let error = await failure {
      try await load(SampleScale(units: units, seed: seed, asOf: day))
    }
    let after = try await definitions()
    #expect(error?.exit == (day == "2026-02-30" ? .failed : .usage))
    #expect(after == before)
  }

  @Test(arguments: [nil, try? SampleScale(units: 5)])
  func `an app without rows of a sample says so`(scale: SampleScale?) async throws {
    let told = Told()
    try await withScratch { folder in
      let whole = try Share.find()
      try Disk.makeDirectory("\(folder)/sql/apps/findspot", mode: 0o755)
      for part in [
        "jobs", "sql/queries", "sql/apps/findspot/schema.sql", "sql/apps/findspot/functions",
        "sql/apps/findspot/catalog.yaml", "sql/apps/findspot/policies.yaml",
      ] {
        #expect(symlink("\(whole.path)/\(part)", "\(folder)/\(part)") == 0, "\(part)")
      }
      let error = await failure {
        try await connected { connection in
          _ = try await SampleLoader(
            share: Share(path: folder),
            connection: connection,
            report: { line in told.add(line) }
          )
          .load("findspot", scale: scale)
        }
      }
      #expect(error?.exit == (scale == nil ? nil : .notFound))
    }
    let done = "created the tables of findspot, which has no sample rows"
    #expect(told.lines == (scale == nil ? [done] : []))
  }
}
