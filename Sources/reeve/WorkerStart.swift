import Glibc
import Operations
import Outcome

extension Main {
  /// Becomes `reeve-worker`, the program beside this one.
  ///
  /// On the embedded server it logs in as `reeve_worker` and, by default, delivers
  /// notices to a directory of the server's home; elsewhere it chooses its server as we do. A
  /// connection string goes to it through a pipe: among its arguments a password would show in
  /// `ps`, to its own jobs as well.
  static func startWorker(dsn: String?, _ arguments: [String]) async throws {
    var dsn = dsn
    var all: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--dsn", let value = rest.popFirst() {
        dsn = value
      } else if word.hasPrefix("--dsn=") {
        dsn = String(word.dropFirst("--dsn=".count))
      } else {
        all.append(word)
      }
    }
    func has(_ option: String) -> Bool {
      all.contains { $0 == option || $0.hasPrefix("\(option)=") }
    }
    if let dsn {
      all += ["--dsn-descriptor", "\(try Self.pipe(holding: dsn))"]
    } else if !has("--help"), !has("-h") {
      switch ServerChoice(dsn: nil) {
      case .conninfo:
        break  // It reads the same variables.
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

  /// Returns a descriptor from which a text can be read once, also by the program that we become.
  private static func pipe(holding text: String) throws -> Int32 {
    // A pipe of Linux holds 64 KiB, so that nobody has to read meanwhile.
    let bytes = Array(text.utf8)
    guard bytes.count < 1 << 16 else {
      throw Failure(.usage, "the connection string is too long")
    }
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0, write(ends[1], bytes, bytes.count) == bytes.count else {
      throw Failure(.failed, "cannot make a pipe: \(String(cString: strerror(errno)))")
    }
    close(ends[1])
    return ends[0]
  }
}
