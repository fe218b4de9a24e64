// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Answers
import Catalog
import Postgres

/// The functions of the database that this room calls, with their comments.
///
/// Written by `make functions` from the database; do not edit. A result is NULL only where the
/// comment says so.
enum ConsoleFunctions {
  /// Begins the transaction of an act, whose id is chosen at random: for 30 days,
  /// reeve.act_outcome returns the act's outcome by it.
  static func actBegin(id: UniqueID?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.act_begin($1::pg_catalog.uuid)",
      [id],
      { _ in }
    )
  }

  /// Returns the state of an act of this login: committed, with the commands that it
  /// recorded; running; absent, which means that it was not committed and never will be.
  ///
  /// No rows for an act of another login. NULL: kind, outcome, code, action_id, approval_id,
  /// batch_id.
  static func actOutcome(id: UniqueID?) -> FunctionCall<ActOutcomeRow> {
    FunctionCall(
      """
      SELECT state, kind, outcome, code, action_id, approval_id, batch_id FROM
      reeve.act_outcome($1::pg_catalog.uuid)
      """,
      [id],
      of: ActOutcomeRow.init
    )
  }

  /// A row of `act_outcome`.
  struct ActOutcomeRow: Sendable {
    let state: String
    let kind: String?
    let outcome: String?
    let code: String?
    let actionID: Int64?
    let approvalID: Int64?
    let batchID: Int64?
  }

  /// Identifies this cluster, database and login by numbers that no other server has, so that
  /// a program asks the right server about an act whose outcome it does not know.
  static func actPlace() -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.act_place()",
      []
    )
  }

  /// Arguments of an action, as reeve.action_terms reads them.
  ///
  /// for: an interval. public: the public reason, or a saved reply, @NAME. name: a tag, a
  /// limit, or the key of the account that stays.
  struct ActionArgs: Codable {
    var policy: String?
    var severity: String?
    var `public`: String?
    var why: String?
    var name: String?
    var `for`: String?
    var forever: Bool?
    var protect: Bool?
    var recordOnly: Bool?
    var despiteBan: Bool?

    enum CodingKeys: String, CodingKey {
      case policy
      case severity
      case `public` = "public"
      case why
      case name
      case `for` = "for"
      case forever
      case protect
      case recordOnly = "record_only"
      case despiteBan = "despite_ban"
    }
  }

  /// What an action cites: the policy with its text as it was, the terms and the version of
  /// them that was in force at deed_at, when its subject was made, or when it was performed
  /// if that is NULL, and the saved reply with its version; no row if it cites nothing.
  ///
  /// Needs viewer. NULL: policy, title, clause, terms, version, effective_on, deed_at, reply.
  static func actionClause(actionID: Int64?) -> FunctionCall<ActionClauseRow> {
    FunctionCall(
      """
      SELECT policy, title, clause, terms, version, effective_on, deed_at, reply FROM
      reeve.action_clause($1::pg_catalog.int8)
      """,
      [actionID],
      of: ActionClauseRow.init
    )
  }

  /// A row of `action_clause`.
  struct ActionClauseRow: Sendable {
    let policy: String?
    let title: String?
    let clause: String?
    let terms: String?
    let version: String?
    let effectiveOn: CalendarDate?
    let deedAt: Timestamp?
    let reply: String?
  }

  /// The rows that an action changed, effect by effect: the columns with their old and new
  /// values (only the name of personal and erased ones), and whether the effect was undone.
  ///
  /// RV004. NULL: label, change.
  static func actionEffects(actionID: Int64?, maxRows: Int?) -> FunctionCall<ActionEffectsRow> {
    FunctionCall(
      """
      SELECT app, collection, key, label, effect, change, is_undone FROM
      reeve.action_effects($1::pg_catalog.int8, $2::pg_catalog.int4)
      """,
      [actionID, maxRows],
      of: ActionEffectsRow.init
    )
  }

  /// A row of `action_effects`.
  struct ActionEffectsRow: Sendable {
    let app: String
    let collection: String
    let key: String
    let label: String?
    let effect: String
    let change: String?
    let isUndone: Bool
  }

  /// Actions of that verb, and name if given, on the subject that have not been undone, or
  /// not wholly, oldest first.
  ///
  /// NULL: until, policy, reason.
  static func actionInForce(subject: SubjectKey?, verb: String?, name: String? = nil)
    -> FunctionCall<ActionInForceRow>
  {
    FunctionCall(
      """
      SELECT action_id, kind, actor, at, until, policy, reason FROM
      reeve.action_in_force($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.text, $5::pg_catalog.text)
      """,
      [subject?.app, subject?.collection, subject?.key, verb, name],
      of: ActionInForceRow.init
    )
  }

  /// A row of `action_in_force`.
  struct ActionInForceRow: Sendable {
    let actionID: Int64
    let kind: String
    let actor: String
    let at: Timestamp
    let until: Timestamp?
    let policy: String?
    let reason: String?
  }

  /// Returns the plan of a verb, without writing: rows and examples per effect, the people
  /// who are notified, the irreversible effects, what is sent outside the database, the
  /// danger, and why it needs a second person and whom.
  ///
  /// args: as in action_terms. Needs viewer; locks nothing.
  static func actionPlan(verb: String?, subject: SubjectKey?, args: JSONB?) -> FunctionCall<JSONB> {
    FunctionCall(
      """
      SELECT reeve.action_plan($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.text, $5::pg_catalog.jsonb)
      """,
      [verb, subject?.app, subject?.collection, subject?.key, args]
    )
  }

  /// The arguments to plan and perform an action again as a new one: same subject and
  /// arguments, same duration, with another reason if given; problem says why it cannot be
  /// repeated: one in force can only be where the app has cleared the column that it wrote.
  ///
  /// NULL: verb, app, collection, key, problem.
  static func actionRepeat(actionID: Int64?, why: String?) -> FunctionCall<ActionRepeatRow> {
    FunctionCall(
      """
      SELECT verb, app, collection, key, args, problem FROM
      reeve.action_repeat($1::pg_catalog.int8, $2::pg_catalog.text)
      """,
      [actionID, why],
      of: ActionRepeatRow.init
    )
  }

  /// A row of `action_repeat`.
  struct ActionRepeatRow: Sendable {
    let verb: String?
    let app: String?
    let collection: String?
    let key: String?
    let args: JSONB
    let problem: String?
  }

  /// The subject of an action; no row if there is no such action.
  ///
  /// The key is NULL for an action on many rows of its collection, such as an expiry. Needs
  /// viewer. NULL: key.
  static func actionSubject(actionID: Int64?) -> FunctionCall<ActionSubjectRow> {
    FunctionCall(
      "SELECT app, collection, key FROM reeve.action_subject($1::pg_catalog.int8)",
      [actionID],
      of: ActionSubjectRow.init
    )
  }

  /// A row of `action_subject`.
  struct ActionSubjectRow: Sendable {
    let app: String
    let collection: String
    let key: String?
  }

  /// Remembers that an entry of the chain was written down outside the database, and where.
  ///
  /// Needs auditor or senior; RV004 when the chain does not hold it.
  static func anchorRecord(seq: Int64?, hashHex: String?, destination: String?) -> FunctionCall<
    Void
  > {
    FunctionCall(
      """
      SELECT reeve.anchor_record($1::pg_catalog.int8, $2::pg_catalog.text,
      $3::pg_catalog.text)
      """,
      [seq, hashHex, destination],
      { _ in }
    )
  }

  /// Undecided appeals, oldest first, or decided ones, newest first; is_yours: the caller
  /// performed the action, or it is on them, so somebody else has to decide.
  ///
  /// NULL: label, policy, words, outcome, decided_by, decided_at, reason.
  static func appealList(app: String?, decided: Bool? = false, maxRows: Int? = nil) -> FunctionCall<
    AppealListRow
  > {
    FunctionCall(
      """
      SELECT action_id, kind, subject, label, policy, actor, appellant, opened_at, words,
      is_yours, outcome, decided_by, decided_at, reason FROM
      reeve.appeal_list($1::pg_catalog.text, $2::pg_catalog.bool, $3::pg_catalog.int4)
      """,
      [app, decided, maxRows],
      of: AppealListRow.init
    )
  }

  /// A row of `appeal_list`.
  struct AppealListRow: Sendable {
    let actionID: Int64
    let kind: String
    let subject: String
    let label: String?
    let policy: String?
    let actor: String
    let appellant: String
    let openedAt: Timestamp
    let words: String?
    let isYours: Bool
    let outcome: String?
    let decidedBy: String?
    let decidedAt: Timestamp?
    let reason: String?
  }

  /// Decides the appeal against an action; the decider must not have performed it, if there
  /// is anybody else.
  ///
  /// upheld; overturned (reverses the action in the same transaction as far as it can be
  /// restored, and its strike with it); or partly (undoes it; the strike stays). The
  /// appellant is notified after 60 s. A refusal is returned and recorded, not raised, except
  /// RV004.
  static func appealPerform(actionID: Int64?, verdict: String?, why: String?) -> FunctionCall<
    Outcome
  > {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.appeal_perform($1::pg_catalog.int8,
      $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [actionID, verdict, why],
      Outcome.init
    )
  }

  /// Proposals, newest first: in one state or any, or a single one.
  ///
  /// others: who could approve it, except its proposer. A change of the office has no
  /// collection, and the rank or version as its label. NULL: app, collection, key, label,
  /// why, decided_by, decided_at, reason, action_id, others, selection_id, selection,
  /// subjects, batch_id.
  static func approvalList(onlyState: String?, maxRows: Int?, onlyID: Int64? = nil) -> FunctionCall<
    ApprovalListRow
  > {
    FunctionCall(
      """
      SELECT approval_id, state, verb, app, collection, key, label, rules, proposed_by,
      proposed_at, why, args, decided_by, decided_at, reason, action_id, is_single_handed,
      lapses_at, others, selection_id, selection, subjects, batch_id FROM
      reeve.approval_list($1::pg_catalog.text, $2::pg_catalog.int4, $3::pg_catalog.int8)
      """,
      [onlyState, maxRows, onlyID],
      of: ApprovalListRow.init
    )
  }

  /// A row of `approval_list`.
  struct ApprovalListRow: Sendable {
    let approvalID: Int64
    let state: String
    let verb: String
    let app: String?
    let collection: String?
    let key: String?
    let label: String?
    let rules: [String]
    let proposedBy: String
    let proposedAt: Timestamp
    let why: String?
    let args: JSONB
    let decidedBy: String?
    let decidedAt: Timestamp?
    let reason: String?
    let actionID: Int64?
    let isSingleHanded: Bool
    let lapsesAt: Timestamp
    let others: [String]?
    let selectionID: Int64?
    let selection: String?
    let subjects: Int?
    let batchID: Int64?
  }

  /// Approves, rejects or withdraws a proposal.
  ///
  /// An approved action is performed now, for its proposer, who must have the rank still that
  /// they had, and whose rights are checked again; it is refused if it would do worse than
  /// was proposed, or than expected, the plan that the approver saw. A proposer who is alone
  /// confirms after an hour. What was proposed about a case is noted with it. A refusal is
  /// returned and recorded, not raised.
  static func approvalPerform(verb: String?, approvalID: Int64?, why: String?, expected: JSONB?)
    -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.approval_perform($1::pg_catalog.text,
      $2::pg_catalog.int8, $3::pg_catalog.text, $4::pg_catalog.jsonb)
      """,
      [verb, approvalID, why, expected],
      Outcome.init
    )
  }

  /// Records an operation that the caller's plan refused: to undo an action or approve a
  /// proposal (by its number), or to perform a verb on a subject.
  ///
  /// Finds out why again, so that nobody records what is not so. Returns the code; nothing is
  /// recorded where the caller may do it by now. Needs viewer. NULL: result.
  static func attemptRecord(
    verb: String?,
    number: Int64? = nil,
    subject: SubjectKey? = nil,
    args: JSONB? = JSONB("{}")
  ) -> FunctionCall<String?> {
    FunctionCall(
      """
      SELECT reeve.attempt_record($1::pg_catalog.text, $2::pg_catalog.int8,
      $3::pg_catalog.text, $4::pg_catalog.text, $5::pg_catalog.text, $6::pg_catalog.jsonb)
      """,
      [verb, number, subject?.app, subject?.collection, subject?.key, args]
    )
  }

  /// Sealed entries from a sequence number on, in order, as an offline verifier needs them:
  /// the manifest is the digest of content.
  ///
  /// Needs auditor or senior. NULL: principal, subject, batch.
  static func auditExport(fromSeq: Int64?, maxRows: Int?) -> FunctionCall<AuditExportRow> {
    FunctionCall(
      """
      SELECT seq, us, command_id, actor, principal, kind, subject, batch, manifest_hex,
      prev_hex, hash_hex, content FROM reeve.audit_export($1::pg_catalog.int8,
      $2::pg_catalog.int4)
      """,
      [fromSeq, maxRows],
      of: AuditExportRow.init
    )
  }

  /// A row of `audit_export`.
  struct AuditExportRow: Sendable {
    let seq: Int64
    let us: Int64
    let commandID: Int64
    let actor: String
    let principal: String?
    let kind: String
    let subject: String?
    let batch: String?
    let manifestHex: String
    let prevHex: String
    let hashHex: String
    let content: String
  }

  /// The first and the last entry sealed from one moment on and before another (NULL: no
  /// bound); NULL if there is none.
  ///
  /// Needs auditor or senior. NULL: first_seq, last_seq.
  static func auditSpan(since: Timestamp?, till: Timestamp?) -> FunctionCall<AuditSpanRow> {
    FunctionCall(
      """
      SELECT first_seq, last_seq FROM reeve.audit_span($1::pg_catalog.timestamptz,
      $2::pg_catalog.timestamptz)
      """,
      [since, till],
      of: AuditSpanRow.init
    )
  }

  /// A row of `audit_span`.
  struct AuditSpanRow: Sendable {
    let firstSeq: Int64?
    let lastSeq: Int64?
  }

  /// Batches, newest first, or one: progress, how many were left, and the state (done,
  /// halted, or that of its job).
  ///
  /// NULL: selection, reverses, halted, policy, why, approval_id, job_id, ended_at,
  /// undone_by, effects.
  static func batchList(maxRows: Int?, onlyID: Int64? = nil) -> FunctionCall<BatchListRow> {
    FunctionCall(
      """
      SELECT batch_id, verb, app, collection, selection, reverses, state, subjects, seen,
      changed, refused, lost, halted, policy, why, asked_by, approval_id, job_id, begun_at,
      ended_at, undone_by, effects, who FROM reeve.batch_list($1::pg_catalog.int4,
      $2::pg_catalog.int8)
      """,
      [maxRows, onlyID],
      of: BatchListRow.init
    )
  }

  /// A row of `batch_list`.
  struct BatchListRow: Sendable {
    let batchID: Int64
    let verb: String
    let app: String
    let collection: String
    let selection: String?
    let reverses: Int64?
    let state: String
    let subjects: Int
    let seen: Int
    let changed: Int
    let refused: Int64
    let lost: Int64
    let halted: String?
    let policy: String?
    let why: String?
    let askedBy: String
    let approvalID: Int64?
    let jobID: Int64?
    let begunAt: Timestamp
    let endedAt: Timestamp?
    let undoneBy: Int64?
    let effects: JSONB?
    let who: String
  }

  /// Performs an action of the catalog on a selection: up to 500 subjects in the caller's
  /// transaction, more by a job.
  ///
  /// args, expected: as in action_perform, for the whole. If its impact needs a second
  /// person, it is proposed instead. A refusal is returned and recorded, not raised; RV004:
  /// no such selection.
  static func batchPerform(verb: String?, selection: String?, args: JSONB?, expected: JSONB?)
    -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.batch_perform($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.jsonb, $4::pg_catalog.jsonb)
      """,
      [verb, selection, args, expected],
      Outcome.init
    )
  }

  /// Returns the plan of a verb for a selection, as sums; writes nothing.
  ///
  /// args: as in action_terms. Needs viewer.
  static func batchPlan(verb: String?, selection: String?, args: JSONB?) -> FunctionCall<JSONB> {
    FunctionCall(
      "SELECT reeve.batch_plan($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.jsonb)",
      [verb, selection, args]
    )
  }

  /// Subjects of a batch that were left out, or restored only in part, and why; max_rows NULL
  /// = all.
  static func batchRefusals(batchID: Int64?, maxRows: Int?) -> FunctionCall<BatchRefusalsRow> {
    FunctionCall(
      """
      SELECT key, code, message FROM reeve.batch_refusals($1::pg_catalog.int8,
      $2::pg_catalog.int4)
      """,
      [batchID, maxRows],
      of: BatchRefusalsRow.init
    )
  }

  /// A row of `batch_refusals`.
  struct BatchRefusalsRow: Sendable {
    let key: String
    let code: String
    let message: String
  }

  /// Undoes a batch, newest actions first, as a batch of its own: up to 500 in the caller's
  /// transaction, more by a job.
  ///
  /// Tries again what an earlier undo of it could not restore. Actions that a later one
  /// depends on, or that cannot be restored, are left and named. A refusal is returned and
  /// recorded, not raised.
  static func batchUndo(batchID: Int64?, why: String?) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.batch_undo($1::pg_catalog.int8,
      $2::pg_catalog.text)
      """,
      [batchID, why],
      Outcome.init
    )
  }

  /// Returns the plan of undoing a whole batch: the sums of what undo_plan returns.
  ///
  /// Needs viewer; writes nothing.
  static func batchUndoPlan(batchID: Int64?) -> FunctionCall<JSONB> {
    FunctionCall(
      "SELECT reeve.batch_undo_plan($1::pg_catalog.int8)",
      [batchID]
    )
  }

  /// Performs an action, as reeve.action_perform does, and notes in the same transaction that
  /// it is about a case, if one is given, which a performed or proposed action claims where
  /// the caller does not have it: with the outcome of reeve.case_perform, and nothing is
  /// done, if that is refused.
  ///
  /// detail: lease, for how many seconds the case is the caller's. RV001 if the case is about
  /// another subject. With closing, the arguments of reeve.case_perform, a performed action
  /// also closes the case (detail: closed): RV001, and nothing is done, if it cannot.
  static func caseAct(
    caseID: Int64?,
    verb: String?,
    subject: SubjectKey?,
    args: JSONB?,
    expected: JSONB?,
    closing: JSONB? = nil
  ) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.case_act($1::pg_catalog.int8,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text, $5::pg_catalog.text,
      $6::pg_catalog.jsonb, $7::pg_catalog.jsonb, $8::pg_catalog.jsonb)
      """,
      [caseID, verb, subject?.app, subject?.collection, subject?.key, args, expected, closing],
      Outcome.init
    )
  }

  /// Arguments of a change of a case, as reeve.case_perform reads them.
  ///
  /// of: the case that a duplicate repeats. to: the colleague who gets it.
  struct CaseArgs: Codable {
    var why: String?
    var outcome: String?
    var of: Int64?
    var to: String?
  }

  /// Returns the actions, proposals and refusals about a case, newest first.
  ///
  /// NULL: action_id, reason.
  static func caseHistory(caseID: Int64?, maxRows: Int?) -> FunctionCall<CaseHistoryRow> {
    FunctionCall(
      """
      SELECT at, what, actor, action_id, reason, note FROM
      reeve.case_history($1::pg_catalog.int8, $2::pg_catalog.int4)
      """,
      [caseID, maxRows],
      of: CaseHistoryRow.init
    )
  }

  /// A row of `case_history`.
  struct CaseHistoryRow: Sendable {
    let at: Timestamp
    let what: String
    let actor: String
    let actionID: Int64?
    let reason: String?
    let note: String
  }

  /// The rows of reeve.case_reports, case_history and case_neighbours for a case, as arrays
  /// of objects for programs.
  ///
  /// NULL: reports, history, neighbours.
  static func caseLists(caseID: Int64?, maxRows: Int?) -> FunctionCall<CaseListsRow> {
    FunctionCall(
      """
      SELECT reports, history, neighbours FROM reeve.case_lists($1::pg_catalog.int8,
      $2::pg_catalog.int4)
      """,
      [caseID, maxRows],
      of: CaseListsRow.init
    )
  }

  /// A row of `case_lists`.
  struct CaseListsRow: Sendable {
    let reports: JSONB?
    let history: JSONB?
    let neighbours: JSONB?
  }

  /// Other cases about the subject, its parents in the catalog and accounts merged into them,
  /// open ones first; relation is the path there.
  ///
  /// NULL: label, policy.
  static func caseNeighbours(caseID: Int64?, maxRows: Int?) -> FunctionCall<CaseNeighboursRow> {
    FunctionCall(
      """
      SELECT case_number, relation, subject, label, policy, state, report_count, opened_at
      FROM reeve.case_neighbours($1::pg_catalog.int8, $2::pg_catalog.int4)
      """,
      [caseID, maxRows],
      of: CaseNeighboursRow.init
    )
  }

  /// A row of `case_neighbours`.
  struct CaseNeighboursRow: Sendable {
    let caseNumber: String
    let relation: String
    let subject: String
    let label: String?
    let policy: String?
    let state: String
    let reportCount: Int
    let openedAt: Timestamp
  }

  /// Claims the most urgent open case that nobody works on and that is not about the caller:
  /// of an app, a collection, a policy; NULL = any.
  ///
  /// Never waits for a case that somebody else is claiming; case_id is NULL if none is left;
  /// lease: for how many seconds it is the caller's.
  static func caseNext(app: String?, collection: String?, policy: String?) -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.case_next($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [app, collection, policy],
      Outcome.init
    )
  }

  /// Claims (or keeps), releases, steals, closes or reopens a case.
  ///
  /// args: why; to close, outcome upheld, dismissed or duplicate, the last with of, the open
  /// case that takes over its reports; to release, to: the colleague who gets it, for the
  /// length of a lease. Nobody claims, steals, closes, reopens or is given a case about
  /// themselves or what is theirs (self). Closing notifies its reporters after 60 s;
  /// reopening withdraws notices not yet sent. A refusal is returned and recorded, not
  /// raised, except RV004 and RV001. The message of a theft names the previous claimant;
  /// lease: for how many seconds the case is the caller's.
  static func casePerform(verb: String?, caseID: Int64?, args: JSONB? = JSONB("{}"))
    -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.case_perform($1::pg_catalog.text,
      $2::pg_catalog.int8, $3::pg_catalog.jsonb)
      """,
      [verb, caseID, args],
      Outcome.init
    )
  }

  /// Open cases, most urgent first, with who works on them: of an app, a collection, a
  /// policy, only mine; NULL = any, and any number.
  ///
  /// For a moderator who may write it first puts waiting reports into cases; for a viewer,
  /// who could keep its locks, it writes nothing. request: what the person asks for by law,
  /// and deadline by when. NULL: label, policy_name, claimed_by, claimed_until, request,
  /// deadline.
  static func caseQueue(
    app: String?,
    collection: String? = nil,
    policy: String? = nil,
    mine: Bool? = false,
    maxRows: Int? = nil
  ) -> FunctionCall<CaseQueueRow> {
    FunctionCall(
      """
      SELECT case_id, app_name, collection_name, key, label, policy_name, severity,
      report_count, opened_at, priority, claimed_by, claimed_until, request, deadline FROM
      reeve.case_queue($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.bool, $5::pg_catalog.int4)
      """,
      [app, collection, policy, mine, maxRows],
      of: CaseQueueRow.init
    )
  }

  /// A row of `case_queue`.
  struct CaseQueueRow: Sendable {
    let caseID: Int64
    let appName: String
    let collectionName: String
    let key: String
    let label: String?
    let policyName: String?
    let severity: String
    let reportCount: Int
    let openedAt: Timestamp
    let priority: Int
    let claimedBy: String?
    let claimedUntil: Timestamp?
    let request: String?
    let deadline: Timestamp?
  }

  /// The reports of a case and its duplicates, newest first, repetitions last, with how many
  /// cases of each reporter were decided and upheld.
  ///
  /// NULL: words.
  static func caseReports(caseID: Int64?, maxRows: Int?) -> FunctionCall<CaseReportsRow> {
    FunctionCall(
      """
      SELECT at, report_id, reporter, judged, upheld, note, words FROM
      reeve.case_reports($1::pg_catalog.int8, $2::pg_catalog.int4)
      """,
      [caseID, maxRows],
      of: CaseReportsRow.init
    )
  }

  /// A row of `case_reports`.
  struct CaseReportsRow: Sendable {
    let at: Timestamp
    let reportID: Int64
    let reporter: String
    let judged: Int
    let upheld: Int
    let note: String
    let words: String?
  }

  /// A case.
  ///
  /// If the caller works on it, looking renews the lease, and seconds_left says how long it
  /// lasts. Of a request: what is asked for, by when it has to be answered, and in which
  /// words. RV004. NULL: label, policy, claimed_by, claimed_until, closed_by, closed_at,
  /// duplicate_of, reason, seconds_left, request, deadline, request_words.
  static func caseShow(caseID: Int64?) -> FunctionCall<CaseShowRow> {
    FunctionCall(
      """
      SELECT case_number, app, collection, key, label, state, policy, severity, opened_at,
      priority, report_count, muted, reporters, claimed_by, claimed_until, closed_by,
      closed_at, duplicate_of, reason, seconds_left, request, deadline, request_words FROM
      reeve.case_show($1::pg_catalog.int8)
      """,
      [caseID],
      of: CaseShowRow.init
    )
  }

  /// A row of `case_show`.
  struct CaseShowRow: Sendable {
    let caseNumber: String
    let app: String
    let collection: String
    let key: String
    let label: String?
    let state: String
    let policy: String?
    let severity: String
    let openedAt: Timestamp
    let priority: Int
    let reportCount: Int
    let muted: Int
    let reporters: Int
    let claimedBy: String?
    let claimedUntil: Timestamp?
    let closedBy: String?
    let closedAt: Timestamp?
    let duplicateOf: String?
    let reason: String?
    let secondsLeft: Int?
    let request: String?
    let deadline: Timestamp?
    let requestWords: String?
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

  /// The collections of an app (NULL = all) with their rows (is_exact: FALSE for an estimate)
  /// and how many were created in the last days (1 to 366, UTC), in total and per day, if an
  /// indexed column says when.
  ///
  /// NULL: fresh, daily.
  static func collectionCounts(onlyApp: String?, days: Int?) -> FunctionCall<CollectionCountsRow> {
    FunctionCall(
      """
      SELECT app, collection, amount, is_exact, fresh, daily FROM
      reeve.collection_counts($1::pg_catalog.text, $2::pg_catalog.int4)
      """,
      [onlyApp, days],
      of: CollectionCountsRow.init
    )
  }

  /// A row of `collection_counts`.
  struct CollectionCountsRow: Sendable {
    let app: String
    let collection: String
    let amount: Int64
    let isExact: Bool
    let fresh: Int64?
    let daily: [Int64]?
  }

  /// The shown fields of a collection: SQL type (of a domain what it is made from), whether
  /// an index begins with the column, why lists cannot be filtered or sorted by it, and its
  /// possible values if they are few.
  ///
  /// NULL: problem, choices.
  static func collectionFields(app: String?, collection: String?) -> FunctionCall<
    CollectionFieldsRow
  > {
    FunctionCall(
      """
      SELECT field, type, is_indexed, problem, choices FROM
      reeve.collection_fields($1::pg_catalog.text, $2::pg_catalog.text)
      """,
      [app, collection],
      of: CollectionFieldsRow.init
    )
  }

  /// A row of `collection_fields`.
  struct CollectionFieldsRow: Sendable {
    let field: String
    let type: String
    let isIndexed: Bool
    let problem: String?
    let choices: [String]?
  }

  /// A collection in numbers: its rows, those hidden now, how many were created, reported and
  /// acted on each of the last days (1 to 366, UTC; of the newest 200,000 reports and
  /// actions), and how the values of its fields are distributed (reeve.collection_sample).
  ///
  /// is_exact: FALSE for the estimates that large tables get, so that none is read as a
  /// whole. NULL: value, share, daily.
  static func collectionStats(app: String?, collection: String?, days: Int?) -> FunctionCall<
    CollectionStatsRow
  > {
    FunctionCall(
      """
      SELECT topic, value, amount, share, daily, is_exact FROM
      reeve.collection_stats($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.int4)
      """,
      [app, collection, days],
      of: CollectionStatsRow.init
    )
  }

  /// A row of `collection_stats`.
  struct CollectionStatsRow: Sendable {
    let topic: String
    let value: String?
    let amount: Int64
    let share: Double?
    let daily: [Int64]?
    let isExact: Bool
  }

  /// Records that a command of the caller failed with this SQLSTATE and changed nothing; a
  /// program calls it after the rollback.
  ///
  /// Needs viewer.
  static func commandFailed(verb: String?, state: String?, subject: SubjectKey? = nil)
    -> FunctionCall<Void>
  {
    FunctionCall(
      """
      SELECT reeve.command_failed($1::pg_catalog.text, $2::pg_catalog.text,
      $3::pg_catalog.text, $4::pg_catalog.text, $5::pg_catalog.text)
      """,
      [verb, state, subject?.app, subject?.collection, subject?.key],
      { _ in }
    )
  }

  /// Recorded commands, newest first: below a command id (NULL: from the newest), of a login,
  /// about a subject, from since on and before till, refused and failed ones, or all behind
  /// an action: who asked for, approved, performed and undid it.
  ///
  /// RV004 for a subject with neither row nor record. seq is NULL until the command is
  /// linked. program and address only for auditors and seniors. glass: the rank taken in an
  /// emergency by which it was given, or that it is about. NULL: seq, principal, subject,
  /// code, action_id, rank, approval_id, program, address, glass.
  static func commandList(
    maxRows: Int?,
    before: Int64? = nil,
    who: String? = nil,
    subject: SubjectKey? = nil,
    since: Timestamp? = nil,
    till: Timestamp? = nil,
    isRefused: Bool? = false,
    about: Int64? = nil
  ) -> FunctionCall<CommandListRow> {
    FunctionCall(
      """
      SELECT command_id, seq, at, actor, principal, kind, subject, outcome, code, action_id,
      rank, approval_id, program, address, glass FROM reeve.command_list($1::pg_catalog.int4,
      $2::pg_catalog.int8, $3::pg_catalog.text, $4::pg_catalog.text, $5::pg_catalog.text,
      $6::pg_catalog.text, $7::pg_catalog.timestamptz, $8::pg_catalog.timestamptz,
      $9::pg_catalog.bool, $10::pg_catalog.int8)
      """,
      [
        maxRows, before, who, subject?.app, subject?.collection, subject?.key, since, till,
        isRefused, about,
      ],
      of: CommandListRow.init
    )
  }

  /// A row of `command_list`.
  struct CommandListRow: Sendable {
    let commandID: Int64
    let seq: Int64?
    let at: Timestamp
    let actor: String
    let principal: String?
    let kind: String
    let subject: String?
    let outcome: String
    let code: String?
    let actionID: Int64?
    let rank: String?
    let approvalID: Int64?
    let program: String?
    let address: String?
    let glass: Int64?
  }

  /// What a person has consented to, by any account that was merged into theirs, newest
  /// first: to which version, by its title in the language in which they read it, since when,
  /// and when they withdrew it; filed_by, withdrawn_by: the logins of the app.
  ///
  /// Needs viewer. RV003, RV004. NULL: withdrawn_at, withdrawn_by.
  static func consentList(subject: SubjectKey?, maxRows: Int?) -> FunctionCall<ConsentListRow> {
    FunctionCall(
      """
      SELECT consent_id, kind, title, version, locale, given_at, filed_by, withdrawn_at,
      withdrawn_by FROM reeve.consent_list($1::pg_catalog.text, $2::pg_catalog.text,
      $3::pg_catalog.text, $4::pg_catalog.int4)
      """,
      [subject?.app, subject?.collection, subject?.key, maxRows],
      of: ConsentListRow.init
    )
  }

  /// A row of `consent_list`.
  struct ConsentListRow: Sendable {
    let consentID: Int64
    let kind: String
    let title: String
    let version: String
    let locale: String
    let givenAt: Timestamp
    let filedBy: String
    let withdrawnAt: Timestamp?
    let withdrawnBy: String?
  }

  /// Returns the facts about each applied collection that the console needs.
  ///
  /// kinds and helps: those of its verbs; a help is empty if the catalog has none. linkable:
  /// whether its rows have URLs in the app. place: the columns of its latitude and longitude,
  /// if any. identifiers: the kinds of what identifies the person of a row.
  static func consoleCatalog() -> FunctionCall<ConsoleCatalogRow> {
    FunctionCall(
      """
      SELECT app, collection, show, personal, findable, hideable, searchable, verbs, key,
      key_types, kinds, limits, linkable, place, helps, identifiers FROM
      reeve.console_catalog()
      """,
      [],
      of: ConsoleCatalogRow.init
    )
  }

  /// A row of `console_catalog`.
  struct ConsoleCatalogRow: Sendable {
    let app: String
    let collection: String
    let show: [String]
    let personal: [String]
    let findable: Bool
    let hideable: Bool
    let searchable: Bool
    let verbs: [String]
    let key: [String]
    let keyTypes: [String]
    let kinds: [String]
    let limits: [String]
    let linkable: Bool
    let place: [String]
    let helps: [String]
    let identifiers: [String]
  }

  /// Returns news for a console, of an app (NULL = any): urgent reports (of a critical or
  /// high policy) and proposals that the login could approve, above these numbers; which of
  /// these jobs have ended; for seniors, the ranks that others took in an emergency and
  /// nobody has reviewed, above a number; the cases that it has claimed, with the seconds
  /// left in amount.
  ///
  /// mark: the number to ask with next, or that of the job or case. Looks at 10,000 reports
  /// at most and may miss one that is committed late, which is still in the queue. NULL:
  /// names.
  static func consoleNews(
    app: String?,
    lastReport: Int64?,
    lastApproval: Int64?,
    jobs: [Int64]?,
    lastGlass: Int64? = nil
  ) -> FunctionCall<ConsoleNewsRow> {
    FunctionCall(
      """
      SELECT topic, amount, names, mark FROM reeve.console_news($1::pg_catalog.text,
      $2::pg_catalog.int8, $3::pg_catalog.int8, $4::pg_catalog.int8[], $5::pg_catalog.int8)
      """,
      [app, lastReport, lastApproval, jobs, lastGlass],
      of: ConsoleNewsRow.init
    )
  }

  /// A row of `console_news`.
  struct ConsoleNewsRow: Sendable {
    let topic: String
    let amount: Int
    let names: [String]?
    let mark: Int64
  }

  /// Returns the figures that `top` shows: queues (ended: ever), the 50 jobs that have run
  /// longest, workers, the first 10,000 open cases of an app (NULL = any) by age, the 20
  /// oldest transactions of this database that are older than a second, without their
  /// statements.
  ///
  /// Each is JSON with lengths of time in seconds. Needs viewer.
  static func consoleTop(app: String?) -> FunctionCall<ConsoleTopRow> {
    FunctionCall(
      """
      SELECT at, queues, running, workers, cases, transactions FROM
      reeve.console_top($1::pg_catalog.text)
      """,
      [app],
      of: ConsoleTopRow.init
    )
  }

  /// A row of `console_top`.
  struct ConsoleTopRow: Sendable {
    let at: Timestamp
    let queues: JSONB
    let running: JSONB
    let workers: JSONB
    let cases: JSONB
    let transactions: JSONB
  }

  /// Returns the items that wait for the login, of an app (NULL = any), one row per topic
  /// that has any: claimed (cases of its own), overdue, urgent and queue (open cases that
  /// nobody works on; reeve.case_overdue), reports in no case yet, approvals and appeals that
  /// it may decide, left (rows that actions left to decide), unrestored (rows that an ending
  /// or undo could not restore), jobs discarded within a day, notices due for over an hour.
  ///
  /// Each amount stops at 1000. names: the first three. seconds: until the first lease,
  /// proposal or row to decide ends, else since the first came in, or the last job died.
  /// Needs viewer; shows what the rank may act on.
  static func consoleWaiting(app: String?) -> FunctionCall<ConsoleWaitingRow> {
    FunctionCall(
      "SELECT topic, amount, names, seconds FROM reeve.console_waiting($1::pg_catalog.text)",
      [app],
      of: ConsoleWaitingRow.init
    )
  }

  /// A row of `console_waiting`.
  struct ConsoleWaitingRow: Sendable {
    let topic: String
    let amount: Int
    let names: [String]
    let seconds: Int64
  }

  /// The counts that an app's catalog declares (all apps' if NULL), with the last comparison
  /// of those that the app stores.
  ///
  /// NULL: stored, compared_at, rows, differing, example, example_stored, example_counted.
  static func countList(app: String?) -> FunctionCall<CountListRow> {
    FunctionCall(
      """
      SELECT app_name, collection, name, stored, compared_at, rows, differing, example,
      example_stored, example_counted FROM reeve.count_list($1::pg_catalog.text)
      """,
      [app],
      of: CountListRow.init
    )
  }

  /// A row of `count_list`.
  struct CountListRow: Sendable {
    let appName: String
    let collection: String
    let name: String
    let stored: String?
    let comparedAt: Timestamp?
    let rows: Int64?
    let differing: Int64?
    let example: String?
    let exampleStored: Int64?
    let exampleCounted: Int64?
  }

  /// Stores the actual numbers in the rows that the last comparison found, at most 1000, as
  /// the app's writer; a row that changed since is counted again.
  ///
  /// The outcome's detail says how many rows.
  static func countMend(app: String?, collection: String?, name: String?) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.count_mend($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [app, collection, name],
      Outcome.init
    )
  }

  /// The counts of a transparency report between two moments: notices by policy and source,
  /// how they were handled, measures on notice and on own initiative, suspensions, appeals by
  /// outcome, muted reporters; median_hours: how long it took.
  ///
  /// Needs auditor or senior. NULL: kind, median_hours.
  static func counterList(onlyApp: String?, since: Timestamp?, till: Timestamp?) -> FunctionCall<
    CounterListRow
  > {
    FunctionCall(
      """
      SELECT app, counter, kind, source, count, median_hours FROM
      reeve.counter_list($1::pg_catalog.text, $2::pg_catalog.timestamptz,
      $3::pg_catalog.timestamptz)
      """,
      [onlyApp, since, till],
      of: CounterListRow.init
    )
  }

  /// A row of `counter_list`.
  struct CounterListRow: Sendable {
    let app: String
    let counter: String
    let kind: String?
    let source: String
    let count: Int64
    let medianHours: Numeric?
  }

  /// Schedules of an app (NULL: of all): when they fire next, and the outcome of the last
  /// occurrence.
  ///
  /// NULL: zone, next_at, last_at, last, last_job.
  static func cronList(app: String? = nil) -> FunctionCall<CronListRow> {
    FunctionCall(
      """
      SELECT schedule, kind, at, zone, missed, overlap, state, next_at, last_at, last,
      last_job FROM reeve.cron_list($1::pg_catalog.text)
      """,
      [app],
      of: CronListRow.init
    )
  }

  /// A row of `cron_list`.
  struct CronListRow: Sendable {
    let schedule: String
    let kind: String
    let at: String
    let zone: String?
    let missed: String
    let overlap: String
    let state: String
    let nextAt: Timestamp?
    let lastAt: Timestamp?
    let last: String?
    let lastJob: Int64?
  }

  /// Runs a schedule now, pauses or resumes it, for seniors.
  ///
  /// Occurrences that fall due while it is paused are listed as skipped when it is resumed.
  /// The message is the job, or when it fires next. A refusal is returned and recorded, not
  /// raised, except for an unknown verb or an ambiguous or missing schedule.
  static func cronPerform(verb: String?, app: String?, wanted: String?, why: String?)
    -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.cron_perform($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text)
      """,
      [verb, app, wanted, why],
      Outcome.init
    )
  }

  /// The next occurrences, by the clock of their zone and its offset, of an expression in a
  /// zone (NULL: UTC) or of a schedule.
  ///
  /// NULL: note.
  static func cronPreview(
    app: String?,
    wanted: String?,
    zone: String?,
    times: Int?,
    start: Timestamp? = nil
  ) -> FunctionCall<CronPreviewRow> {
    FunctionCall(
      """
      SELECT fire_at, local, utc_offset, note FROM reeve.cron_preview($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.int4,
      $5::pg_catalog.timestamptz)
      """,
      [app, wanted, zone, times, start],
      of: CronPreviewRow.init
    )
  }

  /// A row of `cron_preview`.
  struct CronPreviewRow: Sendable {
    let fireAt: Timestamp
    let local: String
    let utcOffset: String
    let note: String?
  }

  /// What each login of the team did from one moment on (NULL: 30 days ago) and before
  /// another, in an app (NULL: all): looks, how many cases that came in during that time they
  /// claimed first, and the median of how long these had waited (first_look); the cases they
  /// closed, upheld and dismissed; late, those closed after their deadline
  /// (reeve.case_overdue), or overdue, open and in their hands; their actions that cite a
  /// policy, how many of them were undone, appealed against and overturned, wholly or partly.
  ///
  /// moderator NULL: overdue cases that nobody has. Needs viewer: auditors and seniors see
  /// all, others only themselves. NULL: moderator, first_look.
  static func deskStats(onlyApp: String?, since: Timestamp?, till: Timestamp?) -> FunctionCall<
    DeskStatsRow
  > {
    FunctionCall(
      """
      SELECT moderator, looks, first_look, closed, upheld, dismissed, late, actions, undone,
      appeals, overturned FROM reeve.desk_stats($1::pg_catalog.text,
      $2::pg_catalog.timestamptz, $3::pg_catalog.timestamptz)
      """,
      [onlyApp, since, till],
      of: DeskStatsRow.init
    )
  }

  /// A row of `desk_stats`.
  struct DeskStatsRow: Sendable {
    let moderator: String?
    let looks: Int64
    let firstLook: Interval?
    let closed: Int64
    let upheld: Int64
    let dismissed: Int64
    let late: Int64
    let actions: Int64
    let undone: Int64
    let appeals: Int64
    let overturned: Int64
  }

  /// The devices of a person that get push messages, those seen last first, as the catalog
  /// declares them: their collection, key and label, the platform, the version of the app
  /// there, the token, masked, when the app last saw them, and what hides them.
  ///
  /// RV001 if the catalog declares no devices for such people, RV003, RV004. NULL: label,
  /// platform, version, seen_at.
  static func deviceList(subject: SubjectKey?, maxRows: Int?) -> FunctionCall<DeviceListRow> {
    FunctionCall(
      """
      SELECT app_name, collection_name, device, label, platform, version, token, seen_at,
      state FROM reeve.device_list($1::pg_catalog.text, $2::pg_catalog.text,
      $3::pg_catalog.text, $4::pg_catalog.int4)
      """,
      [subject?.app, subject?.collection, subject?.key, maxRows],
      of: DeviceListRow.init
    )
  }

  /// A row of `device_list`.
  struct DeviceListRow: Sendable {
    let appName: String
    let collectionName: String
    let device: String
    let label: String?
    let platform: String?
    let version: String?
    let token: String
    let seenAt: Timestamp?
    let state: String
  }

  /// The digest of a day by UTC (NULL = yesterday) of an app (NULL = all): the rows of
  /// reeve.digest_lines.
  ///
  /// RV001 for a day to come or over ten years ago, RV003.
  static func digestList(onlyApp: String?, onDay: CalendarDate?) -> FunctionCall<DigestListRow> {
    FunctionCall(
      """
      SELECT day, section, figure, amount, note FROM reeve.digest_list($1::pg_catalog.text,
      $2::pg_catalog.date)
      """,
      [onlyApp, onDay],
      of: DigestListRow.init
    )
  }

  /// A row of `digest_list`.
  struct DigestListRow: Sendable {
    let day: CalendarDate
    let section: String
    let figure: String
    let amount: Int64
    let note: String
  }

  /// Groups of accounts of a collection that share an identifier of these kinds (NULL: any)
  /// and were not merged, those that share a verified one first, then the likeliest: one row
  /// an account, at most ten of each group, max_rows rows in all (NULL: no limit).
  ///
  /// shared: which kinds; accounts: how many share them; ban: the action that bars an
  /// account. The identifiers themselves are not shown; one that over 1,000 accounts share is
  /// left out. An account that is gone has no label. RV003 for a kind that is not declared.
  /// NULL: label, ban.
  static func duplicateList(app: String?, collection: String?, kinds: [String?]?, maxRows: Int?)
    -> FunctionCall<DuplicateListRow>
  {
    FunctionCall(
      """
      SELECT group_no, key, label, shared, is_verified, accounts, ban, first_at, last_at FROM
      reeve.duplicate_list($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text[],
      $4::pg_catalog.int4)
      """,
      [app, collection, kinds, maxRows],
      of: DuplicateListRow.init
    )
  }

  /// A row of `duplicate_list`.
  struct DuplicateListRow: Sendable {
    let groupNo: Int64
    let key: String
    let label: String?
    let shared: String
    let isVerified: Bool
    let accounts: Int64
    let ban: String?
    let firstAt: Timestamp
    let lastAt: Timestamp
  }

  /// Captures for an action (A), a report (R) or a case (C: its reports and actions), newest
  /// first; erased: how many of their parts.
  ///
  /// RV004: there is no such action, report or case.
  static func evidenceList(kind: String?, id: Int64?) -> FunctionCall<EvidenceListRow> {
    FunctionCall(
      """
      SELECT reference, at, evidence_id, app, subject, what, who, parts, erased, digest FROM
      reeve.evidence_list($1::pg_catalog.text, $2::pg_catalog.int8)
      """,
      [kind, id],
      of: EvidenceListRow.init
    )
  }

  /// A row of `evidence_list`.
  struct EvidenceListRow: Sendable {
    let reference: String
    let at: Timestamp
    let evidenceID: Int64
    let app: String
    let subject: String
    let what: String
    let who: String
    let parts: Int
    let erased: Int
    let digest: String
  }

  /// The capture that a ticket is for, with nothing masked: reeve.evidence_fields.
  ///
  /// RV002. NULL: erased_at, field, value, present, is_masked, differs, purpose, refers,
  /// binding, present_binding.
  static func evidenceRead(ticket: Int64?) -> FunctionCall<EvidenceReadRow> {
    FunctionCall(
      """
      SELECT place, role, subject, state, erased_at, field, value, present, is_masked,
      differs, purpose, refers, binding, present_binding FROM
      reeve.evidence_read($1::pg_catalog.int8)
      """,
      [ticket],
      of: EvidenceReadRow.init
    )
  }

  /// A row of `evidence_read`.
  struct EvidenceReadRow: Sendable {
    let place: Int
    let role: String
    let subject: String
    let state: String
    let erasedAt: Timestamp?
    let field: String?
    let value: String?
    let present: String?
    let isMasked: Bool?
    let differs: Bool?
    let purpose: String?
    let refers: String?
    let binding: String?
    let presentBinding: String?
  }

  /// A capture with personal fields masked, beside the current values: reeve.evidence_fields.
  ///
  /// NULL: erased_at, field, value, present, is_masked, differs, purpose, refers, binding,
  /// present_binding.
  static func evidenceShow(evidenceID: Int64?) -> FunctionCall<EvidenceShowRow> {
    FunctionCall(
      """
      SELECT place, role, subject, state, erased_at, field, value, present, is_masked,
      differs, purpose, refers, binding, present_binding FROM
      reeve.evidence_show($1::pg_catalog.int8)
      """,
      [evidenceID],
      of: EvidenceShowRow.init
    )
  }

  /// A row of `evidence_show`.
  struct EvidenceShowRow: Sendable {
    let place: Int
    let role: String
    let subject: String
    let state: String
    let erasedAt: Timestamp?
    let field: String?
    let value: String?
    let present: String?
    let isMasked: Bool?
    let differs: Bool?
    let purpose: String?
    let refers: String?
    let binding: String?
    let presentBinding: String?
  }

  /// An export was written: closes the person's open requests for access.
  ///
  /// Its detail names the cases. RV002.
  static func exportDone(ticket: Int64?) -> FunctionCall<Outcome> {
    FunctionCall(
      "SELECT outcome, code, message, detail FROM reeve.export_done($1::pg_catalog.int8)",
      [ticket],
      Outcome.init
    )
  }

  /// What the person owns for whom an export was begun, part by part: each row as a JSON
  /// object, without personal data of others; then what the record has of them
  /// (reeve.right_record).
  ///
  /// sealed: by column, the encrypted texts of the row and to what each is bound; they are
  /// null in line. RV002; RV005 or RV006 as reeve.right_seen. NULL: key, sealed.
  static func exportRows(ticket: Int64?) -> FunctionCall<ExportRowsRow> {
    FunctionCall(
      "SELECT part, key, line, sealed FROM reeve.export_rows($1::pg_catalog.int8)",
      [ticket],
      of: ExportRowsRow.init
    )
  }

  /// A row of `export_rows`.
  struct ExportRowsRow: Sendable {
    let part: String
    let key: String?
    let line: String
    let sealed: String?
  }

  /// Uses up the ticket of an export, which then can be read (reeve.export_rows) once this is
  /// committed.
  ///
  /// RV002.
  static func exportTake(ticket: Int64?) -> FunctionCall<Outcome> {
    FunctionCall(
      "SELECT outcome, code, message, detail FROM reeve.export_take($1::pg_catalog.int8)",
      [ticket],
      Outcome.init
    )
  }

  /// The flags of an app, of all if NULL, but for rules (reeve.flag_rule_list): when each
  /// last ran, how much it ever reported, and of its last 200 cases how many were decided,
  /// and how many upheld.
  ///
  /// NULL: policy, proposes, ran_at.
  static func flagList(app: String?) -> FunctionCall<FlagListRow> {
    FunctionCall(
      """
      SELECT app_name, name, collection, kind, policy, severity, proposes, most, ran_at, hits,
      withheld, judged, upheld, note FROM reeve.flag_list($1::pg_catalog.text)
      """,
      [app],
      of: FlagListRow.init
    )
  }

  /// A row of `flag_list`.
  struct FlagListRow: Sendable {
    let appName: String
    let name: String
    let collection: String
    let kind: String
    let policy: String?
    let severity: String
    let proposes: String?
    let most: Int
    let ranAt: Timestamp?
    let hits: Int64
    let withheld: Int64
    let judged: Int
    let upheld: Int
    let note: String
  }

  /// The rules of an app, of all if NULL: since when each is on and by whom, when it last
  /// ran, how many reports it ever made, and of its last 200 cases how many were decided, and
  /// how many upheld.
  ///
  /// on_by without on_since: the catalog changed it after that login had switched it on.
  /// NULL: policy, on_since, on_by, ran_at.
  static func flagRuleList(app: String?) -> FunctionCall<FlagRuleListRow> {
    FunctionCall(
      """
      SELECT app_name, name, collection, finds, policy, severity, proposes, most, on_since,
      on_by, ran_at, hits, withheld, judged, upheld, note FROM
      reeve.flag_rule_list($1::pg_catalog.text)
      """,
      [app],
      of: FlagRuleListRow.init
    )
  }

  /// A row of `flag_rule_list`.
  struct FlagRuleListRow: Sendable {
    let appName: String
    let name: String
    let collection: String
    let finds: String
    let policy: String?
    let severity: String
    let proposes: String
    let most: Int
    let onSince: Timestamp?
    let onBy: String?
    let ranAt: Timestamp?
    let hits: Int64
    let withheld: Int64
    let judged: Int
    let upheld: Int
    let note: String
  }

  /// Switches a rule on or off, for seniors.
  ///
  /// One that is on opens cases when a job of the kind moderation.rule runs next, for what
  /// happened from then on and within its time before. A refusal is returned and recorded,
  /// not raised, but for a verb other than on and off (RV001) and a name that no rule, or
  /// several, have (RV004, RV001).
  static func flagRulePerform(verb: String?, app: String?, name: String?, why: String?)
    -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.flag_rule_perform($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text)
      """,
      [verb, app, name, why],
      Outcome.init
    )
  }

  /// Returns the subjects that a rule would have raised in so many days up to now, each once,
  /// with when and what it would have said, and writes nothing.
  ///
  /// outcome: upheld by an action that cites a policy and was not undone, or a case in these
  /// days; dismissed or open, by a case; answered: an action in force at the time already did
  /// what is proposed, so it would have opened no case; empty: nobody has decided about it.
  /// The numbers are the same in each row, of all subjects, not only of max_rows: raised,
  /// answered, upheld, upheld by what cites the rule's policy (cited), dismissed. most:
  /// subjects beyond so many are left out. A state that the app has changed since is as it is
  /// now. RV001 where several apps have a rule of that name, or for other than 1 to 3660
  /// days; RV004. NULL: label, decided_by, policy.
  static func flagRuleTest(app: String?, name: String?, days: Int?, maxRows: Int?) -> FunctionCall<
    FlagRuleTestRow
  > {
    FunctionCall(
      """
      SELECT collection, key, label, at, words, outcome, decided_by, policy, raised, answered,
      upheld, cited, dismissed, most FROM reeve.flag_rule_test($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.int4, $4::pg_catalog.int4)
      """,
      [app, name, days, maxRows],
      of: FlagRuleTestRow.init
    )
  }

  /// A row of `flag_rule_test`.
  struct FlagRuleTestRow: Sendable {
    let collection: String
    let key: String
    let label: String?
    let at: Timestamp
    let words: String
    let outcome: String
    let decidedBy: String?
    let policy: String?
    let raised: Int64
    let answered: Int64
    let upheld: Int64
    let cited: Int64
    let dismissed: Int64
    let most: Int
  }

  /// Returns the rows that a flag would report if it examined all rows now; reports nothing
  /// and writes nothing.
  ///
  /// name may include the app: app/flag. RV001 where several apps have a flag of that name;
  /// RV004. NULL: label, words.
  static func flagTest(app: String?, name: String?, maxRows: Int?) -> FunctionCall<FlagTestRow> {
    FunctionCall(
      """
      SELECT collection, key, label, words FROM reeve.flag_test($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.int4)
      """,
      [app, name, maxRows],
      of: FlagTestRow.init
    )
  }

  /// A row of `flag_test`.
  struct FlagTestRow: Sendable {
    let collection: String
    let key: String
    let label: String?
    let words: String?
  }

  /// Takes the rank for which two seniors named the login (glass_perform), at once, for 5
  /// minutes to 4 hours (lasts; NULL: an hour): on record, told to all open consoles of
  /// seniors, to `doctor` and the digest.
  ///
  /// It ends by itself; nobody extends it, and nobody takes another before a senior has
  /// reviewed it. A refusal is returned and recorded, not raised.
  static func glassBreak(lasts: String?, why: String?) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.glass_break($1::pg_catalog.text,
      $2::pg_catalog.text)
      """,
      [lasts, why],
      Outcome.init
    )
  }

  /// Ranks taken in an emergency, newest first: whose, which, whether open, to review or
  /// reviewed, why, how many commands (acts, also refused ones) were given by it, and what
  /// the reviewer found.
  ///
  /// NULL: ended_by, reviewed_by, reviewed_at, review.
  static func glassList(maxRows: Int? = nil) -> FunctionCall<GlassListRow> {
    FunctionCall(
      """
      SELECT glass, login, rank, state, begun_at, until, reason, acts, ended_by, reviewed_by,
      reviewed_at, review FROM reeve.glass_list($1::pg_catalog.int4)
      """,
      [maxRows],
      of: GlassListRow.init
    )
  }

  /// A row of `glass_list`.
  struct GlassListRow: Sendable {
    let glass: Int64
    let login: String
    let rank: String
    let state: String
    let begunAt: Timestamp
    let until: Timestamp
    let reason: String
    let acts: Int64
    let endedBy: String?
    let reviewedBy: String?
    let reviewedAt: Timestamp?
    let review: String?
  }

  /// Proposes, for seniors, that a member of the team may take a rank in an emergency
  /// (glass.name), or may no longer (glass.drop), which ends one that it has;
  /// approval_perform carries it out.
  ///
  /// A refusal is returned and recorded, not raised.
  static func glassPerform(verb: String?, login: String?, rank: String?, why: String?)
    -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.glass_perform($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text)
      """,
      [verb, login, rank, why],
      Outcome.init
    )
  }

  /// Ends a rank taken in an emergency early (end: whoever took it, or a senior), or records
  /// what another senior found of it afterwards (review).
  ///
  /// A rank taken in an emergency is not enough to review, and nobody reviews their own. A
  /// refusal is returned and recorded, not raised.
  static func glassSettle(verb: String?, glass: Int64?, why: String?) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.glass_settle($1::pg_catalog.text,
      $2::pg_catalog.int8, $3::pg_catalog.text)
      """,
      [verb, glass, why],
      Outcome.init
    )
  }

  /// Legal holds in force, newest first; waits: when the held row was due for erasure.
  ///
  /// NULL: label, until, reason, waits.
  static func holdList(app: String?, maxRows: Int? = nil) -> FunctionCall<HoldListRow> {
    FunctionCall(
      """
      SELECT action_id, subject, label, actor, since, until, reason, waits FROM
      reeve.hold_list($1::pg_catalog.text, $2::pg_catalog.int4)
      """,
      [app, maxRows],
      of: HoldListRow.init
    )
  }

  /// A row of `hold_list`.
  struct HoldListRow: Sendable {
    let actionID: Int64
    let subject: String
    let label: String?
    let actor: String
    let since: Timestamp
    let until: Timestamp?
    let reason: String?
    let waits: Timestamp?
  }

  /// Enqueues a job that cancels or retries all jobs that match a filter, for seniors; the
  /// message is its number.
  static func jobAlterAsk(verb: String?, filter: JSONB?, why: String?) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.job_alter_ask($1::pg_catalog.text,
      $2::pg_catalog.jsonb, $3::pg_catalog.text)
      """,
      [verb, filter, why],
      Outcome.init
    )
  }

  /// How many jobs that match a filter can be cancelled or retried, and the filter in the
  /// form of reeve.job_filter.
  static func jobAlterPlan(verb: String?, filter: JSONB?) -> FunctionCall<JobAlterPlanRow> {
    FunctionCall(
      """
      SELECT kind, queue, state, jobs, oldest_at FROM
      reeve.job_alter_plan($1::pg_catalog.text, $2::pg_catalog.jsonb)
      """,
      [verb, filter],
      of: JobAlterPlanRow.init
    )
  }

  /// A row of `job_alter_plan`.
  struct JobAlterPlanRow: Sendable {
    let kind: String
    let queue: String
    let state: String
    let jobs: Int64
    let oldestAt: Timestamp
  }

  /// How each attempt of a job ended, in order; one that was cancelled before it ran has no
  /// start.
  ///
  /// NULL: started_at, ended_at, seconds, worker, error.
  static func jobAttempts(jobID: Int64?) -> FunctionCall<JobAttemptsRow> {
    FunctionCall(
      """
      SELECT attempt, outcome, started_at, ended_at, seconds, worker, error FROM
      reeve.job_attempts($1::pg_catalog.int8)
      """,
      [jobID],
      of: JobAttemptsRow.init
    )
  }

  /// A row of `job_attempts`.
  struct JobAttemptsRow: Sendable {
    let attempt: Int
    let outcome: String
    let startedAt: Timestamp?
    let endedAt: Timestamp?
    let seconds: Numeric?
    let worker: String?
    let error: String?
  }

  /// Jobs in a state (NULL: any), newest first, with the error of the last attempt that had
  /// one.
  ///
  /// scheduled_at is when it is due, was claimed or ended. NULL: subject, error.
  static func jobList(wanted: String? = nil, max: Int? = 50) -> FunctionCall<JobListRow> {
    FunctionCall(
      """
      SELECT job_id, kind, queue, state, attempt, scheduled_at, subject, error FROM
      reeve.job_list($1::pg_catalog.text, $2::pg_catalog.int4)
      """,
      [wanted, max],
      of: JobListRow.init
    )
  }

  /// A row of `job_list`.
  struct JobListRow: Sendable {
    let jobID: Int64
    let kind: String
    let queue: String
    let state: String
    let attempt: Int
    let scheduledAt: Timestamp
    let subject: String?
    let error: String?
  }

  /// The rows of reeve.job_attempts and the last lines of job_log_list for a job, as arrays
  /// of objects for programs.
  ///
  /// NULL: attempts, log.
  static func jobLists(jobID: Int64?, maxLines: Int?) -> FunctionCall<JobListsRow> {
    FunctionCall(
      "SELECT attempts, log FROM reeve.job_lists($1::pg_catalog.int8, $2::pg_catalog.int4)",
      [jobID, maxLines],
      of: JobListsRow.init
    )
  }

  /// A row of `job_lists`.
  struct JobListsRow: Sendable {
    let attempts: JSONB?
    let log: JSONB?
  }

  /// The log of a job, in order: the first lines after one of them, or the last (after =
  /// NULL).
  static func jobLogList(jobID: Int64?, after: Int64?, maxLines: Int?) -> FunctionCall<
    JobLogListRow
  > {
    FunctionCall(
      """
      SELECT log_id, at, level, line FROM reeve.job_log_list($1::pg_catalog.int8,
      $2::pg_catalog.int8, $3::pg_catalog.int4)
      """,
      [jobID, after, maxLines],
      of: JobLogListRow.init
    )
  }

  /// A row of `job_log_list`.
  struct JobLogListRow: Sendable {
    let logID: Int64
    let at: Timestamp
    let level: String
    let line: String
  }

  /// Jobs about a subject, newest first, in the form of reeve.job_list.
  ///
  /// NULL: asked_by, error.
  static func jobOf(subject: SubjectKey?, max: Int?) -> FunctionCall<JobOfRow> {
    FunctionCall(
      """
      SELECT job_id, kind, queue, state, attempt, scheduled_at, asked_by, error FROM
      reeve.job_of($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.int4)
      """,
      [subject?.app, subject?.collection, subject?.key, max],
      of: JobOfRow.init
    )
  }

  /// A row of `job_of`.
  struct JobOfRow: Sendable {
    let jobID: Int64
    let kind: String
    let queue: String
    let state: String
    let attempt: Int
    let scheduledAt: Timestamp
    let askedBy: String?
    let error: String?
  }

  /// Cancels or retries jobs, for seniors.
  ///
  /// Returns one row per job: the state that it was in, or the reason why nothing was done. A
  /// job that is refused does not stop the others; each is a command of its own on the
  /// record. NULL: code, state.
  static func jobPerform(verb: String?, jobIDs: [Int64]?, why: String?) -> FunctionCall<
    JobPerformRow
  > {
    FunctionCall(
      """
      SELECT job_id, outcome, code, message, state FROM reeve.job_perform($1::pg_catalog.text,
      $2::pg_catalog.int8[], $3::pg_catalog.text)
      """,
      [verb, jobIDs, why],
      of: JobPerformRow.init
    )
  }

  /// A row of `job_perform`.
  struct JobPerformRow: Sendable {
    let jobID: Int64
    let outcome: String
    let code: String?
    let message: String
    let state: String?
  }

  /// One job: its kind, location and progress, and the error of the last attempt that had
  /// one.
  ///
  /// RV004 if there is none. NULL: at, worker, priority, done, total, note, progress_at,
  /// deadline_at, cancel_at, error, app, subject, args, asked_by, unique_key, after,
  /// waits_for_it.
  static func jobShow(jobID: Int64?) -> FunctionCall<JobShowRow> {
    FunctionCall(
      """
      SELECT job, kind, queue, state, at, worker, attempt, max_attempts, priority, done,
      total, note, progress_at, deadline_at, cancel_at, error, app, subject, args, asked_by,
      asked_at, unique_key, after, waits_for_it FROM reeve.job_show($1::pg_catalog.int8)
      """,
      [jobID],
      of: JobShowRow.init
    )
  }

  /// A row of `job_show`.
  struct JobShowRow: Sendable {
    let job: Int64
    let kind: String
    let queue: String
    let state: String
    let at: Timestamp?
    let worker: String?
    let attempt: Int
    let maxAttempts: Int
    let priority: Int?
    let done: Int64?
    let total: Int64?
    let note: String?
    let progressAt: Timestamp?
    let deadlineAt: Timestamp?
    let cancelAt: Timestamp?
    let error: String?
    let app: String?
    let subject: String?
    let args: JSONB?
    let askedBy: String?
    let askedAt: Timestamp
    let uniqueKey: String?
    let after: [Int64]?
    let waitsForIt: [Int64]?
  }

  /// Why a job is not running, or that it is, or how it ended: the reasons, the first
  /// obstacle first.
  ///
  /// Codes: paused worker kind after timer due limit rate behind next error; running
  /// cancelling silent; dead completed cancelled. RV004 if there is no such job.
  static func jobWhy(jobID: Int64?) -> FunctionCall<JobWhyRow> {
    FunctionCall(
      "SELECT code, reason FROM reeve.job_why($1::pg_catalog.int8)",
      [jobID],
      of: JobWhyRow.init
    )
  }

  /// A row of `job_why`.
  struct JobWhyRow: Sendable {
    let code: String
    let reason: String
  }

  /// Rows that actions in force left for somebody to decide and nobody has decided: rows that
  /// an effect with list: true still finds, of one action, of one app, or of all (NULL).
  ///
  /// left_by: the action, as A12. due: the deadline. policy: that of the action. RV004. NULL:
  /// label, due, policy.
  static func leftList(onlyAction: Int64?, onlyApp: String?, maxRows: Int?) -> FunctionCall<
    LeftListRow
  > {
    FunctionCall(
      """
      SELECT left_by, app, collection, key, label, effect, due, policy FROM
      reeve.left_list($1::pg_catalog.int8, $2::pg_catalog.text, $3::pg_catalog.int4)
      """,
      [onlyAction, onlyApp, maxRows],
      of: LeftListRow.init
    )
  }

  /// A row of `left_list`.
  struct LeftListRow: Sendable {
    let leftBy: String
    let app: String
    let collection: String
    let key: String
    let label: String?
    let effect: String
    let due: Timestamp?
    let policy: String?
  }

  /// Accounts of the same app that share an identifier with one, or with those merged into
  /// it, the likeliest first: which kinds, verified of both or not, how many accounts share
  /// each, the evidence for one person behind both (0 to 1, and in words), and whether the
  /// other is barred.
  ///
  /// The identifiers themselves are not shown. RV003 if none is declared. NULL: label,
  /// barred_by, barred_until.
  static func linkList(subject: SubjectKey?, maxRows: Int?) -> FunctionCall<LinkListRow> {
    FunctionCall(
      """
      SELECT app_name, collection_name, other, label, shared, confidence, verdict, barred_by,
      barred_until, first_at, last_at FROM reeve.link_list($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.int4)
      """,
      [subject?.app, subject?.collection, subject?.key, maxRows],
      of: LinkListRow.init
    )
  }

  /// A row of `link_list`.
  struct LinkListRow: Sendable {
    let appName: String
    let collectionName: String
    let other: String
    let label: String?
    let shared: String
    let confidence: Double
    let verdict: String
    let barredBy: Int64?
    let barredUntil: Timestamp?
    let firstAt: Timestamp
    let lastAt: Timestamp
  }

  /// Records that a login of the team is, or is not, that row of an app, for seniors, so that
  /// nobody acts on themselves, peers or superiors, and two logins of one person count as
  /// one.
  ///
  /// No login of that person can remove a link.
  static func memberLink(roleName: String?, subject: SubjectKey?, isLinked: Bool?) -> FunctionCall<
    Outcome
  > {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.member_link($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text, $5::pg_catalog.bool)
      """,
      [roleName, subject?.app, subject?.collection, subject?.key, isLinked],
      Outcome.init
    )
  }

  /// The team: each login with its rank, and who it is in the apps if known.
  ///
  /// NULL: app, collection, key, added_by.
  static func memberSubjectList() -> FunctionCall<MemberSubjectListRow> {
    FunctionCall(
      "SELECT login, rank, app, collection, key, added_by FROM reeve.member_subject_list()",
      [],
      of: MemberSubjectListRow.init
    )
  }

  /// A row of `member_subject_list`.
  struct MemberSubjectListRow: Sendable {
    let login: String
    let rank: String
    let app: String?
    let collection: String?
    let key: String?
    let addedBy: String?
  }

  /// Notices, newest first, of an app (NULL: any), to one person (collection and key; NULL:
  /// all), those that wait (wanted: queued), those that could not be sent or came back
  /// (undelivered), or all (NULL): to whom, by which template, about what, which act owes it
  /// (as A12), its state (queued, sent, delivered, bounced, failed, withdrawn), since when,
  /// or when it is due, and what the sender said, without addresses.
  ///
  /// RV001, RV003, RV004. NULL: act, error.
  static func noticeList(
    onlyApp: String?,
    collection: String?,
    key: String?,
    wanted: String?,
    maxRows: Int?
  ) -> FunctionCall<NoticeListRow> {
    FunctionCall(
      """
      SELECT notice, app, subject, template, about, act, state, at, attempts, error FROM
      reeve.notice_list($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.text, $5::pg_catalog.int4)
      """,
      [onlyApp, collection, key, wanted, maxRows],
      of: NoticeListRow.init
    )
  }

  /// A row of `notice_list`.
  struct NoticeListRow: Sendable {
    let notice: Int64
    let app: String
    let subject: String
    let template: String
    let about: String
    let act: String?
    let state: String
    let at: Timestamp
    let attempts: Int
    let error: String?
  }

  /// What the notices of an action say, or those of a proposal (action_id NULL) would: a row
  /// for each template, collection of people and language, with how many people and in which
  /// states, and one of them as it is rendered, personal values and addresses masked; error:
  /// why it cannot be.
  ///
  /// Needs viewer; writes nothing. RV001, RV004. NULL: locale, channel, subject, body, error.
  static func noticePreview(actionID: Int64?, approvalID: Int64?) -> FunctionCall<NoticePreviewRow>
  {
    FunctionCall(
      """
      SELECT template, locale, channel, people, such_as, state, subject, body, error FROM
      reeve.notice_preview($1::pg_catalog.int8, $2::pg_catalog.int8)
      """,
      [actionID, approvalID],
      of: NoticePreviewRow.init
    )
  }

  /// A row of `notice_preview`.
  struct NoticePreviewRow: Sendable {
    let template: String
    let locale: String?
    let channel: String?
    let people: Int64
    let suchAs: String
    let state: String
    let subject: String?
    let body: String?
    let error: String?
  }

  /// Sends a notice again that could not be sent, bounced or failed at its receiver, for
  /// moderators.
  ///
  /// If it was the first of its message, those of the others that may be go with it. Refused
  /// after an erasure of what it said, once the action that owed it has been undone, and
  /// while the case whose outcome it tells is open again. RV004 if there is no such notice.
  static func noticeResend(notice: Int64?, why: String?) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.notice_resend($1::pg_catalog.int8,
      $2::pg_catalog.text)
      """,
      [notice, why],
      Outcome.init
    )
  }

  /// Compares the accounts that are disabled at the other side (accounts, as its listing has
  /// them) with the actions in force that have that effect (effect; NULL: the one with an
  /// account and an inverse): those that are disabled only there, as no such action is in
  /// force here, and those only here.
  ///
  /// state: what was sent for it last. For seniors, and recorded, since it says whose account
  /// is whose. RV001, RV002, RV003. NULL: key, label, act, state.
  static func outsideCompare(
    app: String?,
    collection: String?,
    effect: String?,
    accounts: [String?]?
  ) -> FunctionCall<OutsideCompareRow> {
    FunctionCall(
      """
      SELECT difference, key, label, account, act, state FROM
      reeve.outside_compare($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.text[])
      """,
      [app, collection, effect, accounts],
      of: OutsideCompareRow.init
    )
  }

  /// A row of `outside_compare`.
  struct OutsideCompareRow: Sendable {
    let difference: String
    let key: String?
    let label: String?
    let account: String
    let act: String?
    let state: String?
  }

  /// How many objects in buckets actions on a subject, or on what it depends on, withdraw,
  /// restore or remove, newest first: by action and effect, and how many of these wait or
  /// have failed.
  ///
  /// RV001, RV003.
  static func outsideFiles(subject: SubjectKey?, maxRows: Int?) -> FunctionCall<OutsideFilesRow> {
    FunctionCall(
      """
      SELECT act, effect, objects, pending, failed, at FROM
      reeve.outside_files($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.int4)
      """,
      [subject?.app, subject?.collection, subject?.key, maxRows],
      of: OutsideFilesRow.init
    )
  }

  /// A row of `outside_files`.
  struct OutsideFilesRow: Sendable {
    let act: String
    let effect: String
    let objects: Int64
    let pending: Int64
    let failed: Int64
    let at: Timestamp
  }

  /// What actions did outside the database, newest first, of an app (NULL: any), for one
  /// subject (collection and key; NULL: all), what waits (wanted: pending), what failed
  /// (failed), or all (NULL): what is sent, for which act (as A12), its state (pending, sent,
  /// confirmed, failed, withdrawn), since when, and what the receiver said of the last try,
  /// without addresses and what was sent to it.
  ///
  /// RV001, RV003, RV004. NULL: note.
  static func outsideList(
    onlyApp: String?,
    collection: String?,
    key: String?,
    wanted: String?,
    maxRows: Int?
  ) -> FunctionCall<OutsideListRow> {
    FunctionCall(
      """
      SELECT outside, app, subject, effect, act, state, at, attempts, note FROM
      reeve.outside_list($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.text, $5::pg_catalog.int4)
      """,
      [onlyApp, collection, key, wanted, maxRows],
      of: OutsideListRow.init
    )
  }

  /// A row of `outside_list`.
  struct OutsideListRow: Sendable {
    let outside: Int64
    let app: String
    let subject: String
    let effect: String
    let act: String
    let state: String
    let at: Timestamp
    let attempts: Int
    let note: String?
  }

  /// Sends an effect outside the database again that failed, under another key, or at once
  /// one that waits, for moderators.
  ///
  /// Refused once the action has been undone or the contrary follows, and after an erasure.
  /// RV004 if there is no such effect.
  static func outsideRetry(outside: Int64?, why: String?) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.outside_retry($1::pg_catalog.int8,
      $2::pg_catalog.text)
      """,
      [outside, why],
      Outcome.init
    )
  }

  /// Each row that an action would hide, set or leave to decide, effect by effect, with the
  /// change (only the name of a personal column).
  ///
  /// max_rows NULL = all. RV001 if the plan would be refused for its arguments. NULL: label,
  /// change.
  static func planRows(verb: String?, subject: SubjectKey?, args: JSONB?, maxRows: Int?)
    -> FunctionCall<PlanRowsRow>
  {
    FunctionCall(
      """
      SELECT effect, kind, app_name, related, related_key, label, change FROM
      reeve.plan_rows($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.text, $5::pg_catalog.jsonb, $6::pg_catalog.int4)
      """,
      [verb, subject?.app, subject?.collection, subject?.key, args, maxRows],
      of: PlanRowsRow.init
    )
  }

  /// A row of `plan_rows`.
  struct PlanRowsRow: Sendable {
    let effect: String
    let kind: String
    let appName: String
    let related: String
    let relatedKey: String
    let label: String?
    let change: String?
  }

  /// The clauses that an action can cite.
  ///
  /// NULL: duration.
  static func policyList() -> FunctionCall<PolicyListRow> {
    FunctionCall(
      """
      SELECT app, name, title, clause, severity, strike_weight, duration FROM
      reeve.policy_list()
      """,
      [],
      of: PolicyListRow.init
    )
  }

  /// A row of `policy_list`.
  struct PolicyListRow: Sendable {
    let app: String
    let name: String
    let title: String
    let clause: String
    let severity: String
    let strikeWeight: Int
    let duration: Interval?
  }

  /// Positions of rows of a collection, in degrees: of the rows with these keys or, if NULL,
  /// of any listed ones, at most max_rows; with about how many the collection has.
  ///
  /// Of a large collection it is a sample. A missing or impossible position is NULL. RV001,
  /// RV002, RV004 for a text that cannot be a key. NULL: latitude, longitude, amount.
  static func positionList(app: String?, collection: String?, keys: [String?]?, maxRows: Int?)
    -> FunctionCall<PositionListRow>
  {
    FunctionCall(
      """
      SELECT key, latitude, longitude, amount FROM reeve.position_list($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text[], $4::pg_catalog.int4)
      """,
      [app, collection, keys, maxRows],
      of: PositionListRow.init
    )
  }

  /// A row of `position_list`.
  struct PositionListRow: Sendable {
    let key: String
    let latitude: Double?
    let longitude: Double?
    let amount: Int64?
  }

  /// Queues with their limits and how many jobs are in each state (completed and cancelled:
  /// ever), from counters and so without counting jobs; oldest_at is when the job that has
  /// waited longest was enqueued.
  ///
  /// NULL: oldest_at, max_running, rate, burst, paused_at.
  static func queueList() -> FunctionCall<QueueListRow> {
    FunctionCall(
      """
      SELECT queue, available, scheduled, retryable, waiting, running, completed, cancelled,
      discarded, oldest_at, workers, max_running, rate, burst, paused_at FROM
      reeve.queue_list()
      """,
      [],
      of: QueueListRow.init
    )
  }

  /// A row of `queue_list`.
  struct QueueListRow: Sendable {
    let queue: String
    let available: Int64
    let scheduled: Int64
    let retryable: Int64
    let waiting: Int64
    let running: Int64
    let completed: Int64
    let cancelled: Int64
    let discarded: Int64
    let oldestAt: Timestamp?
    let workers: Int64
    let maxRunning: Int?
    let rate: Double?
    let burst: Int?
    let pausedAt: Timestamp?
  }

  /// Pauses or resumes a queue, or sets its limits, for seniors: a limit that is not given
  /// stays, all NULL removes them; the default burst is one second's worth.
  ///
  /// The message says the limits now in force. Running jobs continue while a queue is paused.
  /// RV004 if there is no such queue.
  static func queuePerform(
    verb: String?,
    queue: String?,
    maxRunning: Int?,
    rate: Double?,
    burst: Int?,
    why: String?
  ) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.queue_perform($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.int4, $4::pg_catalog.float8, $5::pg_catalog.int4,
      $6::pg_catalog.text)
      """,
      [verb, queue, maxRunning, rate, burst, why],
      Outcome.init
    )
  }

  /// Transactions that keep reads of the apps' tables waiting: those with a lock on a table
  /// on which another one holds or awaits ACCESS EXCLUSIVE, as reeve.lock_blockers lists
  /// them.
  static func readBlockers() -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.read_blockers()",
      []
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

  /// The saved replies of an app (NULL: all), one row per language, English first: the
  /// version, and the policy that an action has to cite to give it.
  ///
  /// Needs viewer.
  static func replyList(onlyApp: String? = nil) -> FunctionCall<ReplyListRow> {
    FunctionCall(
      """
      SELECT app, name, version, policy, locale, body FROM
      reeve.reply_list($1::pg_catalog.text)
      """,
      [onlyApp],
      of: ReplyListRow.init
    )
  }

  /// A row of `reply_list`.
  struct ReplyListRow: Sendable {
    let app: String
    let name: String
    let version: Int
    let policy: String
    let locale: String
    let body: String
  }

  /// Excludes a person's reports from being counted, in open cases too.
  ///
  /// args: for (NULL: until it is undone), why. An action without effects on the app, which
  /// undo reverses.
  static func reporterMute(subject: SubjectKey?, args: JSONB?) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.reporter_mute($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.jsonb)
      """,
      [subject?.app, subject?.collection, subject?.key, args],
      Outcome.init
    )
  }

  /// Arguments of a reveal, as reeve.reveal_ask reads them.
  ///
  /// value: what a field is searched for, or its beginning. evidence: which evidence.
  struct RevealArgs: Codable {
    var why: String?
    var `case`: Int64?
    var fields: [String]?
    var value: String?
    var begins: Bool?
    var evidence: Int64?
  }

  /// Asks to see personal fields: the first of two calls, which must be committed before the
  /// second.
  ///
  /// kind: fields of a subject, find (subjects by the value of one field, or by position,
  /// with both fields of the place), chat (the conversation of a message, or one), evidence,
  /// or export (everything that a person owns, reeve.export_take). args: why, case, fields,
  /// value, begins (value is the beginning, of three characters or more), evidence. Returns a
  /// ticket for one look within 5 minutes; message names the case because of which a chat may
  /// be read without a reason. A refusal is returned and recorded. RV001, RV003, RV004.
  static func revealAsk(kind: String?, subject: SubjectKey?, args: JSONB?) -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.reveal_ask($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text, $5::pg_catalog.jsonb)
      """,
      [kind, subject?.app, subject?.collection, subject?.key, args],
      Outcome.init
    )
  }

  /// The conversation that a ticket is for, oldest first: so many messages before and after
  /// the one asked for, or its last ones; at most 1000 each.
  ///
  /// reports: how often each was reported. binding: what an encrypted text is bound to.
  /// RV002. NULL: author, label, words, binding.
  static func revealChat(ticket: Int64?, before: Int?, after: Int?) -> FunctionCall<RevealChatRow> {
    FunctionCall(
      """
      SELECT collection, key, at, author, label, words, is_asked, reports, is_hidden, binding
      FROM reeve.reveal_chat($1::pg_catalog.int8, $2::pg_catalog.int4, $3::pg_catalog.int4)
      """,
      [ticket, before, after],
      of: RevealChatRow.init
    )
  }

  /// A row of `reveal_chat`.
  struct RevealChatRow: Sendable {
    let collection: String
    let key: String
    let at: Timestamp
    let author: String?
    let label: String?
    let words: String?
    let isAsked: Bool
    let reports: Int
    let isHidden: Bool
    let binding: String?
  }

  /// The personal fields that a ticket is for; no row if the subject is gone.
  ///
  /// binding: what an encrypted text is bound to. RV002. NULL: value, binding.
  static func revealFields(ticket: Int64?) -> FunctionCall<RevealFieldsRow> {
    FunctionCall(
      "SELECT field, value, type, binding FROM reeve.reveal_fields($1::pg_catalog.int8)",
      [ticket],
      of: RevealFieldsRow.init
    )
  }

  /// A row of `reveal_fields`.
  struct RevealFieldsRow: Sendable {
    let field: String
    let value: String?
    let type: String
    let binding: String?
  }

  /// Subjects in which the personal field that a ticket is for has the value that the ticket
  /// was asked with, or begins with it.
  ///
  /// RV002. NULL: label.
  static func revealFind(ticket: Int64?, value: String?, maxRows: Int?, begins: Bool? = false)
    -> FunctionCall<RevealFindRow>
  {
    FunctionCall(
      """
      SELECT key, label, state FROM reeve.reveal_find($1::pg_catalog.int8,
      $2::pg_catalog.text, $3::pg_catalog.int4, $4::pg_catalog.bool)
      """,
      [ticket, value, maxRows, begins],
      of: RevealFindRow.init
    )
  }

  /// A row of `reveal_find`.
  struct RevealFindRow: Sendable {
    let key: String
    let label: String?
    let state: String
  }

  /// Subjects near a position, by the personal fields that hold theirs.
  ///
  /// value: the one that the ticket was asked with: latitude, longitude and, optionally,
  /// metres, separated by blanks. RV001, RV002. NULL: label.
  static func revealNear(ticket: Int64?, value: String?, maxRows: Int?) -> FunctionCall<
    RevealNearRow
  > {
    FunctionCall(
      """
      SELECT key, label, state, distance, latitude, longitude FROM
      reeve.reveal_near($1::pg_catalog.int8, $2::pg_catalog.text, $3::pg_catalog.int4)
      """,
      [ticket, value, maxRows],
      of: RevealNearRow.init
    )
  }

  /// A row of `reveal_near`.
  struct RevealNearRow: Sendable {
    let key: String
    let label: String?
    let state: String
    let distance: Double
    let latitude: Double
    let longitude: Double
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

  /// Why a search finds what it finds, and every number that ranks it: first, by collection,
  /// what each word is searched for as, with its weight, and its idf; then of each of the
  /// best rows its points by word, value times ts_rank (less: another way in which the word
  /// matches, and which does not count), their total, the factors that it is multiplied by,
  /// and the rank; found: rows, or how often in fields of which weight.
  ///
  /// Rounded to four digits. Needs viewer. NULL: value, ts_rank.
  static func searchExplain(
    app: String?,
    query: String?,
    within: String? = nil,
    filters: JSONB? = JSONB("{}"),
    max: Int? = 3
  ) -> FunctionCall<SearchExplainRow> {
    FunctionCall(
      """
      SELECT subject, step, word, matched, found, value, ts_rank, number FROM
      reeve.search_explain($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.jsonb, $5::pg_catalog.int4)
      """,
      [app, query, within, filters, max],
      of: SearchExplainRow.init
    )
  }

  /// A row of `search_explain`.
  struct SearchExplainRow: Sendable {
    let subject: String
    let step: String
    let word: String
    let matched: String
    let found: String
    let value: Double?
    let tsRank: Double?
    let number: Double
  }

  /// Facets of a search: how many documents have every word (field NULL), and the most
  /// frequent values of each declared facet among them; exact up to 50,000 documents.
  ///
  /// Needs viewer. NULL: field, value.
  static func searchFacets(
    app: String?,
    query: String?,
    within: String? = nil,
    filters: JSONB? = JSONB("{}"),
    max: Int? = 10
  ) -> FunctionCall<SearchFacetsRow> {
    FunctionCall(
      """
      SELECT field, value, documents, is_exact FROM reeve.search_facets($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.jsonb, $5::pg_catalog.int4)
      """,
      [app, query, within, filters, max],
      of: SearchFacetsRow.init
    )
  }

  /// A row of `search_facets`.
  struct SearchFacetsRow: Sendable {
    let field: String?
    let value: String?
    let documents: Int64
    let isExact: Bool
  }

  /// Synonyms that people's searches suggest: words that at least three replaced by others
  /// before they opened a row, unless a rule says that they are synonyms, or distinct.
  ///
  /// reeve.search_rule_add makes one a rule. Needs viewer.
  static func searchProposals(app: String? = nil) -> FunctionCall<SearchProposalsRow> {
    FunctionCall(
      """
      SELECT subject, words, value, times, day FROM
      reeve.search_proposals($1::pg_catalog.text)
      """,
      [app],
      of: SearchProposalsRow.init
    )
  }

  /// A row of `search_proposals`.
  struct SearchProposalsRow: Sendable {
    let subject: String
    let words: String
    let value: String
    let times: Int64
    let day: CalendarDate
  }

  /// Adds a rule to a searched collection at once: synonym (words also find value), distinct
  /// (words and value are never proposed as synonyms), stop (a word is ignored), pin and hide
  /// (a row, whose key is value, comes first for the query words, or not at all; hide without
  /// words: for no query).
  ///
  /// Needs senior.
  static func searchRuleAdd(
    app: String?,
    collection: String?,
    kind: String?,
    words: String?,
    value: String?
  ) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.search_rule_add($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text, $5::pg_catalog.text)
      """,
      [app, collection, kind, words, value],
      Outcome.init
    )
  }

  /// Removes a rule of search (reeve.search_rules).
  ///
  /// Needs senior.
  static func searchRuleRemove(ruleID: Int64?) -> FunctionCall<Outcome> {
    FunctionCall(
      "SELECT outcome, code, message, detail FROM reeve.search_rule_remove($1::pg_catalog.int8)",
      [ruleID],
      Outcome.init
    )
  }

  /// Synonyms, distinct words, stop words, pins and hides of searched collections.
  ///
  /// Needs viewer.
  static func searchRules(app: String? = nil) -> FunctionCall<SearchRulesRow> {
    FunctionCall(
      """
      SELECT rule_id, subject, kind, words, value, added_by, added_at FROM
      reeve.search_rules($1::pg_catalog.text)
      """,
      [app],
      of: SearchRulesRow.init
    )
  }

  /// A row of `search_rules`.
  struct SearchRulesRow: Sendable {
    let ruleID: Int64
    let subject: String
    let kind: String
    let words: String
    let value: String
    let addedBy: String
    let addedAt: Timestamp
  }

  /// Drops a selection of the caller; the batches and proposals made with it keep its list.
  ///
  /// A refusal is returned and recorded, not raised, except RV004.
  static func selectionDrop(name: String?) -> FunctionCall<Outcome> {
    FunctionCall(
      "SELECT outcome, code, message, detail FROM reeve.selection_drop($1::pg_catalog.text)",
      [name],
      Outcome.init
    )
  }

  /// The caller's selections, newest first, or the one of that name (RV004), of anybody:
  /// anna/wave; batches: how often it was used.
  ///
  /// NULL: name.
  static func selectionList(onlyName: String? = nil) -> FunctionCall<SelectionListRow> {
    FunctionCall(
      """
      SELECT name, app, collection, subjects, made_at, owner, batches FROM
      reeve.selection_list($1::pg_catalog.text)
      """,
      [onlyName],
      of: SelectionListRow.init
    )
  }

  /// A row of `selection_list`.
  struct SelectionListRow: Sendable {
    let name: String?
    let app: String
    let collection: String
    let subjects: Int
    let madeAt: Timestamp
    let owner: String
    let batches: Int64
  }

  /// Freezes a list of subjects under a name: those with these keys, or with NULL all that
  /// subject_find finds.
  ///
  /// Each once, in order; keys without a row are counted and 20 of them named. A refusal is
  /// returned and recorded, not raised.
  static func selectionMake(
    name: String?,
    app: String?,
    collection: String?,
    keys: [String?]?,
    query: String?,
    hiddenOnly: Bool?
  ) -> FunctionCall<Outcome> {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.selection_make($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text[], $5::pg_catalog.text,
      $6::pg_catalog.bool)
      """,
      [name, app, collection, keys, query, hiddenOnly],
      Outcome.init
    )
  }

  /// The first subjects of a selection in its order, as find shows them; gone: the row no
  /// longer exists.
  ///
  /// NULL: label.
  static func selectionRows(name: String?, maxRows: Int?) -> FunctionCall<SelectionRowsRow> {
    FunctionCall(
      """
      SELECT key, label, state FROM reeve.selection_rows($1::pg_catalog.text,
      $2::pg_catalog.int4)
      """,
      [name, maxRows],
      of: SelectionRowsRow.init
    )
  }

  /// A row of `selection_rows`.
  struct SelectionRowsRow: Sendable {
    let key: String
    let label: String?
    let state: String
  }

  /// The login with its rank, the installed apps and schema version, the head of the audit
  /// chain to write down, and whether this is, or may be, a copy (reeve.home_status).
  ///
  /// NULL: rank, apps, schema_version, standing.
  static func sessionInfo() -> FunctionCall<SessionInfoRow> {
    FunctionCall(
      """
      SELECT actor, rank, database, apps, schema_version, chain_seq, chain_hash, standing FROM
      reeve.session_info()
      """,
      [],
      of: SessionInfoRow.init
    )
  }

  /// A row of `session_info`.
  struct SessionInfoRow: Sendable {
    let actor: String
    let rank: String?
    let database: String
    let apps: [String]?
    let schemaVersion: Int?
    let chainSeq: Int64
    let chainHash: String
    let standing: String?
  }

  /// A statement of reasons for each restriction that cites a policy, in the words of the
  /// Commission's transparency database: no person, no key; the facts are the public reason.
  ///
  /// puid is unique and never used again. Needs auditor or senior. NULL: decision_visibility,
  /// decision_provision, decision_account, ground, ground_explanation, decision_facts,
  /// end_date, reversed_at.
  static func sorList(onlyApp: String?, since: Timestamp?, till: Timestamp?) -> FunctionCall<
    SorListRow
  > {
    FunctionCall(
      """
      SELECT puid, app, decision_visibility, decision_provision, decision_account,
      decision_ground, ground, ground_explanation, decision_facts, category, content_type,
      application_date, end_date, source_type, automated_detection, automated_decision,
      reversed_at FROM reeve.sor_list($1::pg_catalog.text, $2::pg_catalog.timestamptz,
      $3::pg_catalog.timestamptz)
      """,
      [onlyApp, since, till],
      of: SorListRow.init
    )
  }

  /// A row of `sor_list`.
  struct SorListRow: Sendable {
    let puid: String
    let app: String
    let decisionVisibility: String?
    let decisionProvision: String?
    let decisionAccount: String?
    let decisionGround: String
    let ground: String?
    let groundExplanation: String?
    let decisionFacts: String?
    let category: String
    let contentType: String
    let applicationDate: Timestamp
    let endDate: Timestamp?
    let sourceType: String
    let automatedDetection: String
    let automatedDecision: String
    let reversedAt: Timestamp?
  }

  /// The statements of reasons of reeve.sor_list as the Commission's transparency database
  /// takes them by its API, each a JSON object: no person, no key; the facts are the public
  /// reason, else the clause.
  ///
  /// content_date is missing where no shown column has a row's creation, or the row is gone.
  /// Needs auditor or senior.
  static func sorPayload(onlyApp: String?, since: Timestamp?, till: Timestamp?) -> FunctionCall<
    SorPayloadRow
  > {
    FunctionCall(
      """
      SELECT payload FROM reeve.sor_payload($1::pg_catalog.text, $2::pg_catalog.timestamptz,
      $3::pg_catalog.timestamptz)
      """,
      [onlyApp, since, till],
      of: SorPayloadRow.init
    )
  }

  /// A row of `sor_payload`.
  struct SorPayloadRow: Sendable {
    let payload: String
  }

  /// The strikes of a person, newest first: reason, weight, expiry, whether they count; and
  /// their sum, the next threshold and the action proposed there.
  ///
  /// NULL: policy, expires_at, next_at, proposes.
  static func strikeList(subject: SubjectKey?) -> FunctionCall<StrikeListRow> {
    FunctionCall(
      """
      SELECT at, action_id, kind, subject, policy, weight, expires_at, state, total, next_at,
      proposes FROM reeve.strike_list($1::pg_catalog.text, $2::pg_catalog.text,
      $3::pg_catalog.text)
      """,
      [subject?.app, subject?.collection, subject?.key],
      of: StrikeListRow.init
    )
  }

  /// A row of `strike_list`.
  struct StrikeListRow: Sendable {
    let at: Timestamp
    let actionID: Int64
    let kind: String
    let subject: String
    let policy: String?
    let weight: Int
    let expiresAt: Timestamp?
    let state: String
    let total: Int
    let nextAt: Int?
    let proposes: String?
  }

  /// Rows of a collection that seem to be the same thing as another (like_key, with its
  /// collection), the most alike first, with their restrictions: those like the one with a
  /// key or, for NULL, the later row of every pair.
  ///
  /// RV001 without `alike` in the catalog, RV002 if positions are personal, RV004 no such
  /// row. NULL: label, like_label.
  static func subjectAlike(app: String?, collection: String?, ofKey: String?, maxRows: Int?)
    -> FunctionCall<SubjectAlikeRow>
  {
    FunctionCall(
      """
      SELECT key, label, state, distance, likeness, like_key, like_label FROM
      reeve.subject_alike($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.int4)
      """,
      [app, collection, ofKey, maxRows],
      of: SubjectAlikeRow.init
    )
  }

  /// A row of `subject_alike`.
  struct SubjectAlikeRow: Sendable {
    let key: String
    let label: String?
    let state: String
    let distance: Double
    let likeness: Double
    let likeKey: String
    let likeLabel: String?
  }

  /// The numbers that the catalog derives for a subject, counted now, and those that the app
  /// stores.
  ///
  /// NULL: counted, stored.
  static func subjectCounts(subject: SubjectKey?) -> FunctionCall<SubjectCountsRow> {
    FunctionCall(
      """
      SELECT name, counted, stored FROM reeve.subject_counts($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [subject?.app, subject?.collection, subject?.key],
      of: SubjectCountsRow.init
    )
  }

  /// A row of `subject_counts`.
  struct SubjectCountsRow: Sendable {
    let name: String
    let counted: Int64?
    let stored: Int64?
  }

  /// The rows of the tables that the catalog shows under a subject (details), at most 51 of
  /// each, detail by detail: the columns, their SQL types, and the texts, written as an
  /// array, personal ones masked.
  static func subjectDetails(subject: SubjectKey?) -> FunctionCall<SubjectDetailsRow> {
    FunctionCall(
      """
      SELECT detail, columns, types, cells FROM reeve.subject_details($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [subject?.app, subject?.collection, subject?.key],
      of: SubjectDetailsRow.init
    )
  }

  /// A row of `subject_details`.
  struct SubjectDetailsRow: Sendable {
    let detail: String
    let columns: [String]
    let types: [String]
    let cells: String
  }

  /// Rows whose key is the query or whose name begins with it (or else has a word that does),
  /// with their restrictions; max_rows NULL = all.
  ///
  /// Serves find and TAB. NULL: label.
  static func subjectFind(
    app: String?,
    collection: String?,
    query: String?,
    hiddenOnly: Bool?,
    maxRows: Int?
  ) -> FunctionCall<SubjectFindRow> {
    FunctionCall(
      """
      SELECT key, label, state FROM reeve.subject_find($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.bool, $5::pg_catalog.int4)
      """,
      [app, collection, query, hiddenOnly, maxRows],
      of: SubjectFindRow.init
    )
  }

  /// A row of `subject_find`.
  struct SubjectFindRow: Sendable {
    let key: String
    let label: String?
    let state: String
  }

  /// Returns the actions on a subject, directly, as a dependent row, or as the account that
  /// stays of a merge that stands, with those that were refused (reason = code) or failed
  /// (reason = SQLSTATE), and the reveals of its personal fields, newest first.
  ///
  /// terms: kind and version of the terms in force, as in action_clause; glass: the rank
  /// taken in an emergency by which it was done. NULL: action_id, principal, policy, reason,
  /// until, reverses, reversed_by, name, public_reason, terms, glass.
  static func subjectHistory(subject: SubjectKey?, maxRows: Int?) -> FunctionCall<SubjectHistoryRow>
  {
    FunctionCall(
      """
      SELECT at, action_id, kind, actor, principal, policy, reason, until, outcome, reverses,
      reversed_by, name, public_reason, terms, glass FROM
      reeve.subject_history($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.int4)
      """,
      [subject?.app, subject?.collection, subject?.key, maxRows],
      of: SubjectHistoryRow.init
    )
  }

  /// A row of `subject_history`.
  struct SubjectHistoryRow: Sendable {
    let at: Timestamp
    let actionID: Int64?
    let kind: String
    let actor: String
    let principal: String?
    let policy: String?
    let reason: String?
    let until: Timestamp?
    let outcome: String
    let reverses: Int64?
    let reversedBy: Int64?
    let name: String?
    let publicReason: String?
    let terms: String?
    let glass: Int64?
  }

  /// The URL of a subject in the app, by the link of its collection, its key percent-encoded.
  ///
  /// RV003 if the collection has none; RV004.
  static func subjectLink(subject: SubjectKey?) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.subject_link($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text)",
      [subject?.app, subject?.collection, subject?.key]
    )
  }

  /// Rows of a collection, with their restrictions.
  ///
  /// query: the beginning of their folded name. of_collection, of_key, via: only rows that
  /// belong to that subject, as which parent. filters: [{field, op, value}], op one of = != <
  /// <= > >= ^=; an empty value means none; +7d and -7d are relative to now. sort: a field,
  /// then the key. shown: the fields returned in fields. after: the place value of the last
  /// row of the page before; NULL for the first. Warns if it reads a whole table of over
  /// 100,000 rows. RV001 for a comparison that is not possible. NULL: label.
  static func subjectList(
    app: String?,
    collection: String?,
    query: String?,
    ofCollection: String?,
    ofKey: String?,
    via: String?,
    filters: JSONB?,
    sort: String?,
    isDescending: Bool?,
    shown: [String?]?,
    after: JSONB?,
    maxRows: Int?
  ) -> FunctionCall<SubjectListRow> {
    FunctionCall(
      """
      SELECT key, label, state, fields, place FROM reeve.subject_list($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text, $5::pg_catalog.text,
      $6::pg_catalog.text, $7::pg_catalog.jsonb, $8::pg_catalog.text, $9::pg_catalog.bool,
      $10::pg_catalog.text[], $11::pg_catalog.jsonb, $12::pg_catalog.int4)
      """,
      [
        app, collection, query, ofCollection, ofKey, via, filters, sort, isDescending, shown, after,
        maxRows,
      ],
      of: SubjectListRow.init
    )
  }

  /// A row of `subject_list`.
  struct SubjectListRow: Sendable {
    let key: String
    let label: String?
    let state: String
    let fields: [String]
    let place: JSONB
  }

  /// The tags, limits and verifications in force on a subject, or on an account that was
  /// merged into it, each with its action; and what was merged into it, in words as name.
  static func subjectMarks(subject: SubjectKey?) -> FunctionCall<SubjectMarksRow> {
    FunctionCall(
      """
      SELECT kind, name, until, is_protecting, action_id, actor FROM
      reeve.subject_marks($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [subject?.app, subject?.collection, subject?.key],
      of: SubjectMarksRow.init
    )
  }

  /// A row of `subject_marks`.
  struct SubjectMarksRow: Sendable {
    let kind: String
    let name: String
    let until: Timestamp
    let isProtecting: Bool
    let actionID: Int64
    let actor: String
  }

  /// Rows of a collection within so many metres of a position (NULL = anywhere), the nearest
  /// first, with their restrictions.
  ///
  /// after: the place value of the last row of the page before; NULL for the first. RV001
  /// without a place in the catalog, RV002 if it is personal. NULL: label.
  static func subjectNear(
    app: String?,
    collection: String?,
    lat: Double?,
    lon: Double?,
    within: Double?,
    after: JSONB?,
    maxRows: Int?
  ) -> FunctionCall<SubjectNearRow> {
    FunctionCall(
      """
      SELECT key, label, state, distance, latitude, longitude, place FROM
      reeve.subject_near($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.float8,
      $4::pg_catalog.float8, $5::pg_catalog.float8, $6::pg_catalog.jsonb, $7::pg_catalog.int4)
      """,
      [app, collection, lat, lon, within, after, maxRows],
      of: SubjectNearRow.init
    )
  }

  /// A row of `subject_near`.
  struct SubjectNearRow: Sendable {
    let key: String
    let label: String?
    let state: String
    let distance: Double
    let latitude: Double
    let longitude: Double
    let place: JSONB
  }

  /// The references to pictures of a subject (photos): its own, then those of its details, at
  /// most 50 rows of each; personal ones masked.
  ///
  /// is_veiled: it is restricted, or reported and not decided yet. NULL: detail.
  static func subjectPhotos(subject: SubjectKey?) -> FunctionCall<SubjectPhotosRow> {
    FunctionCall(
      """
      SELECT detail, field, value, is_masked, is_veiled FROM
      reeve.subject_photos($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [subject?.app, subject?.collection, subject?.key],
      of: SubjectPhotosRow.init
    )
  }

  /// A row of `subject_photos`.
  struct SubjectPhotosRow: Sendable {
    let detail: String?
    let field: String
    let value: String
    let isMasked: Bool
    let isVeiled: Bool
  }

  /// Returns the parents of a subject, with label or tombstone, and the collections that
  /// belong to it, with the number of their rows that do: 10001 for more than 10000, NULL if
  /// no index finds them.
  ///
  /// name: the parent's name in the catalog of the collection that belongs to the other.
  /// NULL: related_key, label, rows.
  static func subjectRelations(subject: SubjectKey?) -> FunctionCall<SubjectRelationsRow> {
    FunctionCall(
      """
      SELECT is_parent, name, related, related_key, label, rows FROM
      reeve.subject_relations($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [subject?.app, subject?.collection, subject?.key],
      of: SubjectRelationsRow.init
    )
  }

  /// A row of `subject_relations`.
  struct SubjectRelationsRow: Sendable {
    let isParent: Bool
    let name: String
    let related: String
    let relatedKey: String?
    let label: String?
    let rows: Int64?
  }

  /// A key as its row writes it, such as 19 for 019; as typed if no row has it.
  ///
  /// Needs viewer.
  static func subjectResolve(subject: SubjectKey?) -> FunctionCall<String> {
    FunctionCall(
      """
      SELECT reeve.subject_resolve($1::pg_catalog.text, $2::pg_catalog.text,
      $3::pg_catalog.text)
      """,
      [subject?.app, subject?.collection, subject?.key]
    )
  }

  /// The shown fields of one subject in catalog order, as text with their SQL type, personal
  /// ones masked; no row if there is no such subject.
  ///
  /// NULL: value.
  static func subjectShow(subject: SubjectKey?) -> FunctionCall<SubjectShowRow> {
    FunctionCall(
      """
      SELECT field, value, type, is_masked FROM reeve.subject_show($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [subject?.app, subject?.collection, subject?.key],
      of: SubjectShowRow.init
    )
  }

  /// A row of `subject_show`.
  struct SubjectShowRow: Sendable {
    let field: String
    let value: String?
    let type: String
    let isMasked: Bool
  }

  /// A subject in numbers: rows of the collections that belong to it (topic: the collection,
  /// value: as which parent; 10,000 at most, if an index finds them), reports on it by
  /// policy, actions on it by verb, each in total and for each of the last days (1 to 366,
  /// UTC).
  ///
  /// NULL: daily.
  static func subjectStats(subject: SubjectKey?, days: Int?) -> FunctionCall<SubjectStatsRow> {
    FunctionCall(
      """
      SELECT topic, value, amount, daily FROM reeve.subject_stats($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.int4)
      """,
      [subject?.app, subject?.collection, subject?.key, days],
      of: SubjectStatsRow.init
    )
  }

  /// A row of `subject_stats`.
  struct SubjectStatsRow: Sendable {
    let topic: String
    let value: String
    let amount: Int64
    let daily: [Int64]?
  }

  /// Label, version and restriction of a subject, with its state as in lists; label is NULL
  /// if there is no such row.
  ///
  /// NULL: label, version, is_hidden, hidden_until, actions, state.
  static func subjectStatus(subject: SubjectKey?) -> FunctionCall<SubjectStatusRow> {
    FunctionCall(
      """
      SELECT label, version, is_hidden, hidden_until, actions, state FROM
      reeve.subject_status($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [subject?.app, subject?.collection, subject?.key],
      of: SubjectStatusRow.init
    )
  }

  /// A row of `subject_status`.
  struct SubjectStatusRow: Sendable {
    let label: String?
    let version: Int64?
    let isHidden: Bool?
    let hiddenUntil: Timestamp?
    let actions: [Int64]?
    let state: String?
  }

  /// Rows of a ranked collection with the highest scores now, near a position and weighted
  /// for a person if given, with their restrictions.
  ///
  /// Writes and locks nothing; includes all committed changes. RV001 for a collection without
  /// a rank, RV006 if its expressions fail. NULL: label, distance.
  static func subjectTrending(
    app: String?,
    collection: String?,
    lat: Double?,
    lon: Double?,
    within: Double?,
    byKey: String?,
    maxRows: Int?
  ) -> FunctionCall<SubjectTrendingRow> {
    FunctionCall(
      """
      SELECT key, label, state, score, distance FROM
      reeve.subject_trending($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.float8,
      $4::pg_catalog.float8, $5::pg_catalog.float8, $6::pg_catalog.text, $7::pg_catalog.int4)
      """,
      [app, collection, lat, lon, within, byKey, maxRows],
      of: SubjectTrendingRow.init
    )
  }

  /// A row of `subject_trending`.
  struct SubjectTrendingRow: Sendable {
    let key: String
    let label: String?
    let state: String
    let score: Double
    let distance: Double?
  }

  /// The tags in use, the most used first.
  static func tagList(maxRows: Int?) -> FunctionCall<TagListRow> {
    FunctionCall(
      "SELECT tag, subjects FROM reeve.tag_list($1::pg_catalog.int4)",
      [maxRows],
      of: TagListRow.init
    )
  }

  /// A row of `tag_list`.
  struct TagListRow: Sendable {
    let tag: String
    let subjects: Int64
  }

  /// The team of this database: logins, ranks, who added them, whether they can act, and who
  /// may take which rank in an emergency.
  static func teamList() -> FunctionCall<TeamListRow> {
    FunctionCall(
      "SELECT login, rank, added_by, added_at, is_acting, status FROM reeve.team_list()",
      [],
      of: TeamListRow.init
    )
  }

  /// A row of `team_list`.
  struct TeamListRow: Sendable {
    let login: String
    let rank: String
    let addedBy: String
    let addedAt: Timestamp
    let isActing: Bool
    let status: String
  }

  /// Proposes, for seniors, to add a login to the team with a rank, to change its rank, or to
  /// remove it; approval_perform carries it out.
  ///
  /// A refusal is returned and recorded, not raised.
  static func teamPerform(verb: String?, login: String?, rank: String?, why: String?)
    -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.team_perform($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text)
      """,
      [verb, login, rank, why],
      Outcome.init
    )
  }

  /// How many people there are who may accept terms, and how many of them have accepted
  /// neither the version in force nor a later one (pending), among them who is banned or
  /// hidden, and who was reminded.
  ///
  /// Needs moderator. RV001, RV003 as in term_pending. Numbers are NULL where no version is
  /// in force. NULL: version, people, pending, barred, reminded.
  static func termCount(onlyApp: String?, kind: String?) -> FunctionCall<TermCountRow> {
    FunctionCall(
      """
      SELECT app, terms, version, people, pending, barred, reminded FROM
      reeve.term_count($1::pg_catalog.text, $2::pg_catalog.text)
      """,
      [onlyApp, kind],
      of: TermCountRow.init
    )
  }

  /// A row of `term_count`.
  struct TermCountRow: Sendable {
    let app: String
    let terms: String
    let version: String?
    let people: Int64?
    let pending: Int64?
    let barred: Int64?
    let reminded: Int64?
  }

  /// The versions of the terms of an app (NULL: all), newest first: whether each is
  /// announced, in force or past, in which languages it is, and from when on which limit
  /// applies to whoever has not accepted it.
  ///
  /// Needs viewer. NULL: limit_name, limit_at.
  static func termList(onlyApp: String? = nil) -> FunctionCall<TermListRow> {
    FunctionCall(
      """
      SELECT app, kind, title, version, state, effective_on, announced_at, locales,
      limit_name, limit_at, is_consent FROM reeve.term_list($1::pg_catalog.text)
      """,
      [onlyApp],
      of: TermListRow.init
    )
  }

  /// A row of `term_list`.
  struct TermListRow: Sendable {
    let app: String
    let kind: String
    let title: String
    let version: String
    let state: String
    let effectiveOn: CalendarDate
    let announcedAt: Timestamp
    let locales: [String]
    let limitName: String?
    let limitAt: Timestamp?
    let isConsent: Bool
  }

  /// Who has accepted neither the version of terms that is in force nor a later one, in the
  /// order of the key, after a key (NULL: from the first), at most max_rows: whether somebody
  /// is banned or hidden, was reminded of this version, and the action that limits them
  /// because of it.
  ///
  /// Erased people are left out. Needs moderator. RV003; RV001 if kind is NULL and the app
  /// (NULL: any) has several. NULL: label, limited_by.
  static func termPending(onlyApp: String?, kind: String?, after: String?, maxRows: Int?)
    -> FunctionCall<TermPendingRow>
  {
    FunctionCall(
      """
      SELECT app, terms, version, collection, key, label, is_barred, is_reminded, limited_by
      FROM reeve.term_pending($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.int4)
      """,
      [onlyApp, kind, after, maxRows],
      of: TermPendingRow.init
    )
  }

  /// A row of `term_pending`.
  struct TermPendingRow: Sendable {
    let app: String
    let terms: String
    let version: String
    let collection: String
    let key: String
    let label: String?
    let isBarred: Bool
    let isReminded: Bool
    let limitedBy: String?
  }

  /// Reminds whoever has not accepted the version of terms in force, by a job: one notice
  /// each, of the template terms-reminder; none to who was reminded of this version, is
  /// banned or hidden, or was erased.
  ///
  /// For seniors. RV001, RV003 as in term_pending.
  static func termRemind(onlyApp: String?, kind: String?, why: String? = nil) -> FunctionCall<
    Outcome
  > {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.term_remind($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [onlyApp, kind, why],
      Outcome.init
    )
  }

  /// Undoes one action by its id, in the caller's transaction.
  ///
  /// A refusal is returned and recorded, not raised; final: nothing of it can be restored.
  /// expected: a version below 0 is refused. Locks the rows FOR NO KEY UPDATE, and waits at
  /// most 500 ms for a lock.
  static func undoPerform(actionID: Int64?, why: String?, expected: JSONB?) -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.undo_perform($1::pg_catalog.int8,
      $2::pg_catalog.text, $3::pg_catalog.jsonb)
      """,
      [actionID, why, expected],
      Outcome.init
    )
  }

  /// Returns the plan of undoing an action: the rows that it would restore, and those that
  /// are lost, such as rows that a later action changed again; notices: unsent ones that it
  /// withdraws, people: those whom one reached, who get a correction.
  ///
  /// Needs viewer. If the caller may undo the action, the undo is tried and rolled back: it
  /// waits at most 500 ms for the rows, and keeps no lock.
  static func undoPlan(actionID: Int64?) -> FunctionCall<JSONB> {
    FunctionCall(
      "SELECT reeve.undo_plan($1::pg_catalog.int8)",
      [actionID]
    )
  }

  /// The oldest versions allowed of apps, by platform; how many devices there are, and how
  /// many have an older version, or than as_if; who proposed and approved it.
  ///
  /// Nothing was ever decided where oldest is NULL, and the catalog declares no devices where
  /// devices is. NULL: oldest, devices, older, proposed_by, decided_by, decided_at.
  static func versionList(onlyApp: String? = nil, onlyPlatform: String? = nil, asIf: String? = nil)
    -> FunctionCall<VersionListRow>
  {
    FunctionCall(
      """
      SELECT app, platform, oldest, devices, older, proposed_by, decided_by, decided_at FROM
      reeve.version_list($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text)
      """,
      [onlyApp, onlyPlatform, asIf],
      of: VersionListRow.init
    )
  }

  /// A row of `version_list`.
  struct VersionListRow: Sendable {
    let app: String
    let platform: String
    let oldest: String?
    let devices: Int64?
    let older: Int64?
    let proposedBy: String?
    let decidedBy: String?
    let decidedAt: Timestamp?
  }

  /// Proposes, for seniors, which version of an app is the oldest allowed on a platform (0:
  /// every version); approval_perform carries it out.
  ///
  /// app: NULL = the one that has the platform; RV003 if several have. A refusal is returned
  /// and recorded, not raised.
  static func versionPerform(app: String?, platform: String?, oldest: String?, why: String?)
    -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.version_perform($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text)
      """,
      [app, platform, oldest, why],
      Outcome.init
    )
  }

  /// The views of the applied apps.
  ///
  /// collection: that of the subject they are about; NULL = the whole app. types: those of
  /// the columns, as the catalog declares them, else as SQL does. NULL: collection, types,
  /// help.
  static func viewList() -> FunctionCall<ViewListRow> {
    FunctionCall(
      "SELECT app, name, collection, arguments, columns, types, help FROM reeve.view_list()",
      [],
      of: ViewListRow.init
    )
  }

  /// A row of `view_list`.
  struct ViewListRow: Sendable {
    let app: String
    let name: String
    let collection: String?
    let arguments: [String]
    let columns: [String]
    let types: [String]?
    let help: String?
  }

  /// Runs a view on one subject, or on the whole app if it is about none; each row is a
  /// text[] in the order of the view's columns.
  ///
  /// max_rows: at most so many; NULL = all. RV003, RV004, or the error of the app's function.
  static func viewRun(
    app: String?,
    name: String?,
    key: String?,
    args: [String?]?,
    maxRows: Int? = nil
  ) -> FunctionCall<[String]> {
    FunctionCall(
      """
      SELECT reeve.view_run($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.text[], $5::pg_catalog.int4)
      """,
      [app, name, key, args, maxRows]
    )
  }

  /// Searches texts that people wrote to the team, and the team about subjects, best matches
  /// first: reports, notes, reasons of actions, reveals and cases, and appeals with their
  /// answers.
  ///
  /// among: reports, notes, reasons, cases or appeals, NULL: all; within: of subjects of one
  /// collection. Returns texts with every word of the query (reeve.written_query) or, if
  /// there are none, with some. number: the case or action; marked: an excerpt in parts,
  /// every second one matched. Whoever may read the case or the history of a subject may
  /// search them: needs viewer. RV001. NULL: number, label.
  static func writtenSearch(
    app: String?,
    query: String?,
    among: String?,
    within: String?,
    max: Int?
  ) -> FunctionCall<WrittenSearchRow> {
    FunctionCall(
      """
      SELECT kind, at, number, app_name, collection, key, label, author, marked, words FROM
      reeve.written_search($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.text, $5::pg_catalog.int4)
      """,
      [app, query, among, within, max],
      of: WrittenSearchRow.init
    )
  }

  /// A row of `written_search`.
  struct WrittenSearchRow: Sendable {
    let kind: String
    let at: Timestamp
    let number: String?
    let appName: String
    let collection: String
    let key: String
    let label: String?
    let author: String
    let marked: [String]
    let words: String
  }
}
