import Postgres

/// `redo A12`: the action's verb and arguments once more, planned and performed like any other.
struct RedoCommand: ConsoleCommand {
  let name = "redo"
  let summary: SafeText = "do an action again that was taken back or has ended, as a new one"
  let arguments = Arguments("ACTION", [.action])
  let flags: [any CommandFlag] = [Flags.recordOnly] + Flags.decision
  let changesData = true
  let examples: [SafeText] = ["redo A12", "redo A12 --why \"the appeal was a mistake\""]

  func run(_ context: CommandContext) async throws {
    let number = try Numbered.action.number(context.arguments[0])
    let rows = try await context.query(
      """
      SELECT verb, app, collection, key,
        (args || jsonb_build_object('record_only', $3::boolean))::text AS args, problem
      FROM reeve.action_repeat($1, $2)
      """,
      [number, context[Flags.why], context.has(Flags.recordOnly)]
    )
    guard let row = rows.first, let app = try row.get("app", as: String?.self) else {
      throw CommandFailure(.notFound, "there is no action A\(number)")
    }
    if let problem = try row.get("problem", as: String?.self) {
      throw CommandFailure(.failed, "refused: \(problem)")
    }
    let subject = Subject(
      collection: try await context.collection(app, try row.get("collection"), of: "A\(number)"),
      key: try row.get("key")
    )
    try await context.carryOut([
      context.act(try row.get("verb"), on: subject, try row.get("args"))
    ])
  }
}
