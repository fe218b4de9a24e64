import Glibc
import Operations

extension Main {
  /// Becomes `reeve-worker`, the program beside this one.
  ///
  /// On the embedded server it logs in as `reeve_worker`; elsewhere it chooses its server as we do.
  static func startWorker(dsn: String?, _ arguments: [String]) async throws {
    let arguments = arguments + (dsn.map { ["--dsn", $0] } ?? [])
    let isAskedElse = arguments.contains {
      $0 == "--dsn" || $0.hasPrefix("--dsn=") || $0 == "--help"
    }
    if !isAskedElse, case .embedded = ServerChoice(dsn: nil) {
      let server = try EmbeddedServer()
      try await server.start(report: Output.note)
      for (name, value) in server.environment(role: "reeve_worker") { setenv(name, value, 1) }
    }
    let program = "\(Share.programDirectory)/reeve-worker"
    try become(program, [program] + arguments)
  }
}
