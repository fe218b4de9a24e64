import ArgumentParser
import Catalog
import Host
import Import
import Operations
import Outcome
import Postgres
import Readers

/// `reeve import …`: brings the records of files into an app's tables.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import files, exports and phones' databases into an app's tables.",
    discussion: """
      `reeve import FILE --app APP` inspects the file, drafts a mapping, and shows what it would do; \
      --yes does it. The other commands are the same steps, one at a time.
      """,
    subcommands: [
      ImportWholeCommand.self, ImportInspectCommand.self, ImportPlanCommand.self,
      ImportRunCommand.self, Verify.self, ImportRejectedCommand.self, ImportRetryCommand.self,
      ImportToldCommand.self, ImportDumpCommand.self,
    ],
    defaultSubcommand: ImportWholeCommand.self
  )

  /// A file, its mapping and the server.
  struct Source: ParsableArguments {
    @Argument(
      help: "The file, `-` for standard input, or the directory of an export.",
      completion: .file()
    )
    var file: String
    @Option(
      help: "The mapping, such as sql/apps/APP/sources/SOURCE.yaml.",
      completion: .file(extensions: ["yaml"])
    )
    var mapping: String
    @Option(
      name: .customLong("set"),
      help: "NAME=VALUE: a constant that the mapping calls $set.NAME; part of the import's name."
    )
    var constants: [String] = []
    @Option(help: "The format of the source; by default the mapping's.") var format: SourceFormat?
    @OptionGroup var server: ServerOptions

    /// Lends the import that the mapping file describes.
    func withImport<R: Sendable>(_ body: (Import) async throws -> R) async throws -> R {
      let mappings = try MappingFile(
        file: SourceFile.manifest(mapping),
        set: ImportCommand.constants(constants),
        format: format?.rawValue
      )
      return try await server.withConnections { connection, staging in
        try await body(
          Import(
            connection: connection,
            staging: staging,
            mappings: mappings,
            path: file,
            textKeys: TextKeys.ofEnvironment(environmentValue(TextKeys.variable)),
            report: Output.note
          )
        )
      }
    }
  }

  /// Prints which collection goes where, if there are several.
  static func announce(_ importer: Importer) {
    if let match = importer.mapping.match { Output.line("\(match) → \(importer.mapping.table)") }
  }

  struct Verify: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Compare an imported file with its table. Exit status 1 if any record differs."
    )

    @OptionGroup var source: Source

    func perform() async throws {
      let (different, missing) = try await source.withImport { source in
        var different: [String] = []
        var missing: [String] = []
        for importer in try await source.open(checksCount: false).importers {
          ImportCommand.announce(importer)
          let result = try await importer.verify()
          Output.line(
            """
            import \(result.progress.id)  declared \(result.progress.declared ?? 0)  \
            compared \(result.compared)  in quarantine \(result.skipped)  \
            missing or different \(result.differing)
            """
          )
          different += result.examples
          if result.skipped > 0 {
            missing.append(
              "import \(result.progress.id): \(counted(result.skipped, "record")) in quarantine"
            )
          }
          if result.progress.kept > 0 {
            Output.line("  \(result.progress.kept) rows were kept as they were, so not compared")
          }
        }
        return (different, missing)
      }
      guard !different.isEmpty || !missing.isEmpty else { return }
      throw Failure(
        .failed,
        different.isEmpty
          ? "some records are not in their tables"
          : "some records are missing or different in their tables",
        details: different + missing,
        hint: missing.isEmpty ? nil : "`reeve import retry IMPORT` tries them again."
      )
    }
  }
}

extension ImportCommand {
  /// Reads constants from the command's line.
  ///
  /// - Throws: `Failure` for what is not `NAME=VALUE`.
  static func constants(_ texts: [String]) throws -> [String: String] {
    var constants: [String: String] = [:]
    for text in texts {
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
        throw Failure(.usage, "--set takes NAME=VALUE, not “\(text)”")
      }
      let name = String(text[..<sign])
      let value = String(text[text.index(after: sign)...])
      guard constants.updateValue(value, forKey: name) == nil else {
        throw Failure(.usage, "--set \(name) is given twice")
      }
    }
    return constants
  }

  /// How an import treats rows that are there, errors, and others who use the database.
  struct Options: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "A record that differs from a row with its key: refuse (quarantined unless an import wrote "
          + "the row last), skip, keep-newer (by the mapping's newer), overwrite."
      )
    )
    var existing = ImportOptions.Existing.refuse
    @Option(help: "Stop after more rejected records than this.") var maxErrors: Int?
    @Option(help: "Pause after each step, as a fraction of its duration.") var nice = 0.0
    @Option(help: "Wait while a standby lags by more seconds than this.") var maxLag = 10
    @Option(help: "Wait while more sessions than this are active.") var maxActive: Int?

    func validate() throws {
      guard nice >= 0, maxLag >= 0, (maxErrors ?? 0) >= 0, (maxActive ?? 0) >= 0 else {
        throw ValidationError("--nice, --max-lag, --max-errors and --max-active are not negative")
      }
    }

    /// The same for the import.
    var options: ImportOptions {
      ImportOptions(
        existing: existing,
        maxErrors: maxErrors,
        pace: StepPace(nice: nice, maxLag: .seconds(maxLag), maxActive: maxActive)
      )
    }
  }
}

extension ImportOptions.Existing: ExpressibleByArgument {}

extension ServerOptions {
  /// Connects as an installer.
  func connect() async throws -> Connection {
    try await Connection.connect(
      ServerChoice(dsn: dsn).conninfo(for: .install, report: Output.note)
    )
  }

  /// Lends a connection of an installer to a database that has Reeve and serves this program.
  func withConnection<R: Sendable>(_ body: (Connection) async throws -> R) async throws -> R {
    try await connect().use { connection in
      do {
        try await connection.one(ReeveFunctions.clientRequire(version: Release.version))
      } catch let error as PostgresError where error.sqlState == .invalidSchemaName {
        throw Failure.notInstalled
      }
      let share = try Share.find()
      try await SchemaAge.requireCurrent(share, connection)
      do {
        return try await body(connection)
      } catch let error as PostgresError where SchemaAge.mayCause(error) {
        try await SchemaAge.requireSame(share, connection)
        throw error
      }
    }
  }

  /// Lends two such connections, as an import needs.
  func withConnections<R: Sendable>(
    _ body: (_ connection: Connection, _ staging: Connection) async throws -> R
  ) async throws -> R {
    try await withConnection { connection in
      try await connect().use { staging in try await body(connection, staging) }
    }
  }
}
