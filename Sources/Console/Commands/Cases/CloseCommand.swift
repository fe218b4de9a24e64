import Display

/// `close C12 --outcome …`.
struct CloseCommand: ConsoleCommand {
  private static let outcome = Flag(
    "outcome",
    oneOf: ["upheld", "dismissed", "duplicate"],
    "the outcome"
  )
  private static let original = Flag(
    case: "of",
    "for a duplicate: the open case that gets its reports"
  )

  let name = "close"
  let summary: SafeText = "close a case; reporters are told the outcome, never who decided"
  let arguments = Arguments(
    "CASE --outcome upheld|dismissed|duplicate --why \"…\"",
    [.caseNumber]
  )
  let flags: [any CommandFlag] = [outcome, original, Flags.why]
  let changesData = true
  let examples: [SafeText] = [
    "close C12 --outcome upheld --why \"copies, confirmed by the brand\"",
    "close C12 --outcome dismissed --why \"genuine\"",
    "close C12 --outcome duplicate --of C7 --why \"same listing\"",
  ]

  func run(_ context: CommandContext) async throws {
    let number = try Numbered.case.number(context.arguments[0])
    let change = try await context.changeCase(
      number,
      "close",
      ConsoleFunctions.CaseArgs(
        why: context[Flags.why],
        outcome: context[Self.outcome],
        of: context[Self.original]
      )
    )
    try await context.tell(closed: change)
  }
}
