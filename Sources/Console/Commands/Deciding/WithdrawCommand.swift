import Display

/// `withdraw P17`.
struct WithdrawCommand: ConsoleCommand {
  let name = "withdraw"
  let summary: SafeText = "withdraw your own proposal"
  let arguments = Arguments("PROPOSAL", [.approval])
  let flags: [any CommandFlag] = [Flags.why]
  let changesData = true
  let examples: [SafeText] = ["withdraw P17"]

  func run(_ context: CommandContext) async throws {
    let number = try await context.end(proposal: context.arguments[0], by: name)
    try await context.emitText("P\(number) is withdrawn")
  }
}
