import Display
import Outcome
import Postgres
import Prompt

/// `stats desk 2026-11`.
struct StatsDeskCommand: ConsoleCommand {
  let name = "stats desk"
  let summary: SafeText =
    "count what each moderator did in a time; a moderator sees themselves, a senior all"
  let arguments = Arguments("[TIME]", [.text], required: 0)
  let flags = Flags.format
  let examples: [SafeText] = [
    "stats desk", "stats desk 2026-11", "stats desk 2026-10..2026-11 --output csv",
  ]

  func run(_ context: CommandContext) async throws {
    let period = try context.arguments.first.map { text throws(Failure) in try Period(text) }
    try await context.emit(
      ConsoleFunctions.deskStats(
        onlyApp: context.options.app,
        // Without a time, the last 30 days.
        since: period.map { $0.from ?? .negativeInfinity },
        till: period?.till ?? .infinity
      ),
      list: [
        .text("moderator") { $0.moderator ?? "nobody" }, .number("looks"),
        .column(CellType.oid(named: "interval"), "first look", "first_look"), .number("closed"),
        .number("upheld"), .number("dismissed"), .number("late"), .number("actions"),
        .number("undone"), .number("appeals"), .number("overturned"),
      ],
      none: "no cases, and no actions that cite a policy, in this time"
    )
  }
}
