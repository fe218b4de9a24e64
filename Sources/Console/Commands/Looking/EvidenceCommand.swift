import Catalog
import Postgres

/// `evidence A12`, `evidence R5`, `evidence C12`.
struct EvidenceCommand: ConsoleCommand {
  private static let reveal = Flag(
    "reveal",
    "show what is personal, too; with --why, on the record"
  )

  let name = "evidence"
  let summary: SafeText =
    "what a subject was when it was reported or acted on, beside what it is now"
  let arguments = Arguments("A12|R5|C12", [.action])
  let flags: [any CommandFlag] = [reveal] + Flags.grounds + Flags.format
  let examples: [SafeText] = [
    "evidence A12", "evidence C12", "evidence R5 --reveal --why \"for the appeal\"",
  ]

  func run(_ context: CommandContext) async throws {
    let (kind, number) = try reference(context.arguments[0])
    let captures = try await context.query(
      """
      SELECT reference, at, subject, what, who AS by, parts, erased, digest, evidence_id, app
      FROM reeve.evidence_list($1, $2)
      """,
      [kind, number]
    )
    guard let row = captures.first else {
      if context.format.isReadable {
        context.io.note("nothing was kept for \(kind)\(number)")
      } else {
        try await context.emit(CellRows(captures))
      }
      return
    }
    guard kind != "C" else {
      guard context.format.isReadable else { return try await context.emit(CellRows(captures)) }
      var shown = CellRows(
        columns: [
          CellColumn("evidence"), CellColumn("at", CellType.timestamptz), CellColumn("subject"),
          CellColumn("what"), CellColumn("by"), CellColumn("rows", CellType.int8),
          CellColumn("erased", CellType.int8), CellColumn("digest"),
        ]
      )
      for row in captures {
        shown.append((0..<7).map { row[bytes: $0] } + [row[bytes: 7]?.prefix(16)])
      }
      return try await context.emit(shown)
    }
    let rows = try await rows(of: try row.get("evidence_id"), context)
    guard context.isForScreen else { return try await context.emit(CellRows(rows)) }
    var heading: SafeText = "\(try row.get("reference", as: String.self), .bold)  "
    heading += "\(try row.get("what", as: String.self)) by \(try row.get("by", as: String.self)) · "
    heading += "\(try row.get("subject", as: String.self), .bold) as it was at "
    heading += "\(readableTime(try row.get("at")))"
    try await context.emitText(heading)
    try await context.emitText("  sha256 \(try row.get("digest", as: String.self))")
    try await emit(parts: try EvidencePart.parts(of: rows), context)
  }

  private func rows(of evidence: Int64, _ context: CommandContext) async throws -> Rows {
    let columns =
      "place, role, subject, state, erased_at, field, value, present, differs, purpose, refers"
    guard context.has(Self.reveal) else {
      return try await context.query("SELECT \(columns) FROM reeve.evidence_show($1)", [evidence])
    }
    let (ticket, _) = try await context.askToReveal("evidence", evidence: evidence)
    return try await context.write("SELECT \(columns) FROM reeve.evidence_read($1)", [ticket])
  }

  private func emit(parts: [EvidencePart], _ context: CommandContext) async throws {
    for part in parts where part.role != "message" {
      try await context.emitText("")
      var title: SafeText = "\(part.subject, .bold)"
      if part.role == "parent" { title += " (which it belongs to)" }
      if let note = part.note { title += " · \(note)" }
      try await context.emitText(title)
      guard !part.fields.isEmpty else { continue }
      let isChanged = part.state == "changed"
      var shown = CellRows(
        columns: [CellColumn("field"), CellColumn("then")] + (isChanged ? [CellColumn("now")] : [])
      )
      for field in part.fields {
        var cells = [field.name, field.value].map { $0.map { ArraySlice($0.utf8) } }
        if isChanged {
          let now = field.differs ? field.present ?? "" : "the same"
          let isMasked = field.differs && field.present == "•••"
          cells.append(ArraySlice((isMasked ? "••• changed" : now).utf8))
        }
        shown.append(cells)
      }
      try await context.emit(shown)
    }
    let talk = parts.filter { $0.at != nil || $0.role == "message" }
    guard talk.contains(where: { $0.role == "message" }) else { return }
    try await context.emitText("")
    for part in talk.sorted(by: { ($0.at ?? "", $0.place) < ($1.at ?? "", $1.place) }) {
      try await context.emit(
        ChatLine(
          isMarked: part.role == "subject",
          at: part.at.map { readableTime($0) } ?? part.subject,
          author: part.author ?? "",
          label: "",
          note: part.note.map { [$0] } ?? [],
          words: part.words
        )
      )
    }
  }

  /// Reads `A12`, `R5`, `C7`.
  private func reference(_ word: String) throws -> (kind: String, number: Int64) {
    for kind in [Numbered.action, .report, .case] {
      if let number = kind.lettered(word), let letter = kind.letter {
        return (String(letter), number)
      }
    }
    throw CommandFailure(
      .usage,
      "`\(word)` has no evidence",
      hint: "Write an action `A12`, a report `R5` or a case `C7`."
    )
  }
}
