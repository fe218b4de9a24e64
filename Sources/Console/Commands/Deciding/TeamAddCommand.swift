import Display

/// `team add anna --rank moderator`.
struct TeamAddCommand: ConsoleCommand {
  private static let rank = Flag(
    "rank",
    oneOf: ["viewer", "moderator", "senior", "auditor"],
    "the rank to give"
  )

  let name = "team add"
  let summary: SafeText = "add a login to the team, or change its rank, with a second senior"
  let arguments = Arguments("LOGIN --rank RANK", [.login], needed: "a login and `--rank`")
  let flags: [any CommandFlag] = [rank, Flags.why]
  let changesData = true
  let examples: [SafeText] = [
    "team add anna --rank moderator", "team add anna --rank senior --why \"leads now\"",
  ]

  func run(_ context: CommandContext) async throws {
    guard let rank = context[Self.rank] else {
      throw misuse("`team add` needs \(arguments.needed)")
    }
    try await context.proposeTeamChange("team.add", rank: rank)
  }
}
