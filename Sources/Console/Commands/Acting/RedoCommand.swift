import Display
import Outcome
import Postgres

/// `redo A12`: the action's verb and arguments once more, planned and performed like any other.
struct RedoCommand: ConsoleCommand {
  let name = "redo"
  let summary: SafeText = "repeat an action that was undone or has ended, as a new one"
  let arguments = Arguments("ACTION", [.action])
  let flags: [any CommandFlag] = [Flags.recordOnly] + Flags.decision
  let changesData = true
  let examples: [SafeText] = ["redo A12", "redo A12 --why \"the appeal was a mistake\""]

  func run(_ context: CommandContext) async throws {
    let number = try Numbered.action.number(context.arguments[0])
    let found = try await context.first(
      ConsoleFunctions.actionRepeat(actionID: number, why: context[Flags.why])
    )
    guard let found, let app = found.app, let collection = found.collection,
      let verb = found.verb, let key = found.key
    else { throw Failure(.notFound, "there is no action A\(number)") }
    if let problem = found.problem { throw Failure(.failed, "refused: \(problem)") }
    let subject = Subject(
      collection: try await context.collection(app, collection, of: "A\(number)"),
      key: key
    )
    var arguments = try found.args.decode(as: ConsoleFunctions.ActionArgs.self)
    if context.has(Flags.recordOnly) { arguments.recordOnly = true }
    try await context.carryOut([context.act(verb, on: subject, JSONB(encoding: arguments))])
  }
}
