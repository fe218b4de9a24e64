import Postgres

/// `jobs show 42`.
struct JobsShowCommand: ConsoleCommand {
  let name = "jobs show"
  let summary: SafeText = "a job, its attempts, and the last lines of its log"
  let arguments = Arguments("ID", [.job], needed: "a job's number")
  let flags: [any CommandFlag] = [JobLine.count] + Flags.format
  let examples: [SafeText] = ["jobs show 1207 --log 50"]

  /// What people are shown leaves out what there is none of; programs get every field, the attempts
  /// and the log as arrays.
  func run(_ context: CommandContext) async throws {
    let job = try context.job()
    let lines = context[JobLine.count] ?? JobLine.limit
    guard context.isForScreen else {
      let rows = try await context.query(
        """
        SELECT s.*,
          (SELECT jsonb_agg(to_jsonb(a)) FROM reeve.job_attempts($1) a) AS attempts,
          (SELECT jsonb_agg(to_jsonb(l)) FROM reeve.job_log_list($1, NULL, $2) l) AS log
        FROM reeve.job_show($1) s
        """,
        [job, lines]
      )
      return try await context.emit(CellRows(rows), isSingle: true)
    }
    let rows = try await context.query("SELECT * FROM reeve.job_show($1)", [job])
    guard let row = rows.first else { throw CommandFailure(.failed, "the server gave no job") }
    let (kind, state): (String, String) = (try row.get("kind"), try row.get("state"))
    try await context.emitText("\(SafeText("job \(job) \(kind) · \(state)"), .bold)")
    let fields = row.columns.enumerated().compactMap { index, column in
      row[bytes: index].map {
        (name: column.name, value: Array($0) as [UInt8]?, oid: column.typeOID)
      }
    }
    try await context.emit(fields: fields.filter { !["job", "kind", "state"].contains($0.name) })
    let attempts = try await context.query(
      "SELECT attempt, outcome, started_at, seconds, worker, error FROM reeve.job_attempts($1)",
      [job]
    )
    if !attempts.isEmpty {
      try await context.emitText("")
      try await context.emit(CellRows(attempts))
    }
    let log = try await context.jobLog(job, after: nil, lines)
    if !log.isEmpty { try await context.emitText("") }
    for line in log { try await context.emitText("  \(line.text)") }
  }
}
