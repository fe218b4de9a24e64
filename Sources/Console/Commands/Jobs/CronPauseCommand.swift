import Display
import Prompt

/// `cron pause NAME`.
struct CronPauseCommand: ConsoleCommand {
  let name = "cron pause"
  let summary: SafeText = "pause a schedule until it is resumed"
  let arguments = Arguments("NAME", [.text], needed: "a schedule")
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["cron pause randevoo/expire --why \"database under repair\""]

  func run(_ context: CommandContext) async throws {
    let (schedule, _) = try await context.changeSchedule("pause")
    try await context.emitText("\(schedule) is paused")
    context.io.note("  \(SafeText("to undo: `cron resume \(schedule)`"), .dim)")
  }
}
