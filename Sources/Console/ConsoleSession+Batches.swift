import Catalog
import Moderation
import Postgres

/// Acting on whole selections, and taking that back.
extension ConsoleSession {
  /// A plan for many, with the exact text that goes back to the server.
  struct PlannedBatch {
    /// What it is done to, as it is typed: `@wave`, `B7`.
    let name: String
    let plan: BatchPlan
    let json: String
  }

  /// `hide @wave --policy spam`: one plan for all, then one batch.
  func actOnSelection(_ command: Command) async throws {
    let verb = command.verb.name
    let name = try selection(command.arguments[0])
    guard !command.has("case") else {
      throw CommandFailure(.usage, "`--case` goes with subjects, not with a selection")
    }
    let arguments = try actionArguments(command)
    let planned = try await batchPlan(verb, name, arguments)
    guard try await confirm(planned, command) else { return }
    let performed = try performed(
      try await write(
        """
        SELECT outcome, code, message, detail
        FROM reeve.batch_perform($1, $2, $3::jsonb, $4::jsonb)
        """,
        [verb, name, arguments, planned.json]
      )
    )
    if performed.isProposed {
      if format(command).isJSON { try await emit(json: performed.detail) }
      throw try proposed(performed, nil)
    }
    guard performed.isDone else {
      throw try await refusal(performed, planned) {
        try await self.batchPlan(verb, name, arguments)
      }
    }
    try await tell(planned, performed, command)
  }

  /// `approve P17` of a proposal on a selection, which is named by its number: a dropped one, too.
  func approveBatch(_ number: Int64, _ row: Row, _ command: Command) async throws {
    let verb: String = try row.get("verb")
    let name = "#\(try row.get("selection_id", as: Int64.self))"
    let arguments: String = try row.get("args")
    let shown = try row.get("selection", as: String?.self) ?? name
    let planned = try await batchPlan(verb, name, arguments, shown: shown)
    guard try await confirm(planned, command) else { return }
    let performed = try performed(
      try await write(
        "SELECT outcome, code, message, detail FROM reeve.approval_perform($1, $2, $3, $4::jsonb)",
        ["approve", number, command.flags["why"], planned.json]
      )
    )
    guard performed.isDone else {
      throw try await refusal(performed, planned) {
        try await self.batchPlan(verb, name, arguments, shown: shown)
      }
    }
    try await tell(planned, performed, command)
  }

  /// `undo B7`.
  func undoBatch(_ number: Int64, _ command: Command) async throws {
    let rows = try await read { connection in
      try await connection.query("SELECT reeve.batch_undo_plan($1)", [number])
    }
    let planned = try batchPlanned(rows, "B\(number)")
    guard try await confirm(planned, command) else { return }
    let performed = try performed(
      try await write(
        "SELECT outcome, code, message, detail FROM reeve.batch_undo($1, $2)",
        [number, command.flags["why"]]
      )
    )
    guard performed.isDone else {
      throw CommandFailure(code(ofRefusal: performed.code), "refused: \(performed.message)")
    }
    try await tell(planned, performed, command)
  }

  /// `batch`, `batch B7`.
  func batch(_ command: Command) async throws {
    guard let word = command.arguments.first else {
      return try await emit(
        "SELECT 'B' || batch_id AS batch, \(Self.batchFields) FROM reeve.batch_list($1)",
        [command.count("limit", default: Self.listLimit)],
        shape: RowShape(
          columns: [
            CellColumn("batch"), CellColumn("what"), CellColumn("by"),
            CellColumn("at", CellType.timestamptz), CellColumn("subjects", CellType.int8),
            CellColumn("done", CellType.int8), CellColumn("left", CellType.int8),
            CellColumn("state"),
          ]
        ) { row, shown in
          shown.append([
            row[bytes: 0], ArraySlice(try Self.what(row).utf8), row[bytes: 21], row[bytes: 18],
            row[bytes: 7], row[bytes: 9], row[bytes: 10],
            ArraySlice(try Self.standing(ofBatch: row).utf8),
          ])
        },
        none: "nothing was done to a selection yet",
        command
      )
    }
    guard let number = batchNumber(word) else {
      throw CommandFailure(.usage, "`\(word)` is no batch", hint: "Batches are written `B7`.")
    }
    let rows = try await read { connection in
      try await connection.query(
        "SELECT 'B' || batch_id AS batch, \(Self.batchFields) FROM reeve.batch_list(1, $1)",
        [number]
      )
    }
    guard let row = rows.first else {
      throw CommandFailure(.notFound, "there is no batch B\(number)", hint: "`batch` lists them.")
    }
    guard format(command).isReadable else {
      return try await emit(CellRows(rows), isSingle: true, command)
    }
    try await emitText(
      "\("B\(number)", .bold)  \(try Self.what(row)) · \(try Self.standing(ofBatch: row))"
    )
    var text: SafeText = "by \(try row.get("who", as: String.self))"
    text += ", \(readableTime(try row.get("begun_at")))"
    if let policy = try row.get("policy", as: String?.self) { text += " · \(policy)" }
    if let approval = try row.get("approval_id", as: Int64?.self) { text += " · P\(approval)" }
    if let why = try row.get("why", as: String?.self) { text += " · “\(Untrusted(why))”" }
    try await emitText("  \(text)")
    let (seen, subjects): (Int, Int) = (try row.get("seen"), try row.get("subjects"))
    let changed: Int = try row.get("changed")
    try await emitText(
      "  \(changed) of \(plural(subjects, "subject", "subjects")), \(seen) looked at"
    )
    if let halted = try row.get("halted", as: String?.self) {
      try await emitText("  \("halted: \(halted)", .red)")
    }
    if let job = try row.get("job_id", as: Int64?.self) {
      io.note("  \("`jobs watch \(job)` follows it", .dim)")
    }
    try await emit(
      "SELECT $3 || ':' || key AS subject, code, message FROM reeve.batch_refusals($1, $2)",
      [number, command.count("limit", default: 20), try row.get("collection", as: String.self)],
      none: "none of them was left",
      command
    )
  }

