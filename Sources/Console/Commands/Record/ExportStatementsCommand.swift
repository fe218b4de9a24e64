import Display
import Postgres

/// `export sor 2026-10..2026-11`.
struct ExportStatementsCommand: ConsoleCommand {
  let name = "export sor"
  let summary: SafeText =
    "list the statements of reasons of a time, as the DSA transparency database takes them"
  let arguments = Arguments("TIME", [.text], needed: "a time", takesRest: false)
  private static let api = Flag(
    "api",
    "a JSON object a line, as the API of the database takes statements"
  )
  let flags: [any CommandFlag] = [api] + Flags.format
  let examples: [SafeText] = [
    "export sor 2026-10..2026-11 --output ndjson", "export sor 2026-11 --api",
  ]

  func run(_ context: CommandContext) async throws {
    let period = try Period(context.arguments[0])
    if context.has(Self.api) {
      let call = ConsoleFunctions.sorPayload(
        onlyApp: context.options.app,
        since: period.from ?? .negativeInfinity,
        till: period.till ?? .infinity
      )
      return try await context.stream(call) { rows in
        var out: [UInt8] = []
        for row in rows {
          JSONRenderer.json(ArraySlice(try call.read(row).payload.utf8), &out)
          out.append(0x0A)
        }
        try await context.io.write(out)
      }
    }
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
