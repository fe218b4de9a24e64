import Answers
import Display
import Moderation
import Outcome
import Postgres
import Prompt

/// Reports completed actions, and the commands that undo them.
extension CommandContext {
  /// Reports an action.
  ///
  /// - Throws: ``Failure`` for a batch that halted, or changed nothing.
  func tell(_ planned: PlannedAct, _ detail: JSONB) async throws {
    if planned.batch == nil {
      try await tellOne(planned, try detail.decode(), detail)
    } else {
      try await tellMany(planned, try detail.decode(), detail)
    }
  }

  private func tellOne(
    _ planned: PlannedAct,
    _ outcome: ActionOutcome,
    _ json: JSONB
  ) async throws {
    if let subject = planned.subject { await remember(subject) }
    if format.isJSON { return try await emit(json: json) }
    let verb = planned.plan.verb ?? command.name
    let isUndo = planned.plan.verb == "undo"
    var text: SafeText = "\("done", .green)  \("A\(outcome.actionID)", .bold)  "
    text +=
      isUndo
      ? "undid A\(planned.plan.actionID ?? 0) on \(planned.name)"
      : "\(verb) \(planned.name)"
    if let label = planned.plan.label { text += " \(label)" }
    if !isUndo, let name = planned.plan.name { text += " \(name)" }
    let isErasure = planned.plan.kind == "erase"
    if !isUndo, !isErasure, let ending = PlanPreview.ending(outcome.until, outcome.eraseAt) {
      text += " · \(ending)"
    }
    try await emitText(text)
    let counts = PlanPreview.counts(outcome.effects)
    var notes = counts.isEmpty ? [] : [counts.joined(", ")]
    if let back = outcome.takenBack {
      if back.withdrawn > 0 { notes.append("\(plural(back.withdrawn, "job", "jobs")) withdrawn") }
      if back.reversed > 0 { notes.append("\(plural(back.reversed, "job", "jobs")) to reverse") }
    }
    if let sent = outcome.outside, !sent.isEmpty {
      notes.append("outside: " + sent.map { "\($0)" }.joined(", "))
    }
    if let told = (outcome.files ?? outcome.outsideTakenBack?.files)?.told {
      notes.append("files: \(told)")
    }
    if let back = outcome.outsideTakenBack {
      if back.withdrawn > 0 {
        notes.append("\(plural(back.withdrawn, "effect", "effects")) outside withdrawn")
      }
      if back.reversed > 0 {
        notes.append("\(plural(back.reversed, "effect", "effects")) outside to reverse")
      }
    }
    try await tell(
      notes,
      isUndo: isUndo,
      notices: outcome.notices,
      withdrawn: outcome.withdrawn,
      corrections: outcome.corrections
    )
    for loss in (outcome.lost ?? []).prefix(20) {
      let text: SafeText = "not restored: \(loss.collection):\(loss.key), \(loss.why)"
      try await emitText("  \(text, .yellow)")
    }
    try await tell(lost: outcome.effects, outcome.jobs, kept: outcome.kept)
    guard !isUndo else { return }
    offer(
      outcome.undo,
      action: outcome.actionID,
      "\(verb) of \(planned.plan.label ?? planned.name)"
    )
    if let closed = outcome.closed { try await tell(closed: closed) }
  }

