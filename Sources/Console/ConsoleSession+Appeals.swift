import Postgres

extension ConsoleSession {
  /// `strikes user:42`.
  func strikes(_ command: Command) async throws {
    let subject = try await subject(command.arguments[0])
    _ = try await status(of: subject)
    last = [subject]
    var standing: SafeText?
    try await emit(
      """
      SELECT at, action_id, kind, subject, policy, weight, expires_at, state, total, next_at,
        proposes
      FROM reeve.strike_list($1, $2, $3)
      """,
      [subject.collection.app, subject.collection.name, subject.key],
      shape: RowShape(
        columns: [
          CellColumn("at", CellType.timestamptz), CellColumn("action"), CellColumn("what"),
          CellColumn("subject"), CellColumn("policy"), CellColumn("weight", CellType.int8),
          CellColumn("until", CellType.timestamptz), CellColumn("state"),
        ]
      ) { row, shown in
        shown.append([
          row[bytes: 0], ArraySlice("A\(try row.get("action_id", as: Int64.self))".utf8),
          row[bytes: 2], row[bytes: 3], row[bytes: 4], row[bytes: 5], row[bytes: 6], row[bytes: 7],
        ])
        var text: SafeText = "\(try row.get("total", as: Int.self)) count now"
        if let next = try row.get("next_at", as: Int?.self) {
          text += "; at \(next) \(try row.get("proposes", as: String?.self) ?? "") is proposed"
        }
        standing = text
      },
      none: "no strikes against \(name(of: subject))",
      command
    )
    if let standing { io.note("\(standing)") }
  }

  /// `appeals`: what waits for a decision, or what was decided.
  func appeals(_ command: Command) async throws {
    try await emit(
      """
      SELECT action_id, kind, subject, label, policy, actor, appellant, opened_at, words, is_yours,
        outcome, decided_by, decided_at, reason
      FROM reeve.appeal_list($1, $2, $3)
      """,
      [
        options.app, command.has("decided"), command.count("limit", default: Self.listLimit),
      ],
      shape: RowShape(
        columns: [
          CellColumn("action"), CellColumn("what"), CellColumn("subject"), CellColumn("label"),
          CellColumn("policy"), CellColumn("by"), CellColumn("since", CellType.timestamptz),
          CellColumn("note"), CellColumn("words"),
        ]
      ) { row, shown in
        let outcome = try row.get("outcome", as: String?.self)
        let decider = try row.get("decided_by", as: String?.self) ?? ""
        let isYours = try row.get("is_yours", as: Bool.self)
        let note = outcome.map { "\($0) by \(decider)" } ?? (isYours ? "not yours to decide" : "")
        shown.append([
          ArraySlice("A\(try row.get("action_id", as: Int64.self))".utf8), row[bytes: 1],
          row[bytes: 2], row[bytes: 3], row[bytes: 4], row[bytes: 5], row[bytes: 7],
          ArraySlice(note.utf8), row[bytes: 8] ?? [],
        ])
      },
      none: command.has("decided") ? "no appeal was decided" : "no appeal waits",
      command
    )
  }

  /// `appeal A12 --outcome …`.
  func appealPerform(_ command: Command) async throws {
    let action = try action(command.arguments[0])
    let rows = try await write(
      """
      SELECT outcome, code, message, (detail #>> '{undo,action_id}')::bigint AS undo,
        (detail ->> 'told')::boolean AS told
      FROM reeve.appeal_perform($1, $2, $3)
      """,
      [action, command.flags["outcome"], command.flags["why"]]
    )
    let row = try done(rows)
    var text: SafeText = "the appeal against A\(action) is decided: "
    text += "\(try row.get("message", as: String.self))"
    if let undo = try row.get("undo", as: Int64?.self) { text += " · A\(undo) took it back" }
    if try row.get("told", as: Bool?.self) == true { text += " · 1 notice waits 60 s" }
    try await emitText(text)
  }
}
