import Display
import Outcome
import Postgres

/// `jobs show 42`.
struct JobsShowCommand: ConsoleCommand {
  let name = "jobs show"
  let summary: SafeText = "show a job, its attempts and the last lines of its log"
  let arguments = Arguments("ID", [.job], needed: "a job's number")
  let flags: [any CommandFlag] = [JobLine.count] + Flags.format
  let examples: [SafeText] = ["jobs show 1207 --log 50"]

  /// People see only fields with a value; programs get every field, with attempts and log as
  /// arrays.
  func run(_ context: CommandContext) async throws {
    let job = try context.job()
    let lines = context[JobLine.count] ?? JobLine.limit
    let call = ConsoleFunctions.jobShow(jobID: job)
    let rows = try await context.rows(call)
    guard let row = rows.first else { throw Failure(.failed, "the server returned no job") }
    guard context.isForScreen else {
      let lists = try await context.rows(ConsoleFunctions.jobLists(jobID: job, maxLines: lines))
      return try await context.emit(CellRows(rows, beside: lists), isSingle: true)
    }
    let shown = try call.read(row)
    try await context.emitText("\(SafeText("job \(job) \(shown.kind) · \(shown.state)"), .bold)")
    let fields: Fields = row.columns.enumerated().compactMap { index, column in
      row[bytes: index].map { (column.name, Array($0), column.typeOID) }
    }
    try await context.emit(fields: fields.filter { !["job", "kind", "state"].contains($0.name) })
    let attempts = try await context.rows(ConsoleFunctions.jobAttempts(jobID: job))
    if !attempts.isEmpty {
      try await context.emitText("")
      let columns = ["attempt", "outcome", "started_at", "seconds", "worker", "error"]
      try await context.emit(try CellRows(attempts, columns.map { OutputColumn($0) }))
    }
    let log = try await context.jobLog(job, after: nil, lines)
    if !log.isEmpty { try await context.emitText("") }
    for line in log { try await context.emitText("  \(line.text)") }
  }
}
