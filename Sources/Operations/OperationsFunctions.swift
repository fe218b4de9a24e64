// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Postgres

/// The functions of the database that this room calls, with their comments.
///
/// Written by `make functions` from the database; do not edit. A result is NULL only where the
/// comment says so.
enum OperationsFunctions {
  /// The code of an app that Reeve's calls can reach, one row a piece, with its place in the
  /// manifest, its definition, the digest of definition and owner, what is alarming about it,
  /// and whether apply made it.
  ///
  /// Reads catalogs only and runs none of it; waits up to 5 s for a table that is being
  /// altered. What a function calls is known from its parsed body, else from the names in its
  /// source. NULL: relation, owner, definition.
  static func appCode(manifest: JSONB?) -> FunctionCall<AppCodeRow> {
    FunctionCall(
      """
      SELECT path, kind, object, relation, owner, definition, digest, is_deferrable,
      is_definer, sets_settings, alarms, note, is_ours FROM reeve.app_code($1::jsonb)
      """,
      [manifest]
    ) { row in try AppCodeRow(row) }
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

    init(_ row: Row) throws {
      path = try row.get(0)
      kind = try row.get(1)
      object = try row.get(2)
      relation = try row.get(3)
      owner = try row.get(4)
      definition = try row.get(5)
      digest = try row.get(6)
      isDeferrable = try row.get(7)
      isDefiner = try row.get(8)
      setsSettings = try row.get(9)
      alarms = try row.get(10)
      note = try row.get(11)
      isOurs = try row.get(12)
    }
  }

  /// How the code of an app differs from what was pinned when its catalog was last applied:
  /// each piece that came (add), changed or went (drop), with its place in the manifest.
  ///
  /// Red where something about the piece is alarming, or was. Reads catalogs only. NULL:
  /// definition, digest, alarms.
  static func appCodeChanges(manifest: JSONB?) -> FunctionCall<AppCodeChangesRow> {
    FunctionCall(
      """
      SELECT path, change, kind, object, is_red, note, definition, digest, alarms, is_ours
      FROM reeve.app_code_changes($1::jsonb)
      """,
      [manifest]
    ) { row in try AppCodeChangesRow(row) }
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

    init(_ row: Row) throws {
      path = try row.get(0)
      change = try row.get(1)
      kind = try row.get(2)
      object = try row.get(3)
      isRed = try row.get(4)
      note = try row.get(5)
      definition = try row.get(6)
      digest = try row.get(7)
      alarms = try row.get(8)
      isOurs = try row.get(9)
    }
  }

