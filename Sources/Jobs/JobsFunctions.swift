// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Postgres

/// The functions of the database that this room calls, with their comments.
///
/// Written by `make functions` from the database; do not edit. A result is NULL only where the
/// comment says so.
enum JobsFunctions {
  /// The next captures of evidence of a job's app, after one, each with its texts that are
  /// encrypted with another key, or with none.
  ///
  /// binding: what the text is bound to; target: what it will be. NULL: field, value,
  /// binding, target.
  static func cipherCaptured(
    jobID: Int64?,
    lease: Int?,
    keyID: String?,
    after: Int64?,
    maxRows: Int?
  ) -> FunctionCall<CipherCapturedRow> {
    FunctionCall(
      """
      SELECT bytes_id, field, value, binding, target FROM
      reeve.cipher_captured($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.text,
      $4::pg_catalog.int8, $5::pg_catalog.int4)
      """,
      [jobID, lease, keyID, after, maxRows],
      of: CipherCapturedRow.init
    )
  }

  /// A row of `cipher_captured`.
  struct CipherCapturedRow: Sendable {
    let bytesID: Int64
    let field: String?
    let value: String?
    let binding: String?
    let target: String?
  }

  /// Stores texts of evidence that were encrypted again beside their captures, whose digests
  /// stay the same.
  static func cipherKeep(
    jobID: Int64?,
    lease: Int?,
    captures: [Int64]?,
    fields: [String?]?,
    news: [String?]?
  ) -> FunctionCall<Int> {
    FunctionCall(
      """
      SELECT reeve.cipher_keep($1::pg_catalog.int8, $2::pg_catalog.int4,
      $3::pg_catalog.int8[], $4::pg_catalog.text[], $5::pg_catalog.text[])
      """,
      [jobID, lease, captures, fields, news]
    )
  }

