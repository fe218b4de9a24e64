import Moderation
import Postgres

extension ConsoleSession {
  /// A plan, with the exact text that goes back to the server.
  struct Planned {
    let subject: Subject
    let plan: ActionPlan
    let json: String
  }

  /// What a perform function returned.
  struct Performed {
    let isDone: Bool
    let isProposed: Bool
    let code: String
    let message: String
    let detail: [UInt8]
  }

  // MARK: - The verbs

  /// `ban 1-3 --policy …`: one subject a transaction, all plans first.
  func act(_ command: Command) async throws {
    let verb = command.verb.name
    if command.arguments[0].hasPrefix("@") { return try await actOnSelection(command) }
    // Behind the subjects stands the name of a tag or a limit, or the text of a note.
    let isNamed = command.verb.values.count > 1
    let subjects = try await subjects(isNamed ? [command.arguments[0]] : command.arguments)
    for subject in subjects where !subject.collection.verbs.contains(verb) {
      let able = try await catalog().filter { $0.verbs.contains(verb) }.map(\.name)
      throw CommandFailure(
        .usage,
        "`\(verb)` is not declared for \(subject.collection.name)",
        hint: "It acts on: \(able.joined(separator: ", "))."
      )
    }
    try await perform(verb, on: subjects, try actionArguments(command), command)
  }

