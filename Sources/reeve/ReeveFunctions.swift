// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Postgres

/// The functions of the database that this room calls, with their comments.
///
/// Written by `make functions` from the database; do not edit. A result is NULL only where the
/// comment says so.
enum ReeveFunctions {
  /// Begins the transaction of an act, whose id is chosen at random: for 30 days,
  /// reeve.act_outcome returns the act's outcome by it.
  static func actBegin(id: UniqueID?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.act_begin($1::pg_catalog.uuid)",
      [id],
      { _ in }
    )
  }

  /// Raises RV007 for a program older than the schema serves.
  ///
  /// Every program calls it first.
  static func clientRequire(version: String?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.client_require($1::pg_catalog.text)",
      [version],
      { _ in }
    )
  }

  /// Takes names of objects from the listing of a bucket, for reeve.file_sweep at the end of
  /// the transaction; call it as often as there are more.
  ///
  /// For seniors. RV002.
  static func fileListed(names: [String?]?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.file_listed($1::pg_catalog.text[])",
      [names],
      { _ in }
    )
  }

  /// Compares the listing of a bucket that reeve.file_listed was given with the rows that
  /// name its objects (bucket: NULL for the only one of the app, or of the collection):
  /// objects that no row names (orphan), rows whose object is not there (dead link), objects
  /// that several rows name (shared), and those that only hidden rows name and nothing has
  /// withdrawn (hidden); the first max_rows of each, and how many there are (total).
  ///
  /// Names are compared byte by byte. Names in personal columns are left out. For seniors,
  /// and recorded. RV001, RV002, RV003. NULL: object, subject, note.
  static func fileSweep(app: String?, collection: String?, bucket: String?, maxRows: Int?)
    -> FunctionCall<FileSweepRow>
  {
    FunctionCall(
      """
      SELECT finding, total, object, subject, rows, note FROM
      reeve.file_sweep($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.int4)
      """,
      [app, collection, bucket, maxRows],
      of: FileSweepRow.init
    )
  }

  /// A row of `file_sweep`.
  struct FileSweepRow: Sendable {
    let finding: String
    let total: Int64
    let object: String?
    let subject: String?
    let rows: Int64
    let note: String?
  }

  /// Best documents of an app (NULL: of all; within: of one collection) for a text of any
  /// kind, in the language of queries (docs/search.md).
  ///
  /// rank: 1 is every word once in the best field of a document of average length; marked and
  /// snippet: label and a text in parts, every second one matched; corrected: the text that
  /// was searched for instead; place: the value of after for the next page. Needs viewer.
  /// NULL: snippet, corrected.
  static func search(
    app: String?,
    query: String?,
    within: String? = nil,
    filters: JSONB? = JSONB("{}"),
    sort: String? = "relevance",
    max: Int? = 20,
    after: JSONB? = nil
  ) -> FunctionCall<SearchRow> {
    FunctionCall(
      """
      SELECT app_name, collection, key, label, rank, marked, snippet, corrected, place FROM
      reeve.search($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.jsonb, $5::pg_catalog.text, $6::pg_catalog.int4, $7::pg_catalog.jsonb)
      """,
      [app, query, within, filters, sort, max, after],
      of: SearchRow.init
    )
  }

  /// A row of `search`.
  struct SearchRow: Sendable {
    let appName: String
    let collection: String
    let key: String
    let label: String
    let rank: Double
    let marked: [String]
    let snippet: [String]?
    let corrected: String?
    let place: JSONB
  }

  /// The searched collections, and whether an index answers for each.
  static func searchBuilt(app: String? = nil, within: String? = nil) -> FunctionCall<SearchBuiltRow>
  {
    FunctionCall(
      """
      SELECT subject, is_built FROM reeve.search_built($1::pg_catalog.text,
      $2::pg_catalog.text)
      """,
      [app, within],
      of: SearchBuiltRow.init
    )
  }

  /// A row of `search_built`.
  struct SearchBuiltRow: Sendable {
    let subject: String
    let isBuilt: Bool
  }

  /// The searches of the last days, the most frequent first: how often, and how often without
  /// a result.
  ///
  /// A query is shown if it was asked three times on a day and has no address or number; the
  /// last row, without a query, is all others. NULL: query.
  static func searchLog(app: String?, days: Int?) -> FunctionCall<SearchLogRow> {
    FunctionCall(
      """
      SELECT query, asked, empty FROM reeve.search_log($1::pg_catalog.text,
      $2::pg_catalog.int4)
      """,
      [app, days],
      of: SearchLogRow.init
    )
  }

  /// A row of `search_log`.
  struct SearchLogRow: Sendable {
    let query: String?
    let asked: Int64
    let empty: Int64
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

  /// Every generation of the searched collections, its progress and how many changes wait for
  /// it.
  ///
  /// NULL: generation_id, documents, expected, since.
  static func searchStatus(app: String? = nil) -> FunctionCall<SearchStatusRow> {
    FunctionCall(
      """
      SELECT subject, generation_id, state, documents, expected, open_tasks, tasks, since,
      waiting, is_outdated, collection_id FROM reeve.search_status($1::pg_catalog.text)
      """,
      [app],
      of: SearchStatusRow.init
    )
  }

  /// A row of `search_status`.
  struct SearchStatusRow: Sendable {
    let subject: String
    let generationID: Int?
    let state: String
    let documents: Int64?
    let expected: Int64?
    let openTasks: Int64
    let tasks: Int64
    let since: Timestamp?
    let waiting: Int64
    let isOutdated: Bool
    let collectionID: Int
  }
}
