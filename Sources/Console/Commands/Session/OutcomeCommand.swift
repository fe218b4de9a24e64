import Display
import Outcome
import Postgres

/// `outcome 3f0c9a52-…`.
struct OutcomeCommand: ConsoleCommand {
  let name = "outcome"
  let summary: SafeText = "ask what became of an act whose answer was lost"
  let arguments = Arguments("ID", [.text], takesRest: false)
  let examples: [SafeText] = ["outcome 3f0c9a52-7d1e-4b6f-9a0c-5d2e8f714b36"]

  func run(_ context: CommandContext) async throws {
    let word = context.arguments[0]
    guard let id = UniqueID(word) else {
      throw context.command.misuse("`\(word)` is no act's id")
    }
    let fate = await context.session.fate(of: id)
    try Task.checkCancellation()
    switch fate {
    case .committed, .absent: try await context.emitText(fate.sentence(of: id))
    case .foreign: throw Failure(.notFound, "this login has no act \(word)")
    case .running: throw Failure(.failed, "the act is still being committed; ask again")
    case .unreachable(let reason):
      throw Failure(.connection, "the server does not answer: \(reason)")
    }
  }
}
