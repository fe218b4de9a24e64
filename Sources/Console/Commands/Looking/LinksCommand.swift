import Display

/// `links user:42`.
struct LinksCommand: ConsoleCommand {
  let name = "links"
  let summary: SafeText =
    "list accounts that share an e-mail address, a phone number, … with one, without showing it"
  let arguments = Arguments("user:42", [.subject])
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["links user:42", "links _ --json other,confidence,shared"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    try await context.status(of: subject)
    await context.remember(subject)
    try await context.emit(
      ConsoleFunctions.linkList(subject: subject.id, maxRows: context.limit),
      columns: [
        OutputColumn("app", from: "app_name"),
        OutputColumn("other", joining: ["collection_name", "other"], by: ":"), "label", "shared",
        "confidence", "verdict", "barred_by", "barred_until", "first_at",
        "last_at",
      ],
      list: [
        .text("subject") { "\($0.collectionName):\($0.other)" }, .text("label") { $0.label ?? "" },
        .text("shares") { $0.shared }, .text("same person") { "\($0.verdict), \($0.confidence)" },
        .text("status") { link in link.barredBy.map { "banned by A\($0)" } ?? "" },
        .time("first_at"), .time("last_at"),
      ],
      none: "nobody shares an identifier with \(context.name(of: subject))"
    )
  }
}
