internal import Postgres

/// One object of schema `reeve` that is not as this release makes it.
struct ReleaseDifference {
  /// How it differs.
  enum Change: Hashable {
    /// The release makes it, and it is not there.
    case gone
    /// It is there, but not as the release makes it.
    case altered
    /// No release makes it.
    case foreign
    /// No release makes it, and it changes nothing that Reeve does: an index, statistics, a comment.
    case harmless
  }

  let change: Change
  /// Such as `function` or `comment on`.
  let kind: String
  /// Its name, in full.
  let name: String
  /// The difference in one line.
  let finding: String
  /// The script by which `upgrade` restores what the release makes; nil where something would be
  /// lost, or people have to look.
  let script: String?
  /// Whether it is missing, or there, as a part of something else that differs: restored, but not
  /// reported.
  let isPart: Bool

  /// Whether an upgrade cannot go on: something is lost that it cannot make again.
  var isLost: Bool { [.gone, .altered].contains(change) && script == nil && !isPart }

  /// The remedy, in a sentence.
  var remedy: String {
    if script != nil { return "`reeve upgrade` restores it; find out who changed it." }
    switch change {
    case .gone:
      return "Restore it from a backup; `reeve upgrade` cannot make its contents again. To do "
        + "without them, create it as in sql/schema.sql."
    case .altered: return "Change it back, as in sql/schema.sql; find out who changed it."
    case .foreign where kind == "function":
      return "`reeve upgrade` drops it, unless something depends on it; find out who created it."
    case .foreign: return "Find out who created it, and drop it."
    case .harmless: return "It may stay, as it changes nothing that Reeve does."
    }
  }

  // MARK: - Comparing

  /// Carries the answer out of the transaction that must not be committed.
  private struct Rehearsal: Error {
    let made: [Object]
  }

  /// Compares what is there with what this release makes.
  ///
  /// The release is made again from its migrations and functions, beside what is there, in a
  /// transaction that is rolled back, so that the server itself says what everything should be.
  /// Nobody waits for it: schemas are renamed within this transaction only.
  ///
  /// - Returns: The differences, in the order in which a release makes the objects.
  /// - Throws: `ScriptError`, `Failure`, `PostgresError`.
  static func all(share: Share, connection: Connection) async throws -> [ReleaseDifference] {
    try await EventTriggers.check(share: share, connection: connection)
    let query = try share.query("operations/release_state.sql")
    var live: [Object] = []
    do {
      try await connection.withTransaction { transaction in
        try await transaction.executeScript(
          """
          SET LOCAL lock_timeout = '5s';
          SET LOCAL check_function_bodies = off;
          SET LOCAL quote_all_identifiers = off;
          SET LOCAL search_path = pg_catalog;
          """
        )
        live = try await state(query, in: transaction)
        try await setAside(in: transaction)
        for migration in try Migration.all(in: share) {
          try await migration.apply(in: transaction)
        }
        try await transaction.run(share.scripts(in: "sql/functions"))
        try await transaction.executeScript(
          "SET LOCAL ROLE NONE; SET LOCAL search_path = pg_catalog"
        )
        throw Rehearsal(made: try await state(query, in: transaction))
      }
    } catch let rehearsal as Rehearsal {
      return try differences(live, rehearsal.made)
    }
    return []
  }

  /// Renames the schemas, so that the release can be made beside them.
  private static func setAside(in transaction: Transaction) async throws {
    // As an upgrade grants where it is missing.
    try await transaction.executeScript(
      """
      DO $$BEGIN
        IF NOT has_database_privilege('reeve_owner', current_database(), 'CREATE') THEN
          EXECUTE format('GRANT CREATE ON DATABASE %I TO reeve_owner', current_database());
        END IF;
      END$$
      """
    )
    let rows = try await transaction.query(
      """
      SELECT nspname::text, nspowner = 'reeve_owner'::regrole FROM pg_namespace
      WHERE nspname IN ('reeve', 'reeve_index', 'reeve_stage', 'reeve_cell')
      """
    )
    for row in rows {
      let schema: String = try row.get(0)
      if try !row.get(1) {
        try await transaction.execute("ALTER SCHEMA \(schema) OWNER TO reeve_owner")
      }
      try await transaction.execute("SET LOCAL ROLE reeve_owner")
      try await transaction.execute("ALTER SCHEMA \(schema) RENAME TO \(schema)\(aside)")
      try await transaction.execute("SET LOCAL ROLE NONE")
    }
  }

  /// The suffix of the names of schemas that are set aside.
  private static let aside = "_set_aside"

  /// One row of `release_state.sql`.
  private struct Object {
    let kind: String
    let name: String
    let aspects: String
    let make: String?
    let mend: String?
    let unmake: String?
    let whole: String?
    let isHarmless: Bool

    var key: String { "\(kind) \(name)" }
  }

