import Glibc
import Operations

extension Main {
  /// Becomes `reeve-worker`, the program beside this one.
  ///
  /// On the embedded server it logs in as `reeve_worker` and, unless told otherwise, delivers notices to
  /// a folder of the server's home; elsewhere it chooses its server as we do.
  static func startWorker(dsn: String?, _ arguments: [String]) async throws {
    func has(_ option: String) -> Bool {
      arguments.contains { $0 == option || $0.hasPrefix("\(option)=") }
    }
    var all = arguments + (dsn.map { ["--dsn", $0] } ?? [])
    if dsn == nil, !has("--dsn"), !has("--help"), !has("-h") {
      switch ServerChoice(dsn: nil) {
      case .conninfo:
        break  // It reads the same variables; a password among its arguments would show in `ps`.
      case .embedded:
        let server = try EmbeddedServer()
        try await server.start(report: Output.note)
        for (name, value) in server.environment(role: "reeve_worker") { setenv(name, value, 1) }
        if !has("--sink") { all += ["--sink", try server.home.makeNotices()] }
      }
    }
    let program = "\(Share.programDirectory)/reeve-worker"
    try become(program, [program] + all)
  }
}
