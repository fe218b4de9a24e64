import Display
import Prompt

/// `flags test NAME`.
struct FlagsTestCommand: ConsoleCommand {
  let name = "flags test"
  let summary: SafeText = "list what a flag would report, without reporting it"
  let arguments = Arguments("NAME", [.text], needed: "a flag")
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "flags test listing-flood", "flags test shop/listing-flood --limit 500",
  ]

  func run(_ context: CommandContext) async throws {
    let flag = context.invocation.text(from: 0)
    try await context.emit(
      ConsoleFunctions.flagTest(app: context.options.app, name: flag, maxRows: context.limit),
      columns: [
        OutputColumn("subject", joining: ["collection", "key"], by: ":"), OutputColumn("label"),
        OutputColumn("words"),
      ],
      none: "`\(flag)` finds nothing"
    )
    if context.format.isReadable { context.io.note("\(SafeText("nothing was reported"), .dim)") }
  }
}
