package import Jobs

/// Serves the state of this process's workers and of the database: `/health` and `/metrics`.
package final class Monitor: Sendable {
  private let registry = Registry(help: Tally.help)
  private let database: DatabaseFigures

  /// Asks the database over a connection of its own, made when it is needed.
  ///
  /// - Parameter conninfo: As for `Connection.connect`.
  package init(conninfo: String) { database = DatabaseFigures(conninfo: conninfo) }

  /// Returns a function that counts the events of the worker of a queue.
  package func observer(of queue: String) -> @Sendable (WorkerEvent) -> Void {
    let tally = Tally(queue: queue, registry: registry)
    return { tally.note($0) }
  }

  /// Breaks the connection, whose server has fallen silent.
  package func abandon() async { await database.abandon() }

  /// Ends the connection.
  func close() async { await database.close() }

  /// All metrics, in Prometheus' text format 0.0.4.
  func metrics(of workers: [WorkerStatus]) async -> String {
    (registry.families + Self.families(of: workers) + (await database.families()))
      .map(\.text).joined()
  }

  /// Why the process does not do its work, in one line; nil where it does.
  static func report(of workers: [WorkerStatus]) -> String? {
    for worker in workers {
      guard let report = worker.report else { continue }
      return "queue \(worker.queue): \(report)"
    }
    return nil
  }

  private static func families(of workers: [WorkerStatus]) -> [Family] {
    func gauge(_ name: String, _ help: String, _ value: (WorkerStatus) -> Double?) -> Family {
      Family(
        "reeve_worker_\(name)",
        .gauge,
        help,
        workers.compactMap { worker in
          value(worker).map { Family.Sample(labels: [("queue", worker.queue)], value: $0) }
        }
      )
    }
    return [
      gauge("healthy", "1 if the worker takes jobs, as /health says.") {
        $0.report == nil ? 1 : 0
      },
      gauge("beat_age_seconds", "Time since the last heartbeat that the database accepted.") {
        $0.silence.map { $0 / .seconds(1) }
      },
      gauge("running", "Running handlers.") { Double($0.running) },
      gauge("waiting", "Claimed jobs waiting for a handler.") { Double($0.waiting) },
      gauge("concurrency", "The most handlers running at a time.") { Double($0.concurrency) },
    ]
  }
}
