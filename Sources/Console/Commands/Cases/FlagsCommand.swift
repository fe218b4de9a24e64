import Display

/// `flags`.
struct FlagsCommand: ConsoleCommand {
  let name = "flags"
  let aliases = ["flags list"]
  let summary: SafeText =
    "list the catalog's flags and how often they were right; or try one"
  let flags = Flags.format
  let examples: [SafeText] = ["flags"]

  func run(_ context: CommandContext) async throws {
    let collectionName = try await context.collectionNames()
    try await context.emit(
      ConsoleFunctions.flagList(app: context.options.app),
      columns: [
        OutputColumn("app", from: "app_name"), "name", "collection", "kind", "policy", "severity",
        "proposes", "most", "ran_at", "hits",
        "withheld", "judged", "upheld", "note",
      ],
      list: [
        .text("flag", "name"), .text("of") { collectionName($0.appName, $0.collection) },
        .text("policy"), .text("severity"), .text("proposes") { $0.proposes ?? "" },
        .time("ran_at"), .number("reports", "hits"),
        .text("upheld") { share(of: $0.upheld, in: $0.judged) },
        .text("note") { flag in
          guard flag.withheld > 0 else { return flag.note }
          let separator = flag.note.isEmpty ? "" : "; "
          return "\(flag.note)\(separator)\(flag.withheld) more, over \(flag.most) a day"
        },
      ],
      none: "the catalog declares no flags"
    )
  }
}