  private static let batchFields = """
    verb, app, collection, selection, reverses, state, subjects, seen, changed, refused, lost,
    halted, policy, why, asked_by, approval_id, job_id, begun_at, ended_at, undone_by,
    who
    """

  /// `hide @wave`, `undo B7`.
  private static func what(_ row: Row) throws -> String {
    let verb: String = try row.get("verb")
    if let reverses = try row.get("reverses", as: Int64?.self) { return "\(verb) B\(reverses)" }
    let name = try row.get("selection", as: String?.self).map { "@\($0)" }
    return "\(verb) \(try name ?? row.get("collection"))"
  }

  /// What became of a batch.
  private static func standing(ofBatch row: Row) throws -> String {
    let state: String = try row.get("state")
    let undone = try row.get("undone_by", as: Int64?.self).map { ", undone by B\($0)" }
    return state + (undone ?? "")
  }

  /// Reads `B7`; nil for anything else.
  func batchNumber(_ word: String) -> Int64? {
    guard let first = word.first, first == "B" || first == "b",
      word.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int64(word.dropFirst())
  }

  // MARK: - Planning and deciding

  private func batchPlan(
    _ verb: String,
    _ name: String,
    _ arguments: String,
    shown: String? = nil
  ) async throws -> PlannedBatch {
    let rows = try await read { connection in
      try await connection.query(
        "SELECT reeve.batch_plan($1, $2, $3::jsonb)",
        [verb, name, arguments]
      )
    }
    return try batchPlanned(rows, "@\(shown ?? name)")
  }

  private func batchPlanned(_ rows: Rows, _ name: String) throws -> PlannedBatch {
    guard let bytes = rows.first?[bytes: 0] else {
      throw CommandFailure(.failed, "the server returned no plan")
    }
    let plan = try BatchPlan(json: Array(bytes))
    if let refusal = plan.sum.refusal {
      throw CommandFailure(code(ofRefusal: refusal.code), "\(refusal.message)")
    }
    return PlannedBatch(name: name, plan: plan, json: String(decoding: bytes, as: UTF8.self))
  }

  /// Shows what would happen to all of them and finds out whether it may: the number is typed.
  ///
  /// - Returns: False for a dry run, which ends here.
  /// - Throws: ``CommandFailure`` of kind refused where the answer is no, or nobody can answer.
  private func confirm(_ planned: PlannedBatch, _ command: Command) async throws -> Bool {
    let isDryRun = command.has("dry-run")
    if isDryRun, format(command).isJSON {
      try await emit(json: Array(planned.json.utf8))
      return false
    }
    let verb = command.verb.name
    if !isDryRun, !command.has("record-only"), !planned.plan.sum.isEnforced, verb != "approve" {
      throw CommandFailure(
        .refused,
        "`\(verb)` of \(planned.name) is recorded, NOT enforced",
        hint: "Nothing in the app makes it hold. Add --record-only to record it all the same."
      )
    }
    let isSure = command.has("yes") || options.assumeYes
    if !isDryRun, !isSure, !io.canAsk {
      throw CommandFailure(
        .refused,
        "`\(verb)` of \(planned.name) changes data, and there is no terminal to ask",
        hint: "Add --yes, or --dry-run to see what it would do."
      )
    }
    if isDryRun || !isSure {
      for line in preview(planned) { try await emitText(line) }
    }
    if isDryRun {
      io.note("\(SafeText("dry run: nothing was changed"), .dim)")
      return false
    }
    if isSure { return true }
    let count = String(planned.plan.subjects)
    let answer = await io.ask(
      "\("Severe.", .red) Type the number of subjects, \(count, .bold), to go ahead: "
    )
    try Task.checkCancellation()
    guard answer?.filter({ !$0.isWhitespace && $0 != "," }) == count else {
      throw CommandFailure(.refused, "nothing was changed")
    }
    return true
  }

