import Catalog
import Postgres

extension ConsoleSession {
  /// Complaints, entries of the history and neighbours of a case that people are shown.
  private static let caseLimit = 20

  // MARK: - The queue

  /// `queue` without a word of the jobs' queues: open cases, most urgent first.
  func caseQueue(_ command: Command) async throws {
    let filter = try await caseFilter(command)
    // As `find`: people get a screenful, programs all there is.
    let isReadable = format(command).isReadable
    let isWhole = command.flags["limit"] == nil && !isReadable
    let limit = command.count("limit", default: Self.listLimit)
    let collections = Dictionary(
      try await catalog().map { ("\($0.app)/\($0.name)", $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var subjects: [Subject] = []
    var count = 0
    var writer = writer(command, isNumbered: true)
    try await stream(
      """
      SELECT 'C' || case_id AS "case", app_name AS app, collection_name AS collection, key, label,
        policy_name AS policy, severity, complaints AS reports, opened_at, priority, claimed_by,
        claimed_until
      FROM reeve.case_queue($1, $2, $3, $4, $5)
      """,
      filter + [command.has("mine"), isWhole ? nil : limit + 1]
    ) { rows in
      var shown = CellRows(
        columns: isReadable
          ? [
            CellColumn("case"), CellColumn("subject"), CellColumn("label"), CellColumn("policy"),
            CellColumn("severity"), CellColumn("reports", CellType.int8),
            CellColumn("since", CellType.timestamptz), CellColumn("with"),
          ] : rows.columns.map { CellColumn($0.name, $0.typeOID) }
      )
      for row in rows {
        count += 1
        guard isWhole || count <= limit else { break }
        let path: String =
          "\(try row.get("app", as: String.self))/\(try row.get(2, as: String.self))"
        let key: String = try row.get("key")
        let subject = collections[path].map {
          Subject(
            collection: $0,
            key: key,
            label: row[bytes: 4].map { String(decoding: $0, as: UTF8.self) } ?? ""
          )
        }
        if subjects.count < Self.addressable, let subject { subjects.append(subject) }
        guard isReadable else {
          shown.append(rows.columns.indices.map { row[bytes: $0] })
          continue
        }
        let name = subject.map { self.name(of: $0) } ?? "\(path):\(key)"
        shown.append([
          row[bytes: 0], ArraySlice(name.utf8), row[bytes: 4], row[bytes: 5] ?? [], row[bytes: 6],
          row[bytes: 7], row[bytes: 8], row[bytes: 10] ?? [],
        ])
      }
      try await writer.write(shown)
    }
    remember(listing: subjects, of: subjects.count)
    try await writer.finish()
    if count == 0, isReadable {
      io.note("nothing waits")
    } else if !isWhole, count > limit {
      io.note("\(SafeText("the first \(limit); more with --limit \(limit * 5)"), .dim)")
    }
  }

  /// `next`.
  func caseNext(_ command: Command) async throws {
    let rows = try await write(
      """
      SELECT outcome, code, message, (detail ->> 'case_id')::bigint AS case_id
      FROM reeve.case_next($1, $2, $3)
      """,
      try await caseFilter(command)
    )
    let row = try done(rows)
    guard let number = try row.get("case_id", as: Int64?.self) else {
      return io.note("nothing waits")
    }
    try await caseShow(number, command)
  }

  /// App, collection and policy that `--in` and `--policy` ask for.
  private func caseFilter(_ command: Command) async throws -> [(any PostgresEncodable)?] {
    var collection: CatalogCollection?
    if let name = command.flags["in"] { collection = try await self.collection(named: name) }
    return [collection?.app ?? options.app, collection?.name, command.flags["policy"]]
  }

  // MARK: - One case

  /// `case C12`.
  func caseShow(_ command: Command) async throws {
    try await caseShow(try caseNumber(command.arguments[0]), command)
  }

  private func caseShow(_ number: Int64, _ command: Command) async throws {
    let limit = command.count("limit", default: Self.caseLimit)
    guard [.table, .expanded].contains(format(command)) else {
      let rows = try await read { connection in
        try await connection.query(
          """
          SELECT s.*,
            (SELECT jsonb_agg(to_jsonb(p)) FROM reeve.case_complaints($1, $2) p) AS reports,
            (SELECT jsonb_agg(to_jsonb(h)) FROM reeve.case_history($1, $2) h) AS history,
            (SELECT jsonb_agg(to_jsonb(n)) FROM reeve.case_neighbours($1, $2) n) AS neighbours
          FROM reeve.case_show($1) s
          """,
          [number, limit]
        )
      }
      return try await emit(CellRows(rows), isSingle: true, command)
    }
    let rows = try await read { connection in
      try await connection.query("SELECT * FROM reeve.case_show($1)", [number])
    }
    guard let row = rows.first else { throw CommandFailure(.failed, "the server gave no case") }
    let path =
      "\(try row.get("app", as: String.self))/\(try row.get("collection", as: String.self))"
    let subject = Subject(
      collection: try await collection(named: path),
      key: try row.get("key"),
      label: try row.get("label", as: String?.self) ?? ""
    )
    last = [subject]
    try await emitText(try heading(number, row, subject))
    try await emitText("  \(try line(row))")
    if let reason = try row.get("reason", as: String?.self) { try await emitText("  “\(reason)”") }
    try await emitText("")
    let fields = try await read { connection in
      try await connection.query(
        "SELECT field, value, type FROM reeve.subject_show($1, $2, $3)",
        [subject.collection.app, subject.collection.name, subject.key]
      )
    }.map { row in
      (
        try row.get(0, as: String.self), row[bytes: 1].map { Array($0) },
        CellType.oid(named: try row.get(2))
      )
    }
    if fields.isEmpty {
      io.note("\(name(of: subject)) is gone")
    } else {
      try await emit(fields: fields, command)
    }
    try await part(
      """
      SELECT 'R' || p.complaint_id AS report, p.at, p.reporter,
        CASE WHEN p.judged > 0 THEN p.upheld || ' of ' || p.judged ELSE '' END AS upheld, p.note,
        coalesce(p.words, '') AS words
      FROM reeve.case_complaints($1, $2) p
      """,
      number,
      limit,
      command
    )
    try await part(
      """
      SELECT h.at, h.what, h.actor AS by, coalesce('A' || h.action_id, '') AS action,
        coalesce(h.reason, '') AS reason, h.note
      FROM reeve.case_history($1, $2) h
      """,
      number,
      limit,
      command
    )
    try await part(
      """
      SELECT n.case_number AS "case", n.relation, n.subject, n.label,
        coalesce(n.policy, '') AS policy, n.state,
        n.complaints AS reports
      FROM reeve.case_neighbours($1, $2) n
      """,
      number,
      limit,
      command
    )
  }

  /// `C12  product:7 Silk bag · counterfeit · high`.
  private func heading(_ number: Int64, _ row: Row, _ subject: Subject) throws -> SafeText {
    var text: SafeText = "C\(number)  \(name(of: subject)) \(subject.label)"
    if let policy = try row.get("policy", as: String?.self) { text += " · \(policy)" }
    text += " · \(try row.get("severity", as: String.self))"
    return "\(text, .bold)"
  }

  /// What has become of a case, and who has it.
  private func line(_ row: Row) throws -> SafeText {
    let reports = try row.get("complaints", as: Int.self)
    let reporters = try row.get("reporters", as: Int.self)
    let muted = try row.get("muted", as: Int.self)
    var text: SafeText = "\(plural(reports, "report", "reports"))"
    if reporters < reports { text += " by \(reporters)" }
    if muted > 0 { text += ", \(muted) muted" }
    text += " · since \(readableTime(try row.get("opened_at")))"
    if let closed = try row.get("closed_at", as: String?.self) {
      text += " · \(try row.get("state", as: String.self)) by "
      text += "\(try row.get("closed_by", as: String?.self) ?? "") at \(readableTime(closed))"
      if let root = try row.get("duplicate_of", as: String?.self) { text += ", of \(root)" }
    } else if let holder = try row.get("claimed_by", as: String?.self) {
      let until = readableTime(try row.get("claimed_until"))
      text += " · \(SafeText("with \(holder) until \(until)"), .yellow)"
    } else {
      text += " · nobody works on it"
    }
    return text
  }

  /// Writes one list of a case, if it has any rows.
  private func part(_ sql: String, _ number: Int64, _ limit: Int, _ command: Command) async throws {
    let rows = try await read { connection in try await connection.query(sql, [number, limit]) }
    guard !rows.isEmpty else { return }
    try await emitText("")
    try await emit(CellRows(rows), command)
    if rows.count == limit {
      io.note("\(SafeText("the first \(limit); more with --limit \(limit * 5)"), .dim)")
    }
  }

  // MARK: - Working on one

  /// `claim`, `release`, `steal`, `close`, `reopen`.
  func casePerform(_ command: Command) async throws {
    let number = try caseNumber(command.arguments[0])
    var arguments: [(name: String, value: String)] = []
    for flag in ["why", "outcome"] {
      if let value = command.flags[flag] { arguments.append((flag, value)) }
    }
    if let of = command.flags["of"] { arguments.append(("of", String(try caseNumber(of)))) }
    let row = try await casePerform(command.verb.name, number, arguments)
    let message: String = try row.get("message")
    let notices = try row.get("notices", as: Int?.self) ?? 0
    switch command.verb.name {
    case "claim":
      try await emitText("C\(number) is yours for 10 minutes, and longer while you work")
    case "release": try await emitText("C\(number) waits for somebody else")
    case "steal": try await emitText("C\(number) is yours; it was \(message)'s")
    case "close":
      var text: SafeText = "C\(number) is closed: \(message)"
      if notices > 0 { text += " · \(plural(notices, "notice waits", "notices wait")) 60 s" }
      try await emitText(text)
      io.note("  \(SafeText("take it back with `reopen C\(number)`"), .dim)")
    default:
      var text: SafeText = "C\(number) is open again, and yours; it was \(message)"
      if notices > 0 { text += " · \(plural(notices, "notice", "notices")) withdrawn" }
      try await emitText(text)
    }
  }

  /// Does something about a case.
  ///
  /// - Returns: The outcome, which is that it was done.
  /// - Throws: ``CommandFailure`` with what the server said against it.
  @discardableResult
  func casePerform(
    _ verb: String,
    _ number: Int64,
    _ arguments: [(name: String, value: String)] = []
  ) async throws -> Row {
    let rows = try await write(
      """
      SELECT outcome, code, message, (detail ->> 'notices')::int AS notices
      FROM reeve.case_perform($1, $2, jsonb_object($3::text[], $4::text[]))
      """,
      [verb, number, arguments.map(\.name), arguments.map(\.value)]
    )
    return try done(rows)
  }

  /// The row of an outcome that is done.
  ///
  /// - Throws: ``CommandFailure`` with what the server said against it.
  func done(_ rows: Rows) throws -> Row {
    guard let row = rows.first else { throw CommandFailure(.failed, "the server gave no outcome") }
    guard try row.get("outcome", as: String.self) == "done" else {
      throw CommandFailure(
        code(ofRefusal: try row.get("code", as: String?.self) ?? ""),
        "refused: \(try row.get("message", as: String.self))"
      )
    }
    return row
  }

  /// Reads `C12`, `case:12`, `12`.
  func caseNumber(_ word: String) throws -> Int64 {
    let digits =
      word.hasPrefix("case:")
      ? word.dropFirst(5) : word.first == "C" || word.first == "c" ? word.dropFirst() : word[...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits),
      number > 0
    else {
      throw CommandFailure(
        .usage,
        "`\(word)` is no case",
        hint: "Cases are written `C12`; `queue` lists them."
      )
    }
    return number
  }

  // MARK: - Reporters

  /// `mute user:7`.
  func mute(_ command: Command) async throws {
    let subject = try await subject(command.arguments[0])
    let span = try command.flags["for"].map { text in try interval(text) }
    let rows = try await write(
      """
      SELECT outcome, code, message, (detail ->> 'action_id')::bigint AS action_id,
        detail ->> 'label' AS label, detail ->> 'until' AS until
      FROM reeve.reporter_mute($1, $2, $3, jsonb_build_object('for', $4::text, 'why', $5::text))
      """,
      [
        subject.collection.app, subject.collection.name, subject.key, span, command.flags["why"],
      ]
    )
    let row = try done(rows)
    let action: Int64 = try row.get("action_id")
    let label = try row.get("label", as: String?.self) ?? ""
    last = [subject]
    let ending = PlanPreview.ending(try row.get("until"))
    try await emitText(
      "\("done", .green)  \("A\(action)", .bold)  mute \(name(of: subject)) \(label) · \(ending)"
    )
    remember(action: action, "mute of \(label)")
    io.note("  \(SafeText("what they report is kept, and not counted"), .dim)")
    io.note("  \(SafeText("take it back with `undo A\(action)`"), .dim)")
  }
}
