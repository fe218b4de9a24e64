import Catalog
import Logging
import Postgres
import Synchronization

/// What keeps the search indexes up to date within a second.
extension WorkerSession {
  /// How often the change log is looked at.
  private static let searchPause = Duration.milliseconds(150)
  /// How long the changes of one collection may hold up those of the others.
  ///
  /// What takes longer, or fails, is left to a job of the collection's own.
  private static let searchLimit = Duration.seconds(2)

  /// Applies changes to the live indexes, as the first worker of its queue, until the session ends.
  ///
  /// Looking costs less than having each writer ring: nothing is written while nothing changes.
  func runSearch() async throws -> Bool {
    var failures = 0
    while true {
      do {
        if state.withLock({ $0.isFirst }) { _ = try await applyChanges() }
        failures = 0
        try await clock.sleep(for: Self.searchPause)
      } catch let error as PostgresError {
        failures += 1
        logger.warning("search: \(Untrusted("\(error)").printed)")
        try await clock.sleep(for: Backoff.jittered(after: failures, cap: .seconds(5)))
      }
    }
  }

  /// Applies what has changed until nothing waits, for a worker that runs once.
  ///
  /// Stops after 20 rounds, as an app may write on and on. What fails is told, and left to the next
  /// worker. Does nothing where another worker of the queue does it.
  func settleSearch() async throws {
    guard state.withLock({ $0.isFirst }) else { return }
    do {
      for _ in 0..<20 where try await !applyChanges() { break }
    } catch let error as PostgresError {
      logger.warning("search: \(Untrusted("\(error)").printed)")
    }
  }

  /// Applies what waits, a batch for each collection; whether there was any.
  private func applyChanges() async throws -> Bool {
    let changed = try await search.changedCollections()
    for collection in changed {
      do {
        try await search.applyChanges(of: collection, within: Self.searchLimit)
      } catch let error as PostgresError {
        logger.notice("search: \(Untrusted("\(error)").printed)")
        try await search.deferChanges(of: collection)
      }
    }
    return !changed.isEmpty
  }
}
