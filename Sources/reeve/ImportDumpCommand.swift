import ArgumentParser
import Glibc
import Host
import Import
import Operations
import Outcome
import Postgres

/// `reeve import dump`: the rows of a collection, as a file that import reads back.
struct ImportDumpCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Write the rows of a collection as NDJSON that imports to the same values.",
    discussion: """
      Who dumped what and why is in the audit trail. A dump is a copy outside of the database: \
      no erasure reaches it.
      """
  )

  @Argument(help: "APP/COLLECTION.") var collection: String
  @Option(help: "The reason, for the audit trail.") var why: String
  @Option(help: "The file; by default standard output.", completion: .file())
  var to: String?
  @Option(help: "Also write the mapping that imports the dump to this file.", completion: .file())
  var mapping: String?
  @Flag(help: "Include personal columns and those whose names say that they are secrets.")
  var personal = false
  @OptionGroup var server: ServerOptions

  func perform() async throws {
    let parts = collection.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw Failure(.usage, "a collection is written APP/COLLECTION, not “\(collection)”")
    }
    let target = to == "-" ? nil : to
    // Users' texts may contain terminal escapes.
    guard target != nil || isatty(STDOUT_FILENO) == 0 else {
      throw Failure(.usage, "a dump goes to a file (--to) or a pipe, not to a terminal")
    }
    let conninfo = try await ServerChoice(dsn: server.dsn)
      .conninfo(for: .install, report: Output.note)
    try await server.withConnection { connection in
      let dump = try await Dump(
        app: String(parts[0]),
        collection: String(parts[1]),
        hasPersonal: personal,
        connection: connection,
        conninfo: conninfo
      )
      let count: Int
      if let target {
        var file = try FileReplacement(of: target, mode: 0o600)
        count = try await dump.write(why: why) { try file.write($0) }
        try file.finish()
      } else {
        count = try await dump.write(why: why) {
          try Disk.write($0, to: STDOUT_FILENO, "standard output")
        }
      }
      if let mapping {
        var file = try FileReplacement(of: mapping, mode: 0o644)
        try file.write(Array(dump.mapping.utf8))
        try file.finish()
      }
      for (column, reason) in dump.left { Output.note("\(column) is left out: \(reason)") }
      Output.note("\(counted(count, "row")) of \(collection)")
    }
  }
}
