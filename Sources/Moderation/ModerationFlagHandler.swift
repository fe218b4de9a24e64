package import Catalog
package import Postgres

/// Has an app's flags examine changed rows, and keeps the identifiers of its persons.
///
/// Identifiers are read and digested here, because the key is not in the database. Each batch is
/// one transaction under the attempt's lease.
package struct ModerationFlagHandler: JobHandler {
  /// About how many changes, or rows, are looked at in one transaction.
  package static let batchRows = 200
  /// How many times one job returns for changes that an open transaction delays; then they are left
  /// to the next job.
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
        while try await connection.one(
          ModerationFunctions.flagScan(
            jobID: job.id,
            lease: job.lease,
            maxRows: Self.batchRows
          )
        ) > 0 {}
        let isHeldUp = try await connection.one(
          ModerationFunctions.changeLag(reader: "flags", app: job.app)
        )
        guard isHeldUp, job.lease <= Self.returns else { return .completed }
        return .scheduled(after: .seconds(job.lease))
      }
    } catch let error as PostgresError where error.sqlState == .lockNotAvailable {
      return .scheduled(after: .seconds(5))  // Somebody else is at it just now.
    }
  }

  /// Takes some rows and writes what identifies their persons; of changed rows also has the flags
  /// look.
  ///
  /// - Returns: Whether there were any.
  private func digest(
    _ job: Job,
    _ key: LinkKey?,
    areChanges: Bool,
    on connection: Connection
  ) async throws -> Bool {
    try await connection.withTransaction { transaction in
      let rows =
        areChanges
        ? try await transaction.call(
          ModerationFunctions.flagRead(
            jobID: job.id,
            lease: job.lease,
            keyID: key?.id,
            max: Self.batchRows
          ).map { ($0.collectionID, $0.key, $0.kind, $0.value, $0.isVerified) }
        )
        : try await transaction.call(
          ModerationFunctions.identifierRead(
            jobID: job.id,
            lease: job.lease,
            keyID: key?.id,
            maxRows: Self.batchRows
          ).map { ($0.collectionID, $0.key, $0.kind, $0.value, $0.isVerified) }
        )
      guard !rows.isEmpty else { return false }
      let (collections, keys) = (rows.map(\.0), rows.map(\.1))
      if let key {
        _ = try await transaction.one(
          ModerationFunctions.identifierWrite(
            jobID: job.id,
            lease: job.lease,
            keyID: key.id,
            collectionIDs: collections,
            keys: keys,
            kinds: rows.map { $0.2 ?? "" },
            hmacs: rows.map { row in
              row.2.flatMap { kind in row.3.flatMap { key.digest($0, kind: kind) } } ?? ""
            },
            verified: rows.map { $0.4 ?? false }
          )
        )
      }
      if areChanges {
        _ = try await transaction.one(
          ModerationFunctions.flagRun(
            jobID: job.id,
            lease: job.lease,
            collectionIDs: collections,
            keys: keys
          )
        )
      }
      return true
    }
  }
}
