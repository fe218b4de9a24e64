import Catalog
import Postgres

/// What is personal: asked for in one transaction, which is on the record when it has committed, and
/// seen in the next.
extension ConsoleSession {
  /// Messages before and after one that people are shown.
  private static let neighbours = 10

  /// `reveal user:42 email phone --why "…"`.
  func reveal(_ command: Command) async throws {
    let subject = try await subject(command.arguments[0])
    let fields = command.arguments.dropFirst().flatMap { $0.split(separator: ",").map(String.init) }
    let (ticket, _) = try await ask(
      "fields",
      subject.collection,
      subject.key,
      fields: fields,
      command
    )
    let rows = try await write("SELECT field, value, type FROM reeve.reveal_fields($1)", [ticket])
    last = [subject]
    guard !rows.isEmpty else { throw missing(subject) }
    try await emit(
      fields: try rows.map { row in
        (
          try row.get(0, as: String.self), row[bytes: 1].map { Array($0) },
          CellType.oid(named: try row.get(2))
        )
      },
      command
    )
  }

  /// Asks to see what is personal.
  ///
  /// - Parameters:
  ///   - kind: fields, find, chat or evidence.
  ///   - collection: Of what; nil for evidence.
  ///   - key: Of which row; nil for evidence and to find some.
  ///   - fields: Which fields.
  ///   - value: The value to find by.
  ///   - evidence: Which evidence.
  ///   - command: Says why, and because of which case.
  /// - Returns: The ticket, and the case because of which no reason was needed.
  /// - Throws: ``CommandFailure`` with what the server said against it.
  func ask(
    _ kind: String,
    _ collection: CatalogCollection? = nil,
    _ key: String? = nil,
    fields: [String] = [],
    value: String? = nil,
    evidence: Int64? = nil,
    _ command: Command
  ) async throws -> (ticket: Int64, reason: String) {
    let about = try command.flags["case"].map { word in try caseNumber(word) }
    let rows = try await write(
      """
      SELECT outcome, code, message, (detail ->> 'ticket')::bigint AS ticket
      FROM reeve.reveal_ask($1, $2, $3, $4,
        jsonb_strip_nulls(jsonb_build_object('why', $5::text, 'case', $6::bigint,
          'fields', $7::text[], 'value', $8::text, 'evidence', $9::bigint)))
      """,
      [
        kind, collection?.app, collection?.name, key, command.flags["why"], about, fields, value,
        evidence,
      ]
    )
    let row = try done(rows)
    return (try row.get("ticket"), try row.get("message"))
  }

  // MARK: - Conversations

  /// `chat message:7`, `chat group:3`.
  func chat(_ command: Command) async throws {
    let subject = try await subject(command.arguments[0])
    let isOneSided = command.has("before") != command.has("after")
    let before = command.count("before", default: isOneSided ? 0 : Self.neighbours)
    let after = command.count("after", default: isOneSided ? 0 : Self.neighbours)
    let (ticket, reason) = try await ask("chat", subject.collection, subject.key, command)
    let rows = try await write(
      """
      SELECT collection, key, at, author, label, words, is_asked, reports, is_hidden
      FROM reeve.reveal_chat($1, $2, $3)
      """,
      [ticket, before, after]
    )
    guard [.table, .expanded].contains(format(command)) else {
      return try await emit(CellRows(rows), command)
    }
    var messages: [Subject] = []
    var heading: SafeText = "\(name(of: subject))"
    if !reason.isEmpty { heading += " · because of \(reason)" }
    try await emitText("\(heading, .bold)")
    for row in rows {
      let place = "\(subject.collection.app)/\(try row.get("collection", as: String.self))"
      messages.append(Subject(collection: try await collection(named: place), key: try row.get(1)))
      let reports = try row.get("reports", as: Int.self)
      var note: [SafeText] = []
      if reports > 0 { note.append("\(SafeText("reported \(reports)×"), .red)") }
      if try row.get("is_hidden") { note.append("hidden") }
      try await emit(
        ChatLine(
          number: messages.count,
          isMarked: try row.get("is_asked"),
          at: readableTime(try row.get("at")),
          author: try row.get("author", as: String?.self) ?? "",
          label: try row.get("label", as: String?.self) ?? "",
          note: note,
          words: try row.get("words", as: String?.self)
        )
      )
    }
    remember(listing: messages, of: messages.count)
    guard let first = messages.first, let end = messages.last else {
      return io.note("no message")
    }
    let more: SafeText =
      "before: `chat \(name(of: first)) --before 20`, after: `chat \(name(of: end)) --after 20`"
    io.note("\(more, .dim)")
  }

  /// Writes one message.
  func emit(_ line: ChatLine) async throws {
    for text in line.lines(columns: io.screen ?? .max) { try await emitText(text) }
  }
}

/// One message as people read it: who and when, and the words below, wrapped.
struct ChatLine {
  var number: Int?
  /// Whether it is the one that is asked about.
  let isMarked: Bool
  let at: String
  let author: String
  let label: String
  let note: [SafeText]
  /// Nil where there are none.
  let words: String?

  /// The lines, no wider than the screen.
  func lines(columns: Int) -> [SafeText] {
    let mark: SafeText = isMarked ? "\(SafeText("▶"), .yellow)" : " "
    let place = number.map { String($0) } ?? ""
    let indent = String(repeating: " ", count: max(0, 4 - place.count))
    var head: SafeText = "\(mark)\(indent)\(place)  \(at)  \(author, .bold)"
    if !label.isEmpty { head += " \(label)" }
    for part in note { head += " · \(part)" }
    let body = wrapped(words ?? "", columns: columns == .max ? 100 : columns - 9)
    return [head] + body.map { "         \($0)" }
  }
}

/// Breaks somebody's text into lines of a width, at its own line feeds, else at blanks, else anywhere.
func wrapped(_ text: String, columns: Int) -> [SafeText] {
  var lines: [SafeText] = []
  for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
    var line = SafeText()
    for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
      let printed: SafeText = "\(String(word))"
      if !line.isEmpty, line.width + 1 + printed.width > columns {
        lines.append(line)
        line = SafeText()
      } else if !line.isEmpty {
        line += " "
      }
      guard printed.width > columns else {
        line += printed
        continue
      }
      for character in word {
        let next: SafeText = "\(String(character))"
        if !line.isEmpty, line.width + next.width > columns {
          lines.append(line)
          line = SafeText()
        }
        line += next
      }
    }
    lines.append(line)
  }
  return lines
}
