import Display
import Moderation
import Outcome
import Postgres

/// Decides whether a plan is carried out.
extension CommandContext {
  /// Shows the plans and finds out whether they may be carried out.
  ///
  /// - Returns: False for a dry run, which ends here.
  /// - Throws: ``Failure`` of kind refused where the answer is no, or nobody can answer.
  func decide(_ acts: [Act], _ plans: [PlannedAct]) async throws -> Bool {
    let isDryRun = has(Flags.dryRun)
    if isDryRun, format.isJSON {
      for planned in plans { try await emit(json: planned.json) }
      return false
    }
    if !isDryRun,
      let (_, planned) = zip(acts, plans).first(where: {
        $0.needsEnforcement && !$1.plan.isEnforced
      })
    {
      throw Failure(
        .refused,
        "`\(command.name)` of \(planned.name) is recorded, NOT enforced",
        hint: "Nothing in the app enforces it. Add --record-only to record it anyway."
      )
    }
    // A note, a tag or a verification blames nobody, so scripts need no --yes for it.
    let isNeutral = zip(acts, plans).allSatisfy {
      $0.mayBeNeutral && $1.batch == nil && $1.plan.policy == nil && $1.plan.kind != "erase"
    }
    let many: SafeText = plans.first?.batch == nil ? "" : " of \(plans[0].name)"
    return try await decide(
      orRefuse: isNeutral
        ? nil : "`\(command.name)`\(many) changes data, and there is no terminal to ask at",
      question(plans)
    ) {
      for line in preview(plans) { try await emitText(line) }
    }
  }

  /// The question to ask before these plans are carried out; nil if none needs one.
  private func question(_ plans: [PlannedAct]) -> Question? {
    if let batch = plans.first?.batch {
      let count = String(batch.subjects)
      return Question(
        "\("Severe.", .red) Type the number of subjects, \(count, .bold), to go ahead: "
      ) { answer in
        answer?.filter { !$0.isWhitespace && $0 != "," } == count
      }
    }
    switch plans.map(\.plan.danger).max() ?? .moderate {
    case .mild: return nil
    case .moderate: return Question("Go ahead? [y/N] ")
    case .severe: break
    }
    let label = plans.count == 1 ? plans[0].plan.label ?? "" : ""
    let rows = plans.reduce(0) { $0 + $1.plan.changedRows }
    // A label that cannot be typed as it is shown is confirmed by the count.
    let isTypable =
      (3...40).contains(label.utf8.count) && label.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    let wanted = isTypable ? label : String(rows)
    return Question(
      isTypable
        ? "\("Severe.", .red) Type the name, \(label, .bold), to go ahead: "
        : "\("Severe.", .red) Type the number of rows changed, \(wanted, .bold), to go ahead: "
    ) { answer in
      answer?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        == wanted.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  private func preview(_ plans: [PlannedAct]) -> [SafeText] {
    if let planned = plans.first, plans.count == 1 {
      let preview = PlanPreview(
        plan: planned.plan,
        subject: planned.name,
        screen: io.screen ?? 100
      )
      var lines = preview.lines
      if let batch = planned.batch { lines.insert(contentsOf: PlanPreview.lines(batch), at: 1) }
      return lines
    }
    var lines: [SafeText] = []
    for planned in plans {
      let preview = PlanPreview(plan: planned.plan, subject: planned.name)
      lines.append(preview.heading)
      lines.append("  \(PlanPreview.counts(planned.plan.effects).joined(", "), .dim)")
    }
    let rows = plans.reduce(0) { $0 + $1.plan.changedRows }
    let people = plans.reduce(0) { $0 + $1.plan.people }
    let lost = plans.reduce(0) { $0 + $1.plan.irreversible }
    lines.append("")
    let total: SafeText =
      "all together: \(plans.count) subjects, \(rows) rows changed, \(people) people notified"
    lines.append("  \(total, .bold)")
    if lost > 0 { lines.append("  \("\(lost) of these rows cannot be restored", .red)") }
    lines.append("")
    return lines
  }
}

extension PlanPreview {
  /// The rows that change, rule by rule: `12 reservations`.
  static func counts(_ effects: [ActionPlan.Effect]) -> [SafeText] {
    effects.filter { $0.rows > 0 && $0.kind.changes }.map { "\($0.rows) \($0.counted)" }
  }

  /// The lines of a batch's plan that its totals do not show.
  static func lines(_ plan: BatchPlan) -> [SafeText] {
    let what = plan.sum.collection ?? "subject"
    var lines: [SafeText] = ["  \("\(plan.subjects) × \(what)", .bold)"]
    for barred in plan.barred {
      lines.append("  \("skips \(barred.subjects) (\(barred.code)): \(barred.message)", .yellow)")
    }
    if plan.again > 0 {
      lines.append("  \("\(plan.again) already have one in force and get another", .yellow)")
    }
    if plan.protected > 0 {
      lines.append("  \("\(plan.protected) are protected by a tag", .yellow)")
    }
    if let most = plan.costliest.first, most.rows > 1 {
      let names = plan.costliest.map { "\(what):\($0.key) \($0.label ?? "") (\($0.rows))" }
      lines.append("  most rows: \(names.joined(separator: ", "))")
    }
    return lines
  }
}
