import ArgumentParser
import Operations
import Outcome

/// `reeve server …`: the embedded server.
struct ServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "The embedded server, a private PostgreSQL of your own.",
    subcommands: [Start.self, Stop.self, Status.self, DSN.self]
  )

  struct Start: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Start it; creates it the first time."
    )

    func perform() async throws {
      if try await !EmbeddedServer().start(report: Output.note) {
        Output.note("it is already running")
      }
    }
  }

  struct Stop: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Stop it; rolls back open transactions."
    )

    func perform() async throws {
      Output.note(
        try await EmbeddedServer().stop() ? "stopped the embedded server" : "it is not running"
      )
    }
  }

  struct Status: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      abstract: "Show whether it is running. Exit status 3 if not."
    )

    func perform() async throws {
      let server = try EmbeddedServer()
      switch try server.state() {
      case .absent:
        throw Failure(.connection, "there is no cluster in \(server.home.path) yet")
      case .stopped:
        throw Failure(.connection, "stopped (\(server.home.path))")
      case .running(let pid, let isReady):
        Output.line("\(isReady ? "running" : "starting")  pid \(pid)  home \(server.home.path)")
      }
    }
  }

  struct DSN: ParsableCommand, Performable {
    static let configuration = CommandConfiguration(
      commandName: "dsn",
      abstract: "Print the connection string of your own role."
    )

    func perform() async throws { Output.line(try EmbeddedServer().conninfo()) }
  }
}
