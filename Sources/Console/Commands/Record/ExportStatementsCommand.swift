import Display
import Postgres

/// `export sor 2026-10..2026-11`.
struct ExportStatementsCommand: ConsoleCommand {
  let name = "export sor"
  let summary: SafeText =
    "list the statements of reasons of a time, as the DSA transparency database takes them"
  let arguments = Arguments("TIME", [.text], needed: "a time", takesRest: false)
  let flags = Flags.format
  let examples: [SafeText] = ["export sor 2026-10..2026-11 --output ndjson"]

  func run(_ context: CommandContext) async throws {
    let period = try Period(context.arguments[0])
    try await context.emit(
      ConsoleFunctions.sorList(
        onlyApp: context.options.app,
        since: period.from ?? .negativeInfinity,
        till: period.till ?? .infinity
      ),
      none: "no statements of reasons"
    )
  }
}
