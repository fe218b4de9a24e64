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

extension CommandContext {
  /// Whom a version shuts out if it is the oldest one allowed; nil where nobody can tell.
  func reach(
    ofVersion oldest: String,
    on platform: String,
    of app: String?
  ) async throws -> SafeText? {
    let now = try await first(
      ConsoleFunctions.versionList(onlyApp: app, onlyPlatform: platform, asIf: oldest)
    )
    guard let now, let devices = now.devices, let older = now.older else { return nil }
    return "\(older) of \(devices) devices have an older version, or one that cannot be read"
  }
}
