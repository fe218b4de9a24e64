import Answers
import Display
import Moderation
import Outcome
import Postgres
import Prompt

/// Something to plan, decide and then do: an action on a subject or on a selection, the undo of
/// either, or the approval of a proposal.
struct Act: Sendable {
  /// Asks the server for its plan.
  let plan: @Sendable () async throws -> PlannedAct
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
struct PlannedAct: Sendable {
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

extension PlannedAct {
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
    plan = try json.decode()
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
    let plan = try json.decode(as: BatchPlan.self)
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
  /// - Parameter acts: The operations; several are acts on one subject each.
  /// - Throws: ``Failure`` where one is refused, or waits for a second person.
  func carryOut(_ acts: [Act]) async throws {
    var plans: [PlannedAct] = []
    for act in acts { plans.append(try await plan(act)) }
    guard try await decide(acts, plans) else { return }
    var proposals: [Failure] = []
    var done = 0
    for (index, (act, planned)) in zip(acts, plans).enumerated() {
      do {
        let isLast = index == plans.count - 1 && proposals.isEmpty
        if let proposal = try await carryOut(act, planned, isLast: isLast, &done) {
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
  private func plan(_ act: Act) async throws -> PlannedAct {
    do {
      return try await act.plan()
    } catch let failure as Failure where failure.exit == .refused && !has(Flags.dryRun) {
      if let record = act.recordRefusal { _ = try await write(record) }
      throw failure
    }
  }

  /// Performs one action, counts and reports it; returns the failure of one that was only proposed.
  private func carryOut(
    _ act: Act,
    _ planned: PlannedAct,
    isLast: Bool,
    _ done: inout Int
  ) async throws -> Failure? {
    if let subject = planned.subject { await session.setTarget(subject) }
    let call = isLast ? act.conclude ?? act.perform : act.perform
    let outcome = try await perform(call(planned.json))
    if let about = act.about {
      note(case: about, seconds: try outcome.detail(as: CaseLease.self).lease)
    }
    switch outcome.kind {
    case .done:
      done += 1
      try await tell(planned, outcome.detail)
    case .refused: throw try await refusal(outcome, act, planned)
    case .proposed:
      if format.isJSON { try await emit(json: outcome.detail) }
      return try proposed(outcome, planned)
    }
    return nil
  }

  /// The error for an action that the server refused, with what changed since the plan.
  private func refusal(
    _ outcome: Outcome,
    _ act: Act,
    _ planned: PlannedAct
  ) async throws -> Failure {
    let failure = Failure(outcome)
    guard ["version", "worse"].contains(outcome.code?.name) else { return failure }
    let now = try await act.plan()
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
