// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Postgres

/// The functions of the database that this room calls, with their comments.
///
/// Written by `make functions` from the database; do not edit. A result is NULL only where the
/// comment says so.
enum LiveCopyFunctions {
  /// Arguments of a job of the kind migrate.copy or migrate.verify.
  ///
  /// part: from 2, of a job that only helps to copy; NULL for the first. parallel: how many
  /// connections a job copies over.
  struct CopyArgs: Codable {
    var copy: Int?
    var part: Int?
    var parallel: Int?
  }

  /// Records that the lines of a stream up to this position were handled; later ones are sent
  /// again.
  ///
  /// RV009 if another session has done so.
  static func emitAck(copyID: Int?, name: String?, next: JSONB?, lines: Int?) -> FunctionCall<Void>
  {
    FunctionCall(
      """
      SELECT reeve.emit_ack($1::pg_catalog.int4, $2::pg_catalog.text, $3::pg_catalog.jsonb,
      $4::pg_catalog.int4)
      """,
      [copyID, name, next, lines],
      { _ in }
    )
  }

  /// Begins a stream of a live copy's changes, or resumes it, for this session alone;
  /// is_seeding: all rows come first.
  ///
  /// Recorded as migrate.emit. RV009 if another session has it.
  static func emitBegin(copyID: Int?, name: String?, isSeeding: Bool?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.emit_begin($1::pg_catalog.int4, $2::pg_catalog.text, $3::pg_catalog.bool)",
      [copyID, name, isSeeding],
      { _ in }
    )
  }

  /// Ends a stream of changes; those not emitted yet are no longer kept for it.
  ///
  /// FALSE: there is none.
  static func emitEnd(copyID: Int?, name: String?) -> FunctionCall<Bool> {
    FunctionCall(
      "SELECT reeve.emit_end($1::pg_catalog.int4, $2::pg_catalog.text)",
      [copyID, name]
    )
  }

  /// The next lines of a stream of changes, at most max, each with the position after it, for
  /// reeve.emit_ack; none if there are none now.
  ///
  /// Changes come in the order of the log, transactions by their number, once no older one is
  /// running; the rows are as they are now. A NULL line only moves the position. RV009 if
  /// another session is emitting. NULL: line.
  static func emitRead(copyID: Int?, name: String?, max: Int?) -> FunctionCall<EmitReadRow> {
    FunctionCall(
      """
      SELECT line, next FROM reeve.emit_read($1::pg_catalog.int4, $2::pg_catalog.text,
      $3::pg_catalog.int4)
      """,
      [copyID, name, max],
      of: EmitReadRow.init
    )
  }

  /// A row of `emit_read`.
  struct EmitReadRow: Sendable {
    let line: String?
    let next: JSONB
  }

  /// Streams of a live copy's changes.
  ///
  /// emitted: lines; backlog: changes that wait, at most 100000. NULL: emitted_at.
  static func emitStatus(copyID: Int?) -> FunctionCall<EmitStatusRow> {
    FunctionCall(
      """
      SELECT name, emitted, is_seeding, backlog, emitted_at FROM
      reeve.emit_status($1::pg_catalog.int4)
      """,
      [copyID],
      of: EmitStatusRow.init
    )
  }

  /// A row of `emit_status`.
  struct EmitStatusRow: Sendable {
    let name: String
    let emitted: Int64
    let isSeeding: Bool
    let backlog: Int64
    let emittedAt: Timestamp?
  }

  /// Asks for one job: see reeve.enqueue(jsonb[]).
  static func enqueue(
    kind: String?,
    args: JSONB?,
    dueAt: Timestamp? = nil,
    priority: Int? = 0,
    app: String? = nil,
    collectionID: Int? = nil,
    subjectKey: String? = nil,
    uniqueKey: String? = nil
  ) -> FunctionCall<Int64> {
    FunctionCall(
      """
      SELECT reeve.enqueue($1::pg_catalog.text, $2::pg_catalog.jsonb,
      $3::pg_catalog.timestamptz, $4::pg_catalog.int2, $5::pg_catalog.text,
      $6::pg_catalog.int4, $7::pg_catalog.text, $8::pg_catalog.text)
      """,
      [kind, args, dueAt, priority, app, collectionID, subjectKey, uniqueKey]
    )
  }

  /// Enqueues jobs in the caller's transaction; all or none.
  ///
  /// Each is an object: kind; args, an object up to 64 KiB; queue; priority -1, 0 or 1;
  /// due_at or delay; max_attempts; unique_key; app, collection_id and subject_key, what it
  /// is about; after, ids of jobs to be completed before. Returns one id per job, in order;
  /// for a duplicate unique_key, the id of the live job that holds it. RV001 says which job
  /// is wrong and how; RV002: the caller may not enqueue that kind.
  static func enqueue(jobs: [JSONB]?) -> FunctionCall<Int64> {
    FunctionCall(
      "SELECT reeve.enqueue($1::pg_catalog.jsonb[])",
      [jobs]
    )
  }

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

  /// Runs the first of the steps that a cutover or rollback left for later, and removes it.
  ///
  /// is_skipped: without running it.
  static func migrateAfter(copyID: Int?, isSkipped: Bool?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.migrate_after($1::pg_catalog.int4, $2::pg_catalog.bool)",
      [copyID, isSkipped],
      { _ in }
    )
  }

  /// Applies up to max changes of finished transactions.
  ///
  /// is_tail: all committed ones, also above the oldest running transaction, or none and
  /// is_done FALSE if they are more than max. taken: changes applied; keys: the rows read
  /// again; is_broken: the table was truncated, and the copy cannot continue. NULL: keys.
  static func migrateApply(copyID: Int?, max: Int?, isTail: Bool? = false) -> FunctionCall<
    MigrateApplyRow
  > {
    FunctionCall(
      """
      SELECT taken, keys, is_done, is_broken FROM reeve.migrate_apply($1::pg_catalog.int4,
      $2::pg_catalog.int4, $3::pg_catalog.bool)
      """,
      [copyID, max, isTail],
      of: MigrateApplyRow.init
    )
  }

  /// A row of `migrate_apply`.
  struct MigrateApplyRow: Sendable {
    let taken: Int64
    let keys: [String]?
    let isDone: Bool
    let isBroken: Bool
  }

  /// Notes for 10 seconds that a command waits for locks on the tables of a live copy, or
  /// that it has given up: reeve.migrate_waits.
  static func migrateAwait(copyID: Int?, isWaiting: Bool?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.migrate_await($1::pg_catalog.int4, $2::pg_catalog.bool)",
      [copyID, isWaiting],
      { _ in }
    )
  }

  /// Begins a live copy: creates change triggers on the source and closes the target to all
  /// except the app's writer; does nothing if it has begun with this mapping.
  ///
  /// Runs as the installer. RV005 for a mapping that does not fit, RV009 if the target holds
  /// rows.
  static func migrateBegin(mapping: JSONB?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.migrate_begin($1::pg_catalog.jsonb)",
      [mapping],
      { _ in }
    )
  }

  /// Transactions that have held a lock on a table that a cutover needs, or a partition of
  /// it, for so many milliseconds, as reeve.lock_blockers names them.
  static func migrateBlockers(mapping: JSONB?, milliseconds: Int?) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.migrate_blockers($1::pg_catalog.jsonb, $2::pg_catalog.int4)",
      [mapping, milliseconds]
    )
  }

  /// Why a copy should wait now: it is paused, a cutover waits for locks, or something
  /// exceeds its pace (reeve.pace_reason, and WAL); NULL = it need not.
  ///
  /// NULL: result.
  static func migrateBusy(copyID: Int?) -> FunctionCall<String?> {
    FunctionCall(
      "SELECT reeve.migrate_busy($1::pg_catalog.int4)",
      [copyID]
    )
  }

  /// Compares the mapping of a live copy with the database; one row per finding, path as a
  /// JSON pointer.
  ///
  /// Expressions are planned as the tables' owner and never run.
  static func migrateCheck(mapping: JSONB?) -> FunctionCall<MigrateCheckRow> {
    FunctionCall(
      "SELECT path, code, message FROM reeve.migrate_check($1::pg_catalog.jsonb)",
      [mapping],
      of: MigrateCheckRow.init
    )
  }

  /// A row of `migrate_check`.
  struct MigrateCheckRow: Sendable {
    let path: String
    let code: String
    let message: String
  }

  /// Notes that all rows of a copy were compared since its tables had these partitions.
  static func migrateCompared(copyID: Int?, leaves: JSONB?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.migrate_compared($1::pg_catalog.int4, $2::pg_catalog.jsonb)",
      [copyID, leaves],
      { _ in }
    )
  }

  /// A first CREATE TABLE for each table of a mapping's target, with the source's types if no
  /// `type` is given.
  static func migrateDefine(mapping: JSONB?) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.migrate_define($1::pg_catalog.jsonb)",
      [mapping]
    )
  }

  /// Ends a copy after its cutover: drops the change triggers and restores the app writer's
  /// rights; the old table and the view of its name stay.
  ///
  /// is_abandoned: before a cutover; empties the target. RV009 while the catalog still names
  /// the old table.
  static func migrateEnd(copyID: Int?, isAbandoned: Bool?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.migrate_end($1::pg_catalog.int4, $2::pg_catalog.bool)",
      [copyID, isAbandoned],
      { _ in }
    )
  }

  /// Closes the partitions that the table that follows has now: reeve.migrate_guards.
  static func migrateGuard(copyID: Int?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.migrate_guard($1::pg_catalog.int4)",
      [copyID],
      { _ in }
    )
  }

  /// The files of the partitions of a copy's tables, if some have come, gone or been emptied
  /// since all rows were last compared (live_copy.leaves).
  ///
  /// RV009 if a table inherits from one of the copy's. NULL: result.
  static func migrateLeaves(copyID: Int?) -> FunctionCall<JSONB?> {
    FunctionCall(
      "SELECT reeve.migrate_leaves($1::pg_catalog.int4)",
      [copyID]
    )
  }

  /// Uses of the old name of a table after the cutover: logins that wrote through its
  /// triggers (first_at, last_at, to the hour), transactions that have it open, objects that
  /// refer to it, functions whose source has the word, collections of the catalog.
  ///
  /// None before a cutover. NULL: first_at, last_at.
  static func migrateOldUses(copyID: Int?) -> FunctionCall<MigrateOldUsesRow> {
    FunctionCall(
      "SELECT kind, who, first_at, last_at FROM reeve.migrate_old_uses($1::pg_catalog.int4)",
      [copyID],
      of: MigrateOldUsesRow.init
    )
  }

  /// A row of `migrate_old_uses`.
  struct MigrateOldUsesRow: Sendable {
    let kind: String
    let who: String
    let firstAt: Timestamp?
    let lastAt: Timestamp?
  }

  /// Sets the pace of a copy, as in reeve.live_copy.pace.
  static func migratePace(copyID: Int?, pace: JSONB?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.migrate_pace($1::pg_catalog.int4, $2::pg_catalog.jsonb)",
      [copyID, pace],
      { _ in }
    )
  }

  /// Pauses copying and applying, or resumes it; the app's writes are logged meanwhile.
  ///
  /// Running steps finish.
  static func migratePause(copyID: Int?, isPaused: Bool?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.migrate_pause($1::pg_catalog.int4, $2::pg_catalog.bool)",
      [copyID, isPaused],
      { _ in }
    )
  }

  /// Returns the plan of a live copy, with the consequences for everything that depends on
  /// its source; only reads.
  ///
  /// The mapping must be sound.
  static func migratePlan(mapping: JSONB?) -> FunctionCall<MigratePlanRow> {
    FunctionCall(
      "SELECT part, object, note FROM reeve.migrate_plan($1::pg_catalog.jsonb)",
      [mapping],
      of: MigratePlanRow.init
    )
  }

  /// A row of `migrate_plan`.
  struct MigratePlanRow: Sendable {
    let part: String
    let object: String
    let note: String
  }

  /// Creates the view that a cutover would put behind the old name, and compares all its
  /// columns with the source's in at most max_rows rows: returns those that read differently,
  /// with one example.
  ///
  /// The caller rolls it back. Locks the copy, so that nothing is applied meanwhile.
  static func migrateRehearse(copyID: Int?, maxRows: Int?) -> FunctionCall<MigrateRehearseRow> {
    FunctionCall(
      """
      SELECT name, rows, differing, example FROM reeve.migrate_rehearse($1::pg_catalog.int4,
      $2::pg_catalog.int4)
      """,
      [copyID, maxRows],
      of: MigrateRehearseRow.init
    )
  }

  /// A row of `migrate_rehearse`.
  struct MigrateRehearseRow: Sendable {
    let name: String
    let rows: Int64
    let differing: Int64
    let example: String
  }

  /// Tries as each role what it may write by the old names of a live copy
  /// (reeve.migrate_try), twice before a cutover, or a rollback (is_back), and once after it,
  /// for so many seconds; returns what differs: the SQLSTATE, the rows, or the row as it
  /// reads afterwards, columns under accepted left out.
  ///
  /// Columns that differ already before count only as being there. What fails before a
  /// rollback may work after it. is_told: the plan says so. A row without an operation is a
  /// role that was not tried, or not with everything. The caller rolls all of it back. Locks
  /// the tables. NULL: operation, was, comes, is_told, hint.
  static func migrateRehearseWrites(
    copyID: Int?,
    accepted: [String?]?,
    seconds: Double?,
    isBack: Bool?
  ) -> FunctionCall<MigrateRehearseWritesRow> {
    FunctionCall(
      """
      SELECT table_name, role_name, operation, was, comes, is_told, hint FROM
      reeve.migrate_rehearse_writes($1::pg_catalog.int4, $2::pg_catalog.text[],
      $3::pg_catalog.float8, $4::pg_catalog.bool)
      """,
      [copyID, accepted, seconds, isBack],
      of: MigrateRehearseWritesRow.init
    )
  }

  /// A row of `migrate_rehearse_writes`.
  struct MigrateRehearseWritesRow: Sendable {
    let tableName: String
    let roleName: String
    let operation: String?
    let was: String?
    let comes: String?
    let isTold: Bool?
    let hint: String?
  }

  /// Tries the rows in quarantine again.
  static func migrateRetry(copyID: Int?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.migrate_retry($1::pg_catalog.int4)",
      [copyID],
      { _ in }
    )
  }

  /// The progress of live copies, the newest first.
  ///
  /// backlog: changes not applied yet, at most 100000; ranges: ranges of keys being copied,
  /// or still to be copied. NULL: rows_per_second, verified_at, verified_rows, differing,
  /// broken, waits.
  static func migrateStatus(app: String? = nil, name: String? = nil) -> FunctionCall<
    MigrateStatusRow
  > {
    FunctionCall(
      """
      SELECT copy_id, label, phase, source, target, copied, total, rows_per_second, applied,
      backlog, rejected, verified_at, verified_rows, differing, broken, waits, ranges FROM
      reeve.migrate_status($1::pg_catalog.text, $2::pg_catalog.text)
      """,
      [app, name],
      of: MigrateStatusRow.init
    )
  }

  /// A row of `migrate_status`.
  struct MigrateStatusRow: Sendable {
    let copyID: Int
    let label: String
    let phase: String
    let source: String
    let target: String
    let copied: Int64
    let total: Int64
    let rowsPerSecond: Double?
    let applied: Int64
    let backlog: Int64
    let rejected: Int64
    let verifiedAt: Timestamp?
    let verifiedRows: Int64?
    let differing: Int64?
    let broken: String?
    let waits: String?
    let ranges: Int
  }

  /// A step of copying, which several sessions may take at once: copies a range of rows, half
  /// a second's work, and adds the next range; or applies changes, for which the others wait.
  ///
  /// FALSE: nothing is left for this session.
  static func migrateStep(copyID: Int?) -> FunctionCall<Bool> {
    FunctionCall(
      "SELECT reeve.migrate_step($1::pg_catalog.int4)",
      [copyID]
    )
  }

  /// Cutover, or rollback (is_back): under ACCESS EXCLUSIVE on both tables applies the rest
  /// of the log, compares those rows, and makes the table that followed the live one; the
  /// other follows from then on.
  ///
  /// The caller's lock_timeout bounds each wait. Returns for how many seconds the locks have
  /// been held; the copy keeps the statements that validate the restored foreign keys, and
  /// those that fill materialized views, to be run afterwards: reeve.migrate_after.
  static func migrateSwap(copyID: Int?, isBack: Bool?) -> FunctionCall<Double> {
    FunctionCall(
      "SELECT reeve.migrate_swap($1::pg_catalog.int4, $2::pg_catalog.bool)",
      [copyID, isBack]
    )
  }

  /// The relation that a mapping names as its side source or target.
  ///
  /// NULL: result.
  static func migrateTable(mapping: JSONB?, side: String?) -> FunctionCall<String?> {
    FunctionCall(
      "SELECT reeve.migrate_table($1::pg_catalog.jsonb, $2::pg_catalog.text)",
      [mapping, side]
    )
  }

  /// Logs rows of a live copy as changed, so that they are read and written again; but not
  /// those that only the old table has after the cutover, if its partitions have changed: no
  /// other table may have them.
  static func migrateTouch(copyID: Int?, keys: [String?]?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.migrate_touch($1::pg_catalog.int4, $2::pg_catalog.text[])",
      [copyID, keys],
      { _ in }
    )
  }

  /// Stores and records the outcome of a verification of all rows.
  static func migrateVerified(copyID: Int?, rows: Int64?, differing: Int64?) -> FunctionCall<Void> {
    FunctionCall(
      """
      SELECT reeve.migrate_verified($1::pg_catalog.int4, $2::pg_catalog.int8,
      $3::pg_catalog.int8)
      """,
      [copyID, rows, differing],
      { _ in }
    )
  }

  /// Compares the next rows after a key (or those with the keys).
  ///
  /// differing: keys of rows that are not the same and have no pending change; moving: those
  /// that have one. high is NULL after the last rows. NULL: high, differing, moving.
  static func migrateVerify(copyID: Int?, low: [String?]?, size: Int?, keys: [String?]? = nil)
    -> FunctionCall<MigrateVerifyRow>
  {
    FunctionCall(
      """
      SELECT high, rows, differing, moving FROM reeve.migrate_verify($1::pg_catalog.int4,
      $2::pg_catalog.text[], $3::pg_catalog.int4, $4::pg_catalog.text[])
      """,
      [copyID, low, size, keys],
      of: MigrateVerifyRow.init
    )
  }

  /// A row of `migrate_verify`.
  struct MigrateVerifyRow: Sendable {
    let high: [String]?
    let rows: Int64
    let differing: [String]?
    let moving: [String]?
  }

  /// Begins a copy to another database: creates change triggers on the source; does nothing
  /// if it has begun with this mapping.
  ///
  /// facts: the result of reeve.remote_inspect there. Runs as the installer. RV005 for a
  /// mapping that does not fit.
  static func remoteBegin(mapping: JSONB?, facts: JSONB?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.remote_begin($1::pg_catalog.jsonb, $2::pg_catalog.jsonb)",
      [mapping, facts],
      { _ in }
    )
  }

  /// Notes which database the target of a copy is in, as an installer reached it: its system
  /// identifier, name, oid and the login there.
  ///
  /// A worker goes to no other.
  static func remoteBind(copyID: Int?, identity: JSONB?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.remote_bind($1::pg_catalog.int4, $2::pg_catalog.jsonb)",
      [copyID, identity],
      { _ in }
    )
  }

  /// Why a copy to another database should wait now, as reeve.migrate_busy says; NULL = it
  /// need not.
  ///
  /// job_id, lease: as in reeve.remote_permit. NULL: result.
  static func remoteBusy(copyID: Int?, jobID: Int64?, lease: Int?) -> FunctionCall<String?> {
    FunctionCall(
      "SELECT reeve.remote_busy($1::pg_catalog.int4, $2::pg_catalog.int8, $3::pg_catalog.int4)",
      [copyID, jobID, lease]
    )
  }

  /// Changes of the source after a position in the log, at most max, in the order of the log,
  /// once no older transaction is running, or with is_closed all.
  ///
  /// Their keys, each once; is_truncated: the source was emptied; and the position after
  /// them, which stays the same if there are none. job_id, lease: as in reeve.remote_permit.
  static func remoteChanges(
    copyID: Int?,
    placeXid: String?,
    placeChange: Int64?,
    max: Int?,
    isClosed: Bool? = false,
    jobID: Int64? = nil,
    lease: Int? = nil
  ) -> FunctionCall<RemoteChangesRow> {
    FunctionCall(
      """
      SELECT next_xid, next_change, taken, keys, is_truncated, is_done FROM
      reeve.remote_changes($1::pg_catalog.int4, $2::pg_catalog.text, $3::pg_catalog.int8,
      $4::pg_catalog.int4, $5::pg_catalog.bool, $6::pg_catalog.int8, $7::pg_catalog.int4)
      """,
      [copyID, placeXid, placeChange, max, isClosed, jobID, lease],
      of: RemoteChangesRow.init
    )
  }

  /// A row of `remote_changes`.
  struct RemoteChangesRow: Sendable {
    let nextXid: String
    let nextChange: Int64
    let taken: Int64
    let keys: [String]
    let isTruncated: Bool
    let isDone: Bool
  }

  /// Compares the mapping of a copy to another database with this one and with the result of
  /// reeve.remote_inspect there; one row per finding, path as a JSON pointer.
  static func remoteCheck(mapping: JSONB?, facts: JSONB?) -> FunctionCall<RemoteCheckRow> {
    FunctionCall(
      """
      SELECT path, code, message FROM reeve.remote_check($1::pg_catalog.jsonb,
      $2::pg_catalog.jsonb)
      """,
      [mapping, facts],
      of: RemoteCheckRow.init
    )
  }

  /// A row of `remote_check`.
  struct RemoteCheckRow: Sendable {
    let path: String
    let code: String
    let message: String
  }

  /// Begins the cutover of a copy to another database: the source refuses writes once this
  /// commits.
  ///
  /// Returns the time of it, for reeve.remote_open; NULL if it continues another cutover. The
  /// caller's lock_timeout bounds each wait. 55P03 if more than 1,000 changes are not applied
  /// yet. RV009 if the copy does not follow, or the source has been altered. NULL: result.
  static func remoteClose(copyID: Int?) -> FunctionCall<Timestamp?> {
    FunctionCall(
      "SELECT reeve.remote_close($1::pg_catalog.int4)",
      [copyID]
    )
  }

  /// Returns the facts that a program needs to copy to another database.
  ///
  /// place_xid, place_change: the position in the log that is known to be applied there;
  /// identity: what reeve.remote_bind noted. job_id, lease: as in reeve.remote_permit. NULL:
  /// place_xid, place_change, back, identity.
  static func remoteCopy(copyID: Int?, jobID: Int64? = nil, lease: Int? = nil) -> FunctionCall<
    RemoteCopyRow
  > {
    FunctionCall(
      """
      SELECT token, label, phase, target, place_xid, place_change, is_placed, statements,
      back, round, identity FROM reeve.remote_copy($1::pg_catalog.int4, $2::pg_catalog.int8,
      $3::pg_catalog.int4)
      """,
      [copyID, jobID, lease],
      of: RemoteCopyRow.init
    )
  }

  /// A row of `remote_copy`.
  struct RemoteCopyRow: Sendable {
    let token: UniqueID
    let label: String
    let phase: String
    let target: String
    let placeXid: String?
    let placeChange: Int64?
    let isPlaced: Bool
    let statements: JSONB
    let back: JSONB?
    let round: Int
    let identity: JSONB?
  }

  /// Ends a copy to another database after its cutover, or before it (is_abandoned).
  ///
  /// RV009 while it is being cut over or rolled back.
  static func remoteEnd(copyID: Int?, isAbandoned: Bool?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.remote_end($1::pg_catalog.int4, $2::pg_catalog.bool)",
      [copyID, isAbandoned],
      { _ in }
    )
  }

  /// Statement for the database of a target elsewhere: the objects there and the rights of
  /// the login, as one object, for reeve.remote_check and others (facts).
  static func remoteInspect(mapping: JSONB?) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.remote_inspect($1::pg_catalog.jsonb)",
      [mapping]
    )
  }

  /// Changes that the source's owner has made since a copy to another database began and that
  /// may have kept changes from being logged, or that are not copied.
  ///
  /// job_id, lease: as in reeve.remote_permit. NULL: result.
  static func remoteIntact(copyID: Int?, jobID: Int64? = nil, lease: Int? = nil) -> FunctionCall<
    String?
  > {
    FunctionCall(
      """
      SELECT reeve.remote_intact($1::pg_catalog.int4, $2::pg_catalog.int8,
      $3::pg_catalog.int4)
      """,
      [copyID, jobID, lease]
    )
  }

  /// Current rows of the source, each as a line of COPY without its key.
  ///
  /// line is NULL for a missing row, and, with a reason, for one whose values cannot be
  /// computed. job_id, lease: as in reeve.remote_permit. NULL: line, reason.
  static func remoteLines(copyID: Int?, keys: [String?]?, jobID: Int64? = nil, lease: Int? = nil)
    -> FunctionCall<RemoteLinesRow>
  {
    FunctionCall(
      """
      SELECT key, line, reason FROM reeve.remote_lines($1::pg_catalog.int4,
      $2::pg_catalog.text[], $3::pg_catalog.int8, $4::pg_catalog.int4)
      """,
      [copyID, keys, jobID, lease],
      of: RemoteLinesRow.init
    )
  }

  /// A row of `remote_lines`.
  struct RemoteLinesRow: Sendable {
    let key: String
    let line: String?
    let reason: String?
  }

  /// Ends the cutover of a copy to another database whose target is live already: the source
  /// stays closed, and its changes are no longer logged.
  ///
  /// Where there is a way back, its triggers are disabled and the app writer may write it.
  static func remoteLive(copyID: Int?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.remote_live($1::pg_catalog.int4)",
      [copyID],
      { _ in }
    )
  }

  /// Those of these rows that have changed after a position in the log.
  ///
  /// job_id, lease: as in reeve.remote_permit.
  static func remoteMoving(
    copyID: Int?,
    placeXid: String?,
    placeChange: Int64?,
    keys: [String?]?,
    jobID: Int64? = nil,
    lease: Int? = nil
  ) -> FunctionCall<[String]> {
    FunctionCall(
      """
      SELECT reeve.remote_moving($1::pg_catalog.int4, $2::pg_catalog.text,
      $3::pg_catalog.int8, $4::pg_catalog.text[], $5::pg_catalog.int8, $6::pg_catalog.int4)
      """,
      [copyID, placeXid, placeChange, keys, jobID, lease]
    )
  }

  /// Reverses reeve.remote_close: the source accepts writes again.
  ///
  /// The caller has made sure that the target can no longer go live, or at least not by its
  /// own cutover: then it passes the time that reeve.remote_close returned, and RV009 refuses
  /// if another process has continued the cutover.
  static func remoteOpen(copyID: Int?, closedAt: Timestamp? = nil) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.remote_open($1::pg_catalog.int4, $2::pg_catalog.timestamptz)",
      [copyID, closedAt],
      { _ in }
    )
  }

  /// Keys of the next rows of the source after a key, as the change log holds them; high: the
  /// last one, one text per column, NULL after the last rows.
  ///
  /// size: at most 100000. job_id, lease: as in reeve.remote_permit. NULL: high.
  static func remotePage(
    copyID: Int?,
    low: [String?]?,
    size: Int?,
    jobID: Int64? = nil,
    lease: Int? = nil
  ) -> FunctionCall<RemotePageRow> {
    FunctionCall(
      """
      SELECT high, keys FROM reeve.remote_page($1::pg_catalog.int4, $2::pg_catalog.text[],
      $3::pg_catalog.int4, $4::pg_catalog.int8, $5::pg_catalog.int4)
      """,
      [copyID, low, size, jobID, lease],
      of: RemotePageRow.init
    )
  }

  /// A row of `remote_page`.
  struct RemotePageRow: Sendable {
    let high: [String]?
    let keys: [String]
  }

  /// Returns the plan of a copy to another database, and the objects that it leaves behind;
  /// only reads.
  ///
  /// The mapping must be sound. facts: the result of reeve.remote_inspect there.
  static func remotePlan(mapping: JSONB?, facts: JSONB?) -> FunctionCall<RemotePlanRow> {
    FunctionCall(
      """
      SELECT part, object, note FROM reeve.remote_plan($1::pg_catalog.jsonb,
      $2::pg_catalog.jsonb)
      """,
      [mapping, facts],
      of: RemotePlanRow.init
    )
  }

  /// A row of `remote_plan`.
  struct RemotePlanRow: Sendable {
    let part: String
    let object: String
    let note: String
  }

  /// Prepares the way back after the cutover of a copy to another database: the table here in
  /// which rows arrive in the form that they have there.
  ///
  /// Returns why there is none. facts: the result of reeve.remote_inspect there. NULL:
  /// result.
  static func remotePrepare(copyID: Int?, facts: JSONB?) -> FunctionCall<String?> {
    FunctionCall(
      "SELECT reeve.remote_prepare($1::pg_catalog.int4, $2::pg_catalog.jsonb)",
      [copyID, facts]
    )
  }

  /// Notes the progress of a copy as committed in the database of its target: the log up to
  /// there is no longer kept for it.
  ///
  /// job_id, lease: as in reeve.remote_permit. RV009 if the two databases contradict each
  /// other.
  static func remoteProgress(copyID: Int?, place: JSONB?, jobID: Int64? = nil, lease: Int? = nil)
    -> FunctionCall<Void>
  {
    FunctionCall(
      """
      SELECT reeve.remote_progress($1::pg_catalog.int4, $2::pg_catalog.jsonb,
      $3::pg_catalog.int8, $4::pg_catalog.int4)
      """,
      [copyID, place, jobID, lease],
      { _ in }
    )
  }

  /// Current rows of the source of a copy to another database: as lines of COPY without their
  /// keys (kind rows), their digests (digests), or whether they exist (there).
  ///
  /// line is NULL for a missing one. job_id, lease: as in reeve.remote_permit. NULL: line.
  static func remoteRead(
    copyID: Int?,
    kind: String?,
    keys: [String?]?,
    jobID: Int64? = nil,
    lease: Int? = nil
  ) -> FunctionCall<RemoteReadRow> {
    FunctionCall(
      """
      SELECT key, line FROM reeve.remote_read($1::pg_catalog.int4, $2::pg_catalog.text,
      $3::pg_catalog.text[], $4::pg_catalog.int8, $5::pg_catalog.int4)
      """,
      [copyID, kind, keys, jobID, lease],
      of: RemoteReadRow.init
    )
  }

  /// A row of `remote_read`.
  struct RemoteReadRow: Sendable {
    let key: String
    let line: String?
  }

  /// Ends the rollback with this number of a copy to another database, where the target is
  /// closed and all its changes have come back: the source takes writes again, and they are
  /// logged.
  ///
  /// numbers: the positions of the sequences there, by column; NULL = that database is gone
  /// for good, and what had not come back is lost. The caller's lock_timeout bounds each
  /// wait. RV009 if the rollback was taken back, or rows are in quarantine.
  static func remoteReturn(copyID: Int?, round: Int?, numbers: JSONB?) -> FunctionCall<Void> {
    FunctionCall(
      """
      SELECT reeve.remote_return($1::pg_catalog.int4, $2::pg_catalog.int4,
      $3::pg_catalog.jsonb)
      """,
      [copyID, round, numbers],
      { _ in }
    )
  }

  /// Begins the rollback of a copy to another database, before the target is closed there;
  /// does nothing if one has begun.
  ///
  /// Returns its number: only one that was not taken back (reeve.remote_stay) opens the
  /// source. RV009 if the target is not live, or there is no way back.
  static func remoteReturning(copyID: Int?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.remote_returning($1::pg_catalog.int4)",
      [copyID]
    )
  }

  /// Statements for the other database that continue the sequences of the target after those
  /// of the source.
  static func remoteSequences(copyID: Int?) -> FunctionCall<[String]> {
    FunctionCall(
      "SELECT reeve.remote_sequences($1::pg_catalog.int4)",
      [copyID]
    )
  }

  /// Returns the copy to another database that a running attempt is for, as
  /// reeve.migrate_status has it, with its mapping and the progress of the job; no row where
  /// the job is for another copy, or for one that is cut over or over.
  ///
  /// RV002 if the asker no longer may enqueue it; RV009 for a stale attempt. NULL:
  /// rows_per_second, verified_at, verified_rows, differing, broken, waits, job_note,
  /// checkpoint.
  static func remoteStatus(jobID: Int64?, lease: Int?) -> FunctionCall<RemoteStatusRow> {
    FunctionCall(
      """
      SELECT copy_id, label, phase, source, target, copied, total, rows_per_second, applied,
      backlog, rejected, verified_at, verified_rows, differing, broken, waits, ranges,
      mapping, job_done, job_note, checkpoint FROM reeve.remote_status($1::pg_catalog.int8,
      $2::pg_catalog.int4)
      """,
      [jobID, lease],
      of: RemoteStatusRow.init
    )
  }

  /// A row of `remote_status`.
  struct RemoteStatusRow: Sendable {
    let copyID: Int
    let label: String
    let phase: String
    let source: String
    let target: String
    let copied: Int64
    let total: Int64
    let rowsPerSecond: Double?
    let applied: Int64
    let backlog: Int64
    let rejected: Int64
    let verifiedAt: Timestamp?
    let verifiedRows: Int64?
    let differing: Int64?
    let broken: String?
    let waits: String?
    let ranges: Int
    let mapping: JSONB
    let jobDone: Int64
    let jobNote: String?
    let checkpoint: JSONB?
  }

  /// Takes the rollback of a copy to another database with this number back: it can no longer
  /// open the source, so that the target may take writes again.
  ///
  /// FALSE if it has opened it, or another rollback has begun.
  static func remoteStay(copyID: Int?, round: Int?) -> FunctionCall<Bool> {
    FunctionCall(
      "SELECT reeve.remote_stay($1::pg_catalog.int4, $2::pg_catalog.int4)",
      [copyID, round]
    )
  }

  /// Writes rows that have changed in another database after the cutover to the source.
  ///
  /// lines: the text of the row with each of the keys, NULL if it was deleted; step: a number
  /// from there that only grows. A row that is refused stays as it was, and goes to
  /// quarantine. RV009 if the target is not live, or for an older step.
  static func remoteTake(copyID: Int?, step: Int64?, keys: [String?]?, lines: [String?]?)
    -> FunctionCall<Void>
  {
    FunctionCall(
      """
      SELECT reeve.remote_take($1::pg_catalog.int4, $2::pg_catalog.int8,
      $3::pg_catalog.text[], $4::pg_catalog.text[])
      """,
      [copyID, step, keys, lines],
      { _ in }
    )
  }

  /// Whether no live worker's manifest said, when the worker started, where the target of
  /// this copy to another database is.
  static func remoteUnserved(mapping: JSONB?) -> FunctionCall<Bool> {
    FunctionCall(
      "SELECT reeve.remote_unserved($1::pg_catalog.jsonb)",
      [mapping]
    )
  }

  /// Stores and records the outcome of a verification of all rows of a copy to another
  /// database.
  ///
  /// job_id, lease: as in reeve.remote_permit.
  static func remoteVerified(
    copyID: Int?,
    rows: Int64?,
    differing: Int64?,
    jobID: Int64?,
    lease: Int?
  ) -> FunctionCall<Void> {
    FunctionCall(
      """
      SELECT reeve.remote_verified($1::pg_catalog.int4, $2::pg_catalog.int8,
      $3::pg_catalog.int8, $4::pg_catalog.int8, $5::pg_catalog.int4)
      """,
      [copyID, rows, differing, jobID, lease],
      { _ in }
    )
  }
}
