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
      columns: [OutputColumn("app", from: "app_name")]
        + [
          "name", "collection", "kind", "policy", "severity", "proposes", "most", "ran_at", "hits",
          "withheld", "judged", "upheld", "note",
        ].map { OutputColumn($0) },
      shape: RowShape(
        columns: [
          CellColumn("flag"), CellColumn("of"), CellColumn("policy"), CellColumn("severity"),
          CellColumn("proposes"), CellColumn("ran_at", CellType.timestamptz),
          CellColumn("reports", CellType.int8), CellColumn("upheld"), CellColumn("note"),
        ]
      ) { flag, row in
        let (judged, upheld) = (flag.judged, flag.upheld)
        var note = flag.note
        if flag.withheld > 0 {
          note += "\(note.isEmpty ? "" : "; ")\(flag.withheld) more, over \(flag.most) a day"
        }
        let share = judged == 0 ? "" : "\(upheld) of \(judged), \(100 * upheld / judged) %"
        let collection = collectionName(flag.appName, flag.collection)
        return try [
          row.cell("name"), cell(collection), row.cell("policy"), row.cell("severity"),
          cell(flag.proposes ?? ""), row.cell("ran_at"), row.cell("hits"), cell(share), cell(note),
        ]
      },
      none: "the catalog declares no flags"
    )
  }
}
