import Postgres

extension ConsoleSession {
  /// `jobs cancel|retry --where CONDITIONS`: shows how many there are, asks, and has a job do it.
  func jobsAlter(_ verb: String, _ command: Command) async throws {
    let filter = try jobFilter(command.flags["where"] ?? "")
    let plan = try await read { connection in
      try await connection.query(
        "SELECT kind, queue, state, jobs, oldest_at FROM reeve.job_alter_plan($1, $2::jsonb)",
        [verb, filter]
      )
    }
    guard !plan.isEmpty else { return io.note("no jobs fit") }
    let count = try plan.reduce(0) { try $0 + $1.get("jobs", as: Int.self) }
    let isDryRun = command.has("dry-run")
    let isSure = command.has("yes") || options.assumeYes
    if !isDryRun, !isSure, !io.canAsk {
      throw CommandFailure(
        .refused,
        "`jobs \(verb)` would change \(plural(count, "job", "jobs")), and nobody is there to ask",
        hint: "Add --yes, or --dry-run to see what it would do."
      )
    }
    if isDryRun || !isSure { try await emit(CellRows(plan), command) }
    if isDryRun { return io.note("\(SafeText("dry run: nothing was changed"), .dim)") }
    if !isSure {
      let answer = await io.ask("\(verb) \(plural(count, "job", "jobs"))? [y/N] ")
      try Task.checkCancellation()
      guard isYes(answer) else { throw CommandFailure(.refused, "nothing was changed") }
    }
    let rows = try await write(
      "SELECT outcome, code, message FROM reeve.job_alter_ask($1, $2::jsonb, $3)",
      [verb, filter, command.flags["why"]]
    )
    guard let row = rows.first else {
      throw CommandFailure(.failed, "the server returned no outcome")
    }
    let message: String = try row.get("message")
    guard try row.get("outcome", as: String.self) == "done" else {
      throw CommandFailure(
        code(ofRefusal: try row.get("code", as: String?.self) ?? ""),
        "refused: \(message)"
      )
    }
    try await emitText("job \(message) \(verb == "cancel" ? "cancels" : "retries") them")
    try await tellWaiting(message)
  }

  /// Reads `kind=search.sync,older=7d`; what may be asked for the server knows.
  private func jobFilter(_ text: String) throws -> String {
    var fields: [(String, String)] = []
    for condition in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = condition.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2, !fields.contains(where: { $0.0 == parts[0] }) else {
        throw CommandFailure(
          .usage,
          "`\(String(condition))` is no condition, or given twice",
          hint: "Write `--where kind=search.sync,state=retryable,older=7d`; also queue and app."
        )
      }
      fields.append((parts[0], parts[0] == "older" ? try interval(parts[1]) : parts[1]))
    }
    var out = Array("{".utf8)
    for (index, field) in fields.enumerated() {
      if index > 0 { out += ",".utf8 }
      JSONRenderer.string(ArraySlice(field.0.utf8), &out)
      out += ":".utf8
      JSONRenderer.string(ArraySlice(field.1.utf8), &out)
    }
    out += "}".utf8
    return String(decoding: out, as: UTF8.self)
  }
}
