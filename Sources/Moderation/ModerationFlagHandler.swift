package import Catalog
package import Postgres

/// Has an app's flags look at what changed, and keeps the identifiers of its persons.
///
/// What identifies a person is read and digested here, since the key is not in the database: each batch
/// is one transaction under the attempt's lease.
package struct ModerationFlagHandler: JobHandler {
  /// About how many changes, or rows, are looked at in one transaction.
  package static let batchRows = 500
  /// How often one job comes back for changes that an open transaction holds up; then the next job
  /// takes them.
  package static let returns = 20

  private let pool: ConnectionPool
  private let key: @Sendable () -> LinkKey?

  /// Takes its connections from `pool`, and the key as it is by then; nil where this host has none.
  package init(pool: ConnectionPool, key: @escaping @Sendable () -> LinkKey?) {
    self.pool = pool
    self.key = key
  }

  /// Reads what is new to identifiers and flags, then what changed, until nothing is left.
  package func run(_ job: Job) async throws -> JobOutcome {
    let key = key()
    do {
      return try await pool.withConnection { connection in
        while try await digest(job, key, areChanges: false, on: connection) {}
        while try await digest(job, key, areChanges: true, on: connection) {}
        var scanned: Int
        repeat {
          scanned = try await connection.query(
            "SELECT reeve.flag_scan($1, $2, $3)",
            [job.id, job.lease, Self.batchRows]
          )[0].get(0)
        } while scanned > 0
        let isHeldUp: Bool = try await connection.query("SELECT reeve.change_lag('flags')")[0].get(
          0
        )
        guard isHeldUp, job.lease <= Self.returns else { return .completed }
        return .scheduled(after: .seconds(Int(job.lease)))
      }
    } catch let error as PostgresError where error.sqlState == .lockNotAvailable {
      return .scheduled(after: .seconds(5))  // Somebody else is at it just now.
    }
  }

  /// Takes some rows and writes what identifies their persons; of changed rows also has the flags look.
  ///
  /// - Returns: Whether there were any.
  private func digest(
    _ job: Job,
    _ key: LinkKey?,
    areChanges: Bool,
    on connection: Connection
  ) async throws -> Bool {
    try await connection.withTransaction { transaction in
      let rows = try await transaction.query(
        areChanges
          ? "SELECT collection_id, key, kind, value FROM reeve.flag_read($1, $2, $3, $4)"
          : "SELECT collection_id, key, kind, value FROM reeve.identifier_read($1, $2, $3, $4)",
        [job.id, job.lease, key?.id, Self.batchRows]
      )
      guard !rows.isEmpty else { return false }
      var collections: [Int32] = []
      var keys: [String] = []
      var kinds: [String] = []
      var digests: [String] = []
      for row in rows {
        collections.append(try row.get(0))
        keys.append(try row.get(1))
        let kind = try row.get(2, as: String?.self)
        let value = try row.get(3, as: String?.self)
        kinds.append(kind ?? "")
        digests.append(kind.flatMap { kind in value.flatMap { key?.digest($0, kind: kind) } } ?? "")
      }
      if let key {
        try await transaction.execute(
          "SELECT reeve.identifier_write($1, $2, $3, $4, $5, $6, $7)",
          [job.id, job.lease, key.id, collections, keys, kinds, digests]
        )
      }
      if areChanges {
        try await transaction.execute(
          "SELECT reeve.flag_run($1, $2, $3, $4)",
          [job.id, job.lease, collections, keys]
        )
      }
      return true
    }
  }
}
