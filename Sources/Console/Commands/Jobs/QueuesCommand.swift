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
      ],
      list: [
        .text("queue"), .number("available"), .time("oldest_at"),
        ListColumn(column: CellColumn("later", CellType.int8)) { queue, _ in
          cell("\(queue.scheduled + queue.retryable + queue.waiting)")
        }, .number("running"), .number("dead", "discarded"), .number("workers"),
        ListColumn(column: CellColumn("limits")) { queue, row in
          var limits: [String] = []
          if let most = queue.maxRunning { limits.append("running \(most)") }
          if let rate = try row.cell("rate"), let burst = queue.burst {
            limits.append("\(String(decoding: rate, as: UTF8.self))/s, burst \(burst)")
          }
          return cell(limits.joined(separator: ", "))
        },
        .text("state") { queue in
          queue.pausedAt.map { "paused since \(readableTime($0.description))" } ?? "open"
        },
      ],
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
