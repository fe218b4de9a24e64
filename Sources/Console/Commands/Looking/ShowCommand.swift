import Catalog
import Postgres

/// `show SUBJECT`.
struct ShowCommand: ConsoleCommand {
  let name = "show"
  let summary: SafeText = "everything about one subject"
  let arguments = Arguments("SUBJECT", [.subject])
  let flags = Flags.format
  let examples: [SafeText] = ["show user:42", "show 2", "show _"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    let status = try await context.status(of: subject)
    var fields = try await context.fields(of: subject)
    await context.remember(
      Subject(collection: subject.collection, key: subject.key, label: status.label)
    )
    guard context.isForScreen else {
      fields.insert(
        ("subject", Array(context.name(of: subject).utf8), CellType.text),
        at: 0
      )
      fields.append(("hidden_until", status.hiddenUntil, CellType.timestamptz))
      fields.append(("hidden_by", status.actions, 1016))
      return try await context.emit(fields: fields)
    }
    try await context.emitText(
      "\(SafeText("\(context.name(of: subject)) \(status.label)"), .bold)"
    )
    try await context.emit(fields: fields)
    let statement = context.history(of: subject, 200)
    let history = try await context.query(statement.sql, statement.parameters)
    try await context.emitText("")
    try await restrictions(status, history, context)
    try await marks(of: subject, context)
    for row in history.prefix(3) { try await context.emitText("  \(try line(row))") }
    if history.count > 3 {
      context.io.note("  \(SafeText("… and \(history.count - 3) more: `history _`"), .dim)")
    }
  }

  /// Prints what restricts a subject now.
  private func restrictions(
    _ status: SubjectStatus,
    _ history: Rows,
    _ context: CommandContext
  ) async throws {
    guard status.isHidden else {
      return try await context.emitText("  \(SafeText("no restriction in force"), .green)")
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
      context.remember(
        action: action,
        "\(try row.get("kind", as: String.self)) of \(status.label)"
      )
      try await context.emitText(
        "  \(SafeText("restricted by A\(action) · `undo A\(action)` lifts it"), .yellow)"
      )
    }
  }

  /// Prints the tags, limits and verifications in force.
  private func marks(of subject: Subject, _ context: CommandContext) async throws {
    let rows = try await context.query(
      "SELECT kind, name, until, is_protecting, action_id FROM reeve.subject_marks($1, $2, $3)",
      [subject.collection.app, subject.collection.name, subject.key]
    )
    for row in rows {
      let (kind, name): (String, String) = (try row.get("kind"), try row.get("name"))
      var text: SafeText = kind == name ? "\(name)" : "\(kind) \(name)"
      let until: String = try row.get("until")
      if until != "infinity" { text += " \(PlanPreview.ending(until))" }
      if try row.get("is_protecting") { text += ", protects" }
      text += " · A\(try row.get("action_id", as: Int64.self))"
      try await context.emitText("  \(text, kind == "limit" ? .yellow : .bold)")
    }
  }

  /// `A12 ban by kira · fraud · until … · "reason"`.
  private func line(_ row: Row) throws -> SafeText {
    let at = readableTime(try row.get("at"))
    let action = try row.get("action_id", as: Int64?.self)
    var text: SafeText = "\(at)  "
    if let action { text += "A\(action) " }
    text += "\(try row.get("kind", as: String.self)) by \(try actor(of: row))"
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
}

extension CommandContext {
  /// The fields of a subject; none where it is gone.
  func fields(
    of subject: Subject
  ) async throws -> [(name: String, value: [UInt8]?, oid: UInt32)] {
    try fields(
      await query(
        "SELECT field, value, type FROM reeve.subject_show($1, $2, $3)",
        [subject.collection.app, subject.collection.name, subject.key]
      )
    )
  }

  /// Reads rows of field, value and type.
  func fields(_ rows: Rows) throws -> [(name: String, value: [UInt8]?, oid: UInt32)] {
    try rows.map { row in
      (
        try row.get("field"), row[bytes: 1].map { Array($0) },
        CellType.oid(named: try row.get("type"))
      )
    }
  }
}
