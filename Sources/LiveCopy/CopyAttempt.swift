import Postgres

/// The attempt of a job for which a worker copies, fenced by its lease: every call to the database
/// of the source names it.
package struct CopyAttempt: Sendable {
  let jobID: Int64
  let lease: Int

  /// Returns the copy to another database that the job is for.
  ///
  /// - Throws: `CopyAttemptOver` where there is none, or it is no longer copied;
  ///   `PostgresError`, RV009 for a stale attempt.
  func status(on connection: Connection) async throws -> LiveCopyFunctions.RemoteStatusRow {
    guard let row = try await row(on: connection) else { throw CopyAttemptOver() }
    return row
  }

  /// As `status`; nil where there is none.
  func row(on connection: Connection) async throws -> LiveCopyFunctions.RemoteStatusRow? {
    try await connection.call(LiveCopyFunctions.remoteStatus(jobID: jobID, lease: lease)).first
  }
}

/// The copy of a job is cut over, or over.
struct CopyAttemptOver: Error {}

/// A job's copy should wait, because of its pace or a pause.
struct CopyWait: Error {
  let reason: String
  let delay: Duration
}

extension Migrator {
  /// Records the outcome of a verification of all rows.
  func verified(_ id: Int, _ found: Verification) -> FunctionCall<Void> {
    let (rows, differing) = (Int64(found.rows), Int64(found.differing))
    guard let attempt else {
      return LiveCopyFunctions.migrateVerified(copyID: id, rows: rows, differing: differing)
    }
    return LiveCopyFunctions.remoteVerified(
      copyID: id,
      rows: rows,
      differing: differing,
      jobID: attempt.jobID,
      lease: attempt.lease
    )
  }
}