  /// Creates the cells of an app's writer, and again those that were altered, and the reading
  /// function of its reader.
  ///
  /// Runs as the installer.
  static func appInstall(app: String?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.app_install($1::text)",
      [app]
    ) { _ in }
  }

  /// Statements that make what is missing of an app's two roles, or all of it where is_whole,
  /// in the order to run them; and those that take from the roles what others gave them: they
  /// log in nowhere, have reeve_access and nothing else, and nobody but installers becomes
  /// them.
  static func appRoleStatements(app: String?, isWhole: Bool? = false) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.app_role_statements($1::text, $2::boolean)",
      [app, isWhole]
    ) { row in try row.get(0) }
  }

  /// What works but slowly, of what a manifest declares: one row each, path as a JSON
  /// pointer.
  static func catalogAdvice(manifest: JSONB?) -> FunctionCall<CatalogAdviceRow> {
    FunctionCall(
      "SELECT path, message FROM reeve.catalog_advice($1::jsonb)",
      [manifest]
    ) { row in try CatalogAdviceRow(row) }
  }

  /// A row of `catalog_advice`.
  struct CatalogAdviceRow: Sendable {
    let path: String
    let message: String

    init(_ row: Row) throws {
      path = try row.get(0)
      message = try row.get(1)
    }
  }

  /// Loads a manifest: collections, effects, policies, templates, reports, tasks, jobs,
  /// roles, cells, grants, change triggers and what makes bans bite; returns the difference,
  /// and which columns an undo cannot restore that the manifest does not list as touched.
  ///
  /// Runs as the installer. RV005 if check finds fault. NULL: note.
  static func catalogApply(manifest: JSONB?, dryRun: Bool? = false) -> FunctionCall<CatalogApplyRow>
  {
    FunctionCall(
      "SELECT change, object, note FROM reeve.catalog_apply($1::jsonb, $2::boolean)",
      [manifest, dryRun]
    ) { row in try CatalogApplyRow(row) }
  }

  /// A row of `catalog_apply`.
  struct CatalogApplyRow: Sendable {
    let change: String
    let object: String
    let note: String?

    init(_ row: Row) throws {
      change = try row.get(0)
      object = try row.get(1)
      note = try row.get(2)
    }
  }

  /// Applies a manifest, does each of its verbs that change rows to one row of each
  /// collection, undoes it, and rolls all of it back.
  ///
  /// One row an attempt; verb NULL where there was no row to try it on. Runs as the installer
  /// and takes the locks of reeve.catalog_apply until it returns. Numbers of actions that it
  /// drew are not used again. NULL: verb, key, problem, touched.
  static func catalogAttempt(manifest: JSONB?) -> FunctionCall<CatalogAttemptRow> {
    FunctionCall(
      """
      SELECT path, collection, verb, key, problem, touched FROM
      reeve.catalog_attempt($1::jsonb)
      """,
      [manifest]
    ) { row in try CatalogAttemptRow(row) }
  }

  /// A row of `catalog_attempt`.
  struct CatalogAttemptRow: Sendable {
    let path: String
    let collection: String
    let verb: String?
    let key: String?
    let problem: String?
    let touched: JSONB?

    init(_ row: Row) throws {
      path = try row.get(0)
      collection = try row.get(1)
      verb = try row.get(2)
      key = try row.get(3)
      problem = try row.get(4)
      touched = try row.get(5)
    }
  }

  /// Compares a manifest with the live database; one row a finding, path as a JSON pointer.
  ///
  /// Expressions are planned as the app's owner and never run.
  static func catalogCheck(manifest: JSONB?) -> FunctionCall<CatalogCheckRow> {
    FunctionCall(
      "SELECT path, code, message FROM reeve.catalog_check($1::jsonb)",
      [manifest]
    ) { row in try CatalogCheckRow(row) }
  }

  /// A row of `catalog_check`.
  struct CatalogCheckRow: Sendable {
    let path: String
    let code: String
    let message: String

    init(_ row: Row) throws {
      path = try row.get(0)
      code = try row.get(1)
      message = try row.get(2)
    }
  }

  /// Takes everything of Reeve's away from an app's tables: triggers, policies, views,
  /// rights, schedules, search; what was recorded stays.
  ///
  /// Runs as the installer. RV003 if there is no such app. Takes ACCESS EXCLUSIVE on tables
  /// with triggers or policies.
  static func catalogDetach(appName: String?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.catalog_detach($1::text)",
      [appName]
    ) { _ in }
  }

  /// Columns that are not restored when what Reeve wrote to a row is undone, since the app's
  /// own triggers set them: found by writing a few rows of each reversible effect as the
  /// app's writer and back, all of it rolled back.
  ///
  /// Of an applied app. Locks those rows meanwhile, if that takes no longer than 500 ms.
  /// Nothing on a standby.
  static func catalogKept(app: String?) -> FunctionCall<CatalogKeptRow> {
    FunctionCall(
      "SELECT collection_id, collection, columns FROM reeve.catalog_kept($1::text)",
      [app]
    ) { row in try CatalogKeptRow(row) }
  }

  /// A row of `catalog_kept`.
  struct CatalogKeptRow: Sendable {
    let collectionID: Int
    let collection: String
    let columns: [String]

    init(_ row: Row) throws {
      collectionID = try row.get(0)
      collection = try row.get(1)
      columns = try row.get(2)
    }
  }

  /// Creates the cells of every app, those that were altered again, and applies the catalogs
  /// of earlier releases again; returns the apps whose tables are busy or another's, or no
  /// longer fit, which stay as they are.
  ///
  /// Runs as the installer.
  static func catalogMend() -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.catalog_mend()",
      []
    ) { row in try row.get(0) }
  }

  /// Adds links for recorded commands of transactions below one, by (transaction, command),
  /// at most max_rows; returns how many, 0 also where somebody else is doing so.
  ///
  /// One at a time: it holds the head's row, and waits for nobody who does.
  static func chainLink(below: String?, maxRows: Int?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.chain_link($1::xid8, $2::integer)",
      [below, maxRows]
    ) { row in try row.get(0) }
  }

  /// Says what a restored database is, on the record: the live one, where workers continue,
  /// or a copy for good, whose notices are withdrawn, schedules paused and jobs never run.
  ///
  /// Returns how many. Runs as the installer. RV010 for what was declared a copy before.
  static func homeRestored(isCopy: Bool?) -> FunctionCall<HomeRestoredRow> {
    FunctionCall(
      "SELECT what, rows FROM reeve.home_restored($1::boolean)",
      [isCopy]
    ) { row in try HomeRestoredRow(row) }
  }

  /// A row of `home_restored`.
  struct HomeRestoredRow: Sendable {
    let what: String
    let rows: Int64

    init(_ row: Row) throws {
      what = try row.get(0)
      rows = try row.get(1)
    }
  }

  /// Makes the missing daily partitions from yesterday to a week ahead, emptying the default
  /// ones of those days; how many.
  ///
  /// Gives up with 55P03 when a lock takes over 500 ms: call again.
  static func jobPartitionKeep() -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.job_partition_keep()",
      []
    ) { row in try row.get(0) }
  }

  /// Makes these logins seniors at the first install, or where no senior can act any more;
  /// returns how many were new, or created again under their name.
  ///
  /// RV002 otherwise.
  static func memberBootstrap(roleNames: [String?]?) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.member_bootstrap($1::text[])",
      [roleNames]
    ) { row in try row.get(0) }
  }

  /// Members whose sessions may be idle in a transaction forever, and the statement that
  /// limits each.
  ///
  /// A limit is that of the role, in this database or all, else of the database, else of the
  /// server.
  static func memberIdle() -> FunctionCall<MemberIdleRow> {
    FunctionCall(
      "SELECT role_name, statement FROM reeve.member_idle()",
      []
    ) { row in try MemberIdleRow(row) }
  }

  /// A row of `member_idle`.
  struct MemberIdleRow: Sendable {
    let roleName: String
    let statement: String

    init(_ row: Row) throws {
      roleName = try row.get(0)
      statement = try row.get(1)
    }
  }

  /// Links recorded commands into the chain, in order, those of transactions below the oldest
  /// one that recorded a command and still runs: at most 500 a call.
  ///
  /// Returns how many; 0 where nothing is left, or somebody else is sealing. Never waits for
  /// another session.
  static func recordSeal(maxRows: Int? = 500) -> FunctionCall<Int> {
    FunctionCall(
      "SELECT reeve.record_seal($1::integer)",
      [maxRows]
    ) { row in try row.get(0) }
  }

  /// What `reeve report` draws of an app (NULL = all) over so many days (1 to 366, UTC):
  /// counts alone.
  ///
  /// A row is a value of a series of a section, of a day or, without one, as a whole or as of
  /// now. Needs auditor or senior; RV003. NULL: label, day.
  static func reportFigures(onlyApp: String?, days: Int?) -> FunctionCall<ReportFiguresRow> {
    FunctionCall(
      """
      SELECT section, series, label, day, amount FROM reeve.report_figures($1::text,
      $2::integer)
      """,
      [onlyApp, days]
    ) { row in try ReportFiguresRow(row) }
  }

  /// A row of `report_figures`.
  struct ReportFiguresRow: Sendable {
    let section: String
    let series: String
    let label: String?
    let day: CalendarDate?
    let amount: Double

    init(_ row: Row) throws {
      section = try row.get(0)
      series = try row.get(1)
      label = try row.get(2)
      day = try row.get(3)
      amount = try row.get(4)
    }
  }

  /// Runs statements that each return one json value as a role that the installer is a member
  /// of, and rolls each back before the next, whatever else it, or code of the app behind it,
  /// does: the values, or the errors with their SQLSTATE.
  ///
  /// For databases that no catalog is applied to yet. $1 to $6 are NULL, of the types of
  /// reeve.reader_call. NULL: answer, problem, state.
  static func roleTries(roleName: String?, statements: [String?]?) -> FunctionCall<RoleTriesRow> {
    FunctionCall(
      "SELECT place, answer, problem, state FROM reeve.role_tries($1::text, $2::text[])",
      [roleName, statements]
    ) { row in try RoleTriesRow(row) }
  }

  /// A row of `role_tries`.
  struct RoleTriesRow: Sendable {
    let place: Int
    let answer: JSONB?
    let problem: String?
    let state: String?

    init(_ row: Row) throws {
      place = try row.get(0)
      answer = try row.get(1)
      problem = try row.get(2)
      state = try row.get(3)
    }
  }

  /// After a restore from a dump without the index: forgets generations whose tables are gone
  /// or empty, so that the next sync builds them, and has the change log read from its
  /// beginning where its places are another server's.
  ///
  /// Runs as the installer.
  static func searchMend() -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.search_mend()",
      []
    ) { _ in }
  }

  /// Lower case without accents, compatibility forms unified; what names are compared by.
  static func textFold(input: String?) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.text_fold($1::text)",
      [input]
    ) { row in try row.get(0) }
  }
}
