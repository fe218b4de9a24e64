import Postgres

extension Row: CellRow {
  /// The text of one cell, from 0.
  package func cell(_ index: Int) -> ArraySlice<UInt8>? { self[bytes: index] }
}

/// A row put together here.
struct BuiltRow: CellRow {
  let cells: [ArraySlice<UInt8>?]

  init(_ cells: [ArraySlice<UInt8>?]) { self.cells = cells }

  func cell(_ index: Int) -> ArraySlice<UInt8>? { cells[index] }
}

extension ConsoleSession {
  /// Lists at most so many rows unless told otherwise.
  static let listLimit = 20

  // MARK: - Listings

  /// `find COLLECTION [TEXT]`.
  func find(_ command: Command) async throws {
    let collection = try await collection(named: command.arguments[0])
    let text = command.arguments.dropFirst().joined(separator: " ")
    guard collection.isFindable || text.isEmpty else {
      throw CommandFailure(
        .usage,
        "`\(collection.name)` has no name to look for",
        hint: "Without a text, `find \(collection.name)` lists it."
      )
    }
    let limit = command.count("limit", default: Self.listLimit)
    let rows = try await read { connection in
      try await connection.query(
        "SELECT key, label, state FROM reeve.subject_find($1, $2, $3, $4, $5)",
        [collection.app, collection.name, text, command.has("hidden"), limit + 1]
      )
    }
    try list(
      rows.map { row in
        (Subject(collection: collection, key: try row.get(0), label: try label(row[bytes: 1])), row)
      },
      limit: limit,
      columns: [CellColumn("label"), CellColumn("state")],
      from: 1,
      command
    )
  }

  /// `search TEXT`.
  func search(_ command: Command) async throws {
    let text = command.arguments.joined(separator: " ")
    var only: CatalogCollection?
    if let name = command.flags["in"] { only = try await collection(named: name) }
    let collections = try await catalog()
    let apps = Set(only.map { [$0.app] } ?? collections.map(\.app)).sorted()
    let limit = command.count("limit", default: Self.listLimit)
    var found: [(Subject, Row)] = []
    for app in apps {
      let rows = try await read { connection in
        try await connection.query(
          "SELECT key, label, rank, collection FROM reeve.search_query($1, $2, $3, $4)",
          [app, text, only?.name, limit + 1]
        )
      }
      for row in rows {
        let name: String = try row.get(3)
        guard let collection = collections.first(where: { $0.app == app && $0.name == name }) else {
          continue
        }
        found.append(
          (
            Subject(collection: collection, key: try row.get(0), label: try label(row[bytes: 1])),
            row
          )
        )
      }
    }
    try list(
      found,
      limit: limit,
      columns: [CellColumn("label"), CellColumn("rank", 701)],
      from: 1,
      command
    )
  }

  private func list(
    _ found: [(Subject, Row)],
    limit: Int,
    columns: [CellColumn],
    from first: Int,
    _ command: Command
  ) throws {
    let shown = found.prefix(limit)
    remember(listing: shown.map(\.0))
    guard !shown.isEmpty || isNDJSON(command) else {
      return io.note("nothing found")
    }
    try emit(
      shown.map { subject, row in
        BuiltRow(
          [ArraySlice(name(of: subject).utf8)] + columns.indices.map { row[bytes: first + $0] }
        )
      },
      columns: [CellColumn("subject")] + columns,
      isNumbered: true,
      command
    )
    if found.count > limit {
      io.note(
        "\(SafeText("the first \(limit); more with --limit \(limit * 5)"), .dim)"
      )
    }
  }

  /// `history SUBJECT`.
  func history(_ command: Command) async throws {
    let subject = try await subject(command.arguments[0])
    _ = try await status(of: subject)
    let rows = try await historyRows(subject, command.count("limit", default: Self.listLimit))
    last = [subject]
    guard !rows.isEmpty || isNDJSON(command) else {
      return io.note("nothing was ever done to \(name(of: subject))")
    }
    if isNDJSON(command) { return try emit(rows, columns: columns(of: rows), command) }
    try emit(
      rows.map { row in
        let action = try row.get("action_id", as: Int64?.self)
        let undone = try row.get("reversed_by", as: Int64?.self)
        let outcome: String = try row.get("outcome")
        let note = undone.map { "undone by A\($0)" } ?? (outcome == "done" ? "" : outcome)
        return BuiltRow([
          row[bytes: 0], action.map { ArraySlice("A\($0)".utf8) }, row[bytes: 2], row[bytes: 3],
          row[bytes: 5], row[bytes: 7], row[bytes: 6], ArraySlice(note.utf8),
        ])
      },
      columns: [
        CellColumn("at", CellType.timestamptz), CellColumn("action"), CellColumn("what"),
        CellColumn("by"), CellColumn("policy"), CellColumn("until", CellType.timestamptz),
        CellColumn("reason"), CellColumn("note"),
      ],
      command
    )
  }

