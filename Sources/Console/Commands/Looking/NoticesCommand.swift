import Display
import Prompt

/// `notices user:42`.
struct NoticesCommand: ConsoleCommand {
  private static let undelivered = Flag("undelivered", "those that could not be sent or came back")
  private static let queued = Flag("queued", "those that wait")

  let name = "notices"
  let summary: SafeText = "list notices to people, and whether they arrived, newest first"
  let arguments = Arguments("[SUBJECT]", [.subject], required: 0)
  let flags: [any CommandFlag] = [undelivered, queued, Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "notices user:42", "notices --undelivered", "notices --json notice,state",
  ]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.shownSubject()
    let wanted =
      context.has(Self.undelivered) ? "undelivered" : context.has(Self.queued) ? "queued" : nil
    try await context.emit(
      ConsoleFunctions.noticeList(
        onlyApp: subject?.collection.app ?? context.options.app,
        collection: subject?.collection.name,
        key: subject?.key,
        wanted: wanted,
        maxRows: context.limit
      ),
      list: [
        .text("notice") { "N\($0.notice)" }, .time("at"), .text("state"), .text("to", "subject"),
        .text("template"), .text("about"), .text("for") { $0.act ?? "" },
        .number("attempts"), .text("note") { $0.error ?? "" },
      ],
      none: subject.map { "no such notices to \(context.name(of: $0))" } ?? "no such notices"
    )
  }
}
