import Catalog
import Display
import Outcome
import Prompt

/// `shift`, `shift --to ben`.
struct ShiftCommand: ConsoleCommand {
  private static let to = Flag("to", .login, "the colleague whose the cases become")
  private static let withdraw = Flag("withdraw", "withdraw your proposals, too")

  let name = "shift"
  let summary: SafeText = "hand over what you hold: give your cases back, or to a colleague"
  let flags: [any CommandFlag] = [to, withdraw] + Flags.decision
  let changesData = true
  let examples: [SafeText] = [
    "shift", "shift --to ben --why \"my day is over\"", "shift --withdraw",
  ]

  func run(_ context: CommandContext) async throws {
    let cases = try await held(context)
    let proposals = try await proposals(context)
    guard !cases.isEmpty || !proposals.isEmpty else {
      return context.io.note("you hold nothing")
    }
    let withdraws = context.has(Self.withdraw)
    let changes = !cases.isEmpty || withdraws
    let isDecided = try await context.decide(
      orRefuse: changes ? "`shift` changes data, and there is no terminal to ask at" : nil,
      changes ? Question("Go ahead? [y/N] ") : nil
    ) {
      for line in lines(cases, proposals, context) { try await context.emitText(line) }
    }
    guard isDecided else { return }
    guard changes else {
      for line in lines(cases, proposals, context) { try await context.emitText(line) }
      return context.io.note("nothing to hand over")
    }
    try await perform(cases, withdraws ? proposals : [], context)
  }

  /// A case, and its subject.
  private typealias Held = (number: Int64, subject: String)

  private func held(_ context: CommandContext) async throws -> [Held] {
    try await context.call(
      ConsoleFunctions.caseQueue(app: context.options.app, mine: true)
    ).map { item in
      (item.caseID, "\(item.collectionName):\(item.key) \(item.label ?? "")")
    }
  }

  private func proposals(
    _ context: CommandContext
  ) async throws -> [ConsoleFunctions.ApprovalListRow] {
    let actor = try await context.session.actor()
    return try await context.call(
      ConsoleFunctions.approvalList(onlyState: "proposed", maxRows: 1000)
    ).filter { $0.proposedBy == actor }
  }

  /// A line for each case and proposal, with the outcome that the handover would have for it.
  private func lines(
    _ cases: [Held],
    _ proposals: [ConsoleFunctions.ApprovalListRow],
    _ context: CommandContext
  ) -> [SafeText] {
    let fate: SafeText = context[Self.to].map { "to \($0)" } ?? "back to the queue"
    let columns = max((context.io.screen ?? 100) - fate.width - 12, 10)
    return cases.map { item in
      "  \("C\(item.number)", .bold)  \(Untrusted(item.subject), columns: columns)  \(fate)"
    }
      + proposals.map { proposal in
        let fate = context.has(Self.withdraw) ? "withdrawn" : "stays \(proposal.status)"
        return "  \("P\(proposal.approvalID)", .bold)  \(proposal.change)  \(fate)"
      }
  }

  /// Hands over one after the other; a failure is reported and stops nothing else.
  private func perform(
    _ cases: [Held],
    _ proposals: [ConsoleFunctions.ApprovalListRow],
    _ context: CommandContext
  ) async throws {
    let heir = context[Self.to]
    var refused = 0
    for item in cases {
      do {
        try await context.changeCase(
          item.number,
          "release",
          ConsoleFunctions.CaseArgs(why: context[Flags.why], to: heir)
        )
        let fate: SafeText = heir.map { "is \($0)'s for 10 minutes" } ?? "is back in the queue"
        try await context.emitText("C\(item.number) \(fate)")
      } catch let failure as Failure {
        refused += 1
        context.io.note("C\(item.number): \(failure.message, .red)")
      }
    }
    for proposal in proposals {
      do {
        _ = try await context.end(proposal: "P\(proposal.approvalID)", by: "withdraw")
        try await context.emitText("P\(proposal.approvalID) is withdrawn")
      } catch let failure as Failure {
        refused += 1
        context.io.note("P\(proposal.approvalID): \(failure.message, .red)")
      }
    }
    guard refused == 0 else {
      throw Failure(.failed, "\(plural(refused, "is", "are")) still yours")
    }
  }
}
