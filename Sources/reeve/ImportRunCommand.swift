import ArgumentParser
import Import
import Outcome
import Readers

/// `reeve import run`: imports a source by a mapping.
struct ImportRunCommand: ParsableCommand, Interruptible {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract:
      "Import a source; resume an interrupted run. Exit status 1 if any record was rejected."
  )

  @OptionGroup var source: ImportCommand.Source
  @OptionGroup var options: ImportCommand.Options
  var server: ServerOptions { source.server }
  @Flag(help: "Read everything and write nothing.") var dryRun = false
  @Flag(help: "Discard an interrupted run; the rows it wrote stay.") var restart = false
  @Option(help: "How many records the source must contain; overrides what it declares.")
  var declared: Int?

  func perform() async throws {
    try await source.withImport { source in
      try await ImportRun(
        path: self.source.file,
        options: options.options,
        restart: restart,
        isDry: dryRun,
        declared: declared
      ).perform(source)
    }
  }
}

/// A run over every mapping of an import, with what people read of it.
struct ImportRun {
  let path: String
  let options: ImportOptions
  var restart = false
  var isDry = false
  var declared: Int?

  /// Imports, or only reads.
  ///
  /// - Throws: `Failure` where a record was rejected or belongs to no mapping.
  func perform(_ source: Import) async throws {
    try await perform(source.open(declared: declared))
  }

  /// Imports, or only reads, what is open already.
  ///
  /// - Throws: `Failure` where a record was rejected or belongs to no mapping.
  func perform(_ opened: Import.Opened) async throws {
    for share in opened.shares { Output.line("  \(share.file)  records \(share.records)") }
    if let survey = opened.survey { tell(survey) }
    var rejected: [String] = []
    for importer in opened.importers {
      ImportCommand.announce(importer)
      rejected += try await isDry ? rehearse(importer) : run(importer)
    }
    let unmatched = (opened.survey?.unmatched ?? []).map { collection, count in
      "\(collection): \(count) records have no mapping and are not listed under drop"
    }
    guard !rejected.isEmpty || !unmatched.isEmpty else { return }
    let hint =
      isDry
      ? "Nothing was written."
      : "`reeve import rejected IMPORT` lists all; `reeve import retry IMPORT` tries them again."
    throw Failure(
      .failed,
      "not every record \(isDry ? "can be" : "was") imported",
      details: rejected + unmatched,
      hint: rejected.isEmpty ? nil : hint
    )
  }

  private func tell(_ survey: Survey) {
    let matched = survey.matched.reduce(0, +)
    Output.line(
      """
      \(SourceFile.shown(path))  records \(survey.read)  mapped \(matched)  dropped \(survey.dropped)  \
      without a mapping \(survey.read - matched - survey.dropped)
      """
    )
  }

  /// Imports the records of one mapping.
  ///
  /// - Returns: The rejected records, a line each.
  private func run(_ importer: Importer) async throws -> [String] {
    let progress = try await importer.run(restart: restart, options: options)
    Self.tell(progress)
    guard progress.quarantined > 0 else { return [] }
    let count = "\(progress.quarantined) of \(progress.read) records were rejected"
    return try await [count] + importer.rejected(of: progress, limit: 10)
  }

  /// Prints the counts of an import.
  static func tell(_ progress: Importer.Progress) {
    Output.line(
      """
      import \(progress.id)  declared \(progress.declared ?? 0)  read \(progress.read)  \
      written \(progress.written)  quarantined \(progress.quarantined)
      """
    )
    let kept = progress.kept > 0 ? "  kept \(progress.kept)" : ""
    Output.line(
      "  new \(progress.inserted)  changed \(progress.changed)  unchanged \(progress.same)\(kept)"
    )
  }

  /// Reads the records of one mapping, and makes rows of them that go nowhere.
  ///
  /// - Returns: The records that are rejected before the database is asked, a line each.
  private func rehearse(_ importer: Importer) async throws -> [String] {
    let result = try await importer.rehearse()
    Output.line(
      "dry run  read \(result.read)  would be staged \(result.read - result.rejected)  "
        + "rejected \(result.rejected)"
    )
    return result.examples
  }
}
