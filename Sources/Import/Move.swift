package import Catalog
package import Host
import Outcome
package import Postgres
import Readers

/// The move of an app: the exports of its store, its sign-in provider and its bucket, each by the
/// mappings that the app's plan names, one after another.
///
/// Every step can be interrupted: an import continues where it was, and one that has ended with
/// this very file and mapping is not run again.
package struct Move: Sendable {
  /// What is to be imported, in this order.
  package let parts: [Part]

  let plan: MovePlan
  let connection: Connection
  /// The connection string of the moderator who acts; nil where nobody does.
  let moderator: String?

  /// A source that one mapping file reads.
  package struct Part: Sendable {
    package let role: MovePlan.Role
    package let path: String
    /// The name of the mapping file.
    package let mapping: String
    package let source: Import.Opened
  }

  /// The files of a move, and what people decided about them.
  package struct Sources: Sendable {
    /// The directory of the plan and its mappings.
    package let folder: String
    /// The path of each export.
    package let paths: [MovePlan.Role: String]
    /// Fields, and with a slash paths of records, that are left out besides what the mappings drop.
    package let leave: [String]
    /// Constants of the mappings.
    package let constants: [String: String]

    /// Takes them.
    package init(
      folder: String,
      paths: [MovePlan.Role: String],
      leave: [String],
      constants: [String: String]
    ) {
      (self.folder, self.paths) = (folder, paths)
      (self.leave, self.constants) = (leave, constants)
    }
  }

  /// Opens every source and checks its mappings against the database; nothing is written.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - sources: The exports.
  ///   - connection: A connection of an installer.
  ///   - staging: Another one.
  ///   - moderator: The connection string of the moderator who acts; nil where nobody does.
  ///   - textKeys: The keys for the texts of mappings that say `encrypt`.
  ///   - report: Takes a line for people from time to time.
  /// - Throws: `Failure`, also where a mapping does not fit; `ManifestError`, `PostgresError`.
  package init(
    of app: String,
    _ sources: Sources,
    connection: Connection,
    staging: Connection,
    moderator: String?,
    textKeys: TextKeys,
    report: @escaping @Sendable (String) -> Void
  ) async throws {
    let plan = try MovePlan.read(of: app, in: sources.folder)
    self.plan = plan
    self.connection = connection
    self.moderator = moderator
    // A view that there is not is found before hours of work, not after.
    _ = try await connection.call(ImportFunctions.moveLists(app: app, names: plan.lists))
    for act in plan.acts {
      _ = try await connection.call(ImportFunctions.moveSubjects(app: app, name: act.list))
    }
    var parts: [Part] = []
    for role in MovePlan.Role.allCases {
      guard let path = sources.paths[role] else { continue }
      for step in try await Self.steps(role, of: plan, sources, at: path, report: report) {
        let source = Import(
          connection: connection,
          staging: staging,
          mappings: step.mappings,
          path: step.path,
          textKeys: textKeys,
          report: report
        )
        parts.append(
          Part(
            role: role,
            path: step.path,
            mapping: step.name,
            source: try await source.open()
          )
        )
      }
    }
    self.parts = parts
    let used = Set(parts.flatMap { $0.source.importers }.flatMap { $0.mapping.constants.keys })
    for name in sources.constants.keys.sorted() where !used.contains("$set.\(name)") {
      throw Failure(.usage, "no mapping of the move takes --set \(name)")
    }
  }

  /// A mapping file and the source that it reads.
  private typealias Step = (name: String, mappings: MappingFile, path: String)

  /// Pairs the mapping files of a role with what they read: files of a folder by their names; of a
  /// single source those of its format, or the one that it is named after.
  private static func steps(
    _ role: MovePlan.Role,
    of plan: MovePlan,
    _ sources: Sources,
    at path: String,
    report: (String) -> Void
  ) async throws -> [Step] {
    func step(_ name: String, format: String? = nil) throws -> Step {
      let mappings = try MappingFile(
        file: SourceFile.manifest("\(sources.folder)/\(name)"),
        set: sources.constants,
        format: format,
        ofSeveral: true,
        leaving: sources.leave
      )
      return (name, mappings, path)
    }
    let steps = try (plan.mappings[role] ?? []).map { try step($0) }
    guard !steps.isEmpty else {
      throw Failure(
        .failed,
        "the plan of app \(plan.app) has no mapping for --\(role.rawValue)",
        hint: "Name one under \(role.rawValue) in \(sources.folder)/move.yaml."
      )
    }
    func source(_ step: Step) -> Substring {
      step.mappings.mappings.first?.source.prefix { $0 != ":" && $0 != "[" } ?? ""
    }
    func isOf(_ step: Step, _ file: some StringProtocol) -> Bool {
      file.prefix { $0 != "." } == source(step)
    }
    let files = Disk.status(path)?.isDirectory == true ? try Disk.names(in: path) : []
    var named: [Step] = []
    var missing: [String] = []
    for step in steps {
      if let file = files.first(where: { isOf(step, $0) }) {
        named.append((step.name, step.mappings, "\(path)/\(file)"))
      } else {
        missing.append("\(step.name) is not run: \(path) has no file \(source(step))")
      }
    }
    if !named.isEmpty { missing.forEach(report) }
    guard named.isEmpty else { return named }
    let format = type(of: try await SourceFormat.find(path, SourceOptions())).format
    let reading = steps.filter { Self.alike(format, $0.mappings.format) }
    if !reading.isEmpty {
      // A file of a plan for several may come alone.
      let own = reading.filter { isOf($0, path.split(separator: "/").last ?? "") }
      return try (own.isEmpty ? reading : own).map { try step($0.name, format: format) }
    }
    let formats = Set(steps.map(\.mappings.format)).sorted().joined(separator: ", ")
    throw Failure(
      .failed,
      "\(path) is a source of format \(format); app \(plan.app) is moved from \(formats)"
    )
  }

  /// Whether the records of both formats have the same fields and paths.
  private static func alike(_ format: String, _ other: String) -> Bool {
    format == other
      || [
        ["firebase-auth", "firebase-auth-csv"], ["firestore", "firestore-json"],
        ["json", "ndjson"],
      ].contains { $0.contains(format) && $0.contains(other) }
  }

  /// What nobody has decided yet: fields that no column takes, and records without a mapping, a line
  /// each, with their number and the place of the first.
  ///
  /// - Returns: The questions, and how many further records make no row for another reason.
  package func questions() async throws -> (lines: [String], rejected: [String]) {
    var lines: [String] = []
    var rejected: [String] = []
    for part in parts {
      lines += (part.source.survey?.unmatched ?? []).map { collection, count in
        "\(part.path): \(counted(count, "record")) of \(collection) have no mapping"
      }
      for importer in part.source.importers {
        if try await importer.finished() != nil { continue }
        let rehearsal = try await importer.rehearse()
        let name = importer.mapping.match.map { "\($0)" } ?? importer.mapping.table
        for (field, found) in rehearsal.unknown.sorted(by: { $0.key < $1.key }) {
          lines.append(
            "\(found.first): field “\(field)” of \(name) has no column, in \(counted(found.count, "record"))"
          )
        }
        if rehearsal.rejected > 0 {
          rejected.append("\(name): \(rehearsal.rejected) of \(counted(rehearsal.read, "record"))")
          rejected += rehearsal.examples.map { "  \($0)" }
        }
      }
    }
    return (lines, rejected)
  }

  /// Imports whatever is not in yet, compares every record with its row, acts, and counts.
  ///
  /// - Parameters:
  ///   - options: How rows that are there are treated, and others who use the database.
  ///   - restart: Whether to forget runs that were interrupted.
  ///   - gone: What is done about rows that later exports no longer have.
  ///   - announce: Takes a line before each import.
  /// - Returns: The ledger, which is on record.
  /// - Throws: `Failure`, `PostgresError`.
  package func run(
    _ options: ImportOptions,
    restart: Bool,
    gone: Gone,
    announce: (String) -> Void
  ) async throws -> MoveLedger {
    var options = options
    options.keepsKeys = true
    for part in parts {
      for importer in part.source.importers {
        let name = importer.mapping.match.map { "\($0) → " } ?? ""
        if let done = try await importer.finished() {
          announce("\(name)\(importer.mapping.table)  is in, by import \(done.id)")
          continue
        }
        options.comparesAfter = !plan.taken.contains(importer.mapping.table)
        let progress = try await importer.run(restart: restart, options: options)
        announce(
          "\(name)\(importer.mapping.table)  \(counted(progress.read, "record")), "
            + "\(progress.quarantined) rejected"
        )
      }
    }
    var ledger = MoveLedger(app: plan.app)
    for part in parts {
      for importer in part.source.importers {
        let verified = try await importer.verify(
          comparing: !plan.taken.contains(importer.mapping.table),
          afterRun: true
        )
        ledger.imports.append(
          MoveLedger.Line(
            role: part.role,
            path: part.path,
            mapping: part.mapping,
            source: importer.mapping.source,
            table: importer.mapping.table,
            verified: verified,
            told: try await connection.call(
              ImportFunctions.importTold(importID: verified.progress.id)
            )
          )
        )
      }
    }
    let acts = try await actOnLists()
    let found = try await find(gone)
    (ledger.gone, ledger.acts) = (found.gone, acts + found.acts)
    ledger.lists = try await connection.call(
      ImportFunctions.moveLists(app: plan.app, names: plan.lists)
    ).map(MoveLedger.List.init)
    let before = try await connection.call(ImportFunctions.moveLast(app: plan.app)).first
    ledger.before = before.map {
      "\($0.actor) moved it before, \($0.at.postgresText), command \($0.commandID)"
    }
    let (app, numbers) = (plan.app, ledger.numbers)
    ledger.command = Int(
      try await connection.withTransaction(named: "the record of the move") { transaction in
        try await transaction.one(
          ImportFunctions.moveRecord(app: app, ledger: JSONB(numbers.text))
        )
      }
    )
    return ledger
  }
}
