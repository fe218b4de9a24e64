import Display

/// `team`.
struct TeamCommand: ConsoleCommand {
  let name = "team"
  let aliases = ["team list"]
  let summary: SafeText =
    "list the team; with a second senior, add a login, change its rank or remove it"
  let flags = Flags.format
  let examples: [SafeText] = ["team"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.teamList(),
      columns: ["login", "rank", "status", "added_by", "added_at", "is_acting"],
      list: [
        .text("login"), .text("rank"), .text("status"), .text("added_by"), .time("added_at"),
      ],
      none: "the team has no members"
    )
  }
}
