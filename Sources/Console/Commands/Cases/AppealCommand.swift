import Postgres

/// `appeal A12 --outcome …`.
struct AppealCommand: ConsoleCommand {
  private static let outcome = Flag(
    "outcome",
    oneOf: ["upheld", "overturned", "partly"],
    "partly: its strike stands"
  )

  let name = "appeal"
  let summary: SafeText =
    "decide an appeal against what somebody else did; overturned or partly takes it back"
  let arguments = Arguments(
    "ACTION --outcome upheld|overturned|partly --why \"…\"",
    [.action]
  )
  let flags: [any CommandFlag] = [outcome, Flags.why]
  let changesData = true
  let examples: [SafeText] = [
    "appeal A12 --outcome overturned --why \"the brand confirmed them\"",
    "appeal A12 --outcome upheld --why \"copies\"",
  ]

  func run(_ context: CommandContext) async throws {
    let action = try Numbered.action.number(context.arguments[0])
    let row = try context.done(
      await context.write(
        """
        SELECT outcome, code, message, (detail #>> '{undo,action_id}')::bigint AS undo,
          (detail ->> 'told')::boolean AS told
        FROM reeve.appeal_perform($1, $2, $3)
        """,
        [action, context[Self.outcome], context[Flags.why]]
      )
    )
    var text: SafeText = "the appeal against A\(action) is decided: "
    text += "\(try row.get("message", as: String.self))"
    if let undo = try row.get("undo", as: Int64?.self) { text += " · A\(undo) took it back" }
    if try row.get("told", as: Bool?.self) == true { text += " · 1 notice waits 60 s" }
    try await context.emitText(text)
  }
}
