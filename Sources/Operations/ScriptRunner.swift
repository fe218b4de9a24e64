internal import Outcome
internal import Postgres

extension Transaction {
  /// Runs one file of SQL; a refusal names the file, line and column.
  ///
  /// - Parameter script: Statements separated by semicolons, without transaction commands.
  /// - Throws: `ScriptError` where the server refuses; `PostgresError` for any other failure.
  func run(_ script: Share.Script) async throws {
    do {
      try await executeScript(script.text)
    } catch PostgresError.server(let error) {
      throw ScriptError(script: script, server: error)
    }
  }

  /// Runs files of SQL, each begun as `reeve_owner`, a hundred in one round trip.
  ///
  /// Where the server refuses one, its hundred is rolled back to a savepoint and run again one by one,
  /// so that the error names the file.
  ///
  /// - Throws: `ScriptError`, `PostgresError` as `run(_:)` of one.
  func run(_ scripts: [Share.Script]) async throws {
    let asOwner = "SET LOCAL ROLE reeve_owner;\n"
    var rest = scripts[...]
    while !rest.isEmpty {
      let some = rest.prefix(100)
      rest = rest.dropFirst(100)
      try await execute("SAVEPOINT scripts")
      do {
        try await executeScript(some.map { "\(asOwner)\($0.text)" }.joined(separator: "\n;\n"))
      } catch PostgresError.server {
        try await execute("ROLLBACK TO SAVEPOINT scripts")
        for script in some {
          try await executeScript(asOwner)
          try await run(script)
        }
      }
      try await execute("RELEASE SAVEPOINT scripts")
    }
  }
}

/// The server refused a statement of a file.
struct ScriptError: FailureConvertible {
  let script: Share.Script
  let server: ServerError

  var failure: Failure {
    var details: [String] = []
    details += server.detailLines
    if let context = server.context, server.position == nil {
      details += context.split(separator: "\n").prefix(4).map(String.init)
    }
    return Failure(
      .failed,
      "\(place): \(server.message) (\(server.sqlState))",
      details: details,
      hint: server.hint
    )
  }

  /// The file, and line and column where the server reported the position.
  private var place: String {
    guard let position = server.position, position > 0 else { return script.path }
    var line = 1
    var column = 1
    for scalar in script.text.unicodeScalars.prefix(position - 1) {
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    return "\(script.path):\(line):\(column)"
  }
}
