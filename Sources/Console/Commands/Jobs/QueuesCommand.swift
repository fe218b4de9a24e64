import Postgres

/// `queues`.
struct QueuesCommand: ConsoleCommand {
  let name = "queues"
  let summary: SafeText = "queues: what waits and runs in them, and their limits"
  let flags = Flags.format
  let examples: [SafeText] = ["queues"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
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
      none: "no queues"
    )
  }
}

extension CommandContext {
  /// Changes the queue that the first argument names; returns its name and what the server says.
  func changeQueue(
    _ verb: String,
    running: Int? = nil,
    rate: Double? = nil,
    burst: Int? = nil
  ) async throws -> (queue: String, message: String) {
    let queue = arguments[0]
    let row = try done(
      await write(
        """
        SELECT outcome, code, message
        FROM reeve.queue_perform($1, $2, $3::int, $4::float8, $5::int, $6)
        """,
        [verb, queue, running, rate, burst, self[Flags.why]]
      )
    )
    return (queue, try row.get("message"))
  }
}
