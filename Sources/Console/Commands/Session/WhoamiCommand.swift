import Display
import Prompt

/// `whoami`.
struct WhoamiCommand: ConsoleCommand {
  let name = "whoami"
  let summary: SafeText = "show who you are here, and the head of the audit chain"
  let flags = Flags.format
  let examples: [SafeText] = ["whoami"]

  func run(_ context: CommandContext) async throws {
    let info = try await context.session.read { connection in
      try await context.session.sessionInfo(connection)
    }
    let fields: [(String, String, UInt32)] = [
      ("actor", info.actor, CellType.text), ("rank", info.rank ?? "", CellType.text),
      ("database", info.database, CellType.text),
      ("apps", info.apps.joined(separator: ", "), CellType.text),
      ("schema_version", String(info.version), CellType.int8),
      ("chain_head", "\(info.chainSequence):\(info.chainHash)", CellType.text),
      ("standing", info.standing ?? "live", CellType.text),
    ]
    try await context.emit(fields: fields.map { ($0.0, Array($0.1.utf8), $0.2) })
    if context.format.isReadable {
      context.io.note(
        "  \(SafeText("Keep the chain head somewhere else: `audit verify` compares with it."), .dim)"
      )
    }
  }
}
