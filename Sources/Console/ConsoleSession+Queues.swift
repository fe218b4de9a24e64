import Postgres

extension ConsoleSession {
  /// `queues`.
  func queues(_ command: Command) async throws {
    try await emit(
      """
      SELECT queue, available, scheduled, retryable, waiting, running, discarded, completed,
        cancelled, oldest_at, workers, max_running, rate, burst, paused_at
      FROM reeve.queue_list()
      """,
      [],
      shape: RowShape(
        columns: [
          CellColumn("queue"), CellColumn("available", CellType.int8),
          CellColumn("oldest_at", CellType.timestamptz), CellColumn("later", CellType.int8),
          CellColumn("running", CellType.int8), CellColumn("dead", CellType.int8),
          CellColumn("workers", CellType.int8), CellColumn("limits"), CellColumn("state"),
        ]
      ) { row, shown in
        let later = try ["scheduled", "retryable", "waiting"].reduce(0) {
          try $0 + row.get($1, as: Int64.self)
        }
        var limits: [String] = []
        if let most = try row.get("max_running", as: Int?.self) { limits.append("running \(most)") }
        if let rate = try row.get("rate", as: String?.self),
          let burst = try row.get("burst", as: Int?.self)
        {
          limits.append("\(rate)/s, burst \(burst)")
        }
        let paused = try row.get("paused_at", as: String?.self)
        shown.append([
          row[bytes: 0], row[bytes: 1], row[bytes: 9], ArraySlice("\(later)".utf8), row[bytes: 5],
          row[bytes: 6], row[bytes: 10], ArraySlice(limits.joined(separator: ", ").utf8),
          ArraySlice((paused.map { "paused since \(readableTime($0))" } ?? "open").utf8),
        ])
      },
      none: "no queues",
      command
    )
  }

  /// `queue pause|resume|limit NAME`.
  func queuePerform(_ command: Command) async throws {
    let verb = command.arguments[0]
    let isKnown = ["pause", "resume", "limit"].contains(verb)
    guard isKnown, command.arguments.count == 2 else {
      throw CommandFailure(
        .usage,
        isKnown ? "`queue \(verb)` needs a queue" : "`queue \(verb)` is not known",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    let name = command.arguments[1]
    let limits = ["running", "rate", "burst", "none"].filter { command.has($0) }
    guard limits.isEmpty == (verb != "limit"), limits.count <= 1 || !command.has("none") else {
      throw CommandFailure(
        .usage,
        verb == "limit"
          ? limits.isEmpty
            ? "`queue limit` needs a limit" : "`--none` goes without other limits"
          : "`queue \(verb)` takes no `--\(limits.first ?? "")`",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    var rate: Double?
    if let text = command.flags["rate"] {
      rate = Double(text)
      guard let rate, rate > 0, rate <= 1_000_000 else {
        throw CommandFailure(
          .usage,
          "`--rate \(text)` is no rate",
          hint: "Give starts a second, above 0 and at most 1000000: `0.5`, `20`."
        )
      }
    }
    let rows = try await write(
      """
      SELECT outcome, code, message
      FROM reeve.queue_perform($1, $2, $3::int, $4::float8, $5::int, $6)
      """,
      [
        verb, name, command.flags["running"].flatMap { Int($0) }, rate,
        command.flags["burst"].flatMap { Int($0) }, command.flags["why"],
      ]
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
    switch verb {
    case "pause":
      try await emitText("queue \(name) is paused; what runs goes on")
      io.note("  \(SafeText("take it back with `queue resume \(name)`"), .dim)")
    case "resume": try await emitText("queue \(name) goes on")
    default: try await emitText("queue \(name): \(message)")
    }
  }
}
