package import Catalog
import Host
import Outcome
package import Postgres

/// The files of an app's former store, written anew from its rows, so that it can leave as it came.
package struct MoveOut: Sendable {
  private let plan: MovePlan
  private let connection: Connection

  /// Takes the plan of an app.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - connection: A connection of an installer.
  /// - Throws: `Failure` where the plan names no file.
  package init(_ plan: MovePlan, _ connection: Connection) throws {
    guard !plan.outputs.isEmpty else {
      throw Failure(
        .failed,
        "the plan of app \(plan.app) does not say how it is written out",
        hint: "Name files under out in move.yaml."
      )
    }
    (self.plan, self.connection) = (plan, connection)
  }

  /// Writes every file from one snapshot, after it was recorded who asked for them and why.
  ///
  /// - Parameters:
  ///   - folder: Where they are made, readable by nobody else; files of these names are replaced.
  ///   - why: The reason.
  ///   - announce: Takes a line after each file.
  /// - Throws: `Failure`, `PostgresError`.
  package func write(to folder: String, why: String, announce: (String) -> Void) async throws {
    let app = plan.app
    try await connection.one(ImportFunctions.moveAsk(app: app, why: why))
    try Disk.makeDirectory(folder, mode: 0o700)
    try await connection.withTransaction(TransactionOptions(isolation: .repeatableRead)) {
      transaction in
      for output in plan.outputs {
        let call = ImportFunctions.moveOut(app: app, form: output.form, functions: output.functions)
        let path = "\(folder)/\(output.file)"
        var file = try FileReplacement(of: path, mode: 0o600)
        var count = -2  // One row begins the file, and one ends it.
        try await transaction.forEachBatch(call.statement, call.parameters) { rows in
          var text: [UInt8] = []
          for row in rows {
            text += try Array(row.get(0, as: String.self).utf8)
            text.append(UInt8(ascii: "\n"))
          }
          count += rows.count
          try file.write(text)
        }
        try file.finish()
        announce("\(path)  \(counted(count, "document"))")
      }
    }
  }
}
