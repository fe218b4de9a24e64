import ArgumentParser
import Import
import Postgres

/// `reeve import told`: what an import left out or changed.
struct ImportToldCommand: ParsableCommand, Performable {
  static let configuration = CommandConfiguration(
    commandName: "told",
    abstract: "Say what an import left out, kept, rejected or changed on the way."
  )

  @Argument(help: "The import's number.") var id: Int
  @OptionGroup var server: ServerOptions

  func perform() async throws {
    let lines = try await server.withConnection { connection in
      try await StoredImport(id, connection).told(connection)
    }
    for line in lines { Output.line(line) }
    if lines.isEmpty {
      Output.line("import \(id) recorded nothing as left out, kept, rejected or changed")
    }
  }
}
