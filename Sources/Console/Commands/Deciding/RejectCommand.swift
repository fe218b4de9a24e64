import Display

/// `reject P17`.
struct RejectCommand: ConsoleCommand {
  let name = "reject"
  let summary: SafeText = "reject what somebody else proposed"
  let arguments = Arguments("PROPOSAL", [.approval])
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["reject P17 --why \"a warning will do\""]

  func run(_ context: CommandContext) async throws {
    let number = try await context.end(proposal: context.arguments[0], by: name)
    try await context.emitText("P\(number) is rejected")
  }
}

extension CommandContext {
  /// Ends a proposal without doing it; returns its number.
  func end(proposal word: String, by verb: String) async throws -> Int64 {
    let number = try Numbered.proposal.number(word)
    try await done(
      ConsoleFunctions.approvalPerform(
        verb: verb,
        approvalID: number,
        why: self[Flags.why],
        expected: nil
      )
    )
    return number
  }
}
