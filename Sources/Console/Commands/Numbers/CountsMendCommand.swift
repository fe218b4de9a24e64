import Answers
import Display
import Prompt

/// `counts mend activity comments`.
struct CountsMendCommand: ConsoleCommand {
  let name = "counts mend"
  let summary: SafeText = "correct stored counters that differ from the rows"
  let arguments = Arguments("COLLECTION COUNT", [.collection, .text])
  let changesData = true
  let examples: [SafeText] = ["counts mend product photos"]

  func run(_ context: CommandContext) async throws {
    let collection = try await context.collection(named: context.arguments[0])
    let count = context.arguments[1]
    let outcome = try await context.done(
      ConsoleFunctions.countMend(app: collection.app, collection: collection.name, name: count)
    )
    let rows = try outcome.detail(as: Detail.self).rows
    let amount = rows == 1 ? "1 row" : "\(rows) rows"
    try await context.emitText(
      "\("done", .green)  \(count) of \(context.name(of: collection)): \(amount)"
    )
    context.io.note("  \(SafeText("`counts` shows what the next comparison finds"), .dim)")
  }

  private struct Detail: Decodable {
    let rows: Int
  }
}
