import ArgumentParser
import Import
import Outcome
import Postgres

/// `reeve import plan`: a first mapping, and the tables that it needs.
struct ImportPlanCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Write a first mapping of a file or an export, inferred from all of its records."
  )

  @Argument(help: "The file, `-` for standard input, or the directory of an export.")
  var file: String
  @Option(help: "The app to import into.") var app: String
  @Option(help: "The table, for a file of records; by default named after the file.")
  var table: String?
  @Option(help: "The schema of the tables; by default the one in the app's catalog.")
  var schema: String?
  @OptionGroup var source: SourceFlags
  @Flag(help: "Instead write the CREATE TABLE statements of the missing tables.")
  var tables = false
  @OptionGroup var server: ServerOptions

  func perform() async throws {
    let inspection = try await Inspection(of: file, source.options, report: Output.note)
    let plan = try await server.withConnection { connection in
      try await ImportPlan(
        inspection,
        app: app,
        schema: schema,
        table: table,
        connection: connection
      )
    }
    Output.rendered(Array((tables ? plan.statements : plan.mapping).utf8))
    if plan.missing > 0, !tables {
      Output.note(
        "\(counted(plan.missing, "table")) to create: --tables writes the statements"
      )
    }
    if plan.appliedSchema != plan.schema {
      Output.note(
        "the catalog of this database has no app \(app) with schema \(plan.schema); "
          + "apply its catalog before the import"
      )
    }
    for note in inspection.rejections { Output.note(note) }
    guard !inspection.damage.isEmpty else { return }
    throw Failure(
      .failed,
      "\(inspection.path) is incomplete or damaged; the plan covers what was read",
      details: inspection.damage
    )
  }
}
