import Catalog
import Display
import Postgres
import Prompt

/// `show SUBJECT`.
struct ShowCommand: ConsoleCommand {
  let name = "show"
  let summary: SafeText = "show everything about one subject"
  let arguments = Arguments("SUBJECT", [.subject])
  let flags = Flags.format
  let examples: [SafeText] = ["show user:42", "show 2", "show _"]

  func run(_ context: CommandContext) async throws {
    var subject = try await context.subject(context.arguments[0])
    let status = try await context.status(of: subject)
    subject.label = status.label
    var fields = try await context.fields(of: subject)
    await context.remember(subject)
    let counts = try await context.counts(of: subject)
    guard context.isForScreen else {
      fields.insert(
        ("subject", Array(context.name(of: subject).utf8), CellType.text),
        at: 0
      )
      for count in counts {
        fields.append((count.name, count.counted.map { Array("\($0)".utf8) }, CellType.int8))
      }
      let until = status.hiddenUntil.map { Array($0.description.utf8) }
      fields.append(("hidden_until", until, CellType.timestamptz))
      let actions = status.actions.map { String($0) }.joined(separator: ",")
      fields.append(("hidden_by", Array("{\(actions)}".utf8), 1016))
      let outside = try await latestOutside(of: subject, context)
      if !outside.isEmpty {
        let told = outside.map { "\($0.effect) \($0.told)" }.joined(separator: "; ")
        fields.append(("outside", Array(told.utf8), CellType.text))
      }
      let files = try await context.files(of: subject)
      if !files.isEmpty {
        let told = files.map { "\($0.told) by \($0.act)" }.joined(separator: "; ")
        fields.append(("files", Array(told.utf8), CellType.text))
      }
      return try await context.emit(fields: fields)
    }
    if let action = Numbered.action.lettered(context.arguments[0]) {
      try await clause(of: action, context)
    }
    let heading: SafeText = "\(context.name(of: subject)) \(status.label)"
    // The whole name is among the fields below.
    try await context.emitText("\(heading.cut(to: 3 * (context.io.screen ?? 100)), .bold)")
    try await context.emit(fields: fields)
    try await context.emit(counts: counts)
    try await details(of: subject, context)
    try await context.emit(relations: try await context.relations(of: subject), of: subject)
    let history = try await context.call(context.history(of: subject, 200))
    try await context.emitText("")
    try await restrictions(status, history, context)
    try await marks(of: subject, context)
    for row in try await latestOutside(of: subject, context) {
      let color: SafeText.Style = row.state == "confirmed" ? .green : .yellow
      let text: SafeText = "\(row.effect): \("\(row.told)", color) · \(row.act) · O\(row.outside)"
      try await context.emitText("  \(text)")
    }
    for row in try await context.files(of: subject).prefix(3) {
      let color: SafeText.Style = row.pending + row.failed == 0 ? .green : .yellow
      try await context.emitText("  files: \("\(row.told)", color) · \(row.act)")
    }
    for row in history.prefix(3) { try await context.emitText("  \(line(row))") }
    if history.count > 3 {
      context.io.note("  \(SafeText("… and \(history.count - 3) more: `history _`"), .dim)")
    }
  }

  /// Prints what an action cites: its policy, and the terms that were in force.
  private func clause(of action: Int64, _ context: CommandContext) async throws {
    let rows = try await context.call(ConsoleFunctions.actionClause(actionID: action))
    for row in rows {
      var text: SafeText = "A\(action)"
      if let policy = row.policy {
        text += " \("\(row.title ?? policy)", .bold)"
        if let clause = row.clause { text += ": \(clause)" }
      }
      try await context.emitText(text)
      if let terms = row.terms, let version = row.version {
        var text: SafeText = "  \(terms), version \(version)"
        if let day = row.effectiveOn {
          let midnight = Timestamp(microseconds: Int64(day.days) * 86_400_000_000)
          text += ", in force since \(String(midnight.description.prefix(10)))"
        }
        if let deed = row.deedAt { text += " · made \(readableTime(deed.description))" }
        try await context.emitText(text)
      }
      if let reply = row.reply {
        try await context.emitText("  \(SafeText("gave the reply \(reply)"))")
      }
    }
    if !rows.isEmpty { try await context.emitText("") }
  }

