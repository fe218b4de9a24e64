import Display
import Postgres
import Prompt

/// `terms`.
struct TermsCommand: ConsoleCommand {
  let name = "terms"
  let summary: SafeText = "list the terms of the apps, their versions, and which is in force"
  let flags = Flags.format
  let examples: [SafeText] = ["terms", "terms --json kind,version,state"]

  func run(_ context: CommandContext) async throws {
    let isOneApp = context.options.app != nil
    try await context.emit(
      ConsoleFunctions.termList(onlyApp: context.options.app),
      list: (isOneApp ? [] : [.text("app")]) + [
        .text("terms", "kind"), .text("title"), .text("version"),
        .text("state") { $0.isConsent ? "\($0.state), a consent" : $0.state },
        .column(CellType.text, "from", "effective_on"),
        .text("in") { $0.locales.joined(separator: ", ") }, .text("limit", "limit_name"),
        .time("limited from", "limit_at"),
      ],
      none: "the catalog declares no terms"
    )
  }
}

/// `terms pending use`.
struct TermsPendingCommand: ConsoleCommand {
  private static let after = Flag("after", .text, "only those after this key, as the list ends")

  let name = "terms pending"
  let summary: SafeText = "count and list who has not accepted the terms in force"
  let arguments = Arguments("[KIND]", [.text], required: 0)
  let flags: [any CommandFlag] = [after, Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "terms pending use", "terms pending use --limit 100 --after 4711",
    "terms pending --json key,is_reminded",
  ]

  func run(_ context: CommandContext) async throws {
    let kind = context.arguments.first
    if context.format.isReadable {
      let count = try await context.one(
        ConsoleFunctions.termCount(onlyApp: context.options.app, kind: kind)
      )
      guard let version = count.version, let people = count.people, let pending = count.pending
      else {
        return context.io.note("no version of the terms \(count.terms) is in force")
      }
      let heading: SafeText = "\(count.terms) \(version)"
      let reminded: SafeText = "\(count.reminded ?? 0) reminded"
      let barred: SafeText = "\(count.barred ?? 0) banned or hidden"
      try await context.emitText(
        "\(heading, .bold)  \(pending) of \(people) have not accepted it · \(reminded) · \(barred)"
      )
      if pending == 0 { return }
    }
    try await context.emit(
      ConsoleFunctions.termPending(
        onlyApp: context.options.app,
        kind: kind,
        after: context[Self.after],
        maxRows: context.limit
      ),
      list: [
        .text("subject") { "\($0.collection):\($0.key)" }, .text("label"),
        .text("note") { row in
          [
            row.isBarred ? "banned or hidden" : nil, row.isReminded ? "reminded" : nil,
            row.limitedBy.map { "limited by \($0)" },
          ].compactMap { $0 }.joined(separator: ", ")
        },
      ],
      none: "everybody has accepted it"
    )
  }
}

/// `replies`.
struct RepliesCommand: ConsoleCommand {
  let name = "replies"
  let summary: SafeText = "list the apps' saved public reasons, which `--public @NAME` gives"
  let flags = Flags.format
  let examples: [SafeText] = ["replies", "replies --json name,version,locale,body"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.replyList(onlyApp: context.options.app),
      list: [
        .text("reply") { "@\($0.name)" }, .number("version"), .text("policy"),
        .text("in", "locale"), .text("text", "body"),
      ],
      none: "the catalog declares no replies; `reply` lists your own"
    )
  }
}
