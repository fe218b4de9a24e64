import ArgumentParser
import Glibc
import Operations
import Postgres

/// `reeve adopt`.
struct AdoptCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Write a first catalog for a schema; on a terminal ask, apply it, and build search.",
    discussion: """
      On a terminal it asks what the database does not tell, one question at a time, and then whether to \
      apply the catalog. Elsewhere it writes a draft and changes nothing; with --yes it takes the proposed \
      answers and applies it.
      """
  )

  /// A way to make a ban hold without a column of the app's.
  enum Enforcement: String, ExpressibleByArgument, CaseIterable, Sendable {
    case `guard`
    case policy
  }

  @Option(help: "The schema whose tables to adopt.") var schema: String
  @Option(help: "The app's name; by default derived from the schema's.") var app: String?
  @Option(
    help: "Where to write the catalog; by default APP/catalog.yaml, or a draft to standard output.",
    completion: .file(extensions: ["yaml"])
  )
  var write: String?
  @Flag(help: "Overwrite the file, dropping your changes to it.") var replace = false
  @Flag(
    name: .customLong("try"),
    help: "Try each action on one row of each collection, then roll back."
  )
  var tries = false
  @Option(help: "Enforce bans by generated triggers (guard) or row security (policy).")
  var enforce: Enforcement?
  @Flag(help: "Take the proposed answers, and apply the catalog.") var yes = false
  @Option(help: "The first admin's role, where Reeve is not in the database yet; repeatable.")
  var firstAdmin: [String] = []
  @OptionGroup var server: ServerOptions

  func perform() async throws {
    let isTerminal =
      isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
      && (write != nil || isatty(STDOUT_FILENO) == 1)
    let screen = isTerminal && !yes ? QuestionScreen() : nil
    var ask: AdoptionAsk?
    if yes {
      ask = { $0.proposed }
    } else if let screen {
      ask = { try screen.ask($0) }
    }
    let installer = try server.installer()
    if yes || screen != nil {
      try await install(installer, screen)
    } else if !firstAdmin.isEmpty {
      Output.note("nothing is installed without --yes, so --first-admin \(admins) does nothing")
    }
    var request = AdoptionRequest(
      schema: schema,
      app: app,
      enforcement: enforce?.rawValue,
      file: write,
      replaces: replace,
      tries: tries
    )
    request.isAttended = screen != nil
    let result = try await installer.adopt(request, ask: ask)
    for note in result.notes + result.decided { Output.note(note) }
    guard let file = result.file else {
      for line in result.text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
        Output.line(String(line))
      }
      return
    }
    let code = "`reeve catalog show --code \(file)` prints the app code that would run"
    if ask == nil || !result.isSound {
      if result.isSearched {
        Output.note("after apply, run `reeve search reindex` to build the indexes")
      }
      Output.note(
        "wrote \(file): review it, then run `reeve catalog check` and `reeve catalog apply`"
      )
      return Output.note(code)
    }
    Output.note("wrote \(file); \(code)")
    if let screen, !screen.confirms("Apply it now?") {
      return Output.note("nothing was applied: review it, then run `reeve catalog apply \(file)`")
    }
    try await apply(file, result, installer)
  }

  private var admins: String { firstAdmin.joined(separator: ", ") }

  /// Puts Reeve into the database where it is not.
  private func install(_ installer: Installer, _ screen: QuestionScreen?) async throws {
    guard try await !installer.isInstalled(besides: schema) else {
      guard !firstAdmin.isEmpty else { return }
      return Output.note(
        "Reeve is in this database already, so --first-admin \(admins) does nothing: a senior adds "
          + "people, by `team add NAME --rank RANK`"
      )
    }
    var first = firstAdmin
    if first.isEmpty {
      var admin = try await installer.likelyAdmin()
      if let screen {
        admin = try screen.name("Reeve is not in this database yet. Who is its first admin?", admin)
      }
      first = [admin]
    }
    try await installer.upgrade(firstAdmins: first)
    Output.note(
      first.count == 1
        ? "\(first[0]) is the first admin, a senior"
        : "\(first.joined(separator: ", ")) are the first admins, seniors"
    )
  }

  /// Applies a catalog, builds its indexes, and reports the next steps.
  private func apply(
    _ file: String,
    _ result: Adoption.Result,
    _ installer: Installer
  ) async throws {
    try await installer.apply([Share.find().manifest(catalog: file)], dryRun: false) {
      let changes = $1.count
      Output.note("applied \(file): \(changes == 1 ? "1 change" : "\(changes) changes")")
    }
    if result.isSearched {
      let server = server.dsn.map { ["--dsn", $0] } ?? []
      try await SearchCommand.Reindex.parse(["--app", result.app] + server).perform()
    }
    guard let example = try await installer.example(of: result.app) else { return }
    let reeve = (["reeve"] + (try login(as: example.admin))).joined(separator: " ")
    let person = example.subject ?? ""
    Output.note("ready; three commands to try:")
    for line in [
      "\(reeve) find \(example.collection)" + (example.word.map { " \($0)" } ?? ""),
      example.subject == nil ? "\(reeve) queue" : "\(reeve) show \(person)",
      example.subject == nil || !example.isBanned
        ? "\(reeve) help" : "\(reeve) ban \(person) --policy terms --for 7d --dry-run",
    ] { Output.told("  \(line)") }
  }

  /// The options with which the console reaches this database as an admin; never a password.
  private func login(as admin: String?) throws -> [String] {
    guard let dsn = server.dsn else {
      return admin.map { ["--dsn", "user=\($0)"] } ?? []
    }
    if ConnectionInfo.mayHoldPassword(dsn) { return ["--dsn", "…"] }
    let settings = admin.map { [(keyword: "user", value: $0)] } ?? []
    let other = try ConnectionInfo.replacing(dsn, with: settings)
    return ["--dsn", "'\(other.replacing("'", with: #"'\''"#))'"]
  }
}