  /// `jobs`.
  func jobs(_ command: Command) async throws {
    let rows = try await read { connection in
      try await connection.query(
        """
        SELECT job_id, kind, queue, state, attempt, scheduled_at, subject, error
        FROM reeve.job_list($1, $2)
        """,
        [command.flags["state"], command.count("limit", default: Self.listLimit)]
      )
    }
    guard !rows.isEmpty || isNDJSON(command) else { return io.note("no jobs") }
    try emit(rows, columns: columns(of: rows), command)
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
    ]
    try emit(fields: fields.map { ($0.0, Array($0.1.utf8), $0.2) }, command)
    if !isNDJSON(command) {
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
    let rows = try await read { connection in
      try await connection.query(
        "SELECT reeve.report_run($1, $2, $3, $4)",
        [report.app, report.name, subject.key, arguments]
      )
    }
    last = [subject]
    guard !rows.isEmpty || isNDJSON(command) else { return io.note("no rows") }
    try emit(
      rows.map { row in
        let items = row[bytes: 0].flatMap(arrayItems) ?? []
        return BuiltRow(
          report.columns.indices.map { $0 < items.count ? items[$0].map { ArraySlice($0) } : nil }
        )
      },
      columns: report.columns.map { CellColumn($0) },
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
    if isNDJSON(command) {
      fields.insert(("subject", Array(name(of: subject).utf8), CellType.text), at: 0)
      fields.append(("hidden_until", status.hiddenUntil, CellType.timestamptz))
      fields.append(("hidden_by", status.actions, 1016))
      return try emit(fields: fields, command)
    }
    try emitText("\(SafeText("\(name(of: subject)) \(status.label)"), .bold)")
    try emit(fields: fields, command)
    let history = try await historyRows(subject, 200)
    try emitText("")
    try standing(status, history)
    for row in history.prefix(3) { try emitText("  \(try line(row))") }
    if history.count > 3 {
      io.note("  \(SafeText("… and \(history.count - 3) more: `history _`"), .dim)")
    }
  }

  /// Prints what restricts a subject now.
  private func standing(_ status: SubjectStatus, _ history: Rows) throws {
    guard status.isHidden else {
      return try emitText("  \(SafeText("no restriction in force"), .green)")
    }
    let inForce = Set(
      (status.actions.flatMap { arrayItems(ArraySlice($0)) } ?? []).compactMap {
        $0.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
      }
    )
    for row in history {
      guard let action = try row.get("action_id", as: Int64?.self), inForce.contains(action) else {
        continue
      }
      remember(action: action, "\(try row.get("kind", as: String.self)) of \(status.label)")
      try emitText(
        "  \(SafeText("restricted by A\(action) · `undo A\(action)` lifts it"), .yellow)"
      )
    }
  }

  /// `A12 ban by kira · fraud · until … · "reason"`.
  private func line(_ row: Row) throws -> SafeText {
    let at = readableTime(try row.get("at"))
    let action = try row.get("action_id", as: Int64?.self)
    var text: SafeText = "\(at)  "
    if let action { text += "A\(action) " }
    text += "\(try row.get("kind", as: String.self)) by \(try row.get("actor", as: String.self))"
    if let policy = try row.get("policy", as: String?.self) { text += " · \(policy)" }
    if let until = try row.get("until", as: String?.self) {
      text += " · \(PlanPreview.ending(until))"
    }
    if try row.get("outcome", as: String.self) != "done" {
      text += " · \("refused: \(try row.get("reason", as: String?.self) ?? "")", .yellow)"
    } else if let reason = try row.get("reason", as: String?.self) {
      text += " · “\(Untrusted(reason), columns: 60)”"
    }
    if let undone = try row.get("reversed_by", as: Int64?.self) {
      text += " · undone by A\(undone)"
    }
    return text
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

  private func historyRows(_ subject: Subject, _ limit: Int) async throws -> Rows {
    try await read { connection in
      try await connection.query(
        """
        SELECT at, action_id, kind, actor, principal, policy, reason, until, outcome, reverses,
          reversed_by
        FROM reeve.subject_history($1, $2, $3, $4)
        """,
        [subject.collection.app, subject.collection.name, subject.key, limit]
      )
    }
  }

  private func label(_ bytes: ArraySlice<UInt8>?) throws -> String {
    bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  // MARK: - Output

  /// Whether rows are to be objects.
  func isNDJSON(_ command: Command?) -> Bool {
    (command?.flags["output"] ?? options.output.rawValue) == OutputFormat.ndjson.rawValue
  }

  /// The columns of a result as the renderers want them.
  func columns(of rows: Rows) -> [CellColumn] {
    rows.columns.map { CellColumn($0.name, $0.typeOID) }
  }

  /// Writes rows as a table or as objects.
  func emit(
    _ rows: some RandomAccessCollection<some CellRow>,
    columns: [CellColumn],
    isNumbered: Bool = false,
    _ command: Command
  ) throws {
    var out: [UInt8] = []
    if isNDJSON(command) {
      JSONRenderer(columns: columns).append(rows, to: &out)
    } else {
      var table = TableRenderer(
        columns: columns,
        screen: io.screen,
        firstNumber: isNumbered ? 1 : nil,
        isColoured: io.isColoured
      )
      table.append(rows, to: &out)
    }
    try io.write(out)
  }

  /// Writes one subject's fields below one another, or as one object.
  private func emit(
    fields: [(name: String, value: [UInt8]?, oid: UInt32)],
    _ command: Command
  ) throws {
    if isNDJSON(command) {
      let row = BuiltRow(fields.map { field in field.value.map { ArraySlice($0) } })
      var out: [UInt8] = []
      JSONRenderer(columns: fields.map { CellColumn($0.name, $0.oid) }).append([row], to: &out)
      return try io.write(out)
    }
    let width = max(8, fields.map { Untrusted($0.name).width }.max() ?? 0)
    for field in fields {
      let value: SafeText =
        field.value.map { "\(readable(ArraySlice($0), field.oid))" } ?? "–"
      let name: SafeText = "\(field.name)"
      try emitText("  \(name.padded(to: width), .dim)  \(value)")
    }
  }

  /// Writes one line of data.
  func emitText(_ text: SafeText) throws {
    try io.write(text.rendered(isColoured: io.isColoured) + [0x0A])
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
