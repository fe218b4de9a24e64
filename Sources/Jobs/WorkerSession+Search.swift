import Catalog
import Logging
import Postgres
import Synchronization

/// Keeps the search indexes up to date within a second.
///
/// To apply a change is to read a row of an app, whose code may take its time. Each app's changes
/// are applied by a task and over a connection of their own, so that no app waits for another.
extension WorkerSession {
  /// How often the change log is looked at.
  private static let searchPause = Duration.milliseconds(150)
  /// How many apps' changes are applied at a time.
  ///
  /// If there are more apps, a collection waits until one of another app is done or was stopped.
  static let mostIndexers = 8

  /// Applies changes to the live indexes, as the first worker of its queue, until the session ends.
  ///
  /// Looking costs less than having each writer notify: nothing is written while nothing changes.
  func runSearch() async throws -> Bool {
    try await withThrowingDiscardingTaskGroup { group in
      var failures = 0
      while true {
        do {
          if state.withLock({ $0.isFirst }) {
            for (app, collections) in try await search.changedCollections()
            where state.withLock({ $0.indexing.insert(app).inserted }) {
              group.addTask {
                defer { self.state.withLock { _ = $0.indexing.remove(app) } }
                try await self.applyChanges(of: collections)
              }
            }
          }
          failures = 0
          try await clock.sleep(for: Self.searchPause)
        } catch let error as PostgresError {
          failures += 1
          tell(error)
          try await clock.sleep(for: Backoff.jittered(after: failures, cap: .seconds(5)))
        }
      }
    }
  }

  /// Applies changes until none waits, for a worker that runs once.
  ///
  /// Stops after 20 rounds, as an app may write on and on. A failure is logged and left to the next
  /// worker. Does nothing where another worker of the queue does it.
  func settleSearch() async throws {
    guard state.withLock({ $0.isFirst }) else { return }
    do {
      for _ in 0..<20 {
        let changed = try await search.changedCollections()
        if changed.isEmpty { return }
        try await withThrowingDiscardingTaskGroup { group in
          for collections in changed.values {
            group.addTask { try await self.applyChanges(of: collections) }
          }
        }
      }
    } catch let error as PostgresError {
      tell(error)
    }
  }

  /// Applies waiting changes, a batch for each of an app's collections.
  ///
  /// A collection that fails or takes too long is left to a job of its own.
  private func applyChanges(of collections: [Int]) async throws {
    for collection in collections {
      do {
        try await indexers.withConnection { connection in
          try await StatementLimit.within(settings.searchLimit) {
            _ = try await connection.one(
              JobsFunctions.searchTake(collectionID: collection, max: 1000)
            )
          }
        }
      } catch let error as PostgresError {
        logger.notice("search: \(Untrusted("\(error)").printed)")
        do {
          try await search.deferChanges(of: collection)
        } catch let error as PostgresError {
          tell(error)
        }
      }
    }
  }

  private func tell(_ error: PostgresError) {
    logger.warning("search: \(Untrusted("\(error)").printed)")
  }
}
