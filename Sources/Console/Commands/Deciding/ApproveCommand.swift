import Answers
import Catalog
import Display
import Outcome
import Postgres
import Prompt

/// `approve P17`.
struct ApproveCommand: ConsoleCommand {
  let name = "approve"
  let summary: SafeText =
    "do what somebody else proposed, after showing what it means now"
  let arguments = Arguments("PROPOSAL", [.approval])
  let flags = Flags.decision
  let changesData = true
  let examples: [SafeText] = ["approve P17", "approve P17 --dry-run"]

  func run(_ context: CommandContext) async throws {
    let number = try Numbered.proposal.number(context.arguments[0])
    let found = try await context.first(
      ConsoleFunctions.approvalList(onlyState: nil, maxRows: 1, onlyID: number)
    )
    guard let proposal = found else {
      throw Failure(
        .notFound,
        "there is no proposal P\(number)",
        hint: "`approvals` lists what waits."
      )
    }
    let isShown = context.io.canAsk || context.has(Flags.dryRun)
    if isShown {
      let at = readableTime(proposal.proposedAt.description)
      var text: SafeText = "P\(number) by \(proposal.proposedBy), \(at)"
      if let why = proposal.why { text += " · “\(Untrusted(why))”" }
      try await context.emitText(text)
      try await context.emitText("  \(proposal.rules.joined(separator: "; "))")
    }
    guard let app = proposal.app, let collection = proposal.collection else {
      let change = proposal.change + (proposal.label.map { " as \($0)" } ?? "")
      if isShown {
        try await context.emitText("  \(change)")
        if let reach = try await reach(of: proposal, context) {
          try await context.emitText("  \(reach)")
        }
      }
      return try await approveOffice(number, change, context)
    }
    try await context.carryOut([try await act(proposal, app, collection, context)])
  }

  /// The approval of an act on a subject, or on a selection.
  ///
  /// The selection is named by its number, as it may have been dropped.
  private func act(
    _ proposal: ConsoleFunctions.ApprovalListRow,
    _ app: String,
    _ collection: String,
    _ context: CommandContext
  ) async throws -> Act {
    let number = proposal.approvalID
    let perform: @Sendable (JSONB) -> FunctionCall<Outcome> = { plan in
      ConsoleFunctions.approvalPerform(
        verb: "approve",
        approvalID: number,
        why: context[Flags.why],
        expected: plan
      )
    }
    if let selection = proposal.selectionID {
      let name = "#\(selection)"
      let shown = proposal.selection ?? name
      return Act(
        plan: {
          try await context.plan(proposal.verb, onSelection: name, proposal.args, shown: shown)
        },
        perform: perform
      )
    }
    let subject = Subject(
      collection: try await context.collection(app, collection, of: "P\(number)"),
      key: proposal.key ?? ""
    )
    return Act(
      plan: { try await context.plan(proposal.verb, on: subject, proposal.args) },
      perform: perform,
      recordRefusal: ConsoleFunctions.attemptRecord(verb: "approve", number: number)
    )
  }

  /// Whom a version that is proposed as the oldest one shuts out; nil where nobody can tell.
  private func reach(
    of proposal: ConsoleFunctions.ApprovalListRow,
    _ context: CommandContext
  ) async throws -> SafeText? {
    let place = (proposal.key ?? "").split(separator: "/").map(String.init)
    guard proposal.verb == "versions.set", place.count == 2, let oldest = proposal.label
    else { return nil }
    return try await context.reach(ofVersion: oldest, on: place[1], of: place[0])
  }

  /// Approves a change of the office after asking.
  ///
  /// - Parameters:
  ///   - number: The proposal's.
  ///   - change: `team add anna as viewer`.
  ///   - context: Says whether to ask.
  /// - Throws: ``Failure`` of kind refused where the answer is no, or nobody can answer.
  private func approveOffice(
    _ number: Int64,
    _ change: String,
    _ context: CommandContext
  ) async throws {
    let isDecided = try await context.decide(
      orRefuse: "`approve` changes the back office, and there is no terminal to ask at",
      Question("\("Severe.", .red) Go ahead? [y/N] ")
    ) {}
    guard isDecided else { return }
    let outcome = try await context.done(
      ConsoleFunctions.approvalPerform(
        verb: "approve",
        approvalID: number,
        why: context[Flags.why],
        expected: nil
      )
    )
    let detail = try outcome.detail(as: OfficeDetail.self)
    try await context.emitText("\("done", .green)  P\(number)  \(change)")
    if let count = detail.released, count > 0 {
      try await context.emitText("  cases returned to the queue: \(count)")
    }
    if let kept = detail.kept, !kept.isEmpty {
      let names = kept.joined(separator: ", ")
      try await context.emitText(
        "  keeps \(names): another database of the cluster may need it; without a rank it grants "
          + "nothing here"
      )
    }
    if let waiting = detail.proposals, !waiting.isEmpty {
      let names = waiting.joined(separator: ", ")
      try await context.emitText("  \(SafeText("proposals that wait in vain: \(names)"), .yellow)")
    }
  }

  private struct OfficeDetail: Decodable {
    let released: Int?
    let kept: [String]?
    let proposals: [String]?
  }
}
