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
    try await context.closeCase(
      number,
      [
        ("why", context[Flags.why]), ("outcome", context[Self.outcome]),
        ("of", context[Self.original].map { String($0) }),
      ]
    )
  }
}

extension CommandContext {
  /// Closes a case and says so.
  ///
  /// - Throws: ``Failure`` with what the server said against it.
  func closeCase(_ number: Int64, _ arguments: [(String, String?)]) async throws {
    let change = try await changeCase(number, "close", arguments)
    // An act in JSON has said what programs need.
    if command is ActionCommand, format.isJSON { return }
    var text: SafeText = "C\(number) is closed: \(change.outcome ?? "")"
    if let count = change.notices, count > 0 {
      text += " · \(plural(count, "notice waits", "notices wait")) 60 s"
    }
    try await emitText(text)
    io.note("  \(SafeText("to undo: `reopen C\(number)`"), .dim)")
  }
}