  private func preview(_ planned: PlannedBatch) -> [SafeText] {
    let plan = planned.plan
    var lines = PlanPreview(plan: plan.sum, subject: planned.name, screen: io.screen ?? 100).lines
    let what = plan.sum.collection ?? "subject"
    var told: [SafeText] = ["  \("\(plan.subjects) × \(what)", .bold)"]
    for barred in plan.barred {
      told.append("  \("leaves \(barred.subjects) (\(barred.code)): \(barred.message)", .yellow)")
    }
    if plan.again > 0 {
      told.append("  \("\(plan.again) have one in force already, and get another", .yellow)")
    }
    if plan.protected > 0 {
      told.append("  \("\(plan.protected) are protected by a tag", .yellow)")
    }
    if let most = plan.costliest.first, most.rows > 1 {
      let names = plan.costliest.map { "\(what):\($0.key) \($0.label ?? "") (\($0.rows))" }
      told.append("  most rows: \(names.joined(separator: ", "))")
    }
    lines.insert(contentsOf: told, at: 1)
    return lines
  }

  // MARK: - Afterwards

  private func tell(
    _ planned: PlannedBatch,
    _ performed: Performed,
    _ command: Command
  ) async throws {
    let outcome = try BatchOutcome(json: performed.detail)
    let name = "B\(outcome.batchID)"
    let verb = planned.plan.sum.verb ?? command.verb.name
    if format(command).isJSON {
      try await emit(json: performed.detail)
    } else if outcome.isOver, outcome.changed > 0 || outcome.halted != nil {
      let counts =
        "\(outcome.changed) of \(plural(outcome.subjects, "subject", "subjects"))" as SafeText
      try await emitText(
        "\("done", .green)  \(name, .bold)  \(verb) \(planned.name) · \(counts)"
      )
      var notes = outcome.effects.filter { $0.rows > 0 && $0.kind.changes }.map {
        "\($0.rows) \($0.name)" as SafeText
      }
      if verb != "undo", outcome.notices > 0 {
        notes.append("\(plural(outcome.notices, "notice waits", "notices wait")) 60 s")
      }
      if let count = outcome.withdrawn, count > 0 {
        notes.append("\(plural(count, "notice", "notices")) withdrawn")
      }
      if let count = outcome.corrections, count > 0 {
        notes.append("\(plural(count, "correction", "corrections")) to send")
      }
      if !notes.isEmpty { try await emitText("  \(notes.joined(" · "))") }
    } else if let job = outcome.jobID {
      try await emitText(
        "\(name, .bold)  \(verb) \(planned.name) · "
          + "\(plural(outcome.subjects, "subject", "subjects")), by job \(job)"
      )
      try await tellWaiting(String(job))
    }
    if let halted = outcome.halted {
      throw CommandFailure(.failed, "\(name) halted: \(halted)", hint: "`batch \(name)` shows it.")
    }
    if outcome.isOver, outcome.changed == 0 {
      throw CommandFailure(
        .failed,
        "\(name): nothing was done to any of \(plural(outcome.subjects, "subject", "subjects"))",
        hint: "`batch \(name)` says why."
      )
    }
    if outcome.refused > 0 {
      io.note("  \("\(outcome.refused) left: `batch \(name)` says why", .yellow)")
    }
    if let kept = PlanPreview.kept(outcome.kept) { io.note("  \(kept, .dim)") }
    if outcome.lost > 0 {
      io.note("  \("\(outcome.lost) came back only in part: `batch \(name)` names them", .yellow)")
    }
    if verb != "undo" { io.note("  \(SafeText("take it back with `undo \(name)`"), .dim)") }
  }

  private func refusal(
    _ performed: Performed,
    _ planned: PlannedBatch,
    again: () async throws -> PlannedBatch
  ) async throws -> CommandFailure {
    guard performed.code == "worse" else {
      return CommandFailure(code(ofRefusal: performed.code), "refused: \(performed.message)")
    }
    let now = try await again()
    for line in PlanPreview.difference(planned.plan.sum, now.plan.sum) { io.note(line) }
    return CommandFailure(
      .failed,
      "refused: \(performed.message)",
      hint: "Nothing was changed. Look again, then decide."
    )
  }

  /// Says why a job does not run yet, where nothing runs it, and how it is followed.
  func tellWaiting(_ job: String) async throws {
    let why = try await read { connection in
      try await connection.query(
        "SELECT reason FROM reeve.job_why($1::bigint) WHERE code IN ('paused', 'worker')",
        [job]
      )
    }
    for row in why { io.note("  \("not yet: \(try row.get(0, as: String.self))", .yellow)") }
    io.note("  \(SafeText("follow it with `jobs watch \(job)`"), .dim)")
  }
}
