import Display

/// `versions`.
struct VersionsCommand: ConsoleCommand {
  let name = "versions"
  let aliases = ["versions list"]
  let summary: SafeText =
    "list the oldest versions of the apps that are allowed; with a second senior, change one"
  let flags = Flags.format
  let examples: [SafeText] = ["versions", "versions --json platform,oldest,older"]

  func run(_ context: CommandContext) async throws {
    let isOneApp = context.options.app != nil
    try await context.emit(
      ConsoleFunctions.versionList(onlyApp: context.options.app),
      list: (isOneApp ? [] : [.text("app")]) + [
        .text("platform"), .text("oldest") { $0.oldest ?? "any" }, .number("devices"),
        .number("older"), .text("proposed_by"), .text("decided_by"), .time("decided_at"),
      ],
      none: "no catalog names platforms under versions"
    )
  }
}
