import ArgumentParser
import Operations
import Outcome
import Synchronization

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
  @Option(
    help: ArgumentHelp(
      """
      Attack this database, a copy that nobody uses, as code of its apps and as its logins would, and say \
      what held; everything is rolled back. Say the copy's name again. Needs a superuser.
      """,
      valueName: "copy"
    )
  )
  var attack: String?
  @OptionGroup var server: ServerOptions

  func validate() throws {
    guard attack == nil || !full else {
      throw ValidationError("--attack and --full cannot be given together")
    }
  }

  func perform() async throws {
    if let attack { return try await perform(attack) }
    let findings = try await server.installer().examine(isFull: full)
    for finding in findings {
      let colour = finding.isRed ? "red" : "yellow"
      Output.line("\(colour)  \(finding.area)  \(finding.finding)  →  \(finding.remedy)")
    }
    let red = findings.count(where: \.isRed)
    if red > 0 { throw Failure(.failed, red == 1 ? "1 finding is red" : "\(red) findings are red") }
    Output.note(findings.isEmpty ? "all is well" : "nothing is red")
  }

  private func perform(_ copy: String) async throws {
    let counts = Mutex<[Attack.Result.Verdict: Int]>([:])
    try await server.installer().attack(copy) { result in
      counts.withLock { $0[result.verdict, default: 0] += 1 }
      let remedy = result.remedy.map { "  →  \($0)" } ?? ""
      Output.line(
        "\(result.verdict.rawValue)  \(result.attack)  \(result.finding)\(remedy)"
      )
    }
    let (held, broke, notRun) = counts.withLock {
      ($0[.held] ?? 0, $0[.broke] ?? 0, $0[.notRun] ?? 0)
    }
    let told = "\(held) held, \(broke) broke, \(notRun) not run"
    if broke > 0 || held == 0 { throw Failure(.failed, told) }
    Output.note(told)
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
