import Display

/// `history SUBJECT`.
struct HistoryCommand: ConsoleCommand {
  let name = "history"
  let summary: SafeText = "list actions on a subject, newest first"
  let arguments = Arguments("SUBJECT", [.subject])
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["history user:42", "history A12", "history 1 --limit 5"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    try await context.status(of: subject)
    await context.remember(subject)
    var outside: [String: [String]] = [:]
    if context.isForScreen {
      for row in try await context.outside(of: subject) where !row.isOfFile {
        outside[row.act, default: []].append("\(row.effect) \(row.told)")
      }
      for row in try await context.files(of: subject) {
        outside[row.act, default: []].append("files: \(row.told)")
      }
    }
    try await context.emit(
      context.history(of: subject, context.limit),
      columns: Self.columns,
      list: [
        .time("at"), .text("action") { entry in entry.actionID.map { "A\($0)" } },
        .text("what") { $0.what }, .text("by") { actor($0.actor, for: $0.principal, in: $0.glass) },
        .text("policy"), .time("until"), .text("reason"),
        .text("note") { [outside] entry in
          let note =
            entry.reversedBy.map { "undone by A\($0)" }
            ?? (entry.outcome == "done" ? "" : entry.outcome)
          let told = entry.actionID.flatMap { outside["A\($0)"] } ?? []
          return ([note] + told.reversed()).filter { !$0.isEmpty }.joined(separator: "; ")
        },
      ],
      none: "no actions on \(context.name(of: subject))"
    )
  }

  private static let columns: [OutputColumn] =
    [
      "at", "action_id", OutputColumn("kind", joiningGiven: ["kind", "name"], by: " "), "actor",
      "principal", "policy", "reason", "until", "outcome", "reverses", "reversed_by",
      "public_reason", "terms", "glass",
    ]
}
