import ArgumentParser
import Glibc
import Operations
import Postgres

/// `reeve uninstall`.
struct UninstallCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Take Reeve out of the database, or with --schema one app out of Reeve.",
    discussion: "Shows first what goes. The app's rows, tables and extensions stay as they are."
  )

  @Option(help: "Detach only the app of this schema; what was recorded stays.")
  var schema: String?
  @Option(
    help: "A new file for the audit, exported before it goes; needed for all of Reeve.",
    completion: .file()
  )
  var audit: String?
  @Flag(help: "Do not ask.") var yes = false
  @OptionGroup var server: ServerOptions

  func validate() throws {
    if (schema == nil) == (audit == nil) {
      throw ValidationError("give --schema SCHEMA for one app, or --audit FILE for all of Reeve")
    }
  }

  func perform() async throws {
    let installer = try server.installer()
    let (database, lines) = try await installer.previewUninstall(schema: schema)
    for line in lines { Output.note("goes: \(line)") }
    guard yes || confirms(schema ?? database) else {
      throw Failure(
        .refused,
        "nothing was changed",
        hint: "Confirm by the name asked for, or give --yes."
      )
    }
    if let schema {
      try await installer.detach(schema: schema)
      return Output.note("detached schema \(schema)")
    }
    let outcome = try await installer.uninstall(auditFile: audit ?? "")
    Output.note("uninstalled; \(outcome.exported) commands are in \(audit ?? "")")
    Output.note("head of the audit: \(outcome.head)")
    if !outcome.kept.isEmpty { Output.note(outcome.kept) }
    for statement in outcome.statements { Output.line("\(statement);") }
  }

  /// Has a name typed, where there is somebody to.
  private func confirms(_ name: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    Output.note("type \(name) to go on")
    return readLine() == name
  }
}
