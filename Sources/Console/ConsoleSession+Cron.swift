import Postgres

extension ConsoleSession {
  /// `cron`, `cron preview …`, `cron run|pause|resume NAME`.
  func cron(_ command: Command) async throws {
    let verb = command.arguments.first ?? "list"
    let rest = command.arguments.dropFirst().joined(separator: " ")
    let isAlone = verb == "list"
    guard rest.isEmpty == isAlone else {
      throw CommandFailure(
        .usage,
        isAlone ? "`cron list` takes no name" : "`cron \(verb)` needs a schedule",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    switch verb {
    case "list": try await cronList(command)
    case "preview": try await cronPreview(rest, command)
    case "run", "pause", "resume": try await cronPerform(verb, rest, command)
    default:
      throw CommandFailure(
        .usage,
        "`cron \(verb)` is not known",
        hint: "Usage: \(command.verb.usage)"
      )
    }
  }

  private func cronList(_ command: Command) async throws {
    try await emit(
      """
      SELECT schedule, kind, at, zone, missed, overlap, state, next_at, last_at, last, last_job
      FROM reeve.cron_list($1)
      """,
      [options.app],
      shape: RowShape(
        columns: [
          CellColumn("schedule"), CellColumn("kind"), CellColumn("at"), CellColumn("state"),
          CellColumn("next_at", CellType.timestamptz), CellColumn("last_at", CellType.timestamptz),
          CellColumn("last"),
        ]
      ) { row, shown in
        let zone = try row.get("zone", as: String?.self)
        let at: String = try row.get("at")
        shown.append([
          row[bytes: 0], row[bytes: 1], ArraySlice((zone.map { "\(at) \($0)" } ?? at).utf8),
          row[bytes: 6], row[bytes: 7], row[bytes: 8], row[bytes: 9] ?? [],
        ])
      },
      none: "no schedules",
      command
    )
  }

  private func cronPreview(_ wanted: String, _ command: Command) async throws {
    try await emit(
      "SELECT local, utc_offset, fire_at, note FROM reeve.cron_preview($1, $2, $3, $4)",
      [options.app, wanted, command.flags["zone"], command.count("count", default: 10)],
      shape: RowShape(
        columns: [CellColumn("local"), CellColumn("offset"), CellColumn("note")]
      ) { row, shown in
        shown.append([row[bytes: 0], row[bytes: 1], row[bytes: 3] ?? []])
      },
      none: "nothing",
      command
    )
  }

  private func cronPerform(_ verb: String, _ name: String, _ command: Command) async throws {
    let rows = try await write(
      "SELECT outcome, code, message FROM reeve.cron_perform($1, $2, $3, $4)",
      [verb, options.app, name, command.flags["why"]]
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
    case "run": try await emitText("\(name) runs as job \(message)")
    case "pause":
      try await emitText("\(name) is paused")
      io.note("  \(SafeText("take it back with `cron resume \(name)`"), .dim)")
    default: try await emitText("\(name) goes on; next at \(message)")
    }
  }
}
