import Display

/// `rules`.
struct RulesCommand: ConsoleCommand {
  let name = "rules"
  let aliases = ["rule list"]
  let summary: SafeText = "list the catalog's rules, which are on, and how often they were right"
  let flags = Flags.format
  let examples: [SafeText] = ["rules", "rules --json name,on_since,on_by"]

  func run(_ context: CommandContext) async throws {
    let collectionName = try await context.collectionNames()
    try await context.emit(
      ConsoleFunctions.flagRuleList(app: context.options.app),
      columns: [
        OutputColumn("app", from: "app_name"), "name", "collection", "finds", "policy", "severity",
        "proposes", "most", "on_since", "on_by", "ran_at", "hits", "withheld", "judged", "upheld",
        "note",
      ],
      list: [
        .text("rule", "name"), .text("of") { collectionName($0.appName, $0.collection) },
        .text("finds"), .text("policy"), .text("proposes"),
        .text("state") { rule in
          guard rule.onSince != nil, let login = rule.onBy else { return "off" }
          return "on by \(login)"
        },
        .time("ran_at"), .number("reports", "hits"),
        .text("upheld") { share(of: $0.upheld, in: $0.judged) },
        .text("note") { rule in
          guard rule.withheld > 0 else { return rule.note }
          let separator = rule.note.isEmpty ? "" : "; "
          return "\(rule.note)\(separator)\(rule.withheld) more, over \(rule.most) a day"
        },
      ],
      none: "the catalog declares no rules"
    )
  }
}

/// How many were upheld, for people; nothing where none was decided.
func share(of upheld: Int, in judged: Int) -> String {
  judged == 0 ? "" : "\(upheld) of \(judged), \(100 * upheld / judged) %"
}
