import Postgres

extension ConsoleSession {
  /// `flags`, `flags test NAME`.
  func flags(_ command: Command) async throws {
    let verb = command.arguments.first ?? "list"
    let rest = command.arguments.dropFirst().joined(separator: " ")
    guard ["list", "test"].contains(verb), rest.isEmpty == (verb == "list") else {
      throw CommandFailure(
        .usage,
        verb == "test" ? "`flags test` needs a flag" : "`flags \(verb)` is not known",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    try await verb == "list" ? flagList(command) : flagTest(rest, command)
  }

  private func flagList(_ command: Command) async throws {
    try await emit(
      """
      SELECT app_name AS app, name, collection, kind, policy, severity, proposes, most, ran_at, hits,
        withheld, judged, upheld, note
      FROM reeve.flag_list($1)
      """,
      [options.app],
      shape: RowShape(
        columns: [
          CellColumn("flag"), CellColumn("of"), CellColumn("policy"), CellColumn("severity"),
          CellColumn("proposes"), CellColumn("ran_at", CellType.timestamptz),
          CellColumn("reports", CellType.int8), CellColumn("upheld"), CellColumn("note"),
        ]
      ) { row, shown in
        let judged: Int = try row.get("judged")
        let upheld: Int = try row.get("upheld")
        let withheld: Int64 = try row.get("withheld")
        let most: Int = try row.get("most")
        var note: String = try row.get("note")
        if withheld > 0 {
          note += "\(note.isEmpty ? "" : "; ")\(withheld) more, over \(most) a day"
        }
        let share = judged == 0 ? "" : "\(upheld) of \(judged), \(100 * upheld / judged) %"
        shown.append([
          row[bytes: 1], row[bytes: 2], row[bytes: 4], row[bytes: 5], row[bytes: 6] ?? [],
          row[bytes: 8], row[bytes: 9], ArraySlice(share.utf8), ArraySlice(note.utf8),
        ])
      },
      none: "the catalog declares no flags",
      command
    )
  }

  private func flagTest(_ name: String, _ command: Command) async throws {
    let limit = command.count("limit", default: Self.listLimit)
    try await emit(
      "SELECT collection || ':' || key AS subject, label, words FROM reeve.flag_test($1, $2, $3)",
      [options.app, name, limit],
      none: "`\(name)` finds nothing",
      command
    )
    if format(command).isReadable { io.note("\(SafeText("nothing was reported"), .dim)") }
  }

  /// `links user:42`.
  func links(_ command: Command) async throws {
    let subject = try await subject(command.arguments[0])
    _ = try await status(of: subject)
    last = [subject]
    try await emit(
      """
      SELECT app_name AS app, collection_name || ':' || other AS other, label, shared, confidence,
        verdict, barred_by, barred_until, first_at, last_at
      FROM reeve.link_list($1, $2, $3, $4)
      """,
      [
        subject.collection.app, subject.collection.name, subject.key,
        command.count("limit", default: Self.listLimit),
      ],
      shape: RowShape(
        columns: [
          CellColumn("subject"), CellColumn("label"), CellColumn("shares"),
          CellColumn("same person"), CellColumn("status"),
          CellColumn("first_at", CellType.timestamptz), CellColumn("last_at", CellType.timestamptz),
        ]
      ) { row, shown in
        let verdict: String = try row.get("verdict")
        let confidence: Double = try row.get("confidence")
        let barred = try row.get("barred_by", as: Int64?.self)
        shown.append([
          row[bytes: 1], row[bytes: 2] ?? [], row[bytes: 3],
          ArraySlice("\(verdict), \(confidence)".utf8),
          ArraySlice((barred.map { "barred by A\($0)" } ?? "").utf8), row[bytes: 8], row[bytes: 9],
        ])
      },
      none: "nobody shares an identifier with \(name(of: subject))",
      command
    )
  }
}
