import Postgres

/// Who belongs to the team, decided by two.
extension ConsoleSession {
  /// `team`, `team add anna --rank moderator`, `team remove anna`.
  func team(_ command: Command) async throws {
    let what = command.arguments.first ?? "list"
    let isAdding = what == "add"
    let wanted = what == "list" ? 1 : 2
    guard ["list", "add", "remove"].contains(what), max(command.arguments.count, 1) == wanted,
      isAdding == command.has("rank"), wanted == 2 || !command.has("why")
    else {
      throw CommandFailure(
        .usage,
        isAdding ? "`team add` needs a login and `--rank`" : "that is no change of the team",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    guard wanted == 2 else {
      return try await emit(
        "SELECT login, rank, standing, added_by, added_at, is_acting FROM reeve.team_list()",
        [],
        shape: RowShape(
          columns: [
            CellColumn("login"), CellColumn("rank"), CellColumn("standing"),
            CellColumn("added_by"), CellColumn("added_at", CellType.timestamptz),
          ]
        ) { row, shown in shown.append((0..<5).map { row[bytes: $0] }) },
        none: "nobody is of the team",
        command
      )
    }
    let performed = try performed(
      try await write(
        "SELECT outcome, code, message, detail FROM reeve.team_perform($1, $2, $3, $4)",
        ["team.\(what)", command.arguments[1], command.flags["rank"], command.flags["why"]]
      )
    )
    guard performed.isProposed else {
      throw CommandFailure(code(ofRefusal: performed.code), "refused: \(performed.message)")
    }
    throw try proposed(performed, nil)
  }

  /// Approves a change of the team after asking.
  ///
  /// - Parameters:
  ///   - number: The proposal's.
  ///   - change: `team add anna`.
  ///   - command: Says whether to ask.
  /// - Throws: ``CommandFailure`` of kind refused where the answer is no, or nobody can answer.
  func approveTeam(_ number: Int64, _ change: String, _ command: Command) async throws {
    if command.has("dry-run") {
      return io.note("\(SafeText("dry run: nothing was changed"), .dim)")
    }
    if !command.has("yes"), !options.assumeYes {
      guard io.canAsk else {
        throw CommandFailure(
          .refused,
          "`approve` changes the team, and there is no terminal to ask",
          hint: "Add --yes, or --dry-run to see what it would do."
        )
      }
      let answer = await io.ask("\("Severe.", .red) Go ahead? [y/N] ")
      try Task.checkCancellation()
      guard isYes(answer) else { throw CommandFailure(.refused, "nothing was changed") }
    }
    let rows = try await write(
      """
      SELECT p.outcome, p.code, p.message, p.detail, p.detail ->> 'released',
        (SELECT string_agg(k, ', ') FROM jsonb_array_elements_text(p.detail -> 'kept') k),
        (SELECT string_agg(k, ', ') FROM jsonb_array_elements_text(p.detail -> 'proposals') k)
      FROM reeve.approval_perform('approve', $1, $2, NULL) p
      """,
      [number, command.flags["why"]]
    )
    let performed = try performed(rows)
    guard performed.isDone, let row = rows.first else {
      throw CommandFailure(code(ofRefusal: performed.code), "refused: \(performed.message)")
    }
    try await emitText("\("done", .green)  P\(number)  \(change)")
    if let count = try row.get(4, as: String?.self), count != "0" {
      try await emitText("  cases left to others: \(count)")
    }
    if let kept = try row.get(5, as: String?.self) {
      try await emitText(
        "  keeps \(kept): another database of the cluster may need it; without a rank it gives "
          + "nothing here"
      )
    }
    if let waiting = try row.get(6, as: String?.self) {
      try await emitText("  \(SafeText("proposals that wait in vain: \(waiting)"), .yellow)")
    }
  }
}
