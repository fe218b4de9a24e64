import ArgumentParser
import Glibc
import Operations
import Outcome

/// `reeve uninstall`.
struct UninstallCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Remove Reeve from the database, or with --schema one app from Reeve.",
    discussion: "Shows first what will be removed. The app's tables, rows and extensions stay."
  )

  @Option(help: "Detach only the app of this schema; its records stay.")
  var schema: String?
  @Option(
    help: "A new file for the record, exported before removal; required to remove Reeve.",
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
    for line in lines { Output.note("removes \(line)") }
    guard yes || confirms(schema ?? database) else {
      throw Failure(
        .refused,
        "nothing was changed",
        hint: "Confirm with the requested name, or give --yes."
      )
    }
    if let schema {
      try await installer.detach(schema: schema)
      return Output.note("detached schema \(schema)")
    }
    let outcome = try await installer.uninstall(auditFile: audit ?? "")
    Output.note("uninstalled; \(outcome.exported) commands are in \(audit ?? "")")
    Output.note("head of the chain: \(outcome.head)")
    if !outcome.kept.isEmpty { Output.note(outcome.kept) }
    for statement in outcome.statements { Output.line("\(statement);") }
  }

  /// Has a name typed, where there is somebody to.
  private func confirms(_ name: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else { return false }
    Output.note("type \(name) to continue")
    return readLine() == name
  }
}
