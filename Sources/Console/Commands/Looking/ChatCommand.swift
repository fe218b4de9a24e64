import Postgres

/// `chat message:7`, `chat group:3`.
struct ChatCommand: ConsoleCommand {
  /// Messages before and after one that people are shown.
  private static let neighbours = 10
  private static let before = Flag(
    count: "before",
    "how many messages before it; alone, none after"
  )
  private static let after = Flag(count: "after", "how many after it; alone, none before")

  let name = "chat"
  let summary: SafeText =
    "a conversation, because of an open report about it or for a reason; on the record"
  let arguments = Arguments("MESSAGE|CONVERSATION", [.subject])
  let flags: [any CommandFlag] = [before, after] + Flags.grounds + Flags.format
  let examples: [SafeText] = [
    "chat message:7", "chat group:3 --why \"threat, ticket 4411\"",
    "chat message:7 --before 50 --case C12",
  ]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    let isOneSided = context.has(Self.before) != context.has(Self.after)
    let before = context[Self.before] ?? (isOneSided ? 0 : Self.neighbours)
    let after = context[Self.after] ?? (isOneSided ? 0 : Self.neighbours)
    let (ticket, reason) = try await context.askToReveal("chat", subject.collection, subject.key)
    let rows = try await context.write(
      """
      SELECT collection, key, at, author, label, words, is_asked, reports, is_hidden
      FROM reeve.reveal_chat($1, $2, $3)
      """,
      [ticket, before, after]
    )
    guard context.isForScreen else { return try await context.emit(CellRows(rows)) }
    var messages: [Subject] = []
    var heading: SafeText = "\(context.name(of: subject))"
    if !reason.isEmpty { heading += " · because of \(reason)" }
    try await context.emitText("\(heading, .bold)")
    for row in rows {
      let path = "\(subject.collection.app)/\(try row.get("collection", as: String.self))"
      messages.append(
        Subject(collection: try await context.collection(named: path), key: try row.get("key"))
      )
      let reports = try row.get("reports", as: Int.self)
      var note: [SafeText] = []
      if reports > 0 { note.append("\(SafeText("reported \(reports)×"), .red)") }
      if try row.get("is_hidden") { note.append("hidden") }
      try await context.emit(
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
    await context.remember(listing: messages, of: messages.count)
    guard let first = messages.first, let end = messages.last else {
      return context.io.note("no message")
    }
    var more: SafeText = "before: `chat \(context.name(of: first)) --before 20`"
    more += ", after: `chat \(context.name(of: end)) --after 20`"
    context.io.note("\(more, .dim)")
  }
}