  /// Ids of the keys with which an app encrypts texts; none while it stores them in the
  /// clear.
  static func cipherKnown(app: String?) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.cipher_known($1::pg_catalog.text)",
      [app]
    )
  }

  /// The next rows of the encrypted collections of a job's app, after one, each with its
  /// texts that are not encrypted with this key, or with none; no rows at the end, or if the
  /// app does not know the key.
  ///
  /// NULL: field, value, binding.
  static func cipherRead(
    jobID: Int64?,
    lease: Int?,
    keyID: String?,
    afterID: Int?,
    after: String?,
    maxRows: Int?
  ) -> FunctionCall<CipherReadRow> {
    FunctionCall(
      """
      SELECT collection_id, key, field, value, binding FROM
      reeve.cipher_read($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.text,
      $4::pg_catalog.int4, $5::pg_catalog.text, $6::pg_catalog.int4)
      """,
      [jobID, lease, keyID, afterID, after, maxRows],
      of: CipherReadRow.init
    )
  }

  /// A row of `cipher_read`.
  struct CipherReadRow: Sendable {
    let collectionID: Int
    let key: String
    let field: String?
    let value: String?
    let binding: String?
  }

  /// Replaces texts of a column by the same texts, encrypted again, unless they have changed
  /// since they were read.
  ///
  /// RV001.
  static func cipherWrite(
    jobID: Int64?,
    lease: Int?,
    collectionID: Int?,
    field: String?,
    keys: [String?]?,
    olds: [String?]?,
    news: [String?]?
  ) -> FunctionCall<Int> {
    FunctionCall(
      """
      SELECT reeve.cipher_write($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.int4,
      $4::pg_catalog.text, $5::pg_catalog.text[], $6::pg_catalog.text[],
      $7::pg_catalog.text[])
      """,
      [jobID, lease, collectionID, field, keys, olds, news]
    )
  }

  /// Returns the program of a job of the kind command, as the name of an entry of the
  /// worker's manifest, NULL if the arguments are not its name and an input; and the
  /// program's input: the arguments, with job, attempt and the checkpoint of an earlier
  /// attempt.
  ///
  /// RV002 if the asker no longer may. NULL: name, input.
  static func commandBegin(jobID: Int64?, lease: Int?) -> FunctionCall<CommandBeginRow> {
    FunctionCall(
      """
      SELECT is_live, name, input FROM reeve.command_begin($1::pg_catalog.int8,
      $2::pg_catalog.int4)
      """,
      [jobID, lease],
      of: CommandBeginRow.init
    )
  }

  /// A row of `command_begin`.
  struct CommandBeginRow: Sendable {
    let isLive: Bool
    let name: String?
    let input: JSONB?
  }

  /// The digest of the day, by UTC, before the one on which this job was enqueued, of its app
  /// or of all, as a worker posts it: digest (the day), app, at, and figures, the rows of
  /// reeve.digest_lines.
  ///
  /// RV001 for a job with arguments; RV002 if the asker no longer may. Both are NULL if the
  /// lease is stale. NULL: idempotency_key, body.
  static func digestTake(jobID: Int64?, lease: Int?) -> FunctionCall<DigestTakeRow> {
    FunctionCall(
      """
      SELECT idempotency_key, body FROM reeve.digest_take($1::pg_catalog.int8,
      $2::pg_catalog.int4)
      """,
      [jobID, lease],
      of: DigestTakeRow.init
    )
  }

  /// A row of `digest_take`.
  struct DigestTakeRow: Sendable {
    let idempotencyKey: String?
    let body: JSONB?
  }

  /// Does one step of a running job: calls the step function of its kind, with max_rows or,
  /// where the kind has step_rows and max_rows is not under 50, as after a slow step, with
  /// these; records progress, checkpoint and log in the same transaction, and with completes
  /// also that the job is completed, if it is: then a finished job is never run again.
  ///
  /// state: as in reeve.job_step, or lost when the lease is stale; then nothing is done.
  /// rows: how many this step did. RV004 for a kind without a step function. NULL: note.
  static func jobAdvance(jobID: Int64?, lease: Int?, maxRows: Int?, completes: Bool? = false)
    -> FunctionCall<JobAdvanceRow>
  {
    FunctionCall(
      """
      SELECT state, rows, note, wait_ms FROM reeve.job_advance($1::pg_catalog.int8,
      $2::pg_catalog.int4, $3::pg_catalog.int4, $4::pg_catalog.bool)
      """,
      [jobID, lease, maxRows, completes],
      of: JobAdvanceRow.init
    )
  }

  /// A row of `job_advance`.
  struct JobAdvanceRow: Sendable {
    let state: String
    let rows: Int64
    let note: String?
    let waitMs: Int64
  }

  /// Starts up to max_jobs ready jobs, the urgent first, each day's in order, from those
  /// after the positions: the highest seq that this worker took of priority 1, 0 and -1, 1
  /// before any.
  ///
  /// A fair claim begins with the priority whose first job is the oldest. Positions of 0 make
  /// the cold scan that finds late commits from the front of the queue on and, as the first
  /// call of a transaction, moves the front. Returns nothing for a worker that is not alive,
  /// in a paused queue, in a copy, or beyond the queue's limits. is_stepped:
  /// reeve.job_advance runs it, whatever handlers the worker has. NULL: app, limit_ms.
  static func jobClaim(
    workerID: Int?,
    nonce: UniqueID?,
    marks: [Int64]?,
    maxJobs: Int?,
    isFair: Bool? = false
  ) -> FunctionCall<JobClaimRow> {
    FunctionCall(
      """
      SELECT job_id, lease, attempt, priority, seq, kind, app, args, limit_ms, is_stepped FROM
      reeve.job_claim($1::pg_catalog.int4, $2::pg_catalog.uuid, $3::pg_catalog.int8[],
      $4::pg_catalog.int4, $5::pg_catalog.bool)
      """,
      [workerID, nonce, marks, maxJobs, isFair],
      of: JobClaimRow.init
    )
  }

  /// A row of `job_claim`.
  struct JobClaimRow: Sendable {
    let jobID: Int64
    let lease: Int
    let attempt: Int
    let priority: Int
    let seq: Int64
    let kind: String
    let app: String?
    let args: JSONB
    let limitMs: Int64?
    let isStepped: Bool
  }

  /// Records attempts as completed and releases the jobs that waited for them.
  ///
  /// Returns the jobs recorded; one that is missing was stale.
  static func jobComplete(jobIDs: [Int64]?, leases: [Int]?) -> FunctionCall<Int64> {
    FunctionCall(
      "SELECT reeve.job_complete($1::pg_catalog.int8[], $2::pg_catalog.int4[])",
      [jobIDs, leases]
    )
  }

  /// Merges changes of counts into one row per queue and state; returns how many there were.
  static func jobDeltaFold() -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.job_delta_fold()",
      []
    )
  }

  /// Begins or ends waiting for jobs of a queue: while a session waits, enqueueing notifies
  /// reeve_job.
  ///
  /// False if another session waits already, or a transaction that enqueues is open. Call it
  /// on a connection of its own, not through a pooler.
  static func jobDoze(queueID: Int?, isDozing: Bool?) -> FunctionCall<Bool> {
    FunctionCall(
      "SELECT reeve.job_doze($1::pg_catalog.int4, $2::pg_catalog.bool)",
      [queueID, isDozing]
    )
  }

  /// Records failed attempts, with an outcome each: retryable (or NULL) = again after
  /// job_backoff with full jitter, or discarded when the attempts are used up; discarded = a
  /// dead letter at once; cancelled = for good, no dead letter.
  ///
  /// Jobs that wait for one that is not tried again are cancelled. Returns the jobs recorded
  /// and their new state; one that is missing was stale.
  static func jobFail(
    jobIDs: [Int64]?,
    leases: [Int]?,
    errors: [String?]?,
    outcomes: [String?]? = nil
  ) -> FunctionCall<JobFailRow> {
    FunctionCall(
      """
      SELECT job_id, outcome FROM reeve.job_fail($1::pg_catalog.int8[], $2::pg_catalog.int4[],
      $3::pg_catalog.text[], $4::pg_catalog.text[])
      """,
      [jobIDs, leases, errors, outcomes],
      of: JobFailRow.init
    )
  }

  /// A row of `job_fail`.
  struct JobFailRow: Sendable {
    let jobID: Int64
    let outcome: String
  }

  /// Checks 1000 jobs after after_id that others wait for: one that ended while the other was
  /// being enqueued released nobody.
  ///
  /// Returns where to continue; 0 = from the start.
  static func jobFollowLate(afterID: Int64?) -> FunctionCall<Int64> {
    FunctionCall(
      "SELECT reeve.job_follow_late($1::pg_catalog.int8)",
      [afterID]
    )
  }

  /// Takes lines that a running command wrote: {"progress": {"done": …, "total": …, "note":
  /// …}}, {"checkpoint": …}, {"log": …, "level": …}; any other is a line of the log.
  ///
  /// Keeps up to room bytes of log, each line counted as at least 100; returns the size of
  /// the log, NULL if the attempt is stale. NULL: result.
  static func jobHear(jobID: Int64?, lease: Int?, lines: [String?]?, room: Int64?) -> FunctionCall<
    Int64?
  > {
    FunctionCall(
      """
      SELECT reeve.job_hear($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.text[],
      $4::pg_catalog.int8)
      """,
      [jobID, lease, lines, room]
    )
  }

  /// Gives a running attempt so much time from now on, or the rest of its kind's limit if
  /// that is less; false if it is stale.
  static func jobLimit(jobID: Int64?, lease: Int?, seconds: Double?) -> FunctionCall<Bool> {
    FunctionCall(
      "SELECT reeve.job_limit($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.float8)",
      [jobID, lease, seconds]
    )
  }

  /// Drops the days of jobs older than keep_days, after moving jobs that are live, timed or
  /// dead to today; returns how many days.
  ///
  /// Fails with 55P03 if a lock takes over 500 ms: call again.
  static func jobPartitionDrop(keepDays: Int?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.job_partition_drop($1::pg_catalog.int4)",
      [keepDays]
    )
  }

  /// Creates the missing daily partitions from yesterday to a week ahead, moving rows of
  /// those days out of the default ones; returns how many.
  ///
  /// Fails with 55P03 if a lock takes over 500 ms: call again.
  static func jobPartitionKeep() -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.job_partition_keep()",
      []
    )
  }

  /// Hands attempts back without counting them: available at once, or scheduled after a
  /// number of milliseconds.
  ///
  /// Returns the jobs handed back; one that is missing was stale.
  static func jobRelease(jobIDs: [Int64]?, leases: [Int]?, delaysMs: [Int64]?) -> FunctionCall<
    Int64
  > {
    FunctionCall(
      """
      SELECT reeve.job_release($1::pg_catalog.int8[], $2::pg_catalog.int4[],
      $3::pg_catalog.int8[])
      """,
      [jobIDs, leases, delaysMs]
    )
  }

  /// Fires due schedules; returns how many became jobs.
  ///
  /// Every occurrence leaves a row in cron_fire in the transaction that moves next_at, or
  /// waits there as waiting_at. An occurrence is missed if a later one is due too or, with
  /// missed = skip, after a minute. A schedule that fired over an hour ahead of the clock,
  /// which was set back since, goes on from now.
  static func jobScheduleTick(maxSchedules: Int?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.job_schedule_tick($1::pg_catalog.int4)",
      [maxSchedules]
    )
  }

  /// Makes up to max_jobs due jobs ready; returns how many.
  static func jobTimerTick(maxJobs: Int?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.job_timer_tick($1::pg_catalog.int4)",
      [maxJobs]
    )
  }

  /// Whether a live worker of a queue can run jobs of a kind: it has a handler for it, did
  /// not say which handlers it has, or the kind has a step function, which any worker calls.
  static func kindIsKnown(kind: String?, queueID: Int?) -> FunctionCall<Bool> {
    FunctionCall(
      "SELECT reeve.kind_is_known($1::pg_catalog.text, $2::pg_catalog.int4)",
      [kind, queueID]
    )
  }

  /// Records the outcome of notices that this transaction took, and of those sent with them:
  /// sent; failed for good; or retry, not before so many seconds and with backoff, 100 times
  /// in all, about a day.
  ///
  /// A job passes those that no longer wait to the app. Returns in how many seconds the first
  /// of the others is due, NULL for none. Does nothing on a stale lease. NULL: result.
  static func outboxSettle(
    jobID: Int64?,
    lease: Int?,
    outboxIDs: [Int64]?,
    verdicts: [String?]?,
    errors: [String?]?,
    waits: [Int64]?
  ) -> FunctionCall<Int64?> {
    FunctionCall(
      """
      SELECT reeve.outbox_settle($1::pg_catalog.int8, $2::pg_catalog.int4,
      $3::pg_catalog.int8[], $4::pg_catalog.text[], $5::pg_catalog.text[],
      $6::pg_catalog.int8[])
      """,
      [jobID, lease, outboxIDs, verdicts, errors, waits]
    )
  }

  /// Due notices, rendered as receivers get them, and under which key each is sent.
  ///
  /// They are locked until the caller's transaction ends, which may be idle as long as it
  /// takes; rows that another has locked are skipped. All notices of one act to one person by
  /// one channel are sent as one. What a cap or quiet hours keep waits: see
  /// reeve.outbox_admit. One with a missing template or placeholder is marked failed. Where
  /// nothing is sent, a job is there for when the next one is due. Returns none on a stale
  /// lease.
  static func outboxTake(jobID: Int64?, lease: Int?, maxRows: Int?) -> FunctionCall<OutboxTakeRow> {
    FunctionCall(
      """
      SELECT outbox_id, notice, idempotency_key FROM reeve.outbox_take($1::pg_catalog.int8,
      $2::pg_catalog.int4, $3::pg_catalog.int4)
      """,
      [jobID, lease, maxRows],
      of: OutboxTakeRow.init
    )
  }

  /// A row of `outbox_take`.
  struct OutboxTakeRow: Sendable {
    let outboxID: Int64
    let notice: JSONB
    let idempotencyKey: String
  }

  /// Records what became of what this attempt took: confirmed; failed for good; or retry, not
  /// before so many seconds and with backoff, 100 times in all, about a day.
  ///
  /// What is overtaken meanwhile is not tried again; of the rest reeve.outside_take takes
  /// care. Does nothing on a stale lease. NULL: result.
  static func outsideSettle(
    jobID: Int64?,
    lease: Int?,
    outsideIDs: [Int64]?,
    verdicts: [String?]?,
    errors: [String?]?,
    waits: [Int64]?
  ) -> FunctionCall<Void> {
    FunctionCall(
      """
      SELECT reeve.outside_settle($1::pg_catalog.int8, $2::pg_catalog.int4,
      $3::pg_catalog.int8[], $4::pg_catalog.text[], $5::pg_catalog.text[],
      $6::pg_catalog.int8[])
      """,
      [jobID, lease, outsideIDs, verdicts, errors, waits],
      { _ in }
    )
  }

  /// Takes what is due to be sent outside the database, and what a worker took that has died,
  /// of those effects for which the caller's manifest has an entry (names; as APP/EFFECT or
  /// EFFECT), and how many seconds an attempt takes at most: what to send under which key.
  ///
  /// They are on record as sent once the caller commits, before anybody sends them. For one
  /// subject and effect none is taken before the one before has ended. What takes away an
  /// object in a bucket that a row names again meanwhile is not. A job is there for when the
  /// next one is due. Returns none on a stale lease.
  static func outsideTake(
    jobID: Int64?,
    lease: Int?,
    names: [String?]?,
    seconds: [Int]?,
    maxRows: Int?
  ) -> FunctionCall<OutsideTakeRow> {
    FunctionCall(
      """
      SELECT outside_id, app, name, idempotency_key, body FROM
      reeve.outside_take($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.text[],
      $4::pg_catalog.int4[], $5::pg_catalog.int4)
      """,
      [jobID, lease, names, seconds, maxRows],
      of: OutsideTakeRow.init
    )
  }

  /// A row of `outside_take`.
  struct OutsideTakeRow: Sendable {
    let outsideID: Int64
    let app: String
    let name: String
    let idempotencyKey: String
    let body: JSONB
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

  /// Leaves changes that could not be applied to a collection's index to a job of their own.
  static func searchDefer(collectionID: Int?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.search_defer($1::pg_catalog.int4)",
      [collectionID],
      { _ in }
    )
  }

  /// Applies about max changes that wait for the live index of a collection, first those of
  /// its own rows; returns how many.
  ///
  /// Rows of parents that changed are found and wait, too. Reads the app's tables, as its
  /// reader.
  static func searchTake(collectionID: Int?, max: Int?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.search_take($1::pg_catalog.int4, $2::pg_catalog.int4)",
      [collectionID, max]
    )
  }

  /// Moves changes from the log to the queue of each live index, and adds to the log what was
  /// hidden until now.
  ///
  /// Returns the collections with few changes, which the caller may apply at once with
  /// search_take; for those with many it enqueues jobs, and those that have such a job,
  /// because a row could not be read, are left to it. The caller applies those of each app
  /// apart: code of the app may take its time.
  static func searchTick() -> FunctionCall<SearchTickRow> {
    FunctionCall(
      "SELECT app, collection_id FROM reeve.search_tick()",
      [],
      of: SearchTickRow.init
    )
  }

  /// A row of `search_tick`.
  struct SearchTickRow: Sendable {
    let app: String
    let collectionID: Int
  }

  /// Records that a worker is alive.
  ///
  /// If it is not alive (it was swept, or this database is no longer one where it may run),
  /// it must stop and register again. First: the oldest of its queue, which does most cold
  /// scans.
  static func workerBeat(
    workerID: Int?,
    nonce: UniqueID?,
    hostID: UniqueID? = nil,
    epochs: [UniqueID]? = nil
  ) -> FunctionCall<WorkerBeatRow> {
    FunctionCall(
      """
      SELECT is_alive, is_first FROM reeve.worker_beat($1::pg_catalog.int4,
      $2::pg_catalog.uuid, $3::pg_catalog.uuid, $4::pg_catalog.uuid[])
      """,
      [workerID, nonce, hostID, epochs],
      of: WorkerBeatRow.init
    )
  }

  /// A row of `worker_beat`.
  struct WorkerBeatRow: Sendable {
    let isAlive: Bool
    let isFirst: Bool
  }

  /// The worker's attempts that somebody asked to cancel.
  static func workerCancelled(workerID: Int?, nonce: UniqueID?) -> FunctionCall<WorkerCancelledRow>
  {
    FunctionCall(
      """
      SELECT job_id, lease FROM reeve.worker_cancelled($1::pg_catalog.int4,
      $2::pg_catalog.uuid)
      """,
      [workerID, nonce],
      of: WorkerCancelledRow.init
    )
  }

  /// A row of `worker_cancelled`.
  struct WorkerCancelledRow: Sendable {
    let jobID: Int64
    let lease: Int
  }

  /// Hands back the jobs of a worker that are not among these, without counting their
  /// attempts: their claim was committed, but its answer did not arrive.
  ///
  /// Returns how many.
  static func workerKeep(workerID: Int?, nonce: UniqueID?, jobIDs: [Int64]?) -> FunctionCall<Int> {
    FunctionCall(
      """
      SELECT reeve.worker_keep($1::pg_catalog.int4, $2::pg_catalog.uuid,
      $3::pg_catalog.int8[])
      """,
      [workerID, nonce, jobIDs]
    )
  }

  /// Registers a worker process that has handlers for these kinds (NULL: not known); it
  /// claims and beats with the id and nonce returned.
  ///
  /// host_id, epochs: of its host identity file, the newest first. RV007 for a program older
  /// than the schema serves; RV010 if this may be a copy of the database that its workers ran
  /// in.
  static func workerRegister(
    queue: String?,
    host: String?,
    pid: Int?,
    version: String?,
    kinds: [String?]? = nil,
    hostID: UniqueID? = nil,
    epochs: [UniqueID]? = nil
  ) -> FunctionCall<WorkerRegisterRow> {
    FunctionCall(
      """
      SELECT worker_id, nonce, queue_id FROM reeve.worker_register($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.int4, $4::pg_catalog.text, $5::pg_catalog.text[],
      $6::pg_catalog.uuid, $7::pg_catalog.uuid[])
      """,
      [queue, host, pid, version, kinds, hostID, epochs],
      of: WorkerRegisterRow.init
    )
  }

  /// A row of `worker_register`.
  struct WorkerRegisterRow: Sendable {
    let workerID: Int
    let nonce: UniqueID
    let queueID: Int
  }

  /// Ends a worker and hands back the jobs that it still holds without counting their
  /// attempts; returns how many.
  static func workerStop(workerID: Int?, nonce: UniqueID?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.worker_stop($1::pg_catalog.int4, $2::pg_catalog.uuid)",
      [workerID, nonce]
    )
  }

  /// Ends workers silent for 12 s and makes their jobs ready again; a job lost for the third
  /// time in a row, or in its last attempt, becomes a dead letter.
  ///
  /// A loss after committed steps does not count. Ends attempts of live workers that are past
  /// their time. Returns how many attempts were lost or late.
  static func workerSweep() -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.worker_sweep()",
      []
    )
  }
}
