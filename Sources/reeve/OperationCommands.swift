import ArgumentParser
import Glibc
import Operations
import Outcome

/// A command for operators that can run once its arguments are parsed.
protocol Performable: Sendable {
  /// Does it.
  func perform() async throws
}

/// The commands of the people who run Reeve.
struct OperationCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reeve",
    subcommands: [
      ServerCommand.self, UpgradeCommand.self, CatalogCommand.self, AdoptCommand.self,
      SampleCommand.self, ImportCommand.self, MoveCommand.self, FilesCommand.self,
      SearchCommand.self,
      MigrateCommand.self,
      DoctorCommand.self, ReportCommand.self, RolesCommand.self, RestoredCommand.self,
      UninstallCommand.self,
    ]
  )

  /// Reads a command; prints its help, or what is wrong with it, and ends the program where there
  /// is nothing to run.
  static func parse(_ arguments: [String]) throws -> any Performable {
    do {
      var command = try parseAsRoot(arguments)
      if let command = command as? any Performable { return command }
      // Any other command of the parser asks for help, which it does by throwing.
      try command.run()
      throw CleanExit.helpRequest(Self.self)
    } catch {
      if exitCode(for: error).isSuccess { exit(withError: error) }
      throw Failure(
        .usage,
        message(for: error),
        hint: "reeve \(arguments.first ?? "") --help lists the options."
      )
    }
  }
}

/// The options that choose a command's server.
struct ServerOptions: ParsableArguments {
  @Option(help: "Connection string; else DATABASE_URL, PG*, else the embedded server.")
  var dsn: String?

  func installer() throws -> Installer {
    Installer(server: ServerChoice(dsn: dsn), share: try Share.find(), report: Output.note)
  }
}

struct UpgradeCommand: ParsableCommand, Interruptible {
  static let configuration = CommandConfiguration(
    commandName: "upgrade",
    abstract: "Upgrade the database to this program's schema."
  )

  @Option(help: "A role to become one of the first seniors; repeatable, only at the first install.")
  var firstAdmin: [String] = []
  @Flag(help: "Print what would be applied, added, changed and dropped; write nothing.")
  var dryRun = false
  @OptionGroup var server: ServerOptions

  func perform() async throws {
    guard dryRun else { return try await server.installer().upgrade(firstAdmins: firstAdmin) }
    let steps = try await server.installer().planUpgrade(firstAdmins: firstAdmin)
    for step in steps { Output.line("\(step.change)  \(step.object)") }
    Output.note(steps.isEmpty ? "nothing to change" : "dry run: nothing was changed")
  }
}

struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Sample apps.",
    subcommands: [Load.self]
  )

  struct Load: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(
      abstract: "Create an app's schema and sample rows, and apply its catalog."
    )

    @Argument(help: "The app, such as randevoo.") var app: String
    @Flag(help: "Drop the app's schema first, with everything in it.") var replace = false
    @Flag(help: "Create the schema without rows.") var schemaOnly = false
    @Option(help: "Generate this many rows of each main collection instead of the fixed sample.")
    var scale: Int?
    @Option(help: "The seed of the generated rows; the same seed gives the same rows.")
    var seed: Int?
    @Option(
      help: "The day, YYYY-MM-DD, that generated rows are relative to; by default the server's."
    )
    var asOf: String?
    @OptionGroup var server: ServerOptions

    func validate() throws {
      guard scale == nil || !schemaOnly else {
        throw ValidationError("--scale and --schema-only cannot be given together")
      }
      guard scale != nil || (seed == nil && asOf == nil) else {
        throw ValidationError("--seed and --as-of need --scale")
      }
    }

    func perform() async throws {
      let scale = try scale.map { try SampleScale(units: $0, seed: seed ?? 0, asOf: asOf) }
      try await server.installer()
        .loadSample(app, replace: replace, withRows: !schemaOnly, scale: scale)
    }
  }
}