  /// What was sent last outside the database, of each name, newest first; nothing that was
  /// withdrawn.
  private func latestOutside(
    of subject: Subject,
    _ context: CommandContext
  ) async throws -> [ConsoleFunctions.OutsideListRow] {
    var names: Set<String> = []
    return try await context.outside(of: subject).filter { row in
      row.state != "withdrawn" && !row.isOfFile && names.insert(row.effect).inserted
    }
  }

  /// Rows of a table under a subject that are printed.
  private static let mostDetails = 50

  /// Prints the tables that the catalog shows under a subject.
  private func details(of subject: Subject, _ context: CommandContext) async throws {
    let rows: [ConsoleFunctions.SubjectDetailsRow]
    do {
      rows = try await context.call(ConsoleFunctions.subjectDetails(subject: subject.id))
    } catch PostgresError.server(let error) {
      // Restrictions are shown even if the app has changed its own columns.
      let reason: SafeText = "its details cannot be read: \(error.message)"
      return context.io.note("  \(reason, .yellow)")
    }
    var rest = rows[...]
    while let first = rest.first {
      let part = rest.prefix { $0.detail == first.detail }
      rest = rest.dropFirst(part.count)
      var cells = CellRows(
        columns: zip(first.columns, first.types).map {
          CellColumn($0, CellType.oid(named: $1))
        }
      )
      for row in part.prefix(Self.mostDetails) { cells.append(array: ArraySlice(row.cells.utf8)) }
      try await context.emitText("")
      try await context.emitText("  \(first.detail, .bold)")
      try await context.emit(cells)
      if part.count > Self.mostDetails {
        context.io.note("  \(SafeText("the first \(Self.mostDetails)"), .dim)")
      }
    }
  }

  /// Prints the restrictions on a subject.
  private func restrictions(
    _ status: SubjectStatus,
    _ history: [ConsoleFunctions.SubjectHistoryRow],
    _ context: CommandContext
  ) async throws {
    guard !status.state.isEmpty else {
      return try await context.emitText("  \(SafeText("no restriction in force"), .green)")
    }
    for entry in history {
      guard let action = entry.actionID, status.actions.contains(action) else { continue }
      context.remember(action: action, "\(entry.what) of \(status.label)")
    }
    let actions = status.actions.map { "A\($0)" }
    let way: SafeText =
      actions.count == 1 ? "`undo \(actions[0])` lifts it" : "`undo` each of them to lift it"
    let text: SafeText = "\(status.state) · by \(actions.joined(separator: ", ")) · \(way)"
    try await context.emitText("  \(text, .yellow)")
  }

  /// Prints the tags, limits and verifications in force.
  private func marks(of subject: Subject, _ context: CommandContext) async throws {
    let marks = try await context.call(ConsoleFunctions.subjectMarks(subject: subject.id))
    for mark in marks {
      var text: SafeText =
        ["tag", "limit"].contains(mark.kind) ? "\(mark.kind) \(mark.name)" : "\(mark.name)"
      if mark.until.isFinite { text += " \(PlanPreview.ending(mark.until.description))" }
      if mark.isProtecting { text += ", protects" }
      text += " · A\(mark.actionID)"
      try await context.emitText("  \(text, mark.kind == "limit" ? .yellow : .bold)")
    }
  }

  /// `A12 ban by kira · fraud · until … · "reason"`.
  private func line(_ entry: ConsoleFunctions.SubjectHistoryRow) -> SafeText {
    var text: SafeText = "\(readableTime(entry.at.description))  "
    if let action = entry.actionID { text += "A\(action) " }
    text += "\(entry.what) by \(actor(entry.actor, for: entry.principal))"
    if let policy = entry.policy { text += " · \(policy)" }
    if let until = entry.until { text += " · \(PlanPreview.ending(until.description))" }
    if entry.outcome != "done" {
      text += " · \("\(entry.outcome): \(entry.reason ?? "")", .yellow)"
    } else if let reason = entry.reason {
      text += " · “\(Untrusted(reason), columns: 60)”"
    }
    if let undone = entry.reversedBy { text += " · undone by A\(undone)" }
    return text
  }
}

/// Fields of one thing: their names, their texts, and their types.
typealias Fields = [(name: String, value: [UInt8]?, oid: UInt32)]

extension CommandContext {
  /// The fields of a subject; none if it was deleted.
  func fields(of subject: Subject) async throws -> Fields {
    try await call(
      ConsoleFunctions.subjectShow(subject: subject.id)
    ).map { ($0.field, $0.value.map { Array($0.utf8) }, CellType.oid(named: $0.type)) }
  }
}
