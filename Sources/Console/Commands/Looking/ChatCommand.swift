import Display
import Postgres
import Prompt

/// `chat message:7`, `chat group:3`.
struct ChatCommand: ConsoleCommand {
  /// Messages before and after one that people are shown.
  private static let neighbours = 10
  private static let before = Flag(
    count: "before",
    "how many messages before it; without --after, none after"
  )
  private static let after = Flag(
    count: "after",
    "how many messages after it; without --before, none before"
  )

  let name = "chat"
  let summary: SafeText =
    "read a conversation because of an open report or for a reason; this is recorded"
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
    var opener = try TextOpener()
    let (ticket, reason) = try await context.askToReveal("chat", subject.collection, subject.key)
    let call = ConsoleFunctions.revealChat(ticket: ticket, before: before, after: after)
    let rows = try await context.writtenRows(call)
    guard context.isForScreen else {
      let names = rows.columns.map(\.name).filter { $0 != "binding" }
      try await context.emit(try opener.cells(rows, names, [("words", "binding")]))
      return opener.tell(context)
    }
    var messages: [Subject] = []
    var heading: SafeText = "\(context.name(of: subject))"
    if !reason.isEmpty { heading += " · because of \(reason)" }
    try await context.emitText("\(heading, .bold)")
    for message in try rows.map(call.read) {
      let path = "\(subject.collection.app)/\(message.collection)"
      messages.append(
        Subject(collection: try await context.collection(named: path), key: message.key)
      )
      var note: [SafeText] = []
      if message.reports > 0 { note.append("\(SafeText("reported \(message.reports)×"), .red)") }
      if message.isHidden { note.append("hidden") }
      try await context.emit(
        ChatLine(
          number: messages.count,
          isMarked: message.isAsked,
          at: readableTime(message.at.description),
          author: message.author ?? "",
          label: message.label ?? "",
          note: note,
          words: opener.text(message.words, message.binding)
        )
      )
    }
    opener.tell(context)
    await context.remember(listing: messages, of: messages.count)
    guard let first = messages.first, let end = messages.last else {
      return context.io.note("no message")
    }
    var more: SafeText = "before: `chat \(context.name(of: first)) --before 20`"
    more += ", after: `chat \(context.name(of: end)) --after 20`"
    context.io.note("\(more, .dim)")
  }
}
