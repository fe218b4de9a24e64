// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Postgres

/// The functions of the database that this room calls, with their comments.
///
/// Written by `make functions` from the database; do not edit. A result is NULL only where the
/// comment says so.
enum SearchFunctions {
  /// Stores one log line of a running attempt, its level debug, info, warning or error; false
  /// if it is stale.
  static func jobLogAdd(jobID: Int64?, lease: Int?, line: String?, level: String? = "info")
    -> FunctionCall<Bool>
  {
    FunctionCall(
      """
      SELECT reeve.job_log_add($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.text,
      $4::pg_catalog.text)
      """,
      [jobID, lease, line, level]
    )
  }

  /// Records the progress of a running attempt, its total, and a note; false if it is stale.
  ///
  /// A checkpoint, up to 64 KiB, is kept for the next attempt until there is a newer one.
  static func jobProgressReport(
    jobID: Int64?,
    lease: Int?,
    done: Int64?,
    total: Int64? = nil,
    note: String? = nil,
    checkpoint: JSONB? = nil
  ) -> FunctionCall<Bool> {
    FunctionCall(
      """
      SELECT reeve.job_progress_report($1::pg_catalog.int8, $2::pg_catalog.int4,
      $3::pg_catalog.int8, $4::pg_catalog.int8, $5::pg_catalog.text, $6::pg_catalog.jsonb)
      """,
      [jobID, lease, done, total, note, checkpoint]
    )
  }

