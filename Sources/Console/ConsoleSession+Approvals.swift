import Catalog
import Moderation
import Postgres

/// What waits for a second person, and who of the team is whom.
extension ConsoleSession {
  /// `approvals`.
  func approvals(_ command: Command) async throws {
    let state = command.flags["state"] ?? "proposed"
    try await emit(
      """
      SELECT 'P' || approval_id AS proposal, state, verb, app, collection, key, label, rules,
        proposed_by, proposed_at, why, decided_by, decided_at, reason, action_id, is_single_handed,
        lapses_at, others, selection, subjects, batch_id
      FROM reeve.approval_list($1, $2)
      """,
      [state == "all" ? nil : state, command.count("limit", default: Self.listLimit)],
      shape: RowShape(
        columns: [
          CellColumn("proposal"), CellColumn("what"), CellColumn("label"), CellColumn("by"),
          CellColumn("at", CellType.timestamptz), CellColumn("because"), CellColumn("state"),
        ]
      ) { row, shown in
        let what = try Self.change(row)
        let rules = try row.get("rules", as: [String].self).joined(separator: "; ")
        shown.append([
          row[bytes: 0], ArraySlice(what.utf8), row[bytes: 6], row[bytes: 8], row[bytes: 9],
          ArraySlice(rules.utf8), ArraySlice(try Self.standing(row).utf8),
        ])
      },
      none: state == "proposed" ? "nothing waits for a second person" : "no proposals",
      command
    )
  }

  /// What a proposal would do: `ban user:42`, `team add anna`.
  private static func change(_ row: Row) throws -> String {
    let verb: String = try row.get("verb")
    let key = try row.get("key", as: String?.self) ?? ""
    if let count = try row.get("subjects", as: Int?.self) {
      let name = try row.get("selection", as: String?.self).map { "@\($0)" } ?? "a selection"
      return "\(verb) \(name), \(count) × \(try row.get("collection", as: String.self))"
    }
    guard let collection = try row.get("collection", as: String?.self) else {
      return "\(verb.split(separator: ".").joined(separator: " ")) \(key)"
    }
    return "\(verb) \(collection):\(key)"
  }

  /// What became of a proposal, or who can decide it.
  private static func standing(_ row: Row) throws -> String {
    let state: String = try row.get("state")
    let by = try row.get("decided_by", as: String?.self) ?? ""
    switch state {
    case "proposed":
      let others = try row.get("others", as: [String]?.self) ?? []
      let until = readableTime(try row.get("lapses_at"))
      return others.isEmpty
        ? "for its proposer alone, until \(until)"
        : "for \(others.joined(separator: ", ")), until \(until)"
    case "executed":
      let batch = try row.get("batch_id", as: Int64?.self).map { ", B\($0)" } ?? ""
      let action = try row.get("action_id", as: Int64?.self)
      let manner = try row.get("is_single_handed", as: Bool.self) ? "confirmed alone" : "approved"
      return "\(manner) by \(by)\(action.map { ", A\($0)" } ?? batch)"
    case "lapsed": return "lapsed"
    default: return "\(state) by \(by)"
    }
  }

  /// `approve P17`, `reject P17`, `withdraw P17`.
  func decide(_ command: Command) async throws {
    let number = try proposal(command.arguments[0])
    let verb = command.verb.name
    guard verb == "approve" else {
      let performed = try performed(
        try await write(
          "SELECT outcome, code, message, detail FROM reeve.approval_perform($1, $2, $3, NULL)",
          [verb, number, command.flags["why"]]
        )
      )
      guard performed.isDone else {
        throw CommandFailure(
          code(ofRefusal: performed.code),
          "refused: \(performed.message)"
        )
      }
      return try await emitText("P\(number) is \(verb == "reject" ? "rejected" : "withdrawn")")
    }
    let rows = try await read { connection in
      try await connection.query(
        """
        SELECT verb, app, collection, key, args::text, rules, proposed_by, proposed_at, why, label,
          selection_id, selection, subjects
        FROM reeve.approval_list(NULL, 1, $1)
        """,
        [number]
      )
    }
    guard let row = rows.first else {
      throw CommandFailure(
        .notFound,
        "there is no proposal P\(number)",
        hint: "`approvals` lists what waits."
      )
    }
    if io.canAsk || command.has("dry-run") {
      let by: String = try row.get("proposed_by")
      var text: SafeText = "P\(number) by \(by), \(readableTime(try row.get("proposed_at")))"
      if let why = try row.get("why", as: String?.self) { text += " · “\(Untrusted(why))”" }
      try await emitText(text)
      try await emitText("  \(try row.get("rules", as: [String].self).joined(separator: "; "))")
    }
    guard let name = try row.get("collection", as: String?.self) else {
      let rank = try row.get("label", as: String?.self).map { " as \($0)" } ?? ""
      let change = try Self.change(row) + rank
      if io.canAsk || command.has("dry-run") { try await emitText("  \(change)") }
      return try await approveTeam(number, change, command)
    }
    if try row.get("selection_id", as: Int64?.self) != nil {
      return try await approveBatch(number, row, command)
    }
    let collection = try await collection(try row.get("app"), name, of: "P\(number)")
    let subject = Subject(collection: collection, key: try row.get("key"))
    let (action, arguments): (String, String) = (try row.get("verb"), try row.get("args"))
    let planned = try await recordingRefusal(command) {
      try await plan(action, subject, arguments)
    } perform: {
      _ = try await write(
        "SELECT reeve.approval_perform($1, $2, $3, $4::jsonb)",
        [verb, number, command.flags["why"], Self.never]
      )
    }
    guard try await confirm([planned], command) else { return }
    under = subject
    let performed = try performed(
      try await write(
        "SELECT outcome, code, message, detail FROM reeve.approval_perform($1, $2, $3, $4::jsonb)",
        [verb, number, command.flags["why"], planned.json]
      )
    )
    guard performed.isDone else {
      throw try await refusal(performed, planned) {
        try await self.plan(action, subject, arguments)
      }
    }
    try await tell(planned, performed, command)
  }

