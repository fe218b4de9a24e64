import Answers
import Display
import Prompt

/// `next`.
struct NextCommand: ConsoleCommand {
  let name = "next"
  let summary: SafeText = "claim the most urgent unassigned case, and show it"
  let flags: [any CommandFlag] = [Flags.collection, Flags.policy] + Flags.format
  let changesData = true
  let examples: [SafeText] = ["next", "next --policy fraud", "next --in product"]

  func run(_ context: CommandContext) async throws {
    let filter = try await context.caseFilter()
    let outcome = try await context.done(
      ConsoleFunctions.caseNext(
        app: filter.app,
        collection: filter.collection,
        policy: filter.policy
      )
    )
    let detail = try outcome.detail(as: Detail.self)
    guard let number = detail.case_id else { return context.io.note("nothing waits") }
    context.note(case: number, seconds: detail.lease)
    try await CaseView(number, context).show()
  }

  private struct Detail: Decodable {
    let case_id: Int64?
    let lease: Int?
  }
}
