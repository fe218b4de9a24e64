import Moderation
import Postgres

/// Taking actions back, and doing them again.
extension ConsoleSession {
  /// `unban user:42`: undo of the one action in force.
  func reverse(_ command: Command, _ verb: String) async throws {
    let subject = try await subject(command.arguments[0])
    let rows = try await read { connection in
      try await connection.query(
        """
        SELECT action_id, kind, actor, at, until, policy, reason
        FROM reeve.action_in_force($1, $2, $3, $4, $5)
        """,
        [
          subject.collection.app, subject.collection.name, subject.key, verb,
          command.arguments.dropFirst().first,
        ]
      )
    }
    guard !rows.isEmpty else {
      _ = try await status(of: subject)
      throw CommandFailure(
        .notFound,
        "no `\(verb)` is in force on \(name(of: subject))",
        hint: "`history \(name(of: subject))` shows what was done."
      )
    }
    guard rows.count == 1 else {
      for row in rows {
        remember(action: try row.get(0), "\(verb) of \(name(of: subject))")
      }
      try await emit(CellRows(rows), command)
      throw CommandFailure(
        .usage,
        "\(rows.count) of them are in force on \(name(of: subject))",
        hint: "Undo the one you mean by its action: `undo A\(try rows[0].get(0, as: Int64.self))`."
      )
    }
    try await undo(action: try rows[0].get(0), command)
  }

  /// `undo A12`, `undo B7`.
  func undo(_ command: Command) async throws {
    if let batch = batchNumber(command.arguments[0]) { return try await undoBatch(batch, command) }
    try await undo(action: try action(command.arguments[0]), command)
  }

  /// `redo A12`: the action's verb and arguments once more, planned and performed like any other.
  func redo(_ command: Command) async throws {
    let number = try action(command.arguments[0])
    let isRecordOnly = command.has("record-only")
    let rows = try await read { connection in
      try await connection.query(
        """
        SELECT verb, app, collection, key,
          (args || jsonb_build_object('record_only', $3::boolean))::text AS args, problem
        FROM reeve.action_repeat($1, $2)
        """,
        [number, command.flags["why"], isRecordOnly]
      )
    }
    guard let row = rows.first, let app = try row.get("app", as: String?.self) else {
      throw CommandFailure(.notFound, "there is no action A\(number)")
    }
    if let problem = try row.get("problem", as: String?.self) {
      throw CommandFailure(.failed, "refused: \(problem)")
    }
    let subject = Subject(
      collection: try await collection(app, try row.get("collection"), of: "A\(number)"),
      key: try row.get("key")
    )
    try await perform(try row.get("verb"), on: [subject], try row.get("args"), command)
  }

  /// Reads `A12`.
  func action(_ word: String) throws -> Int64 {
    let digits = word.hasPrefix("A") || word.hasPrefix("a") ? String(word.dropFirst()) : word
    guard let action = Int64(digits), action > 0 else {
      throw CommandFailure(.usage, "`\(word)` is no action", hint: "Actions are written `A12`.")
    }
    return action
  }

  /// A collection by its app and name, which must be in view.
  func collection(
    _ app: String,
    _ name: String,
    of what: SafeText
  ) async throws -> CatalogCollection {
    guard let found = try await catalog().first(where: { $0.app == app && $0.name == name }) else {
      throw CommandFailure(
        .notFound,
        "\(what) is about a collection that is not in view",
        hint: "Without --app, all apps are."
      )
    }
    return found
  }

  private func undo(action: Int64, _ command: Command) async throws {
    let planned = try await recordingRefusal(command) {
      try await undoPlan(action)
    } perform: {
      _ = try await write("SELECT reeve.undo_perform($1, NULL, $2::jsonb)", [action, Self.never])
    }
    guard try await confirm([planned], command) else { return }
    under = planned.subject
    let rows = try await write(
      "SELECT outcome, code, message, detail FROM reeve.undo_perform($1, $2, $3::jsonb)",
      [action, command.flags["why"], planned.json]
    )
    let performed = try performed(rows)
    guard performed.isDone else {
      throw try await refusal(performed, planned) { try await self.undoPlan(action) }
    }
    try await tell(planned, performed, command)
  }

  private func undoPlan(_ action: Int64) async throws -> Planned {
    let collections = try await catalog()
    let rows = try await read { connection in
      try await connection.query("SELECT reeve.undo_plan($1)", [action])
    }
    return try planned(rows, nil) { plan in
      let collection = collections.first { $0.app == plan.app && $0.name == plan.collection }
      guard let collection, let key = plan.key else {
        throw CommandFailure(
          .notFound,
          "A\(action) was on a collection that is not in view",
          hint: "Without --app, all apps are."
        )
      }
      return Subject(collection: collection, key: key)
    }
  }
}
