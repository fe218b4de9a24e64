import ArgumentParser
import Catalog
import Host
import Import
import Operations
import Outcome

/// `reeve move`: brings a whole app into its tables, from the exports of what kept it before.
struct MoveCommand: ParsableCommand, Interruptible {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move an app in, with a ledger of what came, or out again.",
    discussion: """
      Every export is read by the mappings that sources/move.yaml of the app names. Nothing is written \
      while a field or a record has no mapping, or before --dry-run is left out. The same command \
      continues after an interruption; later exports bring what changed. Exit status 1 unless every \
      record is in its table and no action was refused.
      """
  )

  @Argument(help: "The app.") var app: String
  @Option(
    help: "The export of the app's records: a file, or a folder of an export or of several files.",
    completion: .file()
  )
  var store: String?
  @Option(help: "The accounts of the sign-in provider.", completion: .file()) var auth: String?
  @Option(help: "The listing of the app's bucket.", completion: .file()) var files: String?
  @Option(
    help: "The folder of move.yaml and the mappings; by default that of the app in sql/apps.",
    completion: .directory
  )
  var mappings: String?
  @Option(help: "A field that is not kept, or with a slash a path of records; repeatable.")
  var leave: [String] = []
  @Option(
    name: .customLong("set"),
    help: "NAME=VALUE: a constant that mappings call $set.NAME, or that --out gives functions."
  )
  var constants: [String] = []
  @Option(
    help: """
      What becomes of rows whose records a later export no longer has: keep, report (the default), \
      hide or delete, or COLLECTION=WAY for one collection; repeatable. Rows that were edited here stay.
      """
  )
  var gone: [String] = []
  @Option(
    help: """
      Connection string of a moderator, as whom it does what the plan has under acts, and hides or \
      deletes; the rest is done as the installer.
      """
  )
  var moderator: String?
  @Option(
    help: "Write the app out to this folder instead, as its former store had it: needs --why.",
    completion: .directory
  )
  var out: String?
  @Option(help: "The reason to write it out, for the audit trail.") var why: String?
  @Flag(help: "Read everything and write nothing.") var dryRun = false
  @Flag(help: "Discard interrupted runs; the rows that they wrote stay.") var restart = false
  @Option(help: "Also write the ledger as JSON to this file.", completion: .file()) var json:
    String?
  @Option(help: "Also write the ledger as a page to this file.", completion: .file())
  var html: String?
  @OptionGroup var options: ImportCommand.Options
  @OptionGroup var server: ServerOptions

  func validate() throws {
    guard (out == nil) == (why == nil) else {
      throw ValidationError("--out and --why are given together")
    }
    if out != nil {
      guard [store, auth, files, moderator].allSatisfy({ $0 == nil }) else {
        throw ValidationError("an app is moved in or out: give --out, or what to move in")
      }
      return
    }
    guard Move.Gone(gone) != nil else {
      throw ValidationError("--gone is keep, report, hide or delete, or COLLECTION=WAY")
    }
    guard [store, auth, files].contains(where: { $0 != nil }) else {
      throw ValidationError("give at least one of --store, --auth and --files")
    }
    guard ![store, auth, files].contains("-") else {
      throw ValidationError("a move reads each file more than once: save standard input to one")
    }
  }

  func perform() async throws {
    let folder = try mappings ?? "\(Share.find().path)/sql/apps/\(app)/sources"
    if let out, let why {
      return try await server.withConnection { connection in
        try await MoveOut(
          of: app,
          folder: folder,
          constants: try ImportCommand.constants(constants),
          connection: connection
        )
        .write(to: out, why: why, announce: Output.note)
      }
    }
    var paths: [MovePlan.Role: String] = [:]
    (paths[.store], paths[.auth], paths[.files]) = (store, auth, files)
    guard let gone = Move.Gone(gone) else { preconditionFailure("validate() has looked") }
    let sources = Move.Sources(
      folder: folder,
      paths: paths,
      leave: leave,
      constants: try ImportCommand.constants(constants)
    )
    try await server.withConnections { connection, staging in
      let move = try await Move(
        of: app,
        sources,
        connection: connection,
        staging: staging,
        moderator: moderator,
        textKeys: TextKeys.ofEnvironment(environmentValue(TextKeys.variable)),
        report: Output.note
      )
      for part in move.parts { tell(part) }
      try await move.require(gone)
      let (questions, rejected) = try await move.questions()
      guard questions.isEmpty else {
        throw Failure(
          .failed,
          "the exports hold what no mapping takes: nothing was written",
          details: questions,
          hint: "Map it in \(folder), or leave it out: --leave NAME, --leave 'collection/{id}'."
        )
      }
      guard !dryRun else {
        rejected.forEach(Output.line)
        return Output.note("dry run: nothing was written")
      }
      let ledger = try await move.run(
        options.options,
        restart: restart,
        gone: gone,
        announce: Output.note
      )
      MoveText(ledger: ledger).lines.forEach(Output.line)
      if let json { try Disk.write(ledger.json, to: json, mode: 0o600) }
      if let html { try Disk.write(MoveText(ledger: ledger).html, to: html, mode: 0o600) }
      guard ledger.isWhole else {
        throw Failure(
          .failed,
          "not every record is in its table",
          details: ledger.imports.filter { !$0.isWhole }.flatMap { line in
            ["\(line.source): import \(line.verified.progress.id)"]
              + line.verified.examples.map { "  \($0)" }
          },
          hint:
            "`reeve import rejected IMPORT` lists rejected records; `reeve import retry IMPORT` "
            + "tries them again."
        )
      }
      let refused = ledger.acts.filter { $0.state == .refused }
      guard refused.isEmpty else {
        throw Failure(
          .failed,
          "not every action was performed",
          details: refused.map {
            "\($0.verb) \($0.count) of \($0.collection), \($0.reason): \($0.outcome)"
          }
        )
      }
    }
  }

  /// Says what is read by which mapping.
  private func tell(_ part: Move.Part) {
    Output.line("\(part.role.rawValue)  \(part.path)  \(part.mapping)")
    for importer in part.source.importers {
      let declared = importer.declared.map { "  \(counted($0, "record"))" } ?? ""
      let match = importer.mapping.match.map { "\($0) → " } ?? ""
      Output.line("  \(match)\(importer.mapping.table)\(declared)")
    }
  }
}
