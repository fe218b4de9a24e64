import Outcome
package import Postgres

/// Whether a database has the schema that this program was built with.
package enum SchemaAge {
  /// Refuses a database of an older release, whose functions this program does not find there.
  ///
  /// - Parameters:
  ///   - share: Where the SQL is.
  ///   - session: A connection of an installer.
  /// - Throws: `Failure` of status `refused`; `PostgresError`.
  package static func requireCurrent(_ share: Share, _ session: any Session) async throws {
    let wanted = try Migration.all(in: share).map(\.version).max() ?? 0
    let rows = try await session.query("SELECT coalesce(max(version), 0) FROM reeve.migration m")
    guard let applied = try rows.first?.get(0, as: Int.self), applied < wanted else { return }
    throw Failure(
      .refused,
      "this database has an older release of Reeve than this program: migration \(applied) of "
        + "\(wanted)",
      hint: "Run `reeve upgrade`."
    )
  }

  /// Whether an error may be that of a call whose function the database has otherwise.
  package static func mayCause(_ error: PostgresError) -> Bool {
    [.undefinedColumn, .undefinedFunction, .undefinedTable].contains(error.sqlState)
  }

  /// Refuses a database whose functions for imports are not those that this program came with.
  ///
  /// - Parameters:
  ///   - share: Where the SQL is.
  ///   - session: A connection of an installer.
  /// - Throws: `Failure` of status `refused`; `PostgresError`.
  package static func requireSame(_ share: Share, _ session: any Session) async throws {
    var sources: [String: [String]] = [:]
    for row in try await session.query(
      "SELECT proname::text, prosrc FROM pg_proc WHERE pronamespace = 'reeve'::regnamespace"
    ) {
      sources[try row.get(0), default: []].append(try row.get(1))
    }
    let isSame = try share.scripts(in: "sql/functions/import").allSatisfy { script in
      (sources[script.name] ?? []).contains { script.text.contains($0) }
    }
    guard !isSame else { return }
    throw Failure(
      .refused,
      "this database has another release of Reeve than this program",
      hint: "Run `reeve upgrade`."
    )
  }
}
