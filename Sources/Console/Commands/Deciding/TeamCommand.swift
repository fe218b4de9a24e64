import Answers
import Display
import Outcome

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
      columns: ["login", "rank", "status", "added_by", "added_at", "is_acting"].map {
        OutputColumn($0)
      },
      shape: RowShape(
        columns: [
          CellColumn("login"), CellColumn("rank"), CellColumn("status"),
          CellColumn("added_by"), CellColumn("added_at", CellType.timestamptz),
        ]
      ) { _, row in try ["login", "rank", "status", "added_by", "added_at"].map(row.cell) },
      none: "the team has no members"
    )
  }
}
