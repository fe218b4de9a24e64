import Catalog
import Logging
import Postgres

/// Housekeeping that one worker does each second for all of them.
extension WorkerSession {
  /// Tidies every second, until the session ends.
  func runHousekeeping() async throws -> Bool {
    var daysKeptAt: Duration?
    var foldedAt = now
    var lateFrom: Int64 = 0
    var failures = 0
    while true {
      do {
        if daysKeptAt.map({ now - $0 > .seconds(600) }) ?? true {
          try await house.keepDays(settings.retentionDays)
          daysKeptAt = now
        }
        try await tidy()
        lateFrom = try await house.followLate(after: lateFrom)
        if now - foldedAt > .seconds(5) {
          try await house.foldCounts()
          foldedAt = now
        }
        failures = 0
        try await clock.sleep(for: .seconds(1))
      } catch let error as PostgresError {
        if error.sqlState == .lockNotAvailable { daysKeptAt = now - .seconds(590) }
        failures += 1
        logger.warning("housekeeping: \(Untrusted("\(error)").printed)")
        try await clock.sleep(for: Backoff.jittered(after: failures, cap: .seconds(5)))
      }
    }
  }

  /// Commands linked into the audit chain in one call.
  private static let sealBatch = 500

  /// Seals commands, ends lost or late jobs, and makes due ones ready.
  func tidy() async throws {
    // A backlog continues in the next second, after what else waits here.
    for _ in 0..<10 where try await house.seal(limit: Self.sealBatch) < Self.sealBatch { break }
    let lost = try await house.sweep()
    if lost > 0 {
      logger.warning("took \(lost) jobs from workers that died or exceeded a time limit")
    }
    let found = try await house.fire() + house.ready()
    if found + lost > 0 { board.notify() }
  }
}
