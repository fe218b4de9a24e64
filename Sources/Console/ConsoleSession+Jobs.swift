import Postgres

extension ConsoleSession {
  /// Lines of a job's log that are shown unless told otherwise.
  private static let logLimit = 10

  /// `jobs`, `jobs of SUBJECT`, `jobs show|why|watch ID`, `jobs cancel|retry ID…`.
  func jobs(_ command: Command) async throws {
    let what = command.arguments.first ?? "list"
    let rest = Array(command.arguments.dropFirst())
    let flags: Set<String> =
      switch what {
      case "list": ["state", "limit", "output", "json"]
      case "of": ["limit", "output", "json"]
      case "show": ["log", "output", "json"]
      case "why": ["output", "json"]
      case "watch": ["log"]
      case "cancel", "retry":
        command.has("where") ? ["where", "why", "dry-run", "yes", "output", "json"] : ["why"]
      default:
        throw CommandFailure(
          .usage,
          "`jobs \(what)` is not known",
          hint: "Usage: \(command.verb.usage)"
        )
      }
    if let other = command.flags.keys.sorted().first(where: { !flags.contains($0) }) {
      throw CommandFailure(.usage, "`jobs \(what)` takes no `--\(other)`")
    }
    switch what {
    case "list": try await jobList(rest, command)
    case "of": try await jobsOf(try one(rest, "a subject", command), command)
    case "show": try await jobShow(try job(rest, command), command)
    case "why": try await jobWhy(try job(rest, command), command)
    case "watch":
      try await jobWatch(try job(rest, command), log: command.count("log", default: Self.logLimit))
    case _ where command.has("where"):
      guard rest.isEmpty else {
        throw CommandFailure(.usage, "`jobs \(what)` takes numbers or `--where`, not both")
      }
      try await jobsAlter(what, command)
    default: try await jobPerform(what, try jobNumbers(rest, command), command)
    }
  }

  // MARK: - Numbers

