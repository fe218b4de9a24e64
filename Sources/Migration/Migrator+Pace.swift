import Postgres

extension Migrator.Pace {
  /// Waits after a step, as long as there is a reason to.
  ///
  /// - Parameters:
  ///   - time: How long the step took.
  ///   - connection: Asks the server what else goes on there.
  ///   - clock: Measures the pauses.
  ///   - report: Takes a line for people, once where it waits for others.
  /// - Throws: `PostgresError`, `CancellationError`.
  func wait(
    after time: Duration,
    on connection: Connection,
    clock: any Clock<Duration> = ContinuousClock(),
    _ report: (String) -> Void
  ) async throws {
    if nice > 0 { try await clock.sleep(for: time * nice) }
    var isTold = false
    while let reason = try await reason(on: connection) {
      if !isTold { report("waiting: \(reason)") }
      isTold = true
      try await clock.sleep(for: .seconds(1))
    }
  }

  /// Why to wait, nil if there is no reason.
  private func reason(on connection: Connection) async throws -> String? {
    let row = try await connection.query(
      """
      SELECT coalesce(extract(epoch FROM max(r.replay_lag)), 0)::float8,
        (SELECT count(*) FROM pg_stat_activity a
          WHERE a.state = 'active' AND a.pid <> pg_backend_pid())
      FROM pg_stat_replication r
      """
    )[0]
    let lag: Double = try row.get(0)
    let active: Int = try row.get(1)
    if .seconds(lag) > maxLag { return "a standby is \(lag) s behind" }
    if let most = maxActive, active > most { return "\(active) sessions are active" }
    return nil
  }
}
