import Postgres

/// `mute user:7`.
struct MuteCommand: ConsoleCommand {
  private static let duration = Flag(
    duration: "for",
    "how long: 30m, 12h, 7d, 2w; until it is taken back if left out"
  )

  let name = "mute"
  let summary: SafeText = "keep what somebody reports, and count it no more"
  let arguments = Arguments("user:7", [.subject])
  let flags: [any CommandFlag] = [duration, Flags.why]
  let changesData = true
  let examples: [SafeText] = ["mute user:7 --why \"reports every rival\"", "mute user:7 --for 30d"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    let row = try context.done(
      await context.write(
        """
        SELECT outcome, code, message, (detail ->> 'action_id')::bigint AS action_id,
          detail ->> 'label' AS label, detail ->> 'until' AS until
        FROM reeve.reporter_mute($1, $2, $3, jsonb_build_object('for', $4::text, 'why', $5::text))
        """,
        [
          subject.collection.app, subject.collection.name, subject.key, context[Self.duration],
          context[Flags.why],
        ]
      )
    )
    let action: Int64 = try row.get("action_id")
    let label = try row.get("label", as: String?.self) ?? ""
    await context.remember(subject)
    let ending = PlanPreview.ending(try row.get("until"))
    var text: SafeText = "\("done", .green)  \("A\(action)", .bold)  "
    text += "mute \(context.name(of: subject)) \(label) · \(ending)"
    try await context.emitText(text)
    context.remember(action: action, "mute of \(label)")
    context.io.note("  \(SafeText("what they report is kept, and not counted"), .dim)")
    context.io.note("  \(SafeText("take it back with `undo A\(action)`"), .dim)")
  }
}