  private func one(_ words: [String], _ what: SafeText, _ command: Command) throws -> String {
    guard words.count == 1 else {
      throw CommandFailure(
        .usage,
        "`jobs \(command.arguments[0])` needs \(what)",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    return words[0]
  }

  private func job(_ words: [String], _ command: Command) throws -> Int64 {
    let numbers = try jobNumbers([try one(words, "a job's number", command)], command)
    guard numbers.count == 1 else {
      throw CommandFailure(.usage, "`\(words[0])` is \(numbers.count) jobs, and this takes one")
    }
    return numbers[0]
  }

  /// Reads `42`, `job:42`, `42,43`, each once, in order.
  private func jobNumbers(_ words: [String], _ command: Command) throws -> [Int64] {
    var seen: Set<Int64> = []
    let numbers = try words.flatMap { $0.split(separator: ",") }.map { word in
      let digits = word.hasPrefix("job:") ? word.dropFirst(4) : word
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(digits),
        number > 0
      else {
        throw CommandFailure(
          .usage,
          "`\(String(word))` is no job",
          hint: "Jobs have numbers, such as `42`; `jobs` lists them."
        )
      }
      return number
    }.filter { seen.insert($0).inserted }
    guard !numbers.isEmpty else {
      throw CommandFailure(
        .usage,
        "`jobs \(command.arguments[0])` needs a job's number",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    return numbers
  }

  // MARK: - Listings

  private func jobList(_ rest: [String], _ command: Command) async throws {
    guard rest.isEmpty else {
      throw CommandFailure(
        .usage,
        "`\(rest[0])` is one word too many",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    try await emit(
      """
      SELECT job_id, kind, queue, state, attempt, scheduled_at, subject, error
      FROM reeve.job_list($1, $2)
      """,
      [command.flags["state"], command.count("limit", default: Self.listLimit)],
      none: "no jobs",
      command
    )
  }

  private func jobsOf(_ argument: String, _ command: Command) async throws {
    let subject = try await subject(argument)
    let isKnown = try await read { connection in
      try await connection.query(
        "SELECT FROM reeve.job_of($1, $2, $3, 1)",
        [subject.collection.app, subject.collection.name, subject.key]
      )
    }
    // Jobs about what is gone are still there.
    if isKnown.isEmpty { _ = try await status(of: subject) }
    last = [subject]
    try await emit(
      """
      SELECT job_id, kind, queue, state, attempt, scheduled_at, asked_by, error
      FROM reeve.job_of($1, $2, $3, $4)
      """,
      [
        subject.collection.app, subject.collection.name, subject.key,
        command.count("limit", default: Self.listLimit),
      ],
      none: "no jobs are about \(name(of: subject))",
      command
    )
  }

  // MARK: - One job

  /// What people are shown leaves out what there is none of; programs get every field, the attempts
  /// and the log as arrays.
  private func jobShow(_ job: Int64, _ command: Command) async throws {
    let lines = command.count("log", default: Self.logLimit)
    guard [.table, .expanded].contains(format(command)) else {
      let rows = try await read { connection in
        try await connection.query(
          """
          SELECT s.*,
            (SELECT jsonb_agg(to_jsonb(a)) FROM reeve.job_attempts($1) a) AS attempts,
            (SELECT jsonb_agg(to_jsonb(l)) FROM reeve.job_log_list($1, NULL, $2) l) AS log
          FROM reeve.job_show($1) s
          """,
          [job, lines]
        )
      }
      return try await emit(CellRows(rows), isSingle: true, command)
    }
    let rows = try await read { connection in
      try await connection.query("SELECT * FROM reeve.job_show($1)", [job])
    }
    guard let row = rows.first else { throw CommandFailure(.failed, "the server gave no job") }
    let (kind, state): (String, String) = (try row.get("kind"), try row.get("state"))
    try await emitText("\(SafeText("job \(job) \(kind) · \(state)"), .bold)")
    let fields = row.columns.enumerated().compactMap { index, column in
      row[bytes: index].map {
        (name: column.name, value: Array($0) as [UInt8]?, oid: column.typeOID)
      }
    }
    try await emit(fields: fields.filter { !["job", "kind", "state"].contains($0.name) }, command)
    let attempts = try await read { connection in
      try await connection.query(
        "SELECT attempt, outcome, started_at, seconds, worker, error FROM reeve.job_attempts($1)",
        [job]
      )
    }
    if !attempts.isEmpty {
      try await emitText("")
      try await emit(CellRows(attempts), command)
    }
    let log = try await jobLog(job, after: nil, lines)
    if !log.isEmpty { try await emitText("") }
    for line in log { try await emitText("  \(line.text)") }
  }

  private func jobWhy(_ job: Int64, _ command: Command) async throws {
    try await emit(
      "SELECT code, reason FROM reeve.job_why($1)",
      [job],
      none: "nothing keeps it",
      command
    )
  }

  /// Reads lines of a job's log.
  ///
  /// - Parameters:
  ///   - job: Its number.
  ///   - after: The line before the first; nil for the last lines there are.
  ///   - limit: The most lines.
  /// - Returns: The lines in order.
  /// - Throws: What reading throws.
  func jobLog(_ job: Int64, after: Int64?, _ limit: Int) async throws -> [JobLine] {
    try await read { connection in
      try await connection.query(
        "SELECT log_id, at, level, line FROM reeve.job_log_list($1, $2, $3)",
        [job, after, limit]
      ).map(JobLine.init)
    }
  }

  // MARK: - Cancelling and retrying

  private func jobPerform(_ verb: String, _ jobs: [Int64], _ command: Command) async throws {
    let rows = try await write(
      "SELECT job_id, outcome, code, message FROM reeve.job_perform($1, $2, $3)",
      [verb, jobs, command.flags["why"]]
    )
    var refusals: [CommandFailure] = []
    for row in rows {
      let message: String = try row.get("message")
      guard try row.get("outcome", as: String.self) == "done" else {
        let code = code(ofRefusal: try row.get("code", as: String?.self) ?? "")
        refusals.append(CommandFailure(code, "refused: \(message)"))
        continue
      }
      let job = try row.get(0, as: Int64.self)
      try await emitText(
        verb == "retry"
          ? "job \(job) is ready again; it was \(message)"
          : message == "running"
            ? "job \(job) runs; its worker is told to cancel it"
            : "job \(job) is cancelled; it was \(message)"
      )
    }
    guard let first = refusals.first else { return }
    if rows.count == 1 || refusals.allSatisfy({ $0.text == first.text }) { throw first }
    for refusal in refusals { io.note("\(refusal.text, .red)") }
    throw CommandFailure(
      first.code,
      "\(refusals.count) of \(rows.count) jobs are as they were"
    )
  }
}

/// A line that a job said.
struct JobLine: Sendable {
  let id: Int64
  /// The line with its moment and, where it matters, its level.
  let text: SafeText

  init(_ row: Row) throws {
    id = try row.get("log_id")
    let at = try row.get("at", as: String.self).prefix(19)
    let level: String = try row.get("level")
    let line: String = try row.get("line")
    let moment = SafeText("\(String(at))")
    text =
      switch level {
      case "error": "\(moment, .dim)  \(line, .red)"
      case "warning": "\(moment, .dim)  \(line, .yellow)"
      default: "\(moment, .dim)  \(line)"
      }
  }
}
