import Postgres

/// A case as it is shown: its subject, reports, history and neighbours.
struct CaseView {
  private let number: Int64
  private let context: CommandContext
  /// The most reports, entries of the history and neighbours.
  private let limit: Int

  /// Makes the view of a case.
  init(_ number: Int64, _ context: CommandContext) {
    (self.number, self.context) = (number, context)
    limit = context[Flags.limit] ?? 20
  }

  /// Shows it.
  func show() async throws {
    guard context.isForScreen else {
      let rows = try await context.query(
        """
        SELECT s.*,
          (SELECT jsonb_agg(to_jsonb(p)) FROM reeve.case_complaints($1, $2) p) AS reports,
          (SELECT jsonb_agg(to_jsonb(h)) FROM reeve.case_history($1, $2) h) AS history,
          (SELECT jsonb_agg(to_jsonb(n)) FROM reeve.case_neighbours($1, $2) n) AS neighbours
        FROM reeve.case_show($1) s
        """,
        [number, limit]
      )
      return try await context.emit(CellRows(rows), isSingle: true)
    }
    let rows = try await context.query("SELECT * FROM reeve.case_show($1)", [number])
    guard let row = rows.first else { throw CommandFailure(.failed, "the server gave no case") }
    let path =
      "\(try row.get("app", as: String.self))/\(try row.get("collection", as: String.self))"
    let subject = Subject(
      collection: try await context.collection(named: path),
      key: try row.get("key"),
      label: try row.get("label", as: String?.self) ?? ""
    )
    await context.remember(subject)
    try await context.emitText(try heading(row, subject))
    try await context.emitText("  \(try line(row))")
    if let reason = try row.get("reason", as: String?.self) {
      try await context.emitText("  “\(reason)”")
    }
    try await context.emitText("")
    let fields = try await context.fields(of: subject)
    if fields.isEmpty {
      context.io.note("\(context.name(of: subject)) is gone")
    } else {
      try await context.emit(fields: fields)
    }
    try await part(
      """
      SELECT 'R' || p.complaint_id AS report, p.at, p.reporter,
        CASE WHEN p.judged > 0 THEN p.upheld || ' of ' || p.judged ELSE '' END AS upheld, p.note,
        coalesce(p.words, '') AS words
      FROM reeve.case_complaints($1, $2) p
      """
    )
    try await part(
      """
      SELECT h.at, h.what, h.actor AS by, coalesce('A' || h.action_id, '') AS action,
        coalesce(h.reason, '') AS reason, h.note
      FROM reeve.case_history($1, $2) h
      """
    )
    try await part(
      """
      SELECT n.case_number AS "case", n.relation, n.subject, n.label,
        coalesce(n.policy, '') AS policy, n.state,
        n.complaints AS reports
      FROM reeve.case_neighbours($1, $2) n
      """
    )
  }

  /// `C12  product:7 Silk bag · counterfeit · high`.
  private func heading(_ row: Row, _ subject: Subject) throws -> SafeText {
    var text: SafeText = "C\(number)  \(context.name(of: subject)) \(subject.label)"
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

  /// Writes one list of the case, if it has any rows.
  private func part(_ sql: String) async throws {
    let rows = try await context.query(sql, [number, limit])
    guard !rows.isEmpty else { return }
    try await context.emitText("")
    try await context.emit(CellRows(rows))
    if rows.count == limit {
      context.io.note("\(SafeText("the first \(limit); more with --limit \(limit * 5)"), .dim)")
    }
  }
}
