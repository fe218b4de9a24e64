import ArgumentParser
import Catalog
import Migration
import Operations
import Postgres

/// `reeve import …`: brings the records of files into an app's tables.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import CSV, NDJSON and JSON files and Firestore exports into an app's tables.",
    subcommands: [
      ImportInspectCommand.self, ImportPlanCommand.self, Run.self, Verify.self,
      ImportRejectedCommand.self,
    ]
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
    @OptionGroup var server: ServerOptions

    /// Lends the import that the mapping file describes.
    func withImport<R: Sendable>(_ body: (Import) async throws -> R) async throws -> R {
      let mappings = try MappingFile(file: ImportFile.manifest(mapping))
      return try await server.withConnection { connection in
        try await server.withConnection { staging in
          try await body(
            Import(
              connection: connection,
              staging: staging,
              mappings: mappings,
              path: file,
              report: Output.note
            )
          )
        }
      }
    }
  }

  struct Run: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract:
        "Import a source; resume an interrupted run. Exit status 1 if any record was rejected."
    )

    @OptionGroup var source: Source
    @Flag(help: "Discard an interrupted run; the rows it wrote stay.") var restart = false
    @Option(help: "How many records the source must contain; overrides what it declares.")
    var declared: Int?

    func perform() async throws {
      let (survey, rejected) = try await source.withImport { source in
        let opened = try await source.open(declared: declared)
        if let survey = opened.survey { tell(survey) }
        var rejected: [String] = []
        for importer in opened.importers {
          ImportCommand.announce(importer)
          rejected += try await run(importer)
        }
        return (opened.survey, rejected)
      }
      let unmatched = (survey?.unmatched ?? []).map { collection, count in
        "\(collection): \(count) records have no mapping and are not listed under drop"
      }
      guard !rejected.isEmpty || !unmatched.isEmpty else { return }
      throw Failure(
        .failed,
        "not every record was imported",
        details: rejected + unmatched,
        hint: rejected.isEmpty
          ? nil
          : "`reeve import rejected IMPORT` lists all; with --originals, prints the records themselves."
      )
    }

    private func tell(_ survey: Survey) {
      let matched = survey.matched.reduce(0, +)
      Output.line(
        """
        \(source.file)  records \(survey.read)  mapped \(matched)  dropped \(survey.dropped)  \
        without a mapping \(survey.read - matched - survey.dropped)
        """
      )
    }

    /// Imports the records of one mapping.
    ///
    /// - Returns: What was rejected, a line each.
    private func run(_ importer: Importer) async throws -> [String] {
      let progress = try await importer.run(restart: restart)
      Output.line(
        """
        import \(progress.id)  declared \(progress.declared ?? 0)  read \(progress.read)  \
        written \(progress.written)  quarantined \(progress.quarantined)
        """
      )
      Output.line(
        "  new \(progress.inserted)  changed \(progress.changed)  unchanged \(progress.same)"
      )
      guard progress.quarantined > 0 else { return [] }
      let count = "\(progress.quarantined) of \(progress.read) records were rejected"
      return try await [count] + importer.rejected(of: progress, limit: 10)
    }
  }

  /// Prints which collection goes where, if there are several.
  private static func announce(_ importer: Importer) {
    if let match = importer.mapping.match { Output.line("\(match) → \(importer.mapping.table)") }
  }

  struct Verify: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Compare an imported file with its table. Exit status 1 if any record differs."
    )

    @OptionGroup var source: Source

    func perform() async throws {
      let different = try await source.withImport { source in
        var different: [String] = []
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
        }
        return different
      }
      guard !different.isEmpty else { return }
      throw Failure(
        .failed,
        "some records are missing or different in their tables",
        details: different
      )
    }
  }
}

extension ServerOptions {
  /// Lends a connection of an installer to a database that has Reeve.
  func withConnection<R: Sendable>(_ body: (Connection) async throws -> R) async throws -> R {
    let conninfo = try await ServerChoice(dsn: dsn).conninfo(for: .install, report: Output.note)
    let connection = try await Connection.connect(conninfo)
    do {
      try await CatalogLoader(session: connection).requireReeve()
      let result = try await body(connection)
      await connection.close()
      return result
    } catch {
      await connection.close()
      throw error
    }
  }
}