  private static func state(
    _ query: String,
    in transaction: Transaction
  ) async throws -> [Object] {
    // In which the server writes constants of definitions; migrations set their own.
    try await transaction.executeScript(
      """
      SET LOCAL "TimeZone" = 'UTC';
      SET LOCAL "DateStyle" = 'ISO';
      SET LOCAL "IntervalStyle" = 'postgres';
      SET LOCAL bytea_output = 'hex';
      SET LOCAL extra_float_digits = 1;
      """
    )
    return try await transaction.query(query, [FunctionReplay.generated, aside]).map { row in
      try Object(
        kind: row.get(0),
        name: row.get(1),
        aspects: row.get(2),
        make: row.get(3),
        mend: row.get(4),
        unmake: row.get(5),
        whole: row.get(6),
        isHarmless: row.get(7)
      )
    }
  }

  private static func differences(
    _ live: [Object],
    _ made: [Object]
  ) throws -> [ReleaseDifference] {
    let found = Dictionary(live.map { ($0.key, $0) }) { first, _ in first }
    let wanted = Set(made.map(\.key))
    let missing = try made.compactMap { object -> ReleaseDifference? in
      guard let there = found[object.key] else {
        return ReleaseDifference(
          change: .gone,
          kind: object.kind,
          name: object.name,
          finding: "\(object.key) is gone",
          script: object.make,
          isPart: object.whole.map { found[$0] == nil } ?? false
        )
      }
      guard there.aspects != object.aspects else { return nil }
      return ReleaseDifference(
        change: .altered,
        kind: object.kind,
        name: object.name,
        finding: "\(object.key) differs from this release's: "
          + (try told(there.aspects, object.aspects)),
        script: object.mend,
        isPart: false
      )
    }
    let foreign = live.filter { !wanted.contains($0.key) }.map { object in
      ReleaseDifference(
        change: object.isHarmless ? .harmless : .foreign,
        kind: object.kind,
        name: object.name,
        finding: "\(object.key) is of no release",
        script: object.isHarmless ? nil : object.unmake,
        isPart: object.whole.map { !wanted.contains($0) } ?? false
      )
    }
    return missing + foreign
  }

  /// The aspects that differ, with their values where these are short.
  private static func told(_ live: String, _ made: String) throws -> String {
    let values = try (
      JSONB(live).decode(as: [String: String?].self),
      JSONB(made).decode(as: [String: String?].self)
    )
    return values.1.keys.sorted().compactMap { aspect in
      let (live, made) = ((values.0[aspect] ?? nil) ?? "", (values.1[aspect] ?? nil) ?? "")
      if live == made { return nil }
      let isShort = live.count <= 200 && made.count <= 200 && aspect != "definition"
      return isShort ? "\(aspect) (\(live) instead of \(made))" : aspect
    }.joined(separator: ", ")
  }

  /// Those that are reported on a line of their own: not part of another, and not reported already.
  static func untold(
    _ differences: [ReleaseDifference],
    beside told: [ForeignObject]
  ) -> [ReleaseDifference] {
    differences.filter { difference in
      !difference.isPart
        && !told.contains {
          $0.finding.hasPrefix("\(difference.kind) \(difference.name) ")
            || $0.finding.hasPrefix("\(difference.name) is of no release")
        }
    }
  }

  // MARK: - Restoring

  /// Runs the scripts of differences, each in a transaction of its own, and again those that needed
  /// one that came later, as long as any succeeds.
  ///
  /// - Parameters:
  ///   - differences: The differences to restore.
  ///   - connection: The installer's.
  ///   - report: Takes a line for people for each.
  /// - Returns: Those that the server refused, with its words.
  /// - Throws: `PostgresError` where the connection is lost.
  static func restore(
    _ differences: [ReleaseDifference],
    connection: Connection,
    report: (String) -> Void
  ) async throws -> [(difference: ReleaseDifference, refusal: String)] {
    // Parts of a foreign object are dropped with it.
    var waiting = differences.filter { $0.script != nil && !($0.change == .foreign && $0.isPart) }
    while true {
      var refused: [(difference: ReleaseDifference, refusal: String)] = []
      for difference in waiting {
        do {
          try await connection.withTransaction { transaction in
            try await transaction.execute("SET LOCAL lock_timeout = '\(Upgrade.lockTimeout)'")
            if !difference.isOfOthers {
              try await transaction.execute("SET LOCAL ROLE reeve_owner")
            }
            try await transaction.executeScript(difference.script ?? "")
          }
          if !difference.isPart { report("\(difference.finding): restored") }
        } catch PostgresError.server(let error) {
          refused.append((difference, "\(error.message) (\(error.sqlState))"))
        }
      }
      if refused.isEmpty || refused.count == waiting.count { return refused }
      waiting = refused.map(\.difference)
    }
  }

  /// Whether it may belong to somebody else than `reeve_owner`.
  private var isOfOthers: Bool { kind == "owner of" || kind == "dependency of" }
}
