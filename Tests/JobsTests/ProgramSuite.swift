import Catalog
import Glibc
import Logging
import Postgres
import TestSupport
import Testing

@testable import Host
@testable import Jobs

/// What suites of real programs have in common: entries of a manifest, and a worker that runs them.
protocol ProgramSuite {}

extension ProgramSuite {
  /// A shell script as an entry of a manifest.
  func script(_ text: String, _ more: String = "") -> String {
    let lines = text.split(separator: "\n").map { "        \($0)\n" }.joined()
    return "\n    argv:\n    - /bin/sh\n    - -c\n    - |\n\(lines)\(more)"
  }

  func manifest(_ entries: [(name: String, body: String)]) throws -> WorkerManifest {
    let text = "commands:\n" + entries.map { "  \($0.name):\($0.body)\n" }.joined()
    return try WorkerManifest(file: ManifestFile(name: "test.yaml", bytes: Array(text.utf8)))
  }

  func worker(
    _ entries: [(name: String, body: String)],
    isOnce: Bool = true,
    grace: Duration = .seconds(30),
    _ body: (Worker) async throws -> Void
  ) async throws {
    let pool = ConnectionPool(
      conninfo: try TestDatabase.current.conninfo(user: "reeve_worker"),
      maximum: 4
    )
    var configuration = Worker.Configuration(
      conninfo: try TestDatabase.current.conninfo(user: "reeve_worker")
    )
    configuration.isOnce = isOnce
    configuration.grace = grace
    let commands = try manifest(entries).commands
    let worker = Worker(
      configuration,
      handlers: [
        "command": CommandHandler(pool: pool) { commands }, "worker.probe": ProbeHandler(),
      ],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    try await pool.use { _ in try await body(worker) }
  }

  func enqueue(_ database: Connection, _ name: String, _ input: String = "null")
    async throws -> Int64
  {
    try await database.query(
      "SELECT reeve.enqueue('command', $1)",
      [#"{"name": "\#(name)", "input": \#(input)}"#]
    )[0].get(0)
  }
}
