import ArgumentParser
import Catalog
import Migration
import Operations
import Postgres

/// `reeve import …`: brings the records of files into an app's tables.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Bring CSV, NDJSON and JSON files and exports of Firestore into an app's tables.",
    subcommands: [
      ImportInspectCommand.self, ImportPlanCommand.self, Run.self, Verify.self,
      ImportRejectedCommand.self,
    ]
  )

  /// A file, its mapping and the server.
  struct Source: ParsableArguments {
    @Argument(help: "The file, or the folder of an export.", completion: .file())
    var file: String
    @Option(
      help: "The mapping, such as sql/apps/APP/sources/SOURCE.yaml.",
      completion: .file(extensions: ["yaml"])
    )
    var mapping: String
    @OptionGroup var server: ServerOptions

    /// Runs a step of the importer of each collection; errors become those of an operation.
    ///
    /// - Returns: What was rejected, a line each.
    func forEachImporter(
      _ mappings: MappingFile,
      _ body: (Importer) async throws -> [String]
    ) async throws -> [String] {
      try await ImportCommand.translated {
        try await server.withConnection { connection in
          try await server.withConnection { staging in
            var rejected: [String] = []
            for mapping in mappings.mappings {
              if let match = mapping.match { Output.line("\(match) → \(mapping.table)") }
              rejected += try await body(
                Importer(
                  connection: connection,
                  staging: staging,
                  mapping: mapping,
                  path: file,
                  report: Output.note
                )
              )
            }
            return rejected
          }
        }
      }
    }

    /// Reads the mapping file.
    func mappings() async throws -> MappingFile {
      try await ImportCommand.translated { try MappingFile(file: ImportFile.manifest(mapping)) }
    }
  }

  /// Runs a step; its errors become those of an operation.
  static func translated<R: Sendable>(_ body: () async throws -> R) async throws -> R {
    do { return try await body() } catch let error as ImportError {
      throw OperationError(error.message, details: error.details, hint: error.hint)
    }
  }

  struct Run: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Import a file; go on where a run was cut off. Exit status 1 if any was rejected."
    )

    @OptionGroup var source: Source
    @Flag(help: "Forget a run that was cut off; the rows it wrote stay.") var restart = false
    @Option(help: "How many records the file must hold; of an export, instead of what it declares.")
    var declared: Int?

    func perform() async throws {
      let mappings = try await source.mappings()
      let survey = try await survey(mappings)
      let rejected = try await source.forEachImporter(mappings) { importer in
        let progress = try await importer.run(
          restart: restart,
          declared: survey == nil ? declared : nil
        )
        Output.line(
          """
          import \(progress.id)  declared \(progress.declared)  read \(progress.read)  \
          written \(progress.written)  quarantined \(progress.quarantined)
          """
        )
        Output.line(
          "  new \(progress.inserted)  changed \(progress.changed)  as they were \(progress.same)"
        )
        guard progress.quarantined > 0 else { return [] }
        let count = "\(progress.quarantined) of \(progress.read) records were rejected"
        return try await [count] + importer.rejected(of: progress, limit: 10)
      }
      var details = rejected
      for (collection, count) in survey?.unmatched ?? [] {
        details.append("\(collection): \(count) documents have no mapping and are not under drop")
      }
      guard !details.isEmpty else { return }
      throw OperationError(
        "not every record was taken",
        details: details,
        hint: rejected.isEmpty
          ? nil
          : "All that were rejected: reeve import rejected IMPORT, with --originals as they were."
      )
    }

    /// What an export holds, told; nil for a file of records.
    private func survey(_ mappings: MappingFile) async throws -> ExportSurvey? {
      guard mappings.format == .firestore else { return nil }
      let survey = try await ImportCommand.translated {
        try ExportSurvey(source.file, mappings: mappings, declared: declared)
      }
      let matched = survey.matched.reduce(0, +)
      Output.line(
        """
        \(source.file)  documents \(survey.read)  mapped \(matched)  dropped \(survey.dropped)  \
        without a mapping \(survey.read - matched - survey.dropped)
        """
      )
      return survey
    }
  }

  struct Verify: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Compare an imported file with its table. Exit status 1 if any record differs."
    )

    @OptionGroup var source: Source

    func perform() async throws {
      let different = try await source.forEachImporter(source.mappings()) { importer in
        let result = try await importer.verify()
        Output.line(
          """
          import \(result.progress.id)  declared \(result.progress.declared)  \
          compared \(result.compared)  in quarantine \(result.skipped)  \
          missing or different \(result.differing)
          """
        )
        return result.examples
      }
      guard !different.isEmpty else { return }
      throw OperationError(
        "not all records are in their table as they should be",
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
