import Catalog
import Postgres

extension ConsoleSession {
  /// Lists at most so many rows unless told otherwise.
  static let listLimit = 20
  /// Rows of a listing that stay addressable.
  static let addressable = 10_000

  // MARK: - Listings

  /// `find COLLECTION [TEXT]`.
  func find(_ command: Command) async throws {
    let collection = try await collection(named: command.arguments[0])
    if let filter = command.flags["where"] {
      return try await find(collection, where: filter, command)
    }
    let text = command.arguments.dropFirst().joined(separator: " ")
    guard collection.isFindable || text.isEmpty else {
      throw CommandFailure(
        .usage,
        "`\(collection.name)` has no name to look for",
        hint: "Without a text, `find \(collection.name)` lists it."
      )
    }
    // People get a screenful, programs all there is: it is streamed, however much.
    let isWhole = command.flags["limit"] == nil && !format(command).isReadable
    try await list(
      "SELECT key, label, state FROM reeve.subject_find($1, $2, $3, $4, $5)",
      [collection.app, collection.name, text, command.has("hidden")],
      of: collection,
      isWhole ? nil : command.count("limit", default: Self.listLimit),
      command
    )
  }

  /// Lists subjects of one collection, so that they can be named again.
  ///
  /// - Parameters:
  ///   - sql: A statement that returns key, label and state; its last parameter is the most rows.
  ///   - parameters: Those before it.
  ///   - collection: Whose rows they are.
  ///   - limit: How many are shown; nil for all.
  ///   - command: Says in which format.
  /// - Throws: What reading and writing throw.
  func list(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?],
    of collection: CatalogCollection,
    _ limit: Int?,
    _ command: Command
  ) async throws {
    var listing = Listing(
      limit: limit ?? .max,
      columns: [CellColumn("label"), CellColumn("state")]
    )
    var writer = writer(command, isNumbered: true)
    let heading = "\(board.vocabulary.name(of: collection)):"
    try await stream(sql, parameters + [limit.map { $0 + 1 }]) { rows in
      try await writer.write(listing.take(rows) { _ in (collection, heading) })
    }
    try await end(listing, &writer, command)
  }

  /// `find user --where email=anna@example.com --why "…"`: by what is personal, so on the record.
  private func find(
    _ collection: CatalogCollection,
    where filter: String,
    _ command: Command
  ) async throws {
    guard let sign = filter.firstIndex(of: "="), command.arguments.count == 1 else {
      throw CommandFailure(
        .usage,
        "`--where` takes one personal field and its value, and no name goes with it",
        hint: "Write `find \(collection.name) --where FIELD=VALUE --why \"…\"`."
      )
    }
    let value = String(filter[filter.index(after: sign)...])
    let (ticket, _) = try await ask(
      "find",
      collection,
      fields: [String(filter[..<sign])],
      value: value,
      command
    )
    var listing = Listing(
      limit: command.count("limit", default: Self.listLimit),
      columns: [CellColumn("label"), CellColumn("state")]
    )
    var writer = writer(command, isNumbered: true)
    let heading = "\(board.vocabulary.name(of: collection)):"
    let rows = try await write(
      "SELECT key, label, state FROM reeve.reveal_find($1, $2, $3)",
      [ticket, value, listing.limit + 1]
    )
    try await writer.write(listing.take(rows) { _ in (collection, heading) })
    try await end(listing, &writer, command)
  }

  /// `search TEXT`.
  func search(_ command: Command) async throws {
    let text = command.arguments.joined(separator: " ")
    var only: CatalogCollection?
    if let name = command.flags["in"] { only = try await collection(named: name) }
    let collections = try await catalog()
    let vocabulary = board.vocabulary
    // Matched words are set off where people read in colour; elsewhere labels are as they are.
    let isMarked = io.isColoured && [.table, .expanded].contains(format(command))
    var listing = Listing(
      limit: command.count("limit", default: Self.listLimit),
      columns: [
        CellColumn("label", isMarked ? CellType.marked : CellType.text), CellColumn("rank", 701),
      ],
      labelAt: isMarked ? 4 : 1
    )
    var writer = writer(command, isNumbered: true)
    var isTold = false
    for app in try await searched(only) {
      let among = collections.filter { $0.app == app }
      let headings = Dictionary(
        among.map { ($0.name, ($0, "\(vocabulary.name(of: $0)):")) },
        uniquingKeysWith: { first, _ in first }
      )
      try await stream(
        """
        SELECT key, label, rank, collection, marked, corrected
        FROM reeve.search_query($1, $2, $3, $4)
        """,
        [app, text, only?.name, listing.limit + 1]
      ) { rows in
        if !isTold, let other = try rows.first?.get(5, as: String?.self) {
          isTold = true
          if format(command).isReadable { io.note("showing results for “\(other)”") }
        }
        try await writer.write(listing.take(rows) { headings[try $0.get(3)] })
      }
    }
    try await end(listing, &writer, command)
  }

  /// The apps that have something to search, and an index of it.
  ///
  /// - Throws: ``CommandFailure`` where nothing is searched, or nothing of it is indexed yet.
  private func searched(_ only: CatalogCollection?) async throws -> [String] {
    let rows = try await read { [options] connection in
      try await connection.query(
        "SELECT subject, is_built FROM reeve.search_built($1, $2)",
        [only?.app ?? options.app, only?.name]
      )
    }
    var apps: [String] = []
    var missing: [String] = []
    for row in rows {
      let subject: String = try row.get(0)
      let app = String(subject.prefix { $0 != "/" })
      if try !row.get(1, as: Bool.self) {
        missing.append(subject)
      } else if apps.last != app {
        apps.append(app)
      }
    }
    guard !rows.isEmpty else {
      throw CommandFailure(
        .failed,
        "the catalog has nothing searched\(only.map { " in \($0.path)" } ?? "")",
        hint: "`find COLLECTION TEXT` looks by name."
      )
    }
    let names = missing.joined(separator: ", ")
    guard !apps.isEmpty else {
      throw CommandFailure(
        .failed,
        "there is no index to search yet: \(names)",
        hint: "`reeve search reindex` builds it; `find COLLECTION TEXT` looks by name without."
      )
    }
    if !missing.isEmpty {
      io.note("\("not indexed yet, and so not searched: \(names)", .yellow)")
    }
    return apps
  }

  /// A listing of subjects under way: what stays addressable of it, and whether there was more.
  private struct Listing {
    let limit: Int
    /// What is shown beside the subject.
    let columns: [CellColumn]
    /// The server's column that holds the label as it is shown.
    let labelAt: Int
    private(set) var subjects: [Subject] = []
    private(set) var count = 0
    private(set) var hasMore = false

    init(limit: Int, columns: [CellColumn], labelAt: Int = 1) {
      self.limit = limit
      self.columns = columns
      self.labelAt = labelAt
    }

    /// Turns rows of key, label and one column more into those shown.
    ///
    /// - Parameters:
    ///   - rows: A batch.
    ///   - place: The collection of a row and what its subject begins with; nil where it is not in
    ///     view.
    /// - Returns: Those of them that are shown.
    /// - Throws: What `place` throws.
    mutating func take(
      _ rows: Rows,
      place: (Row) throws -> (CatalogCollection, String)?
    ) throws -> CellRows {
      var shown = CellRows(columns: [CellColumn("subject")] + columns)
      for row in rows {
        guard let key = row[bytes: 0], let (collection, heading) = try place(row) else { continue }
        guard count < limit else {
          hasMore = true
          break
        }
        count += 1
        shown.append([ArraySlice(heading.utf8) + key, row[bytes: labelAt], row[bytes: 2]])
        guard subjects.count < ConsoleSession.addressable else { continue }
        subjects.append(
          Subject(
            collection: collection,
            key: String(decoding: key, as: UTF8.self),
            label: row[bytes: 1].map { String(decoding: $0, as: UTF8.self) } ?? ""
          )
        )
      }
      return shown
    }
  }

  private func end(
    _ listing: Listing,
    _ writer: inout RowWriter,
    _ command: Command
  ) async throws {
    remember(listing: listing.subjects, of: listing.count)
    try await writer.finish()
    if listing.count == 0, format(command).isReadable {
      io.note("nothing found")
    } else if listing.hasMore {
      let more = min(listing.limit * 5, 1_000_000)
      io.note("\(SafeText("the first \(listing.limit); more with --limit \(more)"), .dim)")
    }
  }

  /// `history SUBJECT`.
  func history(_ command: Command) async throws {
    let subject = try await subject(command.arguments[0])
    _ = try await status(of: subject)
    last = [subject]
    try await emit(
      Self.historyStatement,
      historyParameters(subject, command.count("limit", default: Self.listLimit)),
      shape: RowShape(
        columns: [
          CellColumn("at", CellType.timestamptz), CellColumn("action"), CellColumn("what"),
          CellColumn("by"), CellColumn("policy"), CellColumn("until", CellType.timestamptz),
          CellColumn("reason"), CellColumn("note"),
        ]
      ) { row, shown in
        let action = try row.get("action_id", as: Int64?.self)
        let undone = try row.get("reversed_by", as: Int64?.self)
        let outcome: String = try row.get("outcome")
        let by = try Self.actor(of: row)
        let note = undone.map { "undone by A\($0)" } ?? (outcome == "done" ? "" : outcome)
        shown.append([
          row[bytes: 0], action.map { ArraySlice("A\($0)".utf8) }, row[bytes: 2],
          ArraySlice(by.utf8), row[bytes: 5], row[bytes: 7], row[bytes: 6], ArraySlice(note.utf8),
        ])
      },
      none: "nothing was ever done to \(name(of: subject))",
      command
    )
  }

  /// `whoami`.
  func whoami(_ command: Command) async throws {
    let info = try await read { connection in try await self.sessionInfo(connection) }
    let fields: [(String, String, UInt32)] = [
      ("actor", info.actor, CellType.text), ("rank", info.rank ?? "", CellType.text),
      ("database", info.database, CellType.text),
      ("apps", info.apps.joined(separator: ", "), CellType.text),
      ("schema_version", String(info.version), CellType.int8),
      ("chain_head", "\(info.chainSequence):\(info.chainHash)", CellType.text),
      ("standing", info.standing ?? "live", CellType.text),
    ]
    try await emit(fields: fields.map { ($0.0, Array($0.1.utf8), $0.2) }, command)
    if format(command).isReadable {
      io.note("  \(SafeText("Note the chain head somewhere else: `audit verify` takes it."), .dim)")
    }
  }

  /// A report of an app.
  func report(_ command: Command) async throws {
    let subject = try await subject(command.arguments[0])
    guard
      let report = try await reportList().first(where: {
        $0.name == command.verb.name && $0.collection == subject.collection.name
          && $0.app == subject.collection.app
      })
    else {
      throw CommandFailure(
        .usage,
        "`\(command.verb.name)` is not about \(name(of: subject))",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    let arguments: [String?] = report.arguments.map { command.flags[$0] }
    let columns = zip(report.columns, report.types).map { CellColumn($0, CellType.oid(named: $1)) }
    let shape = RowShape(columns: columns) { row, shown in
      shown.append(array: row[bytes: 0] ?? [])
    }
    last = [subject]
    try await emit(
      "SELECT reeve.report_run($1, $2, $3, $4)",
      [report.app, report.name, subject.key, arguments],
      shape: shape,
      isForAll: true,
      none: "no rows",
      command
    )
  }

  // MARK: - One subject

  /// `show SUBJECT`.
  func show(_ command: Command) async throws {
    let subject = try await subject(command.arguments[0])
    let status = try await status(of: subject)
    let rows = try await read { connection in
      try await connection.query(
        "SELECT field, value, type FROM reeve.subject_show($1, $2, $3)",
        [subject.collection.app, subject.collection.name, subject.key]
      )
    }
    last = [Subject(collection: subject.collection, key: subject.key, label: status.label)]
    var fields = try rows.map { row in
      (
        try row.get(0, as: String.self), row[bytes: 1].map { Array($0) },
        CellType.oid(named: try row.get(2))
      )
    }
    guard [.table, .expanded].contains(format(command)) else {
      fields.insert(("subject", Array(name(of: subject).utf8), CellType.text), at: 0)
      fields.append(("hidden_until", status.hiddenUntil, CellType.timestamptz))
      fields.append(("hidden_by", status.actions, 1016))
      return try await emit(fields: fields, command)
    }
    try await emitText("\(SafeText("\(name(of: subject)) \(status.label)"), .bold)")
    try await emit(fields: fields, command)
    let parameters = historyParameters(subject, 200)
    let history = try await read { connection in
      try await connection.query(Self.historyStatement, parameters)
    }
    try await emitText("")
    try await standing(status, history)
    try await marks(of: subject)
    for row in history.prefix(3) { try await emitText("  \(try line(row))") }
    if history.count > 3 {
      io.note("  \(SafeText("… and \(history.count - 3) more: `history _`"), .dim)")
    }
  }

  /// Prints what restricts a subject now.
  private func standing(_ status: SubjectStatus, _ history: Rows) async throws {
    guard status.isHidden else {
      return try await emitText("  \(SafeText("no restriction in force"), .green)")
    }
    let inForce = Set(
      (status.actions.flatMap { arrayItems($0) } ?? []).compactMap {
        $0.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
      }
    )
    for row in history {
      guard let action = try row.get("action_id", as: Int64?.self), inForce.contains(action) else {
        continue
      }
      remember(action: action, "\(try row.get("kind", as: String.self)) of \(status.label)")
      try await emitText(
        "  \(SafeText("restricted by A\(action) · `undo A\(action)` lifts it"), .yellow)"
      )
    }
  }

  /// Prints the tags, limits and verifications in force.
  private func marks(of subject: Subject) async throws {
    let rows = try await read { connection in
      try await connection.query(
        "SELECT kind, name, until, is_protecting, action_id FROM reeve.subject_marks($1, $2, $3)",
        [subject.collection.app, subject.collection.name, subject.key]
      )
    }
    for row in rows {
      let (kind, name): (String, String) = (try row.get("kind"), try row.get("name"))
      var text: SafeText = kind == name ? "\(name)" : "\(kind) \(name)"
      let until: String = try row.get("until")
      if until != "infinity" { text += " \(PlanPreview.ending(until))" }
      if try row.get("is_protecting") { text += ", protects" }
      text += " · A\(try row.get("action_id", as: Int64.self))"
      try await emitText("  \(text, kind == "limit" ? .yellow : .bold)")
    }
  }

  /// `A12 ban by kira · fraud · until … · "reason"`.
  private func line(_ row: Row) throws -> SafeText {
    let at = readableTime(try row.get("at"))
    let action = try row.get("action_id", as: Int64?.self)
    var text: SafeText = "\(at)  "
    if let action { text += "A\(action) " }
    text += "\(try row.get("kind", as: String.self)) by \(try Self.actor(of: row))"
    if let policy = try row.get("policy", as: String?.self) { text += " · \(policy)" }
    if let until = try row.get("until", as: String?.self) {
      text += " · \(PlanPreview.ending(until))"
    }
    if try row.get("outcome", as: String.self) != "done" {
      let outcome: String = try row.get("outcome")
      text += " · \("\(outcome): \(try row.get("reason", as: String?.self) ?? "")", .yellow)"
    } else if let reason = try row.get("reason", as: String?.self) {
      text += " · “\(Untrusted(reason), columns: 60)”"
    }
    if let undone = try row.get("reversed_by", as: Int64?.self) {
      text += " · undone by A\(undone)"
    }
    return text
  }

  /// Who did what a row tells: `bob`, or `bob for anna` where bob approved what anna proposed.
  static func actor(of row: Row) throws -> String {
    let actor: String = try row.get("actor")
    guard let principal = try row.get("principal", as: String?.self), principal != actor else {
      return actor
    }
    return "\(actor) for \(principal)"
  }

  /// What restricts a subject, and that it is there at all.
  ///
  /// - Throws: ``CommandFailure`` of kind not found.
  func status(of subject: Subject) async throws -> SubjectStatus {
    let rows = try await read { connection in
      try await connection.query(
        """
        SELECT label, is_hidden, hidden_until, actions
        FROM reeve.subject_status($1, $2, $3)
        """,
        [subject.collection.app, subject.collection.name, subject.key]
      )
    }
    guard let row = rows.first, let label = row[bytes: 0] else { throw missing(subject) }
    return SubjectStatus(
      label: String(decoding: label, as: UTF8.self),
      isHidden: try row.get(1),
      hiddenUntil: row[bytes: 2].map { Array($0) },
      actions: row[bytes: 3].map { Array($0) }
    )
  }

  /// The error for a subject that is not there.
  func missing(_ subject: Subject) -> CommandFailure {
    CommandFailure(
      .notFound,
      "there is no \(name(of: subject))",
      hint: "`find \(board.vocabulary.name(of: subject.collection)) TEXT` looks by name."
    )
  }

  private static let historyStatement = """
    SELECT at, action_id, concat_ws(' ', kind, name) AS kind, actor, principal, policy, reason,
      until, outcome, reverses, reversed_by, public_reason
    FROM reeve.subject_history($1, $2, $3, $4)
    """

  private func historyParameters(
    _ subject: Subject,
    _ limit: Int
  ) -> [(any PostgresEncodable)?] {
    [subject.collection.app, subject.collection.name, subject.key, limit]
  }
}

/// What restricts a subject now.
struct SubjectStatus: Sendable {
  let label: String
  let isHidden: Bool
  let hiddenUntil: [UInt8]?
  /// The actions, as PostgreSQL writes an array of bigint.
  let actions: [UInt8]?
}

extension CellType {
  /// The OID of a type by the name that `format_type` gives it; text for all that print alike.
  static func oid(named name: String) -> UInt32 {
    switch name {
    case "boolean": bool
    case "smallint", "integer", "bigint": int8
    case "real", "double precision": 701
    case "numeric": 1700
    case "json", "jsonb": 3802
    case "timestamp with time zone": timestamptz
    case "timestamp without time zone": 1114
    case "text[]", "character varying[]": 1009
    case "integer[]", "bigint[]", "smallint[]": 1016
    default: name.hasPrefix("numeric(") ? 1700 : text
    }
  }
}
