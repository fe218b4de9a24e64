import Display

/// `devices user:42`.
struct DevicesCommand: ConsoleCommand {
  let name = "devices"
  let summary: SafeText = "list the phones of a person that get push messages, tokens masked"
  let arguments = Arguments("user:42", [.subject])
  let flags: [any CommandFlag] = [Flags.limit] + Flags.format
  let examples: [SafeText] = ["devices user:42", "devices _ --json subject,platform,seen_at"]

  func run(_ context: CommandContext) async throws {
    let subject = try await context.subject(context.arguments[0])
    try await context.listOfApps(
      [
        CellColumn("platform"), CellColumn("version"), CellColumn("token"),
        CellColumn("seen_at", CellType.timestamptz), CellColumn("state"),
      ],
      cells: ["platform", "version", "token", "seen_at", "state"],
      names: ("app_name", "collection_name", "device"),
      limit: context.listLimit,
      none: "\(context.name(of: subject)) has no devices"
    ) { limit in
      ConsoleFunctions.deviceList(subject: subject.id, maxRows: limit)
    }
  }
}
