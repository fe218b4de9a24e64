internal import Catalog
internal import Postgres

extension Migrator {
  /// What comparing the two tables found.
  package struct Verification: Hashable, Sendable {
    /// Rows compared.
    package fileprivate(set) var rows = 0
    /// Rows that are missing on one side or differ.
    package fileprivate(set) var differing = 0
    /// Rows that changed each time they were looked at.
    package fileprivate(set) var moving = 0
    /// Keys of the first that differ.
    package fileprivate(set) var examples: [String] = []
  }

  /// Rows of one comparison.
  private static let rangeRows = 10_000

  /// Compares all rows of both tables, range by range.
  ///
  /// - Parameter progress: Takes how many rows are compared.
  /// - Returns: What differs.
  /// - Throws: `Failure`, `PostgresError`; RV009 while rows are still to be copied.
  package func verify(progress: (Int) -> Void = { _ in }) async throws -> Verification {
    let id = try await status().id
    _ = try await catchUp(id)
    var result = Verification()
    var low: [String]?
    repeat {
      let row = try await connection.query(
        "SELECT high, rows, differing, moving FROM reeve.migrate_verify($1, $2, $3)",
        [id, low, Self.rangeRows]
      )[0]
      low = try row.get("high")
      result.rows += try row.get("rows", as: Int.self)
      take(try row.get("differing"), &result)
      try await follow(try row.get("moving"), id, &result)
      progress(result.rows)
    } while low != nil
    try await connection.execute(
      "SELECT reeve.migrate_verified($1, $2, $3)",
      [id, result.rows, result.differing]
    )
    return result
  }

  /// Compares rows that were changing again, once their changes are applied.
  private func follow(_ keys: [String]?, _ id: Int, _ result: inout Verification) async throws {
    var keys = keys
    for _ in 0..<5 {
      guard let moving = keys else { return }
      _ = try await catchUp(id)
      let row = try await connection.query(
        "SELECT differing, moving FROM reeve.migrate_verify($1, NULL, 0, $2)",
        [id, moving]
      )[0]
      take(try row.get("differing"), &result)
      keys = try row.get("moving")
    }
    result.moving += keys?.count ?? 0
  }

  private func take(_ keys: [String]?, _ result: inout Verification) {
    guard let keys else { return }
    result.differing += keys.count
    result.examples += keys.prefix(max(0, 10 - result.examples.count))
  }

  /// How a cutover or a rollback went.
  package struct Swap: Hashable, Sendable {
    /// How long the locks were held.
    package let held: Duration
    /// Foreign keys that came back and do not hold for every row, a line each.
    package let invalid: [String]
    /// Collections that the catalog knows by the table that follows now.
    package let collections: [String]
  }

  /// Makes the target live, or the source again.
  ///
  /// - Parameters:
  ///   - isBack: Whether the source goes live again.
  ///   - lockTimeout: How long writers are held up at a time at most before the locks are had.
  ///   - budget: How long it tries.
  ///   - isVerified: Whether to refuse a cutover before a verification without a difference.
  ///   - clock: Measures the pauses.
  /// - Returns: nil where that table is live already.
  /// - Throws: `Failure` with who is in the way or what is missing, `PostgresError`.
  package func swap(
    isBack: Bool,
    lockTimeout: Duration = .milliseconds(100),
    budget: Duration = .seconds(60),
    isVerified: Bool = true,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> Swap? {
    var status = try await status()
    // Of the swap before, if that was killed.
    for line in try await validate(status.id) { report(line) }
    if status.phase == (isBack ? "following" : "live") { return nil }
    guard status.phase == (isBack ? "live" : "following") else {
      throw Failure(
        .failed,
        "\(status.label) is \(status.phase)",
        hint: "`reeve migrate start` goes on."
      )
    }
    let isCaughtUp = try await catchUp(status.id)
    status = try await self.status()
    guard status.rejected == 0 else {
      throw Failure(
        .failed,
        "\(status.rejected) rows are in quarantine",
        details: try await rejected(of: status, limit: 10),
        hint: "Mend them, or the table that refuses them; `reeve migrate start` tries them again."
      )
    }
    guard isBack || !isVerified || status.differing == 0 else {
      throw Failure(
        .failed,
        status.differing.map { "\($0) rows differed at the last verification" }
          ?? "the copy was not verified since it began or was rolled back",
        hint: "Run `reeve migrate verify`, or cut over with --unverified."
      )
    }
    guard isCaughtUp else {
      throw Failure(
        .failed,
        "changes come faster than they are applied",
        details: ["\(status.backlog) wait"],
        hint: "Let `reeve migrate start --follow` catch up first, or try at a quieter time."
      )
    }
    let locked = try await patiently(
      lockTimeout: lockTimeout,
      budget: budget,
      clock: clock
    ) { transaction in
      _ = try await transaction.execute(
        "SELECT FROM reeve.migrate_apply($1, 1000, TRUE)",
        [status.id]
      )
      let row = try await transaction.query(
        """
        SELECT extract(epoch FROM clock_timestamp() - s.locked_at)::float8
        FROM reeve.migrate_swap($1, $2) s(locked_at)
        """,
        [status.id, isBack]
      )[0]
      return (seconds: try row.get(0, as: Double.self), returned: ContinuousClock.now)
    }
    let held: Duration = .seconds(locked.seconds) + (ContinuousClock.now - locked.returned)
    let invalid = try await validate(status.id)
    let collections: [String] = try await connection.query(
      """
      SELECT l.app || '/' || l.name FROM reeve.collection l JOIN reeve.live_copy c
        ON l.relation = CASE WHEN $2 THEN c.target ELSE c.source END
      WHERE c.copy_id = $1 AND l.is_live ORDER BY 1
      """,
      [status.id, isBack]
    ).map { try $0.get(0) }
    return Swap(held: held, invalid: invalid, collections: collections)
  }

  /// Validates the foreign keys that came back with the last swap, if that is still to be done.
  ///
  /// - Returns: Those that do not hold for every row, a line each.
  private func validate(_ id: Int) async throws -> [String] {
    let rows = try await connection.query(
      """
      SELECT c.unvalidated::text, u.value ->> 'role', u.value ->> 'statement'
      FROM reeve.live_copy c CROSS JOIN jsonb_array_elements(c.unvalidated) u
      WHERE c.copy_id = $1
      """,
      [id]
    )
    guard let first = rows.first else { return [] }
    var invalid: [String] = []
    for row in rows {
      let (role, statement): (String, String) = (try row.get(1), try row.get(2))
      do {
        try await connection.execute("SELECT reeve.role_execute($1, ARRAY[$2])", [role, statement])
      } catch let PostgresError.server(error) {
        invalid.append("\(statement): \(error.message)")
      }
    }
    try await connection.execute(
      "SELECT reeve.migrate_validated($1, $2::jsonb)",
      [id, first.get(0, as: String.self)]
    )
    return invalid
  }

  /// Ends the copy: after the cutover for good, before it (`isAbandoned`) by emptying the target.
  ///
  /// - Throws: `Failure` where there is none, `PostgresError`.
  package func finish(
    isAbandoned: Bool,
    lockTimeout: Duration = .milliseconds(100),
    budget: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws {
    let id = try await status().id
    for line in try await validate(id) { report(line) }
    try await patiently(lockTimeout: lockTimeout, budget: budget, clock: clock) { transaction in
      try await transaction.execute("SELECT FROM reeve.migrate_end($1, $2)", [id, isAbandoned])
    }
  }
}
