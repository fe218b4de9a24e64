import Moderation
import Postgres

/// What is planned, decided and then done: an act on a subject or on a selection, the undoing of
/// either, or the approval of what somebody proposed.
struct Deed: Sendable {
  /// A plan that no subject ever fits: a server refuses what is done by it, and records that.
  static let never = #"{"version":-1}"#

  /// Asks what it would do.
  let plan: @Sendable () async throws -> PlannedDeed
  /// Does it; takes the plan as the server wrote it.
  let perform: @Sendable (String) async throws -> Rows
  /// Whether ``perform`` with ``never`` puts an attempt on the record.
  var recordsAttempts = true
  /// Whether something in the app must make it hold.
  var needsEnforcement = false
  /// Whether it needs no yes where it blames nobody: a note, a tag or a verification.
  var mayBeNeutral = false
}

/// A plan, with the exact text that goes back to the server.
struct PlannedDeed: Sendable {
  /// What it is done to, as it is typed: `user:42`, `@wave`, `B7`.
  let name: String
  /// The one subject; nil of many.
  let subject: Subject?
  /// The plan, or the sums of a plan for many.
  let plan: ActionPlan
  /// What a plan for many says beyond its sums.
  let batch: BatchPlan?
  /// The plan as the server wrote it.
  let json: String
}

extension PlannedDeed {
  /// Reads the plan for one subject.
  ///
  /// - Parameters:
  ///   - rows: What the planning function returned.
  ///   - context: Names the subject.
  ///   - subject: Finds the subject of the plan.
  /// - Throws: ``CommandFailure`` where it would be refused.
  init(
    _ rows: Rows,
    _ context: CommandContext,
    subject: (ActionPlan) throws -> Subject
  ) throws {
    let bytes = try Self.bytes(rows)
    plan = try ActionPlan(json: bytes)
    try Self.check(plan)
    let found = try subject(plan)
    (self.subject, name, batch) = (found, context.name(of: found), nil)
    json = String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the plan for many subjects.
  ///
  /// - Parameters:
  ///   - rows: What the planning function returned.
  ///   - name: What it is done to, as it is typed.
  /// - Throws: ``CommandFailure`` where it would be refused.
  init(_ rows: Rows, many name: String) throws {
    let bytes = try Self.bytes(rows)
    let plan = try BatchPlan(json: bytes)
    try Self.check(plan.sum)
    (subject, self.name, self.plan, batch) = (nil, name, plan.sum, plan)
    json = String(decoding: bytes, as: UTF8.self)
  }

  private static func bytes(_ rows: Rows) throws -> [UInt8] {
    guard let bytes = rows.first?[bytes: 0] else {
      throw CommandFailure(.failed, "the server returned no plan")
    }
    return Array(bytes)
  }

  private static func check(_ plan: ActionPlan) throws {
    guard let refusal = plan.refusal else { return }
    throw CommandFailure(ExitCode(refusal: refusal.code), "\(refusal.message)")
  }
}

extension CommandContext {
  /// Plans deeds, shows the plans, asks, and does them, one a transaction.
  ///
  /// - Parameters:
  ///   - deeds: What to do; several are acts on one subject each.
  ///   - beforehand: Runs once it is decided.
  /// - Throws: ``CommandFailure`` where one is refused, or waits for a second person.
  func carryOut(
    _ deeds: [Deed],
    beforehand: () async throws -> Void = {}
  ) async throws {
    var plans: [PlannedDeed] = []
    for deed in deeds { plans.append(try await plan(deed)) }
    guard try await decide(deeds, plans) else { return }
    try await beforehand()
    var proposals: [CommandFailure] = []
    for (index, (deed, planned)) in zip(deeds, plans).enumerated() {
      do {
        if let proposal = try await carryOut(deed, planned) { proposals.append(proposal) }
      } catch {
        if plans.count > 1 {
          io.note(
            "\(SafeText("stopped at \(index + 1) of \(plans.count)"), .yellow): "
              + "\(index - proposals.count) done, \(proposals.count) proposed"
          )
        }
        throw error
      }
    }
    if proposals.count > 1 {
      for proposal in proposals {
        io.note("\(proposal.text, .yellow)")
        if let hint = proposal.hint { io.note("  \(hint)") }
      }
      throw CommandFailure(
        .refused,
        "\(proposals.count) of \(plans.count) wait for a second person"
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
    } catch let failure as CommandFailure
      where failure.code == .refused && deed.recordsAttempts && !has(Flags.dryRun)
    {
      _ = try await deed.perform(Deed.never)
      throw failure
    }
  }

  /// Does one deed and says so; returns the failure of one that was proposed instead.
  private func carryOut(_ deed: Deed, _ planned: PlannedDeed) async throws -> CommandFailure? {
    if let subject = planned.subject { await session.setTarget(subject) }
    let performed = try Performed(await deed.perform(planned.json))
    if performed.isProposed {
      if format.isJSON { try await emit(json: performed.detail) }
      return try proposed(performed, planned)
    }
    guard performed.isDone else { throw try await refusal(performed, deed, planned) }
    try await tell(planned, performed)
    return nil
  }

  /// The error for a deed that the server refused, with what changed since the plan.
  private func refusal(
    _ performed: Performed,
    _ deed: Deed,
    _ planned: PlannedDeed
  ) async throws -> CommandFailure {
    guard performed.code == "version" || performed.code == "worse" else {
      return performed.refusal
    }
    let now = try await deed.plan()
    for line in PlanPreview.difference(planned.plan, now.plan) { io.note(line) }
    let look: SafeText = planned.subject == nil ? "" : ": `history \(planned.name)`"
    return CommandFailure(
      .failed,
      performed.refusal.text,
      hint: "Nothing was changed. Look again, then decide\(look)."
    )
  }
}
