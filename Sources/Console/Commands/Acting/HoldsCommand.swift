import Display
import Postgres

/// `holds`: the legal holds in force.
struct HoldsCommand: ConsoleCommand {
  let name = "holds"
  let summary: SafeText =
    "list the legal holds in force, who set them, and which erasures wait for them"
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["holds", "holds --json subject,reason"]

  func run(_ context: CommandContext) async throws {
    try await context.emit(
      ConsoleFunctions.holdList(app: context.options.app, maxRows: context.limit),
      shape: RowShape(
        columns: [
          CellColumn("action"), CellColumn("subject"), CellColumn("label"), CellColumn("by"),
          CellColumn("since", CellType.timestamptz), CellColumn("until", CellType.timestamptz),
          CellColumn("note"), CellColumn("why"),
        ]
      ) { hold, row in
        let waits = hold.waits.map { "was due for erasure \(readableTime($0.description))" }
        return [cell("A\(hold.actionID)")]
          + (try ["subject", "label", "actor", "since", "until"].map(row.cell))
          + [cell(waits ?? ""), try row.cell("reason")]
      },
      none: "there are no legal holds"
    )
  }
}
