import Display
import Postgres
import Prompt

/// `rule test NAME`.
struct RuleTestCommand: ConsoleCommand {
  static let days = Flag(count: "days", "on how many days it is tried; 90 by default")

  let name = "rule test"
  let summary: SafeText = "try a rule on the past: what it would have raised, and what was upheld"
  let arguments = Arguments("NAME", [.rule], needed: "a rule")
  let flags: [any CommandFlag] = [days, Flags.limit] + Flags.format
  let examples: [SafeText] = [
    "rule test no-shows", "rule test shop/no-shows --days 30 --limit 500",
  ]

  func run(_ context: CommandContext) async throws {
    let trial = try await RuleTrial(context, maxRows: context.limit)
    let shown: CellRows =
      if context.format.isReadable {
        try CellRows(
          trial.rows,
          trial.call,
          [
            .text("subject") { "\($0.collection):\($0.key)" }, .text("label"), .time("at"),
            .text("what", "words"),
            .text("decided") { row in
              [row.outcome, row.decidedBy.map { "by \($0)" }, row.policy.map { "under \($0)" }]
                .compactMap { $0 }.joined(separator: " ")
            },
          ]
        )
      } else {
        try CellRows(
          trial.rows,
          [
            OutputColumn("subject", joining: ["collection", "key"], by: ":"), "label", "at",
            "words", "outcome", "decided_by", "policy",
          ]
        )
      }
    if !context.format.isReadable || !trial.isEmpty { try await context.emit(shown) }
    if context.format.isReadable {
      for line in trial.lines { context.io.note(line) }
      context.io.note("\(SafeText("nothing was reported"), .dim)")
    }
  }
}

/// What a rule would have raised in the past, and what became of that.
struct RuleTrial {
  let call: FunctionCall<ConsoleFunctions.FlagRuleTestRow>
  let rows: Rows
  private let name: String
  private let days: Int
  private let first: ConsoleFunctions.FlagRuleTestRow?

  /// Tries the rule that the first argument names, on as many days as `--days` says.
  init(_ context: CommandContext, maxRows: Int) async throws {
    name = context.invocation.text(from: 0)
    days = context[RuleTestCommand.days] ?? 90
    call = ConsoleFunctions.flagRuleTest(
      app: context.options.app,
      name: name,
      days: days,
      maxRows: maxRows
    )
    rows = try await context.rows(call)
    first = try rows.first.map(call.read)
  }

  /// Whether it would have found nobody.
  var isEmpty: Bool { first == nil }

  /// The numbers of all that it would have found, for people.
  var lines: [SafeText] {
    let time: SafeText = "in \(plural(days, "day", "days"))"
    guard let first else { return ["\(time) `\(name)` would have found nobody"] }
    let found = first.raised + first.answered
    var lines: [SafeText] = [
      "\(time) `\(name)` would have opened \(plural(Int(first.raised), "case", "cases"), .bold)"
    ]
    let judged = first.upheld + first.dismissed
    lines.append(
      judged == 0
        ? "nobody has decided about any of these"
        : "\(judged) of these subjects were decided about: \(first.upheld) upheld, \(first.cited) of "
          + "them under its policy, \(first.dismissed) dismissed"
    )
    if first.answered > 0 {
      lines.append("\(first.answered) more: an action in force did already what it proposes")
    }
    if found >= Int64(first.most) { lines.append("\("there are more than \(found)", .yellow)") }
    return lines
  }
}
