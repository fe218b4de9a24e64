// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Postgres

/// The functions of the database that this room calls, with their comments.
///
/// Written by `make functions` from the database; do not edit. A result is NULL only where the
/// comment says so.
enum MonitoringFunctions {
  /// Readers of the change log, and how long the first change that each has not read has
  /// waited: 0 where none waits.
  static func changeLags() -> FunctionCall<ChangeLagsRow> {
    FunctionCall(
      "SELECT app, reader, seconds FROM reeve.change_lags()",
      [],
      of: ChangeLagsRow.init
    )
  }

  /// A row of `change_lags`.
  struct ChangeLagsRow: Sendable {
    let app: String
    let reader: String
    let seconds: Double
  }

  /// Returns the metrics that a worker publishes about the database, without counting jobs:
  /// jobs by state, jobs ever ended, seconds that the oldest ready job has waited, workers
  /// and pause of each queue; the age in transactions of the oldest snapshot, and dead rows
  /// of the tables that change most.
  ///
  /// NULL: queue, label.
  static func metricList() -> FunctionCall<MetricListRow> {
    FunctionCall(
      "SELECT metric, queue, label, value FROM reeve.metric_list()",
      [],
      of: MetricListRow.init
    )
  }

  /// A row of `metric_list`.
  struct MetricListRow: Sendable {
    let metric: String
    let queue: String?
    let label: String?
    let value: Double
  }

  /// How often each app was searched in the last days, how often without a result, and the
  /// median and 99th percentile of the milliseconds taken, exact to a fifth.
  static func searchPaces(days: Int?) -> FunctionCall<SearchPacesRow> {
    FunctionCall(
      "SELECT app, asked, empty, p50, p99 FROM reeve.search_paces($1::pg_catalog.int4)",
      [days],
      of: SearchPacesRow.init
    )
  }

  /// A row of `search_paces`.
  struct SearchPacesRow: Sendable {
    let app: String
    let asked: Int64
    let empty: Int64
    let p50: Double
    let p99: Double
  }
}
