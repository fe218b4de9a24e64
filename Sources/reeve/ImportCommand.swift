import ArgumentParser
import Catalog
import Migration
import Operations
import Postgres

/// `reeve import …`: brings the records of files into an app's tables.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Bring the records of CSV, NDJSON and JSON files into an app's tables.",
    subcommands: [Run.self, Verify.self]
  )

  /// A file, its mapping and the server.
  struct Source: ParsableArguments {
    @Argument(help: "The file.") var file: String
    @Option(help: "The mapping, such as sql/apps/APP/sources/SOURCE.yaml.") var mapping: String
    @OptionGroup var server: ServerOptions

    /// Lends an importer; its errors become those of an operation.
    func withImporter<R: Sendable>(_ body: (Importer) async throws -> R) async throws -> R {
      do {
        let mapping = try Mapping(file: ImportFile.manifest(mapping))
        return try await server.withConnection { connection in
          try await body(
            Importer(connection: connection, mapping: mapping, path: file, report: Output.note)
          )
        }
      } catch let error as ImportError {
        throw OperationError(
          error.message,
          details: error.findings.map(\.description),
          hint: error.hint
        )
      }
    }
  }

  struct Run: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Import a file; go on where a run was cut off. Exit status 1 if any was rejected."
    )

    @OptionGroup var source: Source
    @Flag(help: "Forget a run that was cut off; the rows it wrote stay.") var restart = false
    @Option(help: "How many records the file must hold.") var declared: Int?

    func perform() async throws {
      let (progress, rejected) = try await source.withImporter { importer in
        let progress = try await importer.run(restart: restart, declared: declared)
        return (progress, try await importer.rejected(of: progress, limit: 10))
      }
      Output.line(
        """
        import \(progress.id)  declared \(progress.declared)  read \(progress.read)  \
        written \(progress.written)  quarantined \(progress.quarantined)
        """
      )
      Output.line(
        "  new \(progress.inserted)  changed \(progress.changed)  as they were \(progress.same)"
      )
      guard progress.quarantined > 0 else { return }
      throw OperationError(
        "\(progress.quarantined) of \(progress.read) records were rejected",
        details: rejected,
        hint: "All of them are in reeve.quarantine, with reason and original."
      )
    }
  }

  struct Verify: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Compare an imported file with its table. Exit status 1 if any record differs."
    )

    @OptionGroup var source: Source

    func perform() async throws {
      let result = try await source.withImporter { try await $0.verify() }
      Output.line(
        """
        import \(result.progress.id)  declared \(result.progress.declared)  \
        compared \(result.compared)  in quarantine \(result.skipped)  \
        missing or different \(result.differing)
        """
      )
      guard result.differing > 0 else { return }
      throw OperationError(
        "\(result.differing) of \(result.compared) records are not in the table as they should be",
        details: result.examples
      )
    }
  }
}

extension ServerOptions {
  /// Lends a connection of an installer.
  func withConnection<R: Sendable>(_ body: (Connection) async throws -> R) async throws -> R {
    let conninfo = try await ServerChoice(dsn: dsn).conninfo(for: .install, report: Output.note)
    let connection = try await Connection.connect(conninfo)
    do {
      let result = try await body(connection)
      await connection.close()
      return result
    } catch {
      await connection.close()
      throw error
    }
  }
}
