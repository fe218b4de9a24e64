import ArgumentParser
import Catalog
import Import
import Operations
import Outcome
import Postgres

/// `reeve import FILE --app APP`: every step of an import in one command.
struct ImportWholeCommand: ParsableCommand, Committing {
  static let configuration = CommandConfiguration(
    commandName: "all",
    abstract: "Inspect a source, draft its mapping and show the plan; with --yes, import it."
  )

  @Argument(help: "The file, or the directory of an export.", completion: .file()) var file: String
  @Option(help: "The app to import into.") var app: String
  @Option(help: "The schema of the tables: the one in the app's catalog; a new app's has its name.")
  var schema: String?
  @Option(help: "The table, for a file of records; by default named after the file.")
  var table: String?
  @OptionGroup var source: SourceFlags
  @Option(
    name: .customLong("set"),
    help: "NAME=VALUE: a constant, which becomes a column of every key."
  )
  var constants: [String] = []
  @Flag(help: "Create the missing tables and import.") var yes = false
  @Flag(help: "Read everything by the mapping and write nothing.") var dryRun = false
  @OptionGroup var options: ImportCommand.Options
  @OptionGroup var server: ServerOptions

  func validate() throws {
    guard file != "-" else {
      throw ValidationError("all steps read the file more than once: save standard input to one")
    }
  }

  func perform() async throws {
    let constants = try ImportCommand.constants(constants)
    let inspection = try await Inspection(of: file, source.options, report: Output.note)
    guard inspection.damage.isEmpty else {
      throw Failure(
        .failed,
        "\(inspection.path) is incomplete or damaged",
        details: inspection.damage,
        hint: inspection.advice ?? "`reeve import inspect` says what can be read."
      )
    }
    try await server.withConnections { connection, other in
      guard yes, !dryRun else {
        let plan = try await draft(inspection, constants, connection)
        return try await tryOut(plan, constants, connection, other)
      }
      let (plan, opened) = try await ImportPlan.alone(with: app, on: other) {
        let plan = try await draft(inspection, constants, connection)
        let source = try source(plan, constants, connection, other)
        return (plan, try await source.open { try await make(plan, connection, $0) })
      }
      try await importRun.perform(opened)
      guard plan.appliedSchema == nil else { return }
      Output.note("`reeve adopt --schema \(plan.schema)` describes the tables to the console")
    }
  }

  /// Drafts a mapping, and prints the table planned for each collection.
  private func draft(
    _ inspection: Inspection,
    _ constants: [String: String],
    _ connection: Connection
  ) async throws -> ImportPlan {
    let plan = try await ImportPlan(
      inspection,
      app: app,
      schema: schema,
      table: table,
      constants: constants.keys.sorted(),
      connection: connection
    )
    tell(plan, inspection)
    if let applied = plan.appliedSchema, applied != plan.schema {
      throw Failure(.failed, "the schema of app \(app) is \(applied), not \(plan.schema)")
    }
    return plan
  }

  /// Says what --yes would do, or reads everything by the draft.
  private func tryOut(
    _ plan: ImportPlan,
    _ constants: [String: String],
    _ connection: Connection,
    _ staging: Connection
  ) async throws {
    guard dryRun else {
      let isNew = plan.appliedSchema == nil
      let app = isNew ? "app \(app) with schema \(plan.schema), " : ""
      let tables =
        plan.missing > 0 ? "creates \(app)\(counted(plan.missing, "table")) and " : ""
      return Output.note(
        "nothing is written; --yes \(tables)imports, `reeve import plan` writes the mapping to edit"
      )
    }
    guard plan.missing == 0 else {
      throw Failure(
        .failed,
        "\(counted(plan.missing, "table")) must be created before more can be tried",
        hint: "--yes creates them."
      )
    }
    try await importRun.perform(source(plan, constants, connection, staging))
  }

  /// Creates the app and the tables that are missing, in one transaction with what checks them.
  private func make(
    _ plan: ImportPlan,
    _ connection: Connection,
    _ check: (Transaction) async throws -> Import.Fit
  ) async throws -> Import.Fit {
    func makeTables(_ transaction: Transaction) async throws -> Import.Fit {
      if plan.missing > 0 { try await plan.makeTables(of: app, in: transaction) }
      return try await check(transaction)
    }
    guard plan.appliedSchema == nil else {
      return try await connection.withTransaction(named: "the tables of \(app)", makeTables)
    }
    return try await NewApp(app: app, schema: plan.schema)
      .make(Share.find(), on: connection, makeTables)
  }

  /// The import's run.
  private var importRun: ImportRun {
    ImportRun(path: file, options: options.options, isDry: dryRun)
  }

  /// Prints the table planned for each collection.
  private func tell(_ plan: ImportPlan, _ inspection: Inspection) {
    Output.line("\(inspection.path)  \(inspection.format)  \(counted(inspection.read, "record"))")
    for table in plan.tables {
      let state = table.exists ? "exists" : "new"
      let key = table.key.joined(separator: ", ")
      Output.line(
        "  \(table.name) (\(state))  \(counted(table.records, "record"))  "
          + "\(counted(table.columns, "column"))  key \(key)"
      )
      for note in table.notes + table.losses { Output.line("    \(note)") }
    }
    for note in inspection.notes { Output.line("  \(note)") }
    for note in inspection.rejections { Output.line("  \(note)") }
  }

  /// The import by the draft.
  private func source(
    _ plan: ImportPlan,
    _ constants: [String: String],
    _ connection: Connection,
    _ staging: Connection
  ) throws -> Import {
    let mapping = try MappingFile(
      file: ManifestFile(name: "the drafted mapping", bytes: Array(plan.mapping.utf8)),
      set: constants
    )
    return Import(
      connection: connection,
      staging: staging,
      mappings: mapping,
      path: file,
      told: Dictionary(plan.tables.map { ($0.name, $0.notes) }) { first, _ in first },
      report: Output.note
    )
  }
}
