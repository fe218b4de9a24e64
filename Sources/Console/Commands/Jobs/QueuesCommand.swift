import Answers
import Display
import Postgres

/// `queues`.
struct QueuesCommand: ConsoleCommand {
  let name = "queues"
  let summary: SafeText = "list queues of jobs: what waits, what runs, and their limits"
  let flags = Flags.format
  let examples: [SafeText] = ["queues"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.queueList(),
      columns: [
        "queue", "available", "scheduled", "retryable", "waiting", "running", "discarded",
        "completed", "cancelled", "oldest_at", "workers", "max_running", "rate", "burst",
        "paused_at",
      ].map { OutputColumn($0) },
      shape: RowShape(
        columns: [
          CellColumn("queue"), CellColumn("available", CellType.int8),
          CellColumn("oldest_at", CellType.timestamptz), CellColumn("later", CellType.int8),
          CellColumn("running", CellType.int8), CellColumn("dead", CellType.int8),
          CellColumn("workers", CellType.int8), CellColumn("limits"), CellColumn("state"),
        ]
      ) { queue, row in
        let later = queue.scheduled + queue.retryable + queue.waiting
        var limits: [String] = []
        if let most = queue.maxRunning { limits.append("running \(most)") }
        if let rate = try row.cell("rate"), let burst = queue.burst {
          limits.append("\(String(decoding: rate, as: UTF8.self))/s, burst \(burst)")
        }
        let paused = queue.pausedAt.map { "paused since \(readableTime($0.description))" }
        return [
          try row.cell("queue"), try row.cell("available"), try row.cell("oldest_at"),
          cell("\(later)"), try row.cell("running"), try row.cell("discarded"),
          try row.cell("workers"), cell(limits.joined(separator: ", ")), cell(paused ?? "open"),
        ]
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
    let outcome = try await done(
      ConsoleFunctions.queuePerform(
        verb: verb,
        queue: queue,
        maxRunning: running,
        rate: rate,
        burst: burst,
        why: self[Flags.why]
      )
    )
    return (queue, outcome.message)
  }
}
