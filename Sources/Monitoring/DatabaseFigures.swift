import Postgres
import Synchronization

/// Metrics of the whole database, read on request and cached for some seconds.
final class DatabaseFigures: Sendable {
  /// How long an answer is kept, so that several scrapers cost no more than one.
  private static let keep = Duration.seconds(5)
  /// How long the database may take.
  private static let limit = Duration.seconds(3)

  private struct Answer {
    let at: ContinuousClock.Instant
    let families: [Family]
  }

  private let pool: ConnectionPool
  private let answer = Mutex<Answer?>(nil)

  init(conninfo: String) {
    pool = ConnectionPool(
      conninfo: conninfo,
      maximum: 1,
      applicationName: "reeve worker: metrics"
    )
  }

  /// The metrics of the database; of one that does not answer in time only that it does not.
  func families() async -> [Family] {
    var figures: [Family] = []
    var isUp = 1.0
    do {
      figures = try await readInTime()
    } catch {
      // The reason is in the log of the worker, which cannot reach it either.
      isUp = 0
    }
    return [
      Family(
        "reeve_database_up",
        .gauge,
        "1 if the database answered in time; otherwise its other metrics are missing.",
        [Family.Sample(labels: [], value: isUp)]
      )
    ] + figures
  }

  /// Breaks the connection, whose server has fallen silent.
  func abandon() async { await pool.abandon() }

  /// Ends the connection.
  func close() async { await pool.close() }

  private func readInTime() async throws -> [Family] {
    try await withThrowingTaskGroup(of: [Family]?.self) { group in
      group.addTask { try await self.read() }
      group.addTask {
        try await Task.sleep(for: Self.limit)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let families = first else {
        await pool.abandon()
        throw PostgresError.connectionLost(message: "no answer in time", mayHaveRun: true)
      }
      return families
    }
  }

  /// A request that arrives while another one reads waits for the connection, and then finds the
  /// answer.
  private func read() async throws -> [Family] {
    try await pool.withConnection { connection in
      if let known = answer.withLock({ $0 }), .now - known.at < Self.keep { return known.families }
      let rows = try await connection.call(MonitoringFunctions.metricList())
      var samples: [String: [Family.Sample]] = [:]
      for row in rows {
        var labels = row.queue.map { [("queue", $0)] } ?? []
        if let label = row.label,
          let name = Self.metrics.first(where: { $0.key == row.metric })?.label
        {
          labels.append((name, label))
        }
        samples[row.metric, default: []].append(Family.Sample(labels: labels, value: row.value))
      }
      for row in try await connection.call(MonitoringFunctions.searchPaces(days: 1)) {
        for (metric, value) in [
          ("searches", Double(row.asked)), ("empty", Double(row.empty)), ("p99", row.p99 / 1000),
        ] {
          samples[metric, default: []].append(
            Family.Sample(labels: [("app", row.app)], value: value)
          )
        }
      }
      for row in try await connection.call(MonitoringFunctions.changeLags()) {
        samples["lag", default: []].append(
          Family.Sample(labels: [("app", row.app), ("reader", row.reader)], value: row.seconds)
        )
      }
      let families = Self.metrics.map { Family($0.name, $0.kind, $0.help, samples[$0.key] ?? []) }
      answer.withLock { $0 = Answer(at: .now, families: families) }
      return families
    }
  }

  /// The keys of `reeve.metric_list` and of the metrics of searches, with the published names.
  private static let metrics:
    [(key: String, name: String, kind: Family.Kind, label: String?, help: String)] = [
      ("jobs", "reeve_queue_jobs", .gauge, "state", "Jobs in a queue, by state."),
      (
        "ended", "reeve_queue_ended_total", .counter, "outcome",
        "Ended jobs, over all workers."
      ),
      (
        "oldest", "reeve_queue_oldest_seconds", .gauge, nil,
        "How long the oldest available job has waited; 0 if there is none."
      ),
      ("workers", "reeve_queue_workers", .gauge, nil, "Workers serving a queue."),
      ("paused", "reeve_queue_paused", .gauge, nil, "1 if the queue is paused."),
      (
        "xmin", "reeve_database_xmin_age", .gauge, nil,
        "Transactions since the oldest snapshot that holds back vacuum."
      ),
      (
        "dead", "reeve_table_dead_rows", .gauge, "table",
        "Dead rows of the tables that change most."
      ),
      (
        "lag", "reeve_change_lag_seconds", .gauge, nil,
        "How long changes of an app have waited for a reader of the change log; 0 if none does."
      ),
      ("searches", "reeve_search_queries", .gauge, nil, "Searches of an app today (UTC)."),
      (
        "empty", "reeve_search_empty", .gauge, nil,
        "Searches of an app today (UTC) that found nothing."
      ),
      (
        "p99", "reeve_search_p99_seconds", .gauge, nil,
        "How long 99 of 100 searches of an app took at most today (UTC)."
      ),
    ]
}
