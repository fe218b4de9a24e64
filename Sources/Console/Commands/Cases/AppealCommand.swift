import Answers
import Display

/// `appeal A12 --outcome …`.
struct AppealCommand: ConsoleCommand {
  private static let outcome = Flag(
    "outcome",
    oneOf: ["upheld", "overturned", "partly"],
    "partly: undone, but the strike stays"
  )

  let name = "appeal"
  let summary: SafeText =
    "decide an appeal against somebody else's action; overturned and partly undo it"
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
    let outcome = try await context.done(
      ConsoleFunctions.appealPerform(
        actionID: action,
        verdict: context[Self.outcome],
        why: context[Flags.why]
      )
    )
    let detail = try outcome.detail(as: Detail.self)
    var text: SafeText = "the appeal against A\(action) is decided: \(detail.verdict)"
    if let undo = detail.undo { text += " · A\(undo.action_id) undid it" }
    if detail.notified { text += " · 1 notice waits 60 s" }
    try await context.emitText(text)
  }

  private struct Detail: Decodable {
    struct Undo: Decodable {
      let action_id: Int64
    }

    let verdict: String
    let undo: Undo?
    let notified: Bool
  }
}
