import ArgumentParser
import Catalog
import Host
import Import
import Outcome
import Postgres
import Readers

/// `reeve import retry`: tries again what an import rejected.
struct ImportRetryCommand: ParsableCommand, Interruptible {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Try the rejected records of an import again. Exit status 1 if any is rejected."
  )

  @Argument(help: "The import's number.") var id: Int
  @Option(
    help: "A corrected mapping; by default the one it was imported by.",
    completion: .file(extensions: ["yaml"])
  )
  var mapping: String?
  @Option(help: "The file, if it has moved.", completion: .file()) var file: String?
  @OptionGroup var options: ImportCommand.Options
  @OptionGroup var server: ServerOptions

  func perform() async throws {
    try await server.withConnections { connection, staging in
      let stored = try await StoredImport(id, connection)
      let mappings = try MappingFile(
        file: mapping.map(SourceFile.manifest) ?? stored.manifest,
        set: stored.constants
      )
      let source = try Import(
        connection: connection,
        staging: staging,
        mappings: mappings,
        path: file ?? stored.file,
        textKeys: TextKeys.ofEnvironment(environmentValue(TextKeys.variable)),
        report: Output.note
      )
      let opened = try await source.open(checksCount: false)
      guard let importer = opened.importers.first(where: { $0.mapping.source == stored.source })
      else { throw Failure(.failed, "the mapping is not for import \(id): \(stored.source)") }
      let progress = try await importer.retry(id, options: options.options)
      ImportRun.tell(progress)
      guard progress.quarantined > 0 else { return }
      throw Failure(
        .failed,
        "\(counted(progress.quarantined, "record")) still in quarantine",
        details: try await importer.rejected(of: progress, limit: 10)
      )
    }
  }
}
