extension Connection {
  /// Makes a checkpoint, so that a crash of the server after a bulk load is over as soon as any other.
  ///
  /// Only where this login may, as a member of `pg_checkpoint`, and where over 64 MB of WAL would
  /// be replayed now. It takes as long as writing what the load left in memory.
  ///
  /// - Throws: `PostgresError`, `CancellationError`.
  package func checkpointAfterLoad() async throws {
    let due = try await query(
      """
      SELECT FROM pg_control_checkpoint()
      WHERE pg_has_role('pg_checkpoint', 'USAGE')
        AND pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > 64 * 1024 * 1024
      """
    )
    if !due.isEmpty { try await execute("CHECKPOINT") }
  }
}
