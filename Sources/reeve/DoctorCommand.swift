import ArgumentParser
import Operations
import Postgres

/// `reeve doctor`.
struct DoctorCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract:
      "Check the installed database; say what is wrong and what to do. Exit status 1 if red."
  )

  @Flag(
    help: """
      Look at the whole chain of the audit, and prove that members, functions, views, triggers and grants \
      are those of the record and of this release.
      """
  )
  var full = false
  @OptionGroup var server: ServerOptions

  func perform() async throws {
    let findings = try await server.installer().examine(isFull: full)
    for finding in findings {
      let colour = finding.isRed ? "red" : "yellow"
      Output.line("\(colour)  \(finding.area)  \(finding.finding)  →  \(finding.remedy)")
    }
    let red = findings.count(where: \.isRed)
    if red > 0 { throw Failure(.failed, red == 1 ? "1 finding is red" : "\(red) findings are red") }
    Output.note(findings.isEmpty ? "all is well" : "nothing is red")
  }
}

/// `reeve roles`.
struct RolesCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "roles",
    abstract: "Print the SQL of the roles that this database needs and a dump does not contain."
  )

  @OptionGroup var server: ServerOptions

  func perform() async throws {
    for statement in try await server.installer().roles() { Output.line("\(statement);") }
  }
}
