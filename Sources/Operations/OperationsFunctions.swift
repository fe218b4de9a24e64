// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Answers
import Catalog
import Postgres

/// The functions of the database that this room calls, with their comments.
///
/// Written by `make functions` from the database; do not edit. A result is NULL only where the
/// comment says so.
enum OperationsFunctions {
  /// Performs an action of the catalog on a subject, in the caller's transaction.
  ///
  /// args: as in action_plan, and record_only for an action that nothing enforces. expected:
  /// the plan that the admin saw, NULL to accept any. If it needs a second person, it is
  /// proposed instead (outcome proposed). A refusal is returned and recorded, not raised.
  /// Waits at most 500 ms for a lock.
  static func actionPerform(verb: String?, subject: SubjectKey?, args: JSONB?, expected: JSONB?)
    -> FunctionCall<Outcome>
  {
    FunctionCall(
      """
      SELECT outcome, code, message, detail FROM reeve.action_perform($1::pg_catalog.text,
      $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.text, $5::pg_catalog.jsonb,
      $6::pg_catalog.jsonb)
      """,
      [verb, subject?.app, subject?.collection, subject?.key, args, expected],
      Outcome.init
    )
  }

  /// The code of an app that Reeve's calls can reach, one row per object, with its path in
  /// the manifest, its definition, the digest of definition and owner, the reasons for a
  /// second look, and whether apply made it.
  ///
  /// Only reads the system catalogs and runs none of the code; waits up to 5 s for a table
  /// that is being altered. The calls of a function are taken from its parsed body, else from
  /// the names in its source. NULL: relation, owner, definition.
  static func appCode(manifest: JSONB?) -> FunctionCall<AppCodeRow> {
    FunctionCall(
      """
      SELECT path, kind, object, relation, owner, definition, digest, is_deferrable,
      is_definer, sets_settings, alarms, note, is_ours FROM
      reeve.app_code($1::pg_catalog.jsonb)
      """,
      [manifest],
      of: AppCodeRow.init
    )
  }

  /// A row of `app_code`.
  struct AppCodeRow: Sendable {
    let path: String
    let kind: String
    let object: String
    let relation: String?
    let owner: String?
    let definition: String?
    let digest: [UInt8]
    let isDeferrable: Bool
    let isDefiner: Bool
    let setsSettings: Bool
    let alarms: [String]
    let note: String
    let isOurs: Bool
  }

  /// How the code of an app differs from its pins of the last catalog apply: each object that
  /// was added (add), changed or dropped (drop), with its path in the manifest.
  ///
  /// Red if anything about the object is, or was, alarming. Reads the system catalogs only.
  /// NULL: definition, digest, alarms.
  static func appCodeChanges(manifest: JSONB?) -> FunctionCall<AppCodeChangesRow> {
    FunctionCall(
      """
      SELECT path, change, kind, object, is_red, note, definition, digest, alarms, is_ours
      FROM reeve.app_code_changes($1::pg_catalog.jsonb)
      """,
      [manifest],
      of: AppCodeChangesRow.init
    )
  }

  /// A row of `app_code_changes`.
  struct AppCodeChangesRow: Sendable {
    let path: String
    let change: String
    let kind: String
    let object: String
    let isRed: Bool
    let note: String
    let definition: String?
    let digest: [UInt8]?
    let alarms: [String]?
    let isOurs: Bool
  }

