import Catalog
import Postgres

/// What was kept of subjects when they were reported or acted on.
extension ConsoleSession {
  /// `evidence A12`, `evidence R5`, `evidence C12`.
  func evidence(_ command: Command) async throws {
    let (kind, number) = try evidenceReference(command.arguments[0])
    let captures = try await read { connection in
      try await connection.query(
        """
        SELECT reference, at, subject, what, who AS by, parts, erased, digest, evidence_id, app
        FROM reeve.evidence_list($1, $2)
        """,
        [kind, number]
      )
    }
    guard let row = captures.first else {
      if format(command).isReadable {
        io.note("nothing was kept for \(kind)\(number)")
      } else {
        try await emit(CellRows(captures), command)
      }
      return
    }
    guard kind != "C" else {
      guard format(command).isReadable else { return try await emit(CellRows(captures), command) }
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
      return try await emit(shown, command)
    }
    let id: Int64 = try row.get("evidence_id")
    let columns =
      "place, role, subject, state, erased_at, field, value, present, differs, purpose, refers"
    let rows: Rows
    if command.has("reveal") {
      let (ticket, _) = try await ask("evidence", evidence: id, command)
      rows = try await write("SELECT \(columns) FROM reeve.evidence_read($1)", [ticket])
    } else {
      rows = try await read { connection in
        try await connection.query("SELECT \(columns) FROM reeve.evidence_show($1)", [id])
      }
    }
    guard [.table, .expanded].contains(format(command)) else {
      return try await emit(CellRows(rows), command)
    }
    var heading: SafeText = "\(try row.get("reference", as: String.self), .bold)  "
    heading += "\(try row.get("what", as: String.self)) by \(try row.get("by", as: String.self)) · "
    heading += "\(try row.get("subject", as: String.self), .bold) as it was at "
    heading += "\(readableTime(try row.get("at")))"
    try await emitText(heading)
    try await emitText("  sha256 \(try row.get("digest", as: String.self))")
    try await emit(parts: try EvidencePart.parts(of: rows), command)
  }

  private func emit(parts: [EvidencePart], _ command: Command) async throws {
    for part in parts where part.role != "message" {
      try await emitText("")
      var title: SafeText = "\(part.subject, .bold)"
      if part.role == "parent" { title += " (which it belongs to)" }
      if let note = part.note { title += " · \(note)" }
      try await emitText(title)
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
      try await emit(shown, command)
    }
    let talk = parts.filter { $0.at != nil || $0.role == "message" }
    guard talk.contains(where: { $0.role == "message" }) else { return }
    try await emitText("")
    for part in talk.sorted(by: { ($0.at ?? "", $0.place) < ($1.at ?? "", $1.place) }) {
      try await emit(
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
  private func evidenceReference(_ word: String) throws -> (kind: String, number: Int64) {
    guard let kind = word.first?.uppercased(), ["A", "R", "C"].contains(kind),
      word.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(word.dropFirst()), number > 0
    else {
      throw CommandFailure(
        .usage,
        "`\(word)` has no evidence",
        hint: "Write an action `A12`, a report `R5` or a case `C7`."
      )
    }
    return (kind, number)
  }
}

/// One row of a capture.
private struct EvidencePart {
  struct Field {
    let name: String?
    let value: String?
    let present: String?
    let differs: Bool
  }

  let place: Int
  let role: String
  let subject: String
  let state: String
  let erasedAt: String?
  var fields: [Field] = []
  /// When a message was sent, who wrote it, and what.
  var at: String?
  var author: String?
  var words: String?

  /// What became of it since.
  var note: SafeText? {
    switch state {
    case "erased": "\(SafeText("erased at \(erasedAt.map { readableTime($0) } ?? "")"), .yellow)"
    case "altered": "\(SafeText("ALTERED: it is not what its digest was made of"), .red)"
    case "gone": "\(SafeText("the row is gone"), .yellow)"
    case "changed": "\(SafeText("changed since"), .yellow)"
    default: nil
    }
  }

  static func parts(of rows: Rows) throws -> [EvidencePart] {
    var parts: [EvidencePart] = []
    for row in rows {
      let place: Int = try row.get("place")
      if parts.last?.place != place {
        parts.append(
          EvidencePart(
            place: place,
            role: try row.get("role"),
            subject: try row.get("subject"),
            state: try row.get("state"),
            erasedAt: try row.get("erased_at", as: String?.self)
          )
        )
      }
      guard let name = try row.get("field", as: String?.self) else { continue }
      let value = try row.get("value", as: String?.self)
      let index = parts.count - 1
      switch try row.get("purpose", as: String?.self) {
      case "at": parts[index].at = value
      case "by": parts[index].author = try row.get("refers", as: String?.self) ?? value
      case "text": parts[index].words = value
      default: break
      }
      parts[index].fields.append(
        Field(
          name: name,
          value: value,
          present: try row.get("present", as: String?.self),
          differs: try row.get("differs")
        )
      )
    }
    return parts
  }
}
