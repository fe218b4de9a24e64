import Answers
import Display
import Moderation
import Outcome
import Postgres
import Prompt

/// Something to plan, decide and then do: an action on a subject or on a selection, the undo of
/// either, or the approval of a proposal.
struct Deed: Sendable {
  /// Asks the server for its plan.
  let plan: @Sendable () async throws -> PlannedDeed
  /// Does it; takes the plan as the server wrote it.
  let perform: @Sendable (JSONB) -> FunctionCall<Outcome>
  /// Does it as the last of all, where none of the others waits for a second person; `perform` if
  /// left out.
  var conclude: (@Sendable (JSONB) -> FunctionCall<Outcome>)?
  /// Puts on the record that its plan was refused; nil where nothing is to be recorded.
  var recordRefusal: FunctionCall<String?>?
  /// The case that it is about.
  var about: Int64?
  /// Whether something in the app must make it hold.
  var needsEnforcement = false
  /// Whether it needs no yes where it blames nobody: a note, a tag or a verification.
  var mayBeNeutral = false
}

/// A plan, with the exact text that goes back to the server.
struct PlannedDeed: Sendable {
  /// The name of its target, as it is typed: `user:42`, `@wave`, `B7`.
  let name: String
  /// The one subject; nil of many.
  let subject: Subject?
  /// The plan, or the sums of a plan for many.
  let plan: ActionPlan
  /// The parts of a batch's plan beyond its totals; nil for a single subject.
  let batch: BatchPlan?
  /// The plan as the server wrote it.
  let json: JSONB
}

extension PlannedDeed {
  /// Reads the plan for one subject.
  ///
  /// - Parameters:
  ///   - json: The result of the planning function.
  ///   - context: Names the subject.
  ///   - subject: Finds the subject of the plan.
  /// - Throws: ``Failure`` where it would be refused.
  init(
    _ json: JSONB,
    _ context: CommandContext,
    subject: (ActionPlan) throws -> Subject
  ) throws {
    plan = try ActionPlan(json: Array(json.text.utf8))
    try Self.check(plan)
    let found = try subject(plan)
    (self.subject, name, batch) = (found, context.name(of: found), nil)
    self.json = json
  }

  /// Reads the plan for many subjects.
  ///
  /// - Parameters:
  ///   - json: The result of the planning function.
  ///   - name: The name of its target, as it is typed.
  /// - Throws: ``Failure`` where it would be refused.
  init(_ json: JSONB, many name: String) throws {
    let plan = try BatchPlan(json: Array(json.text.utf8))
    try Self.check(plan.sum)
    (subject, self.name, self.plan, batch) = (nil, name, plan.sum, plan)
    self.json = json
  }

  private static func check(_ plan: ActionPlan) throws {
    guard let refusal = plan.refusal else { return }
    throw Failure(
      ExitStatus(RefusalCode(refusal.code)),
      "\(refusal.message)",
      code: refusal.code
    )
  }
}

extension CommandContext {
  /// Plans actions, shows the plans, asks, and performs them, each in a transaction.
  ///
  /// - Parameter deeds: The operations; several are acts on one subject each.
  /// - Throws: ``Failure`` where one is refused, or waits for a second person.
  func carryOut(_ deeds: [Deed]) async throws {
    var plans: [PlannedDeed] = []
    for deed in deeds { plans.append(try await plan(deed)) }
    guard try await decide(deeds, plans) else { return }
    var proposals: [Failure] = []
    var done = 0
    for (index, (deed, planned)) in zip(deeds, plans).enumerated() {
      do {
        let isLast = index == plans.count - 1 && proposals.isEmpty
        if let proposal = try await carryOut(deed, planned, isLast: isLast, &done) {
          proposals.append(proposal)
        }
      } catch {
        if plans.count > 1 {
          io.note(
            "\(SafeText("stopped at \(index + 1) of \(plans.count)"), .yellow): "
              + "\(done) done, \(proposals.count) proposed"
          )
        }
        throw error
      }
    }
    if proposals.count > 1 {
      for proposal in proposals {
        io.note("\(proposal.message, .yellow)")
        if let hint = proposal.advice { io.note("  \(hint)") }
      }
      throw Failure(
        .refused,
        "\(proposals.count) of \(plans.count) need a second person"
      )
    }
    if let proposal = proposals.first { throw proposal }
  }

  /// Plans; where a plan is refused for want of a right, has the attempt put on the record.
  ///
  /// A dry run attempts nothing.
  private func plan(_ deed: Deed) async throws -> PlannedDeed {
    do {
      return try await deed.plan()
    } catch let failure as Failure where failure.exit == .refused && !has(Flags.dryRun) {
      if let record = deed.recordRefusal { _ = try await write(record) }
      throw failure
    }
  }

  /// Performs one action, counts and reports it; returns the failure of one that was only proposed.
  private func carryOut(
    _ deed: Deed,
    _ planned: PlannedDeed,
    isLast: Bool,
    _ done: inout Int
  ) async throws -> Failure? {
    if let subject = planned.subject { await session.setTarget(subject) }
    let call = isLast ? deed.conclude ?? deed.perform : deed.perform
    let outcome = try await perform(call(planned.json))
    if let about = deed.about {
      note(case: about, seconds: try outcome.detail(as: CaseLease.self).lease)
    }
    switch outcome.kind {
    case .done:
      done += 1
      try await tell(planned, Array(outcome.detail.text.utf8))
    case .refused: throw try await refusal(outcome, deed, planned)
    case .proposed:
      if format.isJSON { try await emit(json: Array(outcome.detail.text.utf8)) }
      return try proposed(outcome, planned)
    }
    return nil
  }

  /// The error for an action that the server refused, with what changed since the plan.
  private func refusal(
    _ outcome: Outcome,
    _ deed: Deed,
    _ planned: PlannedDeed
  ) async throws -> Failure {
    let failure = Failure(outcome)
    guard ["version", "worse"].contains(outcome.code?.name) else { return failure }
    let now = try await deed.plan()
    for line in PlanPreview.difference(planned.plan, now.plan) { io.note(line) }
    let look: SafeText = planned.subject == nil ? "" : ": `history \(planned.name)`"
    return Failure(
      .failed,
      failure.message,
      hint: "Nothing was changed. Check again, then decide\(look).".description,
      code: failure.code
    )
  }
}

/// For how many seconds a case is the caller's after an act about it; nil where it is not.
private struct CaseLease: Decodable {
  let lease: Int?
}
