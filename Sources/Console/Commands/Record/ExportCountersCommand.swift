import Display
import Postgres

/// `export counters 2026`.
struct ExportCountersCommand: ConsoleCommand {
  let name = "export counters"
  let summary: SafeText = "count what was reported, decided and appealed against in a time"
  let arguments = Arguments("TIME", [.text], needed: "a time", takesRest: false)
  let flags = Flags.format
  let examples: [SafeText] = ["export counters 2026 --output csv"]

  func run(_ context: CommandContext) async throws {
    let period = try Period(context.arguments[0])
    try await context.emit(
      ConsoleFunctions.counterList(
        onlyApp: context.options.app,
        since: period.from ?? .negativeInfinity,
        till: period.till ?? .infinity
      ),
      none: "nothing to count"
    )
  }
}
