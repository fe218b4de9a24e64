import ArgumentParser
import Catalog
import Console
import Operations
import Outcome

/// `reeve catalog …`.
struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Check, load and print catalogs: what Reeve may see and do in an app.",
    subcommands: [Check.self, Apply.self, Show.self, Erasure.self, Reference.self]
  )

  /// The manifests that a command is for.
  struct Files: ParsableArguments {
    @Argument(
      help: "Catalog files; policies.yaml next to each is read too. Default: every app.",
      completion: .file(extensions: ["yaml"])
    )
    var files: [String] = []
    @Option(help: "Only this app.") var app: String?

    func manifests() throws -> [Manifest] {
      let share = try Share.find()
      if let app {
        guard files.isEmpty else {
          throw Failure(.usage, "files and --app cannot be given together")
        }
        let manifest = try share.manifest(app: app)
        guard manifest.hiddenCommands.isEmpty else {
          throw Failure(findings: manifest.hiddenCommands)
        }
        return [manifest]
      }
      let all = files.isEmpty ? try share.catalogs() : files
      var manifests: [Manifest] = []
      var findings: [Finding] = []
      for file in all {
        do {
          let manifest = try share.manifest(catalog: file)
          manifests.append(manifest)
          findings += manifest.hiddenCommands
        } catch let error as ManifestError {
          findings += error.findings
        }
      }
      guard findings.isEmpty else { throw Failure(findings: findings) }
      return manifests
    }
  }

  struct Check: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract:
        "Compare catalogs with the database; print what is wrong, with file, line and column."
    )

    @OptionGroup var files: Files
    @Flag(help: "Print the definition of each object of app code that changed.")
    var showCode = false
    @Flag(
      name: .customLong("try"),
      help: "Try each action on one row of each collection, then roll back."
    )
    var tries = false
    @OptionGroup var server: ServerOptions

    func perform() async throws {
      let manifests = try files.manifests()
      let (findings, code) = try await server.installer().check(manifests, tries: tries)
      for (app, changes) in code {
        for change in changes ?? [] {
          let colour = change.isRed ? "red" : "yellow"
          Output.line("\(Finding(change.position, "\(colour): \(change.message)"))")
          if showCode, let definition = change.definition { CatalogCommand.print(definition) }
        }
        if let changes, !changes.isEmpty {
          Output.note("\(app): to accept the changed code, review it and run `reeve catalog apply`")
        } else if changes == nil {
          Output.note("\(app): its code is not pinned yet; `reeve catalog apply` pins it")
        }
      }
      guard findings.isEmpty else { throw Failure(findings: findings) }
      for advice in try await server.installer().advice(on: manifests) { Output.note("\(advice)") }
      for kept in try await server.installer().keptColumns(of: manifests) {
        Output.note(
          "\(kept.app): an undo does not restore \(kept.columns.joined(separator: ", ")) of "
            + "\(kept.collection), which the app's own triggers set"
        )
      }
      let red = code.reduce(0) { $0 + ($1.changes ?? []).count(where: \.isRed) }
      guard red == 0 else {
        throw Failure(
          .failed,
          red == 1 ? "1 change of app code is red" : "\(red) changes of app code are red",
          hint: "`reeve catalog check --show-code` prints the definitions."
        )
      }
    }
  }

  /// Writes a definition, indented; its lines are an app's words.
  private static func print(_ definition: String) {
    for line in definition.split(separator: "\n", omittingEmptySubsequences: false) {
      Output.line("    \(line)")
    }
  }

  struct Apply: ParsableCommand, Interruptible {
    static let configuration = CommandConfiguration(
      abstract: "Load catalogs, with their policies and jobs; print the difference."
    )

    @OptionGroup var files: Files
    static let afterInterruption =
      "What is listed above was committed; no other app was changed."

    @Flag(help: "Only print the difference.") var dryRun = false
    @OptionGroup var server: ServerOptions

    func perform() async throws {
      try await server.installer().apply(files.manifests(), dryRun: dryRun) { app, changes in
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
      abstract: "Print manifests as Reeve reads them, as JSON, one app per line."
    )

    @OptionGroup var files: Files
    @Flag(help: "Instead print the app code in the database that Reeve's calls can reach.")
    var code = false
    @OptionGroup var server: ServerOptions

    func perform() async throws {
      let manifests = try files.manifests()
      guard code else {
        for manifest in manifests { Output.line(manifest.json) }
        return
      }
      for (app, pieces) in try await server.installer().code(of: manifests) {
        for piece in pieces {
          let owner = piece.owner.isEmpty ? "" : " of \(piece.owner)"
          let alarms = piece.alarms.isEmpty ? "" : "  RED: \(piece.alarms.joined(separator: "; "))"
          Output.line("\(app)  \(piece.kind) \(piece.object)\(owner)\(alarms)")
          CatalogCommand.print(piece.definition)
        }
      }
    }
  }

  struct Erasure: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "List every table and column that an erasure visits, Reeve's and the apps'."
    )

    @OptionGroup var server: ServerOptions

    func perform() async throws {
      for place in try await server.installer().eraseTargets() {
        Output.line("\(place.table)  \(place.columns)  \(place.note)")
      }
    }
  }

  struct Reference: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Print what every key of every manifest means, in Markdown. Needs no database."
    )

    func perform() async throws {
      Output.rendered(Array(ManifestReference.text.utf8))
    }
  }
}
