// swift-format-ignore-file: BeginDocumentationCommentWithOneLineSummary

import Answers
import Postgres

/// The functions of the database that this room calls, with their comments.
///
/// Written by `make functions` from the database; do not edit. A result is NULL only where the
/// comment says so.
enum ImportFunctions {
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

  /// Ids of the keys with which an app encrypts texts; none while it stores them in the
  /// clear.
  static func cipherKnown(app: String?) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.cipher_known($1::pg_catalog.text)",
      [app]
    )
  }

  /// Records, before any row is read, who dumps a collection, why, and which of its personal
  /// columns.
  ///
  /// Runs as the installer. RV001, RV003.
  static func dumpAsk(app: String?, collection: String?, fields: [String?]?, why: String?)
    -> FunctionCall<Int64>
  {
    FunctionCall(
      """
      SELECT reeve.dump_ask($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text[],
      $4::pg_catalog.text)
      """,
      [app, collection, fields, why]
    )
  }

  /// The table of a collection to be dumped, with its owner, key and personal columns.
  ///
  /// Runs as the installer. RV003, RV005.
  static func dumpSource(app: String?, collection: String?) -> FunctionCall<DumpSourceRow> {
    FunctionCall(
      """
      SELECT schema_name, table_name, owner_name, key, personal FROM
      reeve.dump_source($1::pg_catalog.text, $2::pg_catalog.text)
      """,
      [app, collection],
      of: DumpSourceRow.init
    )
  }

  /// A row of `dump_source`.
  struct DumpSourceRow: Sendable {
    let schemaName: String
    let tableName: String
    let ownerName: String
    let key: [String]
    let personal: [String]
  }

  /// Begins an import, or continues an interrupted one; restart forgets that one first, and
  /// so does a source table in another database that has changed since, and a crash of the
  /// server during a later import; existing, told and header as in reeve.import.
  ///
  /// With keeps_keys, or where an earlier import of the source had it, the keys of its
  /// records are noted. Runs as the installer. RV005 for a mapping that does not fit, RV008
  /// if mapping or source differ from those it began with. NULL: declared, finished_at,
  /// header.
  static func importBegin(
    mapping: JSONB?,
    file: String?,
    fileMark: String?,
    declared: Int64?,
    restart: Bool? = false,
    existing: String? = "refuse",
    told: JSONB? = JSONB("[]"),
    header: String? = nil,
    keepsKeys: Bool? = false
  ) -> FunctionCall<ImportRow> {
    FunctionCall(
      """
      SELECT import_id, app, source, mapping, file, file_mark, declared, read, inserted,
      changed, same, quarantined, next_offset, next_line, started_by, started_at, finished_at,
      is_fresh, statements, kept, existing, told, header, run, changes, made, found, has_keys,
      known FROM reeve.import_begin($1::pg_catalog.jsonb, $2::pg_catalog.text,
      $3::pg_catalog.text, $4::pg_catalog.int8, $5::pg_catalog.bool, $6::pg_catalog.text,
      $7::pg_catalog.jsonb, $8::pg_catalog.text, $9::pg_catalog.bool)
      """,
      [mapping, file, fileMark, declared, restart, existing, told, header, keepsKeys],
      of: ImportRow.init
    )
  }

  /// A row of `import`.
  struct ImportRow: Sendable {
    let importID: Int
    let app: String
    let source: String
    let mapping: JSONB
    let file: String
    let fileMark: String
    let declared: Int64?
    let read: Int64
    let inserted: Int64
    let changed: Int64
    let same: Int64
    let quarantined: Int64
    let nextOffset: Int64
    let nextLine: Int64
    let startedBy: String
    let startedAt: Timestamp
    let finishedAt: Timestamp?
    let isFresh: Bool
    let statements: JSONB
    let kept: Int64
    let existing: String
    let told: JSONB
    let header: String?
    let run: Int
    let changes: JSONB
    let made: JSONB
    let found: JSONB
    let hasKeys: Bool
    let known: Int64
  }

  /// Compares a mapping with the live database; one row per finding, path as a JSON pointer.
  ///
  /// Expressions are planned as the app's owner and never run.
  static func importCheck(mapping: JSONB?) -> FunctionCall<ImportCheckRow> {
    FunctionCall(
      "SELECT path, code, message FROM reeve.import_check($1::pg_catalog.jsonb)",
      [mapping],
      of: ImportCheckRow.init
    )
  }

  /// A row of `import_check`.
  struct ImportCheckRow: Sendable {
    let path: String
    let code: String
    let message: String
  }

  /// Last statement of a chunk: quarantines rejected records, without their content if the
  /// mapping says so, adds up the changes that types made, as in reeve.import, and moves the
  /// import on.
  ///
  /// RV008 unless every record read is written or quarantined. NULL: declared, finished_at,
  /// header.
  static func importClose(
    importID: Int?,
    read: Int64?,
    nextOffset: Int64?,
    nextLine: Int64?,
    rejected: JSONB?,
    changes: JSONB? = JSONB("{}")
  ) -> FunctionCall<ImportRow> {
    FunctionCall(
      """
      SELECT import_id, app, source, mapping, file, file_mark, declared, read, inserted,
      changed, same, quarantined, next_offset, next_line, started_by, started_at, finished_at,
      is_fresh, statements, kept, existing, told, header, run, changes, made, found, has_keys,
      known FROM reeve.import_close($1::pg_catalog.int4, $2::pg_catalog.int8,
      $3::pg_catalog.int8, $4::pg_catalog.int8, $5::pg_catalog.jsonb, $6::pg_catalog.jsonb)
      """,
      [importID, read, nextOffset, nextLine, rejected, changes],
      of: ImportRow.init
    )
  }

  /// Columns of a mapping in the order of staging, with the kinds of value that each takes,
  /// the texts that stand for NULL, the value over the staged row s (and, in a child, the
  /// parent's row p), the type as which it is compared, the value that its row of another
  /// table is looked up by, and whether the value itself is stored, by no more than a cast;
  /// others: names by which older records have the field; initial_sql: the value without its
  /// default, where that differs at each call.
  ///
  /// type is NULL where the table has no such column, source where it takes the rest, split,
  /// nulls, find_sql and replacement (of U+0000) where the mapping names none. NULL: source,
  /// type, split, nulls, find_sql, replacement, initial_sql.
  static func importColumns(mapping: JSONB?) -> FunctionCall<ImportColumnsRow> {
    FunctionCall(
      """
      SELECT place, name, source, type, form, accept, split, nulls, value_sql, is_key,
      compare_sql, find_sql, replacement, is_plain, others, initial_sql FROM
      reeve.import_columns($1::pg_catalog.jsonb)
      """,
      [mapping],
      of: ImportColumnsRow.init
    )
  }

  /// A row of `import_columns`.
  struct ImportColumnsRow: Sendable {
    let place: Int
    let name: String
    let source: String?
    let type: String?
    let form: String
    let accept: [String]
    let split: String?
    let nulls: [String]?
    let valueSQL: String
    let isKey: Bool
    let compareSQL: String
    let findSQL: String?
    let replacement: String?
    let isPlain: Bool
    let others: [String]
    let initialSQL: String?
  }

  /// Staged records whose rows in the target or its child tables are missing or differ, or
  /// which refer to no row.
  ///
  /// Empties the staging.
  static func importCompare(importID: Int?) -> FunctionCall<ImportCompareRow> {
    FunctionCall(
      "SELECT record, difference FROM reeve.import_compare($1::pg_catalog.int4)",
      [importID],
      of: ImportCompareRow.init
    )
  }

  /// A row of `import_compare`.
  struct ImportCompareRow: Sendable {
    let record: Int64
    let difference: String
  }

  /// Ends an import that has read exactly the declared number of records (else RV008):
  /// sequences continue after the imported keys; noted keys are kept; the mapping's function
  /// is called (reeve.import_after), staging is dropped, but for the list of its keys where
  /// keeps_keys says that reeve.import_prove comes, and the app writer loses its extra
  /// rights.
  ///
  /// RV008 also as in reeve.import_lock. NULL: declared, finished_at, header.
  static func importFinish(importID: Int?, run: Int?, keepsKeys: Bool? = false) -> FunctionCall<
    ImportRow
  > {
    FunctionCall(
      """
      SELECT import_id, app, source, mapping, file, file_mark, declared, read, inserted,
      changed, same, quarantined, next_offset, next_line, started_by, started_at, finished_at,
      is_fresh, statements, kept, existing, told, header, run, changes, made, found, has_keys,
      known FROM reeve.import_finish($1::pg_catalog.int4, $2::pg_catalog.int4,
      $3::pg_catalog.bool)
      """,
      [importID, run, keepsKeys],
      of: ImportRow.init
    )
  }

  /// The places, from 1, of those records of a chunk that are as they were in an earlier
  /// import, by their digests (NULL where a record has none), and counts them as the same.
  ///
  /// A second record with the key of one is not among them.
  static func importKnown(importID: Int?, contents: [UniqueID]?) -> FunctionCall<[Int64]> {
    FunctionCall(
      "SELECT reeve.import_known($1::pg_catalog.int4, $2::pg_catalog.uuid[])",
      [importID, contents]
    )
  }

  /// The mapping of an import, as a manifest without its constants, and the file.
  static func importManifest(importID: Int?) -> FunctionCall<ImportManifestRow> {
    FunctionCall(
      "SELECT source, file, constants, manifest FROM reeve.import_manifest($1::pg_catalog.int4)",
      [importID],
      of: ImportManifestRow.init
    )
  }

  /// A row of `import_manifest`.
  struct ImportManifestRow: Sendable {
    let source: String
    let file: String
    let constants: JSONB
    let manifest: JSONB
  }

  /// First statement of a chunk: locks the import and empties the staging tables for COPY.
  ///
  /// With is_beside it opens the next chunk while one is being written: that chunk has
  /// staging tables of its own (_next), and import_write_beside locks the import. RV008 as in
  /// reeve.import_lock.
  static func importOpen(importID: Int?, run: Int?, isBeside: Bool? = false) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.import_open($1::pg_catalog.int4, $2::pg_catalog.int4, $3::pg_catalog.bool)",
      [importID, run, isBeside],
      { _ in }
    )
  }

  /// How many rows that a finished import has written are still as they were then, when each
  /// was compared with its record; and drops the list of them.
  ///
  /// 0 where there is none.
  static func importProve(importID: Int?) -> FunctionCall<Int64> {
    FunctionCall(
      "SELECT reeve.import_prove($1::pg_catalog.int4)",
      [importID]
    )
  }

  /// Columns of a mapping whose value is looked up: in which table (relation: quoted), by
  /// which column, and take, the one column of its primary key; is_indexed: whether an index
  /// begins with by.
  ///
  /// make: the other columns of a row that is created if there is none, and their values;
  /// make_columns, make_values: the same as SQL, with by, over a row d of the value v and its
  /// text raw. NULL: take, find_sql, make.
  static func importRefs(mapping: JSONB?) -> FunctionCall<ImportRefsRow> {
    FunctionCall(
      """
      SELECT child, path, place, name, table_name, relation, by, take, find_sql, is_indexed,
      make, make_columns, make_values FROM reeve.import_refs($1::pg_catalog.jsonb)
      """,
      [mapping],
      of: ImportRefsRow.init
    )
  }

  /// A row of `import_refs`.
  struct ImportRefsRow: Sendable {
    let child: Int
    let path: String
    let place: Int
    let name: String
    let tableName: String
    let relation: String
    let by: String
    let take: String?
    let findSQL: String?
    let isIndexed: Bool
    let make: JSONB?
    let makeColumns: String
    let makeValues: String
  }

  /// Opens a finished import again, to retry its quarantined records with a mapping of the
  /// same table and key.
  ///
  /// RV004 if it is not finished, RV005 for a mapping that does not fit, RV008 if the file
  /// differs. NULL: declared, finished_at, header.
  static func importReopen(importID: Int?, mapping: JSONB?, fileMark: String?, existing: String?)
    -> FunctionCall<ImportRow>
  {
    FunctionCall(
      """
      SELECT import_id, app, source, mapping, file, file_mark, declared, read, inserted,
      changed, same, quarantined, next_offset, next_line, started_by, started_at, finished_at,
      is_fresh, statements, kept, existing, told, header, run, changes, made, found, has_keys,
      known FROM reeve.import_reopen($1::pg_catalog.int4, $2::pg_catalog.jsonb,
      $3::pg_catalog.text, $4::pg_catalog.text)
      """,
      [importID, mapping, fileMark, existing],
      of: ImportRow.init
    )
  }

  /// First statement of a chunk that is retried: takes its records out of quarantine, so that
  /// import_write and import_close count them anew.
  ///
  /// RV008 if they are not there, and as in reeve.import_lock.
  static func importRetake(importID: Int?, run: Int?, records: [Int64]?) -> FunctionCall<Void> {
    FunctionCall(
      """
      SELECT reeve.import_retake($1::pg_catalog.int4, $2::pg_catalog.int4,
      $3::pg_catalog.int8[])
      """,
      [importID, run, records],
      { _ in }
    )
  }

  /// An import, with the work that it has committed so far.
  ///
  /// NULL: declared, finished_at, header.
  static func importState(importID: Int?) -> FunctionCall<ImportRow> {
    FunctionCall(
      """
      SELECT import_id, app, source, mapping, file, file_mark, declared, read, inserted,
      changed, same, quarantined, next_offset, next_line, started_by, started_at, finished_at,
      is_fresh, statements, kept, existing, told, header, run, changes, made, found, has_keys,
      known FROM reeve.import_state($1::pg_catalog.int4)
      """,
      [importID],
      of: ImportRow.init
    )
  }

  /// The tables that a mapping writes: its own as child 0, and each child as a mapping of its
  /// own, with its parent inside; path is its location, as a JSON pointer.
  static func importTargets(mapping: JSONB?) -> FunctionCall<ImportTargetsRow> {
    FunctionCall(
      "SELECT child, path, target FROM reeve.import_targets($1::pg_catalog.jsonb)",
      [mapping],
      of: ImportTargetsRow.init
    )
  }

  /// A row of `import_targets`.
  struct ImportTargetsRow: Sendable {
    let child: Int
    let path: String
    let target: JSONB
  }

  /// The report of an import, one line each: the data that it left out, guessed, kept,
  /// changed and rejected, and the findings of the mapping's function.
  static func importTold(importID: Int?) -> FunctionCall<String> {
    FunctionCall(
      "SELECT reeve.import_told($1::pg_catalog.int4)",
      [importID]
    )
  }

  /// The finished import of this mapping and source, whose rows can be compared.
  ///
  /// RV004 where there is none. NULL: declared, finished_at, header.
  static func importVerifyBegin(mapping: JSONB?, fileMark: String?) -> FunctionCall<ImportRow> {
    FunctionCall(
      """
      SELECT import_id, app, source, mapping, file, file_mark, declared, read, inserted,
      changed, same, quarantined, next_offset, next_line, started_by, started_at, finished_at,
      is_fresh, statements, kept, existing, told, header, run, changes, made, found, has_keys,
      known FROM reeve.import_verify_begin($1::pg_catalog.jsonb, $2::pg_catalog.text)
      """,
      [mapping, fileMark],
      of: ImportRow.init
    )
  }

  /// Ends what import_verify_open began.
  static func importVerifyClose(importID: Int?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.import_verify_close($1::pg_catalog.int4)",
      [importID],
      { _ in }
    )
  }

  /// Makes staging for records of a finished import, to compare rows.
  ///
  /// The same transaction ends with import_verify_close, so that nothing of it outlives a
  /// process.
  static func importVerifyOpen(importID: Int?) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.import_verify_open($1::pg_catalog.int4)",
      [importID],
      { _ in }
    )
  }

  /// Writes the staged rows and counts them; returns the records that the database refused,
  /// and why.
  ///
  /// RV008 as in reeve.app_import.
  static func importWrite(importID: Int?) -> FunctionCall<ImportWriteRow> {
    FunctionCall(
      "SELECT record, code, reason FROM reeve.import_write($1::pg_catalog.int4)",
      [importID],
      of: ImportWriteRow.init
    )
  }

  /// A row of `import_write`.
  struct ImportWriteRow: Sendable {
    let record: Int64
    let code: String
    let reason: String
  }

  /// Writes the records staged from number first on, while another transaction writes earlier
  /// ones; counts them once that has committed.
  ///
  /// If one is refused, or the records are not apart (reeve.import_is_apart), they are
  /// written after it, as by reeve.import_write. 40001 if it did not commit; RV008 as in
  /// reeve.import_lock.
  static func importWriteBeside(importID: Int?, run: Int?, first: Int64?) -> FunctionCall<
    ImportWriteBesideRow
  > {
    FunctionCall(
      """
      SELECT record, code, reason FROM reeve.import_write_beside($1::pg_catalog.int4,
      $2::pg_catalog.int4, $3::pg_catalog.int8)
      """,
      [importID, run, first],
      of: ImportWriteBesideRow.init
    )
  }

  /// A row of `import_write_beside`.
  struct ImportWriteBesideRow: Sendable {
    let record: Int64
    let code: String
    let reason: String
  }

  /// Rank of the login in this database, NULL if it has none: it needs a row for this very
  /// role (a role created again under the same name is another one) and the database role of
  /// the rank; a rank taken in an emergency replaces it while that lasts.
  ///
  /// Also NULL if the call does not come from the client's own statement. NULL: result.
  static func memberRank() -> FunctionCall<String?> {
    FunctionCall(
      "SELECT reeve.member_rank()",
      []
    )
  }

  /// Records, before any row is read, who writes out every collection of an app, why, and of
  /// which person where the catalog asks for consent.
  ///
  /// Runs as the installer. RV001, RV005 where that person does not agree.
  static func moveAsk(app: String?, why: String?, constants: JSONB? = JSONB("{}")) -> FunctionCall<
    Void
  > {
    FunctionCall(
      "SELECT reeve.move_ask($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.jsonb)",
      [app, why, constants],
      { _ in }
    )
  }

  /// The rows of an app whose records the last exports have no more, by source, but for those
  /// that are hidden or deleted: how many, how many of them something other than an import
  /// wrote last, and the keys of the others, at most 100,000; rejected: records of the last
  /// import whose keys nobody knows.
  ///
  /// Runs as the installer. NULL: collection.
  static func moveGone(app: String?) -> FunctionCall<MoveGoneRow> {
    FunctionCall(
      """
      SELECT source, table_name, import_id, collection, total, edited, rejected, keys FROM
      reeve.move_gone($1::pg_catalog.text)
      """,
      [app],
      of: MoveGoneRow.init
    )
  }

  /// A row of `move_gone`.
  struct MoveGoneRow: Sendable {
    let source: String
    let tableName: String
    let importID: Int
    let collection: String?
    let total: Int64
    let edited: Int64
    let rejected: Int64
    let keys: [String]
  }

  /// The last move of an app that ended, as reeve.move_record has it.
  ///
  /// No rows: there was none.
  static func moveLast(app: String?) -> FunctionCall<MoveLastRow> {
    FunctionCall(
      "SELECT command_id, at, actor, ledger FROM reeve.move_last($1::pg_catalog.text)",
      [app],
      of: MoveLastRow.init
    )
  }

  /// A row of `move_last`.
  struct MoveLastRow: Sendable {
    let commandID: Int64
    let at: Timestamp
    let actor: String
    let ledger: JSONB
  }

  /// The views that a move counts at its end, each with the number of its rows and the first
  /// 20, arrays of text.
  ///
  /// Runs as the installer. RV003 for a view that there is not, or that is about one subject
  /// or takes arguments.
  static func moveLists(app: String?, names: [String?]?) -> FunctionCall<MoveListsRow> {
    FunctionCall(
      """
      SELECT name, help, columns, total, first_rows FROM reeve.move_lists($1::pg_catalog.text,
      $2::pg_catalog.text[])
      """,
      [app, names],
      of: MoveListsRow.init
    )
  }

  /// A row of `move_lists`.
  struct MoveListsRow: Sendable {
    let name: String
    let help: String
    let columns: [String]
    let total: Int64
    let firstRows: JSONB
  }

  /// The file of a store, a piece of JSON each row, with the documents that functions of the
  /// app return with their paths: a tree by the paths, for firestore-json with
  /// __collections__ before each name of a collection, for firebase-auth a list.
  ///
  /// Runs as the installer; the functions run as the app's reader, and those with a parameter
  /// get the constants. RV001 for constants that none of them takes, RV003 for a function
  /// that is none of these, RV005 where two documents have one path, or a person does not
  /// agree whose consent the catalog asks for.
  static func moveOut(
    app: String?,
    form: String?,
    functions: [String?]?,
    constants: JSONB? = JSONB("{}")
  ) -> FunctionCall<String> {
    FunctionCall(
      """
      SELECT reeve.move_out($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text[],
      $4::pg_catalog.jsonb)
      """,
      [app, form, functions, constants]
    )
  }

  /// Records the end of a move with its numbers, which hold nothing personal, and returns the
  /// number of the command.
  ///
  /// Runs as the installer.
  static func moveRecord(app: String?, ledger: JSONB?) -> FunctionCall<Int64> {
    FunctionCall(
      "SELECT reeve.move_record($1::pg_catalog.text, $2::pg_catalog.jsonb)",
      [app, ledger]
    )
  }

  /// The subjects that a view lists, at most 100,000, by collection.
  ///
  /// Runs as the installer. RV003 for a view that there is not, that is about one subject,
  /// takes arguments or has no column of subjects.
  static func moveSubjects(app: String?, name: String?) -> FunctionCall<MoveSubjectsRow> {
    FunctionCall(
      """
      SELECT collection, keys FROM reeve.move_subjects($1::pg_catalog.text,
      $2::pg_catalog.text)
      """,
      [app, name],
      of: MoveSubjectsRow.init
    )
  }

  /// A row of `move_subjects`.
  struct MoveSubjectsRow: Sendable {
    let collection: String
    let keys: [String]
  }

  /// The collections of which a move can find rows whose records are gone, of the tables
  /// given and those of earlier moves, and which of hide and delete their catalog has.
  ///
  /// Runs as the installer.
  static func moveWays(app: String?, tables: [String?]?) -> FunctionCall<MoveWaysRow> {
    FunctionCall(
      """
      SELECT collection, verbs FROM reeve.move_ways($1::pg_catalog.text,
      $2::pg_catalog.text[])
      """,
      [app, tables],
      of: MoveWaysRow.init
    )
  }

  /// A row of `move_ways`.
  struct MoveWaysRow: Sendable {
    let collection: String
    let verbs: [String]
  }

  /// Why a copy or an import of this pace (reeve.live_copy.pace) should wait now for other
  /// activity; NULL = it need not.
  ///
  /// Of other logins' sessions it sees what pg_read_all_stats lets the caller see. NULL:
  /// result.
  static func paceReason(pace: JSONB?) -> FunctionCall<String?> {
    FunctionCall(
      "SELECT reeve.pace_reason($1::pg_catalog.jsonb)",
      [pace]
    )
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

  /// Waits until no other transaction has this turn (is_shared: has it exclusively) and keeps
  /// it until the transaction ends.
  ///
  /// Locks a row of reeve.turn, which, unlike an advisory lock, no login can lock without a
  /// function of Reeve. The caller's lock_timeout bounds the wait. A repeatable read that
  /// began before the last turn fails with 40001.
  static func turnTake(name: String?, isShared: Bool? = false) -> FunctionCall<Void> {
    FunctionCall(
      "SELECT reeve.turn_take($1::pg_catalog.text, $2::pg_catalog.bool)",
      [name, isShared],
      { _ in }
    )
  }
}
