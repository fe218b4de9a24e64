import Display
import Outcome
import Postgres
import Prompt

/// A case as it is shown: its subject, reports, history and neighbours.
struct CaseView {
  private let number: Int64
  private let context: CommandContext
  /// The most reports, entries of the history and neighbours.
  private let limit: Int

  /// Makes the view of a case.
  init(_ number: Int64, _ context: CommandContext) {
    (self.number, self.context) = (number, context)
    limit = context[Flags.limit] ?? 20
  }

  /// Shows it.
  func show() async throws {
    let call = ConsoleFunctions.caseShow(caseID: number)
    let rows = try await context.rows(call)
    guard let row = rows.first else { throw Failure(.failed, "the server returned no case") }
    guard context.isForScreen else {
      let lists = try await context.rows(
        ConsoleFunctions.caseLists(caseID: number, maxRows: limit)
      )
      return try await context.emit(CellRows(rows, beside: lists), isSingle: true)
    }
    let shown = try call.read(row)
    context.note(case: number, seconds: shown.secondsLeft)
    let subject = Subject(
      collection: try await context.collection(shown.app, shown.collection, of: "C\(number)"),
      key: shown.key,
      label: shown.label ?? "",
      matter: Matter(caseNumber: number, policy: shown.policy)
    )
    await context.remember(subject)
    try await context.emitText(heading(shown, subject))
    try await context.emitText("  \(line(shown))")
    if let words = shown.requestWords { try await context.emitText("  “\(words)”") }
    if let reason = shown.reason { try await context.emitText("  “\(reason)”") }
    try await context.emitText("")
    do {
      let fields = try await context.fields(of: subject)
      if fields.isEmpty {
        context.io.note("\(context.name(of: subject)) is gone")
      } else {
        try await context.emit(fields: fields)
      }
    } catch PostgresError.server(let error) {
      // Whoever is to decide sees what was reported also where the app's table cannot be read.
      let reason: SafeText = "it cannot be read: \(error.message)"
      context.io.note("  \(reason, .yellow)")
    }
    try await part(
      ConsoleFunctions.caseReports(caseID: number, maxRows: limit),
      [
        .text("report") { "R\($0.reportID)" }, .time("at"), .text("reporter"),
        .text("upheld") { $0.judged > 0 ? "\($0.upheld) of \($0.judged)" : "" }, .text("note"),
        .text("words") { $0.words ?? "" },
      ]
    )
    try await part(
      ConsoleFunctions.caseHistory(caseID: number, maxRows: limit),
      [
        .time("at"), .text("what"), .text("by", "actor"),
        .text("action") { entry in entry.actionID.map { "A\($0)" } ?? "" },
        .text("reason") { $0.reason ?? "" }, .text("note"),
      ]
    )
    try await part(
      ConsoleFunctions.caseNeighbours(caseID: number, maxRows: limit),
      [
        .text("case", "case_number"), .text("relation"), .text("subject"), .text("label"),
        .text("policy") { $0.policy ?? "" }, .text("state"), .number("reports", "report_count"),
      ]
    )
  }

  /// `C12  product:7 Silk bag · counterfeit · high`.
  private func heading(_ shown: ConsoleFunctions.CaseShowRow, _ subject: Subject) -> SafeText {
    var text: SafeText = "C\(number)  \(context.name(of: subject)) \(subject.label)"
    if let policy = shown.policy { text += " · \(policy)" }
    if let request = shown.request {
      text += " · asks for \(request)"
      return "\(text, .bold)"
    }
    text += " · \(shown.severity)"
    return "\(text, .bold)"
  }

  /// A line with the state of a case and the member who holds it.
  private func line(_ shown: ConsoleFunctions.CaseShowRow) -> SafeText {
    var text: SafeText = "\(plural(shown.reportCount, "report", "reports"))"
    if let deadline = shown.deadline {
      text = "to be answered by \(readableTime(deadline.description))"
    }
    if shown.reporters < shown.reportCount { text += " by \(shown.reporters)" }
    if shown.muted > 0 { text += ", \(shown.muted) muted" }
    text += " · since \(readableTime(shown.openedAt.description))"
    if let closed = shown.closedAt {
      text += " · \(shown.state) by "
      text += "\(shown.closedBy ?? "") at \(readableTime(closed.description))"
      if let root = shown.duplicateOf { text += ", of \(root)" }
    } else if let holder = shown.claimedBy {
      let until = readableTime(shown.claimedUntil?.description ?? "")
      text += " · \(SafeText("with \(holder) until \(until)"), .yellow)"
    } else {
      text += " · unassigned"
    }
    return text
  }

  /// Writes one list of the case, if it has any rows.
  private func part<Result>(
    _ call: FunctionCall<Result>,
    _ list: [ListColumn<Result>]
  ) async throws {
    let rows = try await context.rows(call)
    guard !rows.isEmpty else { return }
    try await context.emitText("")
    try await context.emit(try CellRows(rows, call, list))
    if rows.count == limit {
      context.io.note("\(SafeText("the first \(limit); more with --limit \(limit * 5)"), .dim)")
    }
  }
}
