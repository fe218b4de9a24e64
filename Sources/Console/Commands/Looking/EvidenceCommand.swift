import Catalog
import Display
import Outcome
import Postgres
import Prompt

/// `evidence A12`, `evidence R5`, `evidence C12`.
struct EvidenceCommand: ConsoleCommand {
  private static let reveal = Flag(
    "reveal",
    "show personal fields too; with --why, recorded"
  )

  let name = "evidence"
  let summary: SafeText =
    "compare a subject as it was when reported or acted on with what it is now"
  let arguments = Arguments("A12|R5|C12", [.action])
  let flags: [any CommandFlag] = [reveal] + Flags.grounds + Flags.format
  let examples: [SafeText] = [
    "evidence A12", "evidence C12", "evidence R5 --reveal --why \"for the appeal\"",
  ]

  func run(_ context: CommandContext) async throws {
    let (kind, number) = try reference(context.arguments[0])
    let call = ConsoleFunctions.evidenceList(kind: kind, id: number)
    let rows = try await context.rows(call)
    let captures = try CellRows(rows, Self.columns)
    guard let capture = try rows.first.map(call.read) else {
      if context.format.isReadable {
        context.io.note("there is no evidence for \(kind)\(number)")
      } else {
        try await context.emit(captures)
      }
      return
    }
    guard kind != "C" else {
      guard context.format.isReadable else { return try await context.emit(captures) }
      var shown = CellRows(
        columns: [
          CellColumn("evidence"), CellColumn("at", CellType.timestamptz), CellColumn("subject"),
          CellColumn("what"), CellColumn("by"), CellColumn("rows", CellType.int8),
          CellColumn("erased", CellType.int8), CellColumn("digest"),
        ]
      )
      for row in rows {
        shown.append(
          try ["reference", "at", "subject", "what", "who", "parts", "erased"].map(row.cell)
            + [try row.cell("digest")?.prefix(16)]
        )
      }
      return try await context.emit(shown)
    }
    guard let parts = try await parts(of: capture.evidenceID, context) else { return }
    var heading: SafeText = "\(capture.reference, .bold)  "
    heading += "\(capture.what) by \(capture.who) · "
    heading += "\(capture.subject, .bold) as it was at "
    heading += "\(readableTime(capture.at.description))"
    try await context.emitText(heading)
    try await context.emitText("  sha256 \(capture.digest)")
    try await emit(parts: parts, context)
  }

  private static let columns = [
    OutputColumn("reference"), OutputColumn("at"), OutputColumn("subject"), OutputColumn("what"),
    OutputColumn("by", from: "who"), OutputColumn("parts"), OutputColumn("erased"),
    OutputColumn("digest"), OutputColumn("evidence_id"), OutputColumn("app"),
  ]

  /// The parts of a capture for the screen; nil where they were written for a program.
  private func parts(
    of evidence: Int64,
    _ context: CommandContext
  ) async throws -> [EvidencePart]? {
    let names = [
      "place", "role", "subject", "state", "erased_at", "field", "value", "present", "differs",
      "purpose", "refers",
    ]
    guard context.has(Self.reveal) else {
      let call = ConsoleFunctions.evidenceShow(evidenceID: evidence)
      let rows = try await context.rows(call)
      if context.isForScreen {
        return EvidencePart.parts(of: try rows.map { EvidenceField(try call.read($0)) })
      }
      try await context.emit(try CellRows(rows, names.map { OutputColumn($0) }))
      return nil
    }
    var opener = try TextOpener()
    let (ticket, _) = try await context.askToReveal("evidence", evidence: evidence)
    let call = ConsoleFunctions.evidenceRead(ticket: ticket)
    let rows = try await context.writtenRows(call)
    defer { opener.tell(context) }
    if context.isForScreen {
      return EvidencePart.parts(of: try rows.map { EvidenceField(try call.read($0), &opener) })
    }
    try await context.emit(
      try opener.cells(rows, names, [("value", "binding"), ("present", "present_binding")])
    )
    return nil
  }

  private func emit(parts: [EvidencePart], _ context: CommandContext) async throws {
    for part in parts where part.role != "message" {
      try await context.emitText("")
      var title: SafeText = "\(part.subject, .bold)"
      if part.role == "parent" { title += " (its parent)" }
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
    throw Failure(
      .usage,
      "`\(word)` has no evidence",
      hint: "Write an action `A12`, a report `R5` or a case `C7`."
    )
  }
}