  /// Links recorded commands into the chain, in order, up to the oldest transaction that
  /// recorded a command and is still running: at most 500 per call.
  ///
  /// Returns how many; 0 if nothing is left, or another session is sealing. Never waits for
  /// another session.
  static func recordSeal(maxRows: Int? = 500) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.record_seal($1::pg_catalog.int4)",
      [maxRows]
    )
  }

  /// The generation of a collection that is being built: the existing one, unless its
  /// declaration no longer matches the collection's or a restart is requested, else a new one
  /// in ranges of so many rows.
  ///
  /// NULL if the job's attempt is stale. NULL: result.
  static func searchBegin(
    collectionID: Int?,
    restart: Bool?,
    size: Int?,
    jobID: Int64? = nil,
    lease: Int? = nil
  ) -> FunctionCall<Int?> {
    FunctionCall(
      """
      SELECT reeve.search_begin($1::pg_catalog.int4, $2::pg_catalog.bool, $3::pg_catalog.int4,
      $4::pg_catalog.int8, $5::pg_catalog.int4)
      """,
      [collectionID, restart, size, jobID, lease]
    )
  }

  /// Applies up to max changes to a generation that is being built and has its indexes; how
  /// many.
  ///
  /// NULL where it is built no longer, or the job's attempt is stale. NULL: result.
  static func searchCatchUp(generationID: Int?, max: Int?, jobID: Int64?, lease: Int?)
    -> FunctionCall<Int?>
  {
    FunctionCall(
      """
      SELECT reeve.search_catch_up($1::pg_catalog.int4, $2::pg_catalog.int4,
      $3::pg_catalog.int8, $4::pg_catalog.int4)
      """,
      [generationID, max, jobID, lease]
    )
  }

  /// Drops the retired generations of a collection except the last, which allows a rollback.
  static func searchPrune(collectionID: Int?, jobID: Int64?, lease: Int?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.search_prune($1::pg_catalog.int4, $2::pg_catalog.int8, $3::pg_catalog.int4)",
      [collectionID, jobID, lease]
    )
  }

  /// Rewrites the documents of these rows in one generation; false if the attempt is stale.
  static func searchRepair(generationID: Int?, keys: [String?]?, jobID: Int64?, lease: Int?)
    -> FunctionCall<Bool>
  {
    FunctionCall(
      """
      SELECT reeve.search_repair($1::pg_catalog.int4, $2::pg_catalog.text[],
      $3::pg_catalog.int8, $4::pg_catalog.int4)
      """,
      [generationID, keys, jobID, lease]
    )
  }

  /// Reopens a collection's last retired generation as one being built, so that it can catch
  /// up and be swapped in.
  ///
  /// For installers.
  static func searchRevive(collectionID: Int?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.search_revive($1::pg_catalog.int4)",
      [collectionID]
    )
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

  /// Does the next open piece of a build, any number of sessions at a time: sample, cuts,
  /// load, text, words, key or popularity, with its rows; wait if other sessions have the
  /// last ones, built if none is open, stale if the build or the attempt is no longer
  /// current.
  static func searchStep(generationID: Int?, jobID: Int64?, lease: Int?) -> FunctionCall<
    SearchStepRow
  > {
    FunctionCall(
      """
      SELECT did, rows FROM reeve.search_step($1::pg_catalog.int4, $2::pg_catalog.int8,
      $3::pg_catalog.int4)
      """,
      [generationID, jobID, lease],
      of: SearchStepRow.init
    )
  }

  /// A row of `search_step`.
  struct SearchStepRow: Sendable {
    let did: String
    let rows: Int64
  }

  /// Makes a built generation the live one; the previous one is retired.
  ///
  /// False if it is incomplete, or no longer matches its collection's declaration. RV005,
  /// unless forced, if it finds far less than the previous one.
  static func searchSwap(generationID: Int?, jobID: Int64?, lease: Int?, isForced: Bool? = false)
    -> FunctionCall<Bool>
  {
    FunctionCall(
      """
      SELECT reeve.search_swap($1::pg_catalog.int4, $2::pg_catalog.int8, $3::pg_catalog.int4,
      $4::pg_catalog.bool)
      """,
      [generationID, jobID, lease, isForced]
    )
  }

  /// The searched collections that a job is about: those of its app, or the one collection
  /// that its arguments name, with the live generation, unless that is outdated.
  ///
  /// NULL: generation_id.
  static func searchTargets(jobID: Int64?) -> FunctionCall<SearchTargetsRow> {
    FunctionCall(
      """
      SELECT collection_id, subject, generation_id FROM
      reeve.search_targets($1::pg_catalog.int8)
      """,
      [jobID],
      of: SearchTargetsRow.init
    )
  }

  /// A row of `search_targets`.
  struct SearchTargetsRow: Sendable {
    let collectionID: Int
    let subject: String
    let generationID: Int?
  }

  /// Compares a generation with its source, range by range of the key, by counts and digests;
  /// if these differ, and everywhere if thorough, document by document: missing from the
  /// index, extra in it, or stale.
  ///
  /// Rows whose changes still wait are counted, and not compared. cut: rows with a text that
  /// is not searched to its end (reeve.search_is_cut).
  static func searchVerify(generationID: Int?, isThorough: Bool? = false) -> FunctionCall<
    SearchVerifyRow
  > {
    FunctionCall(
      """
      SELECT range, source, indexed, waiting, missing, extra, stale, keys, cut FROM
      reeve.search_verify($1::pg_catalog.int4, $2::pg_catalog.bool)
      """,
      [generationID, isThorough],
      of: SearchVerifyRow.init
    )
  }

  /// A row of `search_verify`.
  struct SearchVerifyRow: Sendable {
    let range: Int
    let source: Int64
    let indexed: Int64
    let waiting: Int64
    let missing: Int64
    let extra: Int64
    let stale: Int64
    let keys: [String]
    let cut: Int64
  }

  /// Corrects a generation's dictionary by its documents; returns how many words were wrong.
  ///
  /// NULL if the attempt is stale. NULL: result.
  static func searchWordsRepair(generationID: Int?, jobID: Int64?, lease: Int?) -> FunctionCall<
    Int64?
  > {
    FunctionCall(
      """
      SELECT reeve.search_words_repair($1::pg_catalog.int4, $2::pg_catalog.int8,
      $3::pg_catalog.int4)
      """,
      [generationID, jobID, lease]
    )
  }

  /// Words whose entry in a generation's dictionary is missing, differs from its documents,
  /// or belongs to no document.
  static func searchWordsVerify(generationID: Int?) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.search_words_verify($1::pg_catalog.int4)",
      [generationID]
    )
  }
}