  private func tellMany(
    _ planned: PlannedAct,
    _ outcome: BatchOutcome,
    _ json: JSONB
  ) async throws {
    let name = "B\(outcome.batchID)"
    let verb = planned.plan.verb ?? command.name
    let subjects = plural(outcome.subjects, "subject", "subjects")
    if format.isJSON {
      try await emit(json: json)
    } else if outcome.isOver, outcome.changed > 0 || outcome.halted != nil {
      try await emitText(
        "\("done", .green)  \(name, .bold)  \(verb) \(planned.name) · \(outcome.changed) of \(subjects)"
      )
      try await tell(
        PlanPreview.counts(outcome.effects),
        isUndo: verb == "undo",
        notices: outcome.notices,
        withdrawn: outcome.withdrawn,
        corrections: outcome.corrections
      )
    } else if let job = outcome.jobID {
      try await emitText("\(name, .bold)  \(verb) \(planned.name) · \(subjects), by job \(job)")
      try await tellWaiting(job)
    }
    if let halted = outcome.halted {
      throw Failure(.failed, "\(name) halted: \(halted)", hint: "`batch \(name)` shows it.")
    }
    if outcome.isOver, outcome.changed == 0 {
      throw Failure(
        .failed,
        "\(name): nothing was done to any of \(subjects)",
        hint: "`batch \(name)` says why."
      )
    }
    if outcome.refused > 0 {
      io.note("  \("\(outcome.refused) skipped: `batch \(name)` says why", .yellow)")
    }
    try await tell(lost: outcome.effects, nil, kept: outcome.kept)
    if outcome.lost > 0 {
      io.note(
        "  \("\(outcome.lost) were restored only in part: `batch \(name)` names them", .yellow)"
      )
    }
    if verb != "undo" { offer(outcome.undo, name) }
  }

  /// Reports the effects of an action that cannot be undone, in the words of its plan.
  private func tell(
    lost effects: [ActionPlan.Effect],
    _ jobs: [ActionPlan.Jobs]?,
    kept: [String]?
  ) async throws {
    for line in PlanPreview.lost(effects, jobs) { try await emitText(line) }
    if let kept = PlanPreview.kept(kept) { try await emitText("  \(kept, .dim)") }
  }

  /// Offers the undo of an action if the server would accept it, and lists it for completion.
  func offer(_ undo: UndoOffer?, action: Int64, _ label: String) {
    if undo?.accepted == true { remember(action: action, label) }
    offer(undo, "A\(action)")
  }

  /// Offers the undo of a numbered action if the server would accept it; else says why not.
  private func offer(_ undo: UndoOffer?, _ number: String) {
    if undo?.accepted == true {
      io.note("  \(SafeText("to undo: `undo \(number)`"), .dim)")
    } else if let message = undo?.message {
      io.note("  \(SafeText("no undo: \(message)"), .dim)")
    }
  }

  /// Writes the changes, and who is notified of them.
  private func tell(
    _ counts: [SafeText],
    isUndo: Bool,
    notices: Int?,
    withdrawn: Int?,
    corrections: Int?
  ) async throws {
    var notes = counts
    if isUndo {
      if let withdrawn, withdrawn > 0 {
        notes.append("\(plural(withdrawn, "notice", "notices")) withdrawn")
      }
      if let corrections, corrections > 0 {
        notes.append("\(plural(corrections, "correction", "corrections")) to send")
      }
    } else if let notices, notices > 0 {
      notes.append("\(plural(notices, "notice waits", "notices wait")) 60 s")
    }
    if !notes.isEmpty { try await emitText("  \(notes.joined(" · "))") }
  }

  /// The failure of a command whose action was only proposed: exit status 4, and how it continues.
  ///
  /// - Parameters:
  ///   - outcome: The server's answer.
  ///   - planned: The plan; nil of a change of the team.
  /// - Returns: The failure.
  /// - Throws: `DecodingError` where the answer has another shape.
  func proposed(_ outcome: Outcome, _ planned: PlannedAct?) throws -> Failure {
    let proposal = try outcome.detail(as: Proposal.self)
    let number = "P\(proposal.approvalID)"
    let others = proposal.others.joined(separator: " or ")
    var hint: SafeText =
      others.isEmpty
      ? "Nobody else can approve it: confirm it yourself from \(readableTime(proposal.confirmAt)) on with "
        + "`approve \(number)`."
      : "\(others) can `approve \(number)` until \(readableTime(proposal.lapsesAt))."
    if let subject = planned?.subject, subject.collection.verbs.contains("hide") {
      hint += " To act now and alone: `hide \(name(of: subject)) --for 24h`."
    }
    return Failure(
      .refused,
      "\(number) needs a second person: \(proposal.rules.joined(separator: "; "))",
      hint: hint
    )
  }
}
