import Outcome
import Postgres

extension StepPace {
  /// Waits after a step, as long as there is a reason to.
  ///
  /// - Parameters:
  ///   - time: How long the step took.
  ///   - connection: Asks the server about its other work.
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
    let call = ImportFunctions.paceReason(pace: JSONB(json))
    while let reason = try await connection.one(call) {
      if !isTold { report("waiting: \(reason)") }
      isTold = true
      try await clock.sleep(for: .seconds(1))
    }
  }
}