  /// Creates anew the functions that an app's catalog generates, and locks no table of the
  /// app.
  ///
  /// Runs as the installer.
  static func appGenerate(app: String?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.app_generate($1::pg_catalog.text)",
      [app],
      { _ in }
    )
  }

  /// Creates the cells of an app's writer, re-creates altered ones, and creates the reading
  /// functions of its reader: one for any statement, and one for those that every report and
  /// act runs.
  ///
  /// Runs as the installer.
  static func appInstall(app: String?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.app_install($1::pg_catalog.text)",
      [app],
      { _ in }
    )
  }

  /// Statements that create what is missing of an app's two roles (is_whole: everything), in
  /// the order to run them, and that revoke from the roles the rights that others granted
  /// them: the roles cannot log in, have reeve_access and nothing else, no settings of their
  /// own, and only installers may become them.
  static func appRoleStatements(app: String?, isWhole: Bool? = false) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.app_role_statements($1::pg_catalog.text, $2::pg_catalog.bool)",
      [app, isWhole]
    )
  }

  /// Declarations of a manifest that work but are slow, rely on a reference that neither a
  /// foreign key nor a person confirms, or show in a label what is personal: one row each,
  /// path as a JSON pointer.
  static func catalogAdvice(manifest: JSONB?) -> FunctionCall<CatalogAdviceRow> {
    FunctionCall(
      "SELECT path, message FROM reeve.catalog_advice($1::pg_catalog.jsonb)",
      [manifest],
      of: CatalogAdviceRow.init
    )
  }

  /// A row of `catalog_advice`.
  struct CatalogAdviceRow: Sendable {
    let path: String
    let message: String
  }

  /// Loads a manifest: collections, effects, policies, templates, views, tasks, jobs, roles,
  /// cells, grants, change triggers and the enforcement of bans.
  ///
  /// Returns the difference, and the columns that an undo cannot restore although the
  /// manifest does not list them as touched. Runs as the installer. Takes ACCESS EXCLUSIVE on
  /// the app's tables, one after the other: a lock_timeout below deadlock_timeout keeps it
  /// from deadlocks with the app. RV005 if catalog_check finds a fault. NULL: note.
  static func catalogApply(manifest: JSONB?, dryRun: Bool? = false) -> FunctionCall<CatalogApplyRow>
  {
    FunctionCall(
      """
      SELECT change, object, note FROM reeve.catalog_apply($1::pg_catalog.jsonb,
      $2::pg_catalog.bool)
      """,
      [manifest, dryRun],
      of: CatalogApplyRow.init
    )
  }

  /// A row of `catalog_apply`.
  struct CatalogApplyRow: Sendable {
    let change: String
    let object: String
    let note: String?
  }

  /// Applies a manifest, performs each of its verbs that change rows on one row of each
  /// collection, undoes it, and rolls everything back.
  ///
  /// One row per attempt; verb is NULL if there was no row to try it on. Runs as the
  /// installer and holds the locks of reeve.catalog_apply until it returns. The action
  /// numbers that it drew are not used again. NULL: verb, key, problem, touched.
  static func catalogAttempt(manifest: JSONB?) -> FunctionCall<CatalogAttemptRow> {
    FunctionCall(
      """
      SELECT path, collection, verb, key, problem, touched FROM
      reeve.catalog_attempt($1::pg_catalog.jsonb)
      """,
      [manifest],
      of: CatalogAttemptRow.init
    )
  }

  /// A row of `catalog_attempt`.
  struct CatalogAttemptRow: Sendable {
    let path: String
    let collection: String
    let verb: String?
    let key: String?
    let problem: String?
    let touched: JSONB?
  }

  /// Compares a manifest with the live database; one row per finding, path as a JSON pointer.
  ///
  /// Expressions are planned as the app's owner and never run.
  static func catalogCheck(manifest: JSONB?) -> FunctionCall<CatalogCheckRow> {
    FunctionCall(
      "SELECT path, code, message FROM reeve.catalog_check($1::pg_catalog.jsonb)",
      [manifest],
      of: CatalogCheckRow.init
    )
  }

  /// A row of `catalog_check`.
  struct CatalogCheckRow: Sendable {
    let path: String
    let code: String
    let message: String
  }

  /// Removes everything of Reeve's from an app's tables: triggers, policies, views, rights,
  /// schedules, search.
  ///
  /// The record stays. Runs as the installer. RV003 if there is no such app. Takes ACCESS
  /// EXCLUSIVE on tables with triggers or policies.
  static func catalogDetach(appName: String?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.catalog_detach($1::pg_catalog.text)",
      [appName],
      { _ in }
    )
  }

  /// Columns that an undo does not restore, because the app's own triggers set them: found by
  /// writing a few rows of each reversible effect as the app's writer and back, all of it
  /// rolled back.
  ///
  /// The catalog must be applied. Locks those rows while it runs, for at most 500 ms. Does
  /// nothing on a standby.
  static func catalogKept(app: String?) -> FunctionCall<CatalogKeptRow> {
    FunctionCall(
      "SELECT collection_id, collection, columns FROM reeve.catalog_kept($1::pg_catalog.text)",
      [app],
      of: CatalogKeptRow.init
    )
  }

  /// A row of `catalog_kept`.
  struct CatalogKeptRow: Sendable {
    let collectionID: Int
    let collection: String
    let columns: [String]
  }

  /// Creates the roles and cells of every app where they are missing or altered, grants again
  /// what catalogs grant, and re-applies catalogs of earlier releases.
  ///
  /// Returns the apps that stay as they are because their tables are busy, belong to somebody
  /// else or no longer fit. Runs as the installer.
  static func catalogMend() -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.catalog_mend()",
      []
    )
  }

  /// Adds links for recorded commands of transactions from front (NULL = any) to below, by
  /// (transaction, command), at most max_rows; returns how many, 0 if another session is
  /// doing so.
  ///
  /// One session at a time: it locks the head's row, and never waits for that lock.
  static func chainLink(below: String?, maxRows: Int?, front: String? = nil) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.chain_link($1::pg_catalog.xid8, $2::pg_catalog.int4, $3::pg_catalog.xid8)",
      [below, maxRows, front]
    )
  }

  /// Declares, on the record, the role of a restored database: the live one, in which workers
  /// continue, or a copy for good, whose notices are withdrawn, schedules paused and jobs
  /// never run.
  ///
  /// Returns how many of each. Runs as the installer. RV010 if it was declared a copy before.
  static func homeRestored(isCopy: Bool?) -> FunctionCall<HomeRestoredRow> {
    FunctionCall(
      "SELECT what, rows FROM reeve.home_restored($1::pg_catalog.bool)",
      [isCopy],
      of: HomeRestoredRow.init
    )
  }

  /// A row of `home_restored`.
  struct HomeRestoredRow: Sendable {
    let what: String
    let rows: Int64
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

  /// Makes these logins seniors at the first install, or if no senior can act any more;
  /// returns how many were new, or created again under their name.
  ///
  /// RV002 otherwise.
  static func memberBootstrap(roleNames: [String?]?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.member_bootstrap($1::pg_catalog.text[])",
      [roleNames]
    )
  }

  /// Members whose sessions may stay idle in a transaction forever, and the statement that
  /// limits each.
  ///
  /// A limit is set for the role (in this database or in all), else for the database, else
  /// for the server.
  static func memberIdle() -> FunctionCall<MemberIdleRow> {
    FunctionCall(
      "SELECT role_name, statement FROM reeve.member_idle()",
      [],
      of: MemberIdleRow.init
    )
  }

  /// A row of `member_idle`.
  struct MemberIdleRow: Sendable {
    let roleName: String
    let statement: String
  }

  /// Seals the notices of releases that did not seal them, as they are now.
  ///
  /// Runs as the installer.
  static func noticeAdopt() -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.notice_adopt()",
      [],
      { _ in }
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

  /// The figures that `reeve report` draws of an app (NULL = all) over so many days (1 to
  /// 366, UTC): counts alone.
  ///
  /// A row is one value of a series of a section: of a day or, without a day, of the whole
  /// time or of now. Needs auditor or senior; RV003. NULL: label, day.
  static func reportFigures(onlyApp: String?, days: Int?) -> FunctionCall<ReportFiguresRow> {
    FunctionCall(
      """
      SELECT section, series, label, day, amount FROM
      reeve.report_figures($1::pg_catalog.text, $2::pg_catalog.int4)
      """,
      [onlyApp, days],
      of: ReportFiguresRow.init
    )
  }

  /// A row of `report_figures`.
  struct ReportFiguresRow: Sendable {
    let section: String
    let series: String
    let label: String?
    let day: CalendarDate?
    let amount: Double
  }

  /// A user of an app reports a subject, in the app's transaction, which never waits.
  ///
  /// policy: the one said to be broken; reporter: who reports it, as user:42, NULL = unknown;
  /// words: cut to 2000 characters. Returns the number of the report. RV001, RV003, RV004
  /// name what does not exist; RV002: the login is not of that app.
  static func reportFile(
    subject: SubjectKey?,
    words: String? = nil,
    policy: String? = nil,
    reporter: String? = nil
  ) -> FunctionCall<Int64> {
    FunctionCall(
      """
      SELECT reeve.report_file($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text,
      $4::pg_catalog.text, $5::pg_catalog.text, $6::pg_catalog.text)
      """,
      [subject?.app, subject?.collection, subject?.key, words, policy, reporter]
    )
  }

  /// Runs statements as a role that the installer is a member of, and rolls each back before
  /// the next with everything that it, or code of the app behind it, does; returns their
  /// values, or the errors with their SQLSTATE.
  ///
  /// Each returns one json value, or begins with INSERT, UPDATE, DELETE, MERGE or DO: then
  /// its value is the number of rows. With reads, one for each, deferred constraints are
  /// checked, reads[i] runs after statement i with its value as $1, and the answer is an
  /// array of both values. Statements that would begin after until have no row. For databases
  /// without an applied catalog. $1 to $6 are NULL, of the types of reeve.reader_call. NULL:
  /// answer, problem, state.
  static func roleTries(
    roleName: String?,
    statements: [String?]?,
    reads: [String?]? = nil,
    until: Timestamp? = nil
  ) -> FunctionCall<RoleTriesRow> {
    FunctionCall(
      """
      SELECT place, answer, problem, state FROM reeve.role_tries($1::pg_catalog.text,
      $2::pg_catalog.text[], $3::pg_catalog.text[], $4::pg_catalog.timestamptz)
      """,
      [roleName, statements, reads, until],
      of: RoleTriesRow.init
    )
  }

  /// A row of `role_tries`.
  struct RoleTriesRow: Sendable {
    let place: Int
    let answer: JSONB?
    let problem: String?
    let state: String?
  }

  /// After a restore from a dump without the index: forgets generations whose tables are gone
  /// or empty, so that the next sync builds them, and mends the change log.
  ///
  /// Runs as the installer.
  static func searchMend() -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.search_mend()",
      [],
      { _ in }
    )
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

  /// Lower case without accents, compatibility forms unified; what names are compared by.
  static func textFold(input: String?) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.text_fold($1::pg_catalog.text)",
      [input]
    )
  }

  /// Unencrypted connections that leave this machine, of this database and of standbys, and
  /// what allows them: a server that listens without TLS, and rules of pg_hba.conf, where the
  /// login may read them.
  ///
  /// Sockets and loopback addresses do not leave it.
  static func tlsFaults() -> FunctionCall<TlsFaultsRow> {
    FunctionCall(
      "SELECT finding, remedy FROM reeve.tls_faults()",
      [],
      of: TlsFaultsRow.init
    )
  }

  /// A row of `tls_faults`.
  struct TlsFaultsRow: Sendable {
    let finding: String
    let remedy: String
  }
}
