import Display

/// `cron resume NAME`.
struct CronResumeCommand: ConsoleCommand {
  let name = "cron resume"
  let summary: SafeText = "resume a paused schedule"
  let arguments = Arguments("NAME", [.text], needed: "a schedule")
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["cron resume expire"]

  func run(_ context: CommandContext) async throws {
    let (schedule, next) = try await context.changeSchedule("resume")
    try await context.emitText("\(schedule) is active again; next at \(next)")
  }
}
