import Display
import Postgres

/// `approvals`.
struct ApprovalsCommand: ConsoleCommand {
  private static let state = Flag(
    "state",
    oneOf: ["proposed", "executed", "rejected", "withdrawn", "lapsed", "all"],
    "by default proposed"
  )

  let name = "approvals"
  let summary: SafeText = "list what waits for a second person"
  let flags: [any CommandFlag] = [state, Flags.limit] + Flags.format
  let examples: [SafeText] = ["approvals", "approvals --state all --limit 50"]

  func run(_ context: CommandContext) async throws {
    let state = context[Self.state] ?? "proposed"
    try await context.emit(
      ConsoleFunctions.approvalList(
        onlyState: state == "all" ? nil : state,
        maxRows: context.limit
      ),
      columns: [
        OutputColumn("proposal", from: "approval_id", prefix: "P"), "state", "verb", "app",
        "collection", "key", "label", "rules", "proposed_by",
        "proposed_at", "why", "decided_by", "decided_at", "reason", "action_id",
        "is_single_handed", "lapses_at", "others", "selection", "subjects", "batch_id",
      ],
      list: [
        .text("proposal") { "P\($0.approvalID)" }, .text("what") { $0.change }, .text("label"),
        .text("by", "proposed_by"), .time("at", "proposed_at"),
        .text("because") { $0.rules.joined(separator: "; ") }, .text("state") { $0.status },
      ],
      none: state == "proposed" ? "nothing waits for a second person" : "no proposals"
    )
  }
}

extension ConsoleFunctions.ApprovalListRow {
  /// The proposed command, such as `ban user:42` or `team add anna`.
  var change: String {
    if let subjects {
      let name = selection.map { "@\($0)" } ?? "a selection"
      return "\(verb) \(name), \(subjects) × \(collection ?? "")"
    }
    guard let collection else {
      let words = verb.split(separator: ".").map { $0 == "glass" ? "break-glass" : $0 }
      return "\(words.joined(separator: " ")) \(key ?? "")"
    }
    return "\(verb) \(collection):\(key ?? "")"
  }

  /// The decision and who made it, or who can decide while it is open.
  var status: String {
    let by = decidedBy ?? ""
    switch state {
    case "proposed":
      let until = readableTime(lapsesAt.description)
      guard let others, !others.isEmpty else { return "for its proposer alone, until \(until)" }
      return "for \(others.joined(separator: ", ")), until \(until)"
    case "executed":
      let result = actionID.map { ", A\($0)" } ?? batchID.map { ", B\($0)" } ?? ""
      return "\(isSingleHanded ? "confirmed alone" : "approved") by \(by)\(result)"
    case "lapsed": return "lapsed"
    default: return "\(state) by \(by)"
    }
  }
}
