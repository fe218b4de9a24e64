import Postgres

/// `approvals`.
struct ApprovalsCommand: ConsoleCommand {
  private static let state = Flag(
    "state",
    oneOf: ["proposed", "executed", "rejected", "withdrawn", "lapsed", "all"],
    "proposed if left out"
  )

  let name = "approvals"
  let summary: SafeText = "what waits for a second person"
  let flags: [any CommandFlag] = [state, Flags.limit] + Flags.format
  let examples: [SafeText] = ["approvals", "approvals --state all --limit 50"]

  func run(_ context: CommandContext) async throws {
    let state = context[Self.state] ?? "proposed"
    try await context.emit(
      """
      SELECT 'P' || approval_id AS proposal, state, verb, app, collection, key, label, rules,
        proposed_by, proposed_at, why, decided_by, decided_at, reason, action_id, is_single_handed,
        lapses_at, others, selection, subjects, batch_id
      FROM reeve.approval_list($1, $2)
      """,
      [state == "all" ? nil : state, context.limit],
      shape: RowShape(
        columns: [
          CellColumn("proposal"), CellColumn("what"), CellColumn("label"), CellColumn("by"),
          CellColumn("at", CellType.timestamptz), CellColumn("because"), CellColumn("state"),
        ]
      ) { row, shown in
        let rules = try row.get("rules", as: [String].self).joined(separator: "; ")
        shown.append([
          row[bytes: 0], ArraySlice(try Self.change(row).utf8), row[bytes: 6], row[bytes: 8],
          row[bytes: 9], ArraySlice(rules.utf8), ArraySlice(try Self.state(row).utf8),
        ])
      },
      none: state == "proposed" ? "nothing waits for a second person" : "no proposals"
    )
  }

  /// What a proposal would do: `ban user:42`, `team add anna`.
  static func change(_ row: Row) throws -> String {
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
  private static func state(_ row: Row) throws -> String {
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
}
