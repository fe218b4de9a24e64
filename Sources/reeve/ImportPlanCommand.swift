import ArgumentParser
import Catalog
import Migration
import Operations
import Postgres

/// `reeve import plan`: a first mapping, and the tables that it needs.
struct ImportPlanCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Write a first mapping of a file or an export, inferred from all that it holds."
  )

  @Argument(help: "The file, or the folder of an export.") var file: String
  @Option(help: "The app whose tables take it.") var app: String
  @Option(help: "The table of a file of records; by default named after the file.")
  var table: String?
  @Option(help: "The schema of the tables; by default the one in the app's catalog.")
  var schema: String?
  @Option(help: "What the source is; by default found out.") var format: SourceFormat?
  @Flag(help: "Write the CREATE TABLE statements of the tables that do not exist instead.")
  var tables = false
  @OptionGroup var server: ServerOptions

  func perform() async throws {
    let inspection = try Inspection(file, format: format, report: Output.note)
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
      Output.note("\(plan.missing) tables do not exist: the same with --tables writes statements")
    }
    if !plan.isApplied {
      Output.note("app \(app) is not in the catalog of this database; imports need it there")
    }
    guard !inspection.problems.isEmpty else { return }
    throw Failure(
      .failed,
      "\(file) is not whole, or not as it says; the plan is of what was read",
      details: inspection.problems
    )
  }
}