  /// Reads `P17`.
  private func proposal(_ word: String) throws -> Int64 {
    let digits = word.hasPrefix("P") || word.hasPrefix("p") ? String(word.dropFirst()) : word
    guard let number = Int64(digits), number > 0, digits.utf8.allSatisfy({ $0 >= 0x30 }) else {
      throw CommandFailure(.usage, "`\(word)` is no proposal", hint: "Proposals are written `P17`.")
    }
    return number
  }

  /// The failure of a command whose action was proposed instead: exit status 4, and how it goes on.
  ///
  /// - Parameters:
  ///   - performed: What the server answered.
  ///   - planned: The plan; nil of a change of the team.
  /// - Returns: The failure.
  /// - Throws: `DecodingError` where the answer has another shape.
  func proposed(_ performed: Performed, _ planned: Planned?) throws -> CommandFailure {
    let proposal = try Proposal(json: performed.detail)
    let number = "P\(proposal.approvalID)"
    let others = proposal.others.joined(separator: " or ")
    var hint: SafeText =
      others.isEmpty
      ? "Nobody else could: confirm it yourself from \(readableTime(proposal.confirmAt)) on with "
        + "`approve \(number)`."
      : "\(others) can `approve \(number)` until \(readableTime(proposal.lapsesAt))."
    if let planned, planned.subject.collection.verbs.contains("hide") {
      hint += " At once and alone: `hide \(name(of: planned.subject)) --for 24h`."
    }
    return CommandFailure(
      .refused,
      "\(number) waits for a second person: \(proposal.rules.joined(separator: "; "))",
      hint: hint
    )
  }

  /// `staff`, `staff user:42 --login anna`.
  func staff(_ command: Command) async throws {
    guard let argument = command.arguments.first else {
      guard command.flags["login"] == nil, !command.has("remove") else {
        throw CommandFailure(
          .usage,
          "`staff` needs a subject with `--login`",
          hint: "Usage: \(command.verb.usage)"
        )
      }
      return try await emit(
        """
        SELECT login, rank, app || '/' || collection || ':' || key AS subject, added_by
        FROM reeve.member_subject_list()
        """,
        [],
        none: "nobody is of the team",
        command
      )
    }
    guard let login = command.flags["login"] else {
      throw CommandFailure(
        .usage,
        "`staff \(argument)` needs `--login`",
        hint: "Usage: \(command.verb.usage)"
      )
    }
    let subject = try await subject(argument)
    let rows = try await write(
      "SELECT outcome, code, message FROM reeve.member_link($1, $2, $3, $4, $5)",
      [
        login, subject.collection.app, subject.collection.name, subject.key,
        !command.has("remove"),
      ]
    )
    guard let row = rows.first else {
      throw CommandFailure(.failed, "the server returned no outcome")
    }
    guard try row.get("outcome", as: String.self) == "done" else {
      throw CommandFailure(
        code(ofRefusal: try row.get("code", as: String?.self) ?? ""),
        "refused: \(try row.get("message", as: String?.self) ?? "")"
      )
    }
    try await emitText(
      "\(name(of: subject)) is \(command.has("remove") ? "not " : "")\(login) of the team"
    )
  }
}
