// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Postgres

/// The functions of the database that this room calls, with their comments.
///
/// Written by `make functions` from the database; do not edit. A result is NULL only where the
/// comment says so.
enum ModerationFunctions {
  /// Whether changes of an app, or of any, wait in the log for a reader.
  static func changeLag(reader: String?, app: String? = nil) -> FunctionCall<Bool> {
    FunctionCall(
      "SELECT reeve.change_lag($1::pg_catalog.text, $2::pg_catalog.text)",
      [reader, app]
    )
  }

  /// Takes about max changes of the job's app from the log, for a worker whose key has this
  /// id (NULL: it has none): the rows, and the identifiers of their persons, each with its
  /// kind, and whether it is verified.
  ///
  /// Call it, with identifier_write and flag_run for the result, in one transaction, until it
  /// returns nothing. RV002 for a worker without the key of this database's identifiers.
  /// NULL: kind, value, is_verified.
  static func flagRead(jobID: Int64?, lease: Int?, keyID: String?, max: Int?) -> FunctionCall<
    FlagReadRow
  > {
    FunctionCall(
      """
      SELECT collection_id, key, kind, value, is_verified FROM
      reeve.flag_read($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.text,
      $4::pg_catalog.int4)
      """,
      [jobID, lease, keyID, max],
      of: FlagReadRow.init
    )
  }

  /// A row of `flag_read`.
  struct FlagReadRow: Sendable {
    let collectionID: Int
    let key: String
    let kind: String?
    let value: String?
    let isVerified: Bool?
  }

  /// Runs all flags on rows that changed; returns how many reports they made.
  ///
  /// A flag that fails stops no other; it reads all rows again later, as does one that takes
  /// longer than two seconds.
  static func flagRun(jobID: Int64?, lease: Int?, collectionIDs: [Int]?, keys: [String?]?)
    -> FunctionCall<Int>
  {
    FunctionCall(
      """
      SELECT reeve.flag_run($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.int4[],
      $4::pg_catalog.text[])
      """,
      [jobID, lease, collectionIDs, keys]
    )
  }

  /// Runs a new or changed flag of the job's app on the next rows that existed before it, and
  /// computes medians that are a day old; 0 = nothing is left to do.
  ///
  /// One call takes about a second, however long a row takes; the next continues. A flag that
  /// fails stops no other and is tried again 30 s later.
  static func flagScan(jobID: Int64?, lease: Int?, maxRows: Int?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.flag_scan($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.int4)",
      [jobID, lease, maxRows]
    )
  }

  /// The next rows of a collection of the job's app that is being read as a whole, because
  /// its identifiers or the key are new, in the form of flag_read; call it until it returns
  /// nothing.
  ///
  /// Needs no change log. A collection that cannot be read stops no other. NULL: kind, value,
  /// is_verified.
  static func identifierRead(jobID: Int64?, lease: Int?, keyID: String?, maxRows: Int?)
    -> FunctionCall<IdentifierReadRow>
  {
    FunctionCall(
      """
      SELECT collection_id, key, kind, value, is_verified FROM
      reeve.identifier_read($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.text,
      $4::pg_catalog.int4)
      """,
      [jobID, lease, keyID, maxRows],
      of: IdentifierReadRow.init
    )
  }

  /// A row of `identifier_read`.
  struct IdentifierReadRow: Sendable {
    let collectionID: Int
    let key: String
    let kind: String?
    let value: String?
    let isVerified: Bool?
  }

  /// Writes the identifiers that a worker computed for rows that it read: all identifiers of
  /// each in hexadecimal, none as an empty text, and which are verified (NULL: none, as a
  /// worker of an earlier release has it); identifiers that a row no longer has are kept as
  /// former ones.
  ///
  /// A collection that could not be read keeps its identifiers as they are. Has flags look
  /// again at accounts that share a new identifier with somebody who is barred.
  static func identifierWrite(
    jobID: Int64?,
    lease: Int?,
    keyID: String?,
    collectionIDs: [Int]?,
    keys: [String?]?,
    kinds: [String?]?,
    hmacs: [String?]?,
    verified: [Bool]? = nil
  ) -> FunctionCall<Void> {
    FunctionCall(
      """
      SELECT reeve.identifier_write($1::pg_catalog.int8, $2::pg_catalog.int4,
      $3::pg_catalog.text, $4::pg_catalog.int4[], $5::pg_catalog.text[],
      $6::pg_catalog.text[], $7::pg_catalog.text[], $8::pg_catalog.bool[])
      """,
      [jobID, lease, keyID, collectionIDs, keys, kinds, hmacs, verified],
      { _ in }
    )
  }
}
