import Display

/// `team remove anna`.
struct TeamRemoveCommand: ConsoleCommand {
  let name = "team remove"
  let summary: SafeText = "remove a login from the team, with a second senior"
  let arguments = Arguments("LOGIN", [.login], needed: "a login")
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["team remove anna"]

  func run(_ context: CommandContext) async throws {
    try await context.proposeTeamChange("team.remove")
  }
}
