import Outcome
import Postgres

extension StepPace {
  /// Waits after a step of that time as long as the server has other work; reports once where it
  /// waits for others.
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