  /// Plans an action on each subject, asks, and does it, one subject a transaction.
  func perform(
    _ verb: String,
    on subjects: [Subject],
    _ arguments: String,
    _ command: Command
  ) async throws {
    var plans: [Planned] = []
    for subject in subjects {
      let planned = try await recordingRefusal(command) {
        try await plan(verb, subject, arguments)
      } perform: {
        _ = try await write(
          "SELECT reeve.action_perform($1, $2, $3, $4, $5::jsonb, $6::jsonb)",
          [
            verb, subject.collection.app, subject.collection.name, subject.key, arguments,
            Self.never,
          ]
        )
      }
      plans.append(planned)
    }
    guard try await confirm(plans, command) else { return }
    var proposals: [CommandFailure] = []
    let about = try command.flags["case"].map { word in try caseNumber(word) }
    if let about { try await casePerform("claim", about) }
    for (index, planned) in plans.enumerated() {
      under = planned.subject
      do {
        let rows = try await write(
          """
          SELECT outcome, code, message, detail,
            reeve.case_link($7, (detail ->> 'action_id')::bigint)
          FROM reeve.action_perform($1, $2, $3, $4, $5::jsonb, $6::jsonb)
          """,
          [
            verb, planned.subject.collection.app, planned.subject.collection.name,
            planned.subject.key, arguments, planned.json, about,
          ]
        )
        let performed = try performed(rows)
        if performed.isProposed {
          proposals.append(try proposed(performed, planned))
          if format(command).isJSON { try await emit(json: performed.detail) }
          continue
        }
        guard performed.isDone else {
          throw try await refusal(performed, planned) {
            try await self.plan(verb, planned.subject, arguments)
          }
        }
        try await tell(planned, performed, command)
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

  /// Writes JSON that the server made, with what could steer a terminal escaped.
  func emit(json: [UInt8]) async throws {
    var out: [UInt8] = []
    JSONRenderer.json(ArraySlice(json), &out)
    try await io.write(out + [0x0A])
  }

  // MARK: - Planning

  /// A plan that no subject ever fits: what is performed by it is refused.
  static let never = #"{"version":-1}"#

  /// Plans; where a plan is refused for want of a right, has the attempt put on the record.
  ///
  /// - Parameters:
  ///   - command: A dry run attempts nothing.
  ///   - plan: Plans.
  ///   - perform: Attempts it by ``never``.
  /// - Returns: The plan.
  /// - Throws: What `plan` throws.
  func recordingRefusal(
    _ command: Command,
    _ plan: () async throws -> Planned,
    perform: () async throws -> Void
  ) async throws -> Planned {
    do {
      return try await plan()
    } catch let failure as CommandFailure where failure.code == .refused && !command.has("dry-run")
    {
      try await perform()
      throw failure
    }
  }

  /// Asks what an action would do.
  func plan(
    _ verb: String,
    _ subject: Subject,
    _ arguments: String
  ) async throws -> Planned {
    let rows = try await read { connection in
      try await connection.query(
        "SELECT reeve.action_plan($1, $2, $3, $4, $5::jsonb)",
        [verb, subject.collection.app, subject.collection.name, subject.key, arguments]
      )
    }
    return try planned(rows, subject)
  }

  /// Reads a plan; `resolve` finds the subject of one that was asked for by its action.
  func planned(
    _ rows: Rows,
    _ subject: Subject?,
    _ resolve: (ActionPlan) throws -> Subject = { _ in
      throw CommandFailure(.failed, "the plan names no subject")
    }
  ) throws -> Planned {
    guard let bytes = rows.first?[bytes: 0] else {
      throw CommandFailure(.failed, "the server returned no plan")
    }
    let plan = try ActionPlan(json: Array(bytes))
    if let refusal = plan.refusal {
      throw CommandFailure(code(ofRefusal: refusal.code), "\(refusal.message)")
    }
    return Planned(
      subject: try subject ?? resolve(plan),
      plan: plan,
      json: String(decoding: bytes, as: UTF8.self)
    )
  }

  /// The arguments of an acting verb as the JSON that SQL takes.
  func actionArguments(_ command: Command) throws -> String {
    guard !(command.has("for") && command.has("forever")) else {
      throw CommandFailure(.usage, "give `--for` or `--forever`, not both")
    }
    var fields: [(String, String)] = []
    for flag in ["policy", "severity", "public", "why"] {
      if let value = command.flags[flag] { fields.append((flag, value)) }
    }
    let rest = command.arguments.dropFirst().joined(separator: " ")
    switch command.verb.values.last {
    case .text: fields.append(("why", rest))
    case .tag, .limit: fields.append(("name", rest))
    default: break
    }
    if let span = command.flags["for"] { fields.append(("for", try interval(span))) }
    var out = Array("{".utf8)
    for (name, value) in fields {
      JSONRenderer.string(ArraySlice(name.utf8), &out)
      out += ":".utf8
      JSONRenderer.string(ArraySlice(value.utf8), &out)
      out += ",".utf8
    }
    out += "\"record_only\":\(command.has("record-only")),".utf8
    out += "\"protect\":\(command.has("protect")),".utf8
    out += "\"forever\":\(command.has("forever"))}".utf8
    return String(decoding: out, as: UTF8.self)
  }

  // MARK: - Deciding

  /// Shows what would happen and finds out whether it may.
  ///
  /// - Returns: False for a dry run, which ends here.
  /// - Throws: ``CommandFailure`` of kind refused where the answer is no, or nobody can answer.
  func confirm(_ plans: [Planned], _ command: Command) async throws -> Bool {
    let isDryRun = command.has("dry-run")
    if isDryRun, format(command).isJSON {
      for planned in plans { try await emit(json: Array(planned.json.utf8)) }
      return false
    }
    if !isDryRun, !command.has("record-only"),
      let planned = plans.first(where: { !$0.plan.isEnforced })
    {
      throw CommandFailure(
        .refused,
        "`\(command.verb.name)` of \(name(of: planned.subject)) is recorded, NOT enforced",
        hint: "Nothing in the app makes it hold. Add --record-only to record it all the same."
      )
    }
    let isSure = command.has("yes") || options.assumeYes
    // A note, a tag or a verification blames nobody: a script need not say that it means it.
    let isNeutral =
      command.verb.kind == .act
      && plans.allSatisfy { $0.plan.policy == nil && $0.plan.kind != "erase" }
    if !isDryRun, !isSure, !isNeutral, !io.canAsk {
      throw CommandFailure(
        .refused,
        "`\(command.verb.name)` changes data, and there is no terminal to ask",
        hint: "Add --yes, or --dry-run to see what it would do."
      )
    }
    let danger = plans.map(\.plan.danger).max() ?? .moderate
    if isDryRun || !isSure && danger > .mild {
      for line in preview(plans) { try await emitText(line) }
    }
    if isDryRun {
      io.note("\(SafeText("dry run: nothing was changed"), .dim)")
      return false
    }
    if isSure || danger == .mild { return true }
    let question = question(plans, danger)
    let answer = await io.ask(question.text)
    try Task.checkCancellation()
    guard question.accepts(answer) else {
      throw CommandFailure(.refused, "nothing was changed")
    }
    return true
  }

  private func preview(_ plans: [Planned]) -> [SafeText] {
    if plans.count == 1 {
      return PlanPreview(
        plan: plans[0].plan,
        subject: name(of: plans[0].subject),
        screen: io.screen ?? 100
      ).lines
    }
    var lines: [SafeText] = []
    for planned in plans {
      let preview = PlanPreview(plan: planned.plan, subject: name(of: planned.subject))
      let changed = planned.plan.effects.filter { $0.rows > 0 && $0.kind.changes }
      let counts = changed.map { effect -> SafeText in
        "\(effect.rows) \(effect.name)"
      }
      lines.append(preview.heading)
      lines.append("  \(counts.joined(", "), .dim)")
    }
    let rows = plans.reduce(0) { $0 + $1.plan.changedRows }
    let people = plans.reduce(0) { $0 + $1.plan.people }
    let lost = plans.reduce(0) { $0 + $1.plan.irreversible }
    lines.append("")
    let total: SafeText =
      "all together: \(plans.count) subjects, \(rows) rows changed, \(people) people told"
    lines.append("  \(total, .bold)")
    if lost > 0 { lines.append("  \("\(lost) of these rows cannot come back", .red)") }
    lines.append("")
    return lines
  }

  private func question(
    _ plans: [Planned],
    _ danger: ActionPlan.Danger
  ) -> (text: SafeText, accepts: (String?) -> Bool) {
    guard danger == .severe else { return ("Go ahead? [y/N] ", isYes) }
    let label = plans.count == 1 ? plans[0].plan.label ?? "" : ""
    let rows = plans.reduce(0) { $0 + $1.plan.changedRows }
    // A label that cannot be typed as it is shown is confirmed by the count.
    let isTypable =
      (3...40).contains(label.utf8.count) && label.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    let wanted = isTypable ? label : String(rows)
    return (
      isTypable
        ? "\("Severe.", .red) Type the name, \(label, .bold), to go ahead: "
        : "\("Severe.", .red) Type the number of rows changed, \(String(rows), .bold), to go ahead: ",
      { answer in
        answer?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          == wanted.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    )
  }

  // MARK: - Afterwards

  /// Reads what a perform function returned.
  func performed(_ rows: Rows) throws -> Performed {
    guard let row = rows.first else { throw CommandFailure(.failed, "the server gave no outcome") }
    return Performed(
      isDone: try row.get(0, as: String.self) == "done",
      isProposed: try row.get(0, as: String.self) == "proposed",
      code: try row.get(1, as: String?.self) ?? "",
      message: try row.get(2, as: String?.self) ?? "",
      detail: row[bytes: 3].map { Array($0) } ?? []
    )
  }

  /// Says what was done, and how it is taken back.
  func tell(
    _ planned: Planned,
    _ performed: Performed,
    _ command: Command
  ) async throws {
    let subject = name(of: planned.subject)
    last = [planned.subject]
    if format(command).isJSON { return try await emit(json: performed.detail) }
    let verb = planned.plan.verb ?? command.verb.name
    let outcome = try ActionOutcome(json: performed.detail)
    let isUndo = planned.plan.verb == "undo"
    var text: SafeText = "\("done", .green)  \("A\(outcome.actionID)", .bold)  "
    text +=
      isUndo
      ? "took back A\(planned.plan.actionID ?? 0) on \(subject)"
      : "\(verb) \(subject)"
    if let label = planned.plan.label { text += " \(label)" }
    if !isUndo, let name = planned.plan.name { text += " \(name)" }
    let isErasure = planned.plan.kind == "erase"
    if !isUndo, !isErasure, let ending = PlanPreview.ending(outcome.until, outcome.eraseAt) {
      text += " · \(ending)"
    }
    let counts = outcome.effects.filter { $0.rows > 0 && $0.kind.changes }.map {
      effect -> SafeText in
      "\(effect.rows) \(effect.name)"
    }
    try await emitText(text)
    var notes = counts.isEmpty ? [] : [counts.joined(", ")]
    if isUndo {
      if let count = outcome.withdrawn, count > 0 {
        notes.append("\(plural(count, "notice", "notices")) withdrawn")
      }
      if let count = outcome.corrections, count > 0 {
        notes.append("\(plural(count, "correction", "corrections")) to send")
      }
    } else if let count = outcome.notices, count > 0 {
      notes.append("\(plural(count, "notice waits", "notices wait")) 60 s")
    }
    if !notes.isEmpty { try await emitText("  \(notes.joined(" · "))") }
    for loss in (outcome.lost ?? []).prefix(20) {
      let text: SafeText = "not given back: \(loss.collection):\(loss.key), \(loss.why)"
      try await emitText("  \(text, .yellow)")
    }
    if isUndo, let kept = PlanPreview.kept(outcome.kept) { try await emitText("  \(kept, .dim)") }
    guard !isUndo, !isErasure else { return }
    remember(action: outcome.actionID, "\(verb) of \(planned.plan.label ?? subject)")
    io.note("  \(SafeText("take it back with `undo A\(outcome.actionID)`"), .dim)")
  }

  /// The error for a command that the server refused, with what changed since the plan.
  func refusal(
    _ performed: Performed,
    _ planned: Planned,
    again: () async throws -> Planned
  ) async throws -> CommandFailure {
    let message: SafeText = "refused: \(performed.message)"
    guard performed.code == "version" || performed.code == "worse" else {
      return CommandFailure(code(ofRefusal: performed.code), message)
    }
    let now = try await again()
    for line in PlanPreview.difference(planned.plan, now.plan) { io.note(line) }
    return CommandFailure(
      .failed,
      message,
      hint: "Nothing was changed. Look again, then decide: \(lookAgain(planned))."
    )
  }

  private func lookAgain(_ planned: Planned) -> SafeText {
    "`history \(name(of: planned.subject))`"
  }

  /// The exit status that goes with the code of a refusal.
  func code(ofRefusal code: String) -> ExitCode {
    switch code {
    case "rank", "self", "peer", "other", "early", "unenforced", "login", "quota", "held", "final":
      .refused
    case "notfound": .notFound
    case "argument": .usage
    default: .failed
    }
  }
}
