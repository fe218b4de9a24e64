import Catalog
import Host
import Outcome
package import Postgres
import Readers

/// The files of an app's former store, written anew from its rows, so that it can leave as it came.
package struct MoveOut: Sendable {
  private let plan: MovePlan
  private let constants: JSONB
  private let connection: Connection

  /// Reads the plan of an app.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - folder: The directory of the plan.
  ///   - constants: What the functions that write it are given, such as whose data it is.
  ///   - connection: A connection of an installer.
  /// - Throws: `Failure` where the plan is another app's, or names no file, or one elsewhere;
  ///   `ManifestError`.
  package init(
    of app: String,
    folder: String,
    constants: [String: String],
    connection: Connection
  ) throws {
    plan = try MovePlan.read(of: app, in: folder)
    self.constants = JSONB(JSON.object(constants.mapValues { .string($0) }).text)
    self.connection = connection
    guard !plan.outputs.isEmpty else {
      throw Failure(
        .failed,
        "the plan of app \(app) does not say how it is written out",
        hint: "Name files under out in move.yaml."
      )
    }
    for output in plan.outputs where output.file.hasPrefix(".") || output.file.contains("/") {
      throw Failure(
        .failed,
        "“\(output.file)” is no name of a file in the folder",
        hint: "Under out in move.yaml, a file has a name without a slash that begins with no dot."
      )
    }
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
    try await connection.one(
      ImportFunctions.moveAsk(app: app, why: why, constants: constants)
    )
    try Disk.makeDirectory(folder, mode: 0o700)
    try await connection.withTransaction(TransactionOptions(isolation: .repeatableRead)) {
      transaction in
      for output in plan.outputs {
        let call = ImportFunctions.moveOut(
          app: app,
          form: output.form,
          functions: output.functions,
          constants: constants
        )
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

extension MovePlan {
  /// Reads the plan of an app.
  ///
  /// - Throws: `Failure` where it is another app's; `ManifestError`.
  static func read(of app: String, in folder: String) throws -> MovePlan {
    let name = "\(folder)/move.yaml"
    let plan = try MovePlan(file: SourceFile.manifest(name))
    guard plan.app == app else {
      throw Failure(.failed, "\(name) is the plan of app \(plan.app), not of \(app)")
    }
    return plan
  }
}
