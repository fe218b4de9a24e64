import Display

/// `cron run NAME`.
struct CronRunCommand: ConsoleCommand {
  let name = "cron run"
  let summary: SafeText = "run a schedule now"
  let arguments = Arguments("NAME", [.text], needed: "a schedule")
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["cron run verify"]

  func run(_ context: CommandContext) async throws {
    let (schedule, job) = try await context.changeSchedule("run")
    try await context.emitText("\(schedule) runs as job \(job)")
  }
}
