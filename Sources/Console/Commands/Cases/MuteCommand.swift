import Answers
import Display
import Moderation
import Postgres
import Prompt

/// `mute user:7`.
struct MuteCommand: ConsoleCommand {
  private static let duration = Flag(
    duration: "for",
    "how long: 30m, 12h, 7d, 2w; by default until undone"
  )

  let name = "mute"
  let summary: SafeText = "keep somebody's reports, but no longer count them"
  let arguments = Arguments("user:7", [.subject])
  let flags: [any CommandFlag] = [duration, Flags.why]
  let changesData = true
  let examples: [SafeText] = ["mute user:7 --why \"reports every rival\"", "mute user:7 --for 30d"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    let outcome = try await context.done(
      ConsoleFunctions.reporterMute(
        subject: subject.id,
        args: JSONB(
          encoding: ConsoleFunctions.ActionArgs(
            why: context[Flags.why],
            for: context[Self.duration]
          )
        )
      )
    )
    let detail = try outcome.detail(as: Detail.self)
    let (action, label) = (detail.action_id, detail.label ?? "")
    await context.remember(subject)
    var text: SafeText = "\("done", .green)  \("A\(action)", .bold)  "
    text += "mute \(context.name(of: subject)) \(label) · \(PlanPreview.ending(detail.until))"
    try await context.emitText(text)
    context.io.note("  \(SafeText("their reports are kept but not counted"), .dim)")
    context.offer(detail.undo, action: action, "mute of \(label)")
  }

  private struct Detail: Decodable {
    let action_id: Int64
    let label: String?
    let until: String
    let undo: UndoOffer?
  }
}
