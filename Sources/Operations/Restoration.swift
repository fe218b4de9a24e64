import Postgres

/// Says what a restored database is: the live one, or a copy.
package struct Restoration: Sendable {
  /// How many of what.
  package struct Count: Hashable, Sendable {
    /// Such as `notices withdrawn`.
    package let what: String
    /// How many.
    package let rows: Int
  }
}

extension Installer {
  /// The database's name and the head of its audit, `seq:hash`.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  package func identity() async throws -> (database: String, head: String) {
    try await withConnection { connection in
      try await CatalogLoader(session: connection).requireReeve()
      let row = try await connection.query(
        "SELECT current_database(), seq || ':' || encode(hash, 'hex') FROM reeve.chain_head"
      )[0]
      return (try row.get(0), try row.get(1))
    }
  }

  /// Has workers continue here, or never; see `reeve.home_restored`.
  ///
  /// - Throws: `Failure`, `PostgresError`.
  package func settle(asCopy isCopy: Bool) async throws -> [Restoration.Count] {
    try await withConnection { connection in
      let counts = try await connection.call(OperationsFunctions.homeRestored(isCopy: isCopy))
      try await connection.one(OperationsFunctions.recordSeal())
      return counts.map { Restoration.Count(what: $0.what, rows: Int($0.rows)) }
    }
  }
}
