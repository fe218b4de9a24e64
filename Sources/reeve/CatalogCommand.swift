import ArgumentParser
import Catalog
import Operations

/// `reeve catalog …`.
struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "What Reeve may see and do of an app.",
    subcommands: [Check.self, Apply.self, Show.self, Places.self]
  )

  /// Which manifests a command is for.
  struct Files: ParsableArguments {
    @Argument(
      help: "Catalog files; policies.yaml beside each is read too. Default: every app.",
      completion: .file(extensions: ["yaml"])
    )
    var files: [String] = []
    @Option(help: "Only this app.") var app: String?

    func manifests() throws -> [Manifest] {
      let share = try Share.find()
      if let app {
        guard files.isEmpty else {
          throw OperationError("files and --app cannot be given together", status: .usage)
        }
        return [try share.manifest(app: app)]
      }
      let all = files.isEmpty ? try share.catalogs() : files
      var manifests: [Manifest] = []
      var findings: [Finding] = []
      for file in all {
        do {
          manifests.append(try share.manifest(catalog: file))
        } catch let error as ManifestError {
          findings += error.findings
        }
      }
      guard findings.isEmpty else { throw OperationError(findings: findings) }
      return manifests
    }
  }

  struct Check: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Compare catalogs with the live database; print what is wrong, with its place."
    )

    @OptionGroup var files: Files
    @OptionGroup var server: ServerOptions

    func perform() async throws {
      let findings = try await server.installer().check(files.manifests())
      guard findings.isEmpty else { throw OperationError(findings: findings) }
    }
  }

  struct Apply: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Load catalogs, with their policies and jobs; print the difference."
    )

    @OptionGroup var files: Files
    @Flag(help: "Only print the difference.") var dryRun = false
    @OptionGroup var server: ServerOptions

    func perform() async throws {
      let applied = try await server.installer().apply(files.manifests(), dryRun: dryRun)
      for (app, changes) in applied {
        for change in changes {
          let note = change.note.isEmpty ? "" : "  \(change.note)"
          Output.line("\(app)  \(change.change)  \(change.object)\(note)")
        }
        if changes.isEmpty { Output.note("\(app): nothing to change") }
      }
    }
  }

  struct Show: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Print manifests as Reeve reads them: JSON, one app a line."
    )

    @OptionGroup var files: Files

    func perform() async throws {
      for manifest in try files.manifests() { Output.line(manifest.json) }
    }
  }

  struct Places: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "List every place that an erasure visits, Reeve's own and the apps'."
    )

    @OptionGroup var server: ServerOptions

    func perform() async throws {
      for place in try await server.installer().erasePlaces() {
        Output.line("\(place.table)  \(place.columns)  \(place.note)")
      }
    }
  }
}
