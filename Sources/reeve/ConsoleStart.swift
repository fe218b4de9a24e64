import Catalog
import Console
import Display
import Glibc
import Operations
import Outcome

extension Main {
  /// Runs the console on this thread, if its server needs no start.
  ///
  /// - Returns: The exit status; nil where the embedded server must be started first.
  static func runConsole(_ request: ConsoleRequest) throws -> Int32? {
    let server = ServerChoice(dsn: request.dsn)
    // If no server is needed, none is started or even looked for.
    let isOffline = !request.commands.isEmpty && request.commands.allSatisfy(ConsoleMain.isOffline)
    let isHelp = !request.commands.isEmpty && request.commands.allSatisfy(isHelp)
    guard
      let conninfo = try isOffline ? "" : server.readyConninfo() ?? (isHelp ? "" : nil)
    else { return nil }
    guard let output = OutputFormat(rawValue: request.output ?? OutputFormat.table.rawValue) else {
      let known = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(
        .usage,
        "--output is one of \(known), not \(request.output ?? "")"
      )
    }
    var options = ConsoleOptions()
    options.conninfo = conninfo
    options.commands = request.commands
    options.scriptPath = request.script
    options.output = output
    options.assumeYes = request.assumeYes
    options.echo = request.echo
    options.app = request.app
    options.isEmbedded = server == .embedded
    options.actLimit = try limit(
      "act-limit",
      request.actLimit,
      "REEVE_ACT_LIMIT",
      ConsoleOptions.defaultActLimit
    )
    options.readLimit = try limit(
      "read-limit",
      request.readLimit,
      "REEVE_READ_LIMIT",
      ConsoleOptions.defaultReadLimit
    )
    return ConsoleMain.run(options)
  }

  /// Whether a command asks for help that is the same without a server.
  private static func isHelp(_ command: String) -> Bool {
    let words = command.split(separator: " ")
    guard words.first == "help" else { return false }
    let names =
      ConsoleReference.verbs.map { $0.usage.prefix { $0 != " " } }
      + ConsoleReference.topics.map { $0.name[...] }
    return words.count == 1 || words.count == 2 && names.contains(words[1])
  }

  /// How long a statement may take, by an option, a variable or else by default; nil forever.
  private static func limit(
    _ option: String,
    _ given: String?,
    _ variable: String,
    _ usual: Duration
  ) throws -> Duration? {
    guard let text = given ?? getenv(variable).map({ String(cString: $0) }) else { return usual }
    guard let seconds = manifestSeconds(text) else {
      throw Failure(
        .usage,
        "`\(text)` is not a duration for --\(option)",
        hint: "For example 90s or 10m; 0s is no limit."
      )
    }
    return seconds == 0 ? nil : .seconds(seconds)
  }

  /// Starts the embedded server, then this program again: the console must be the first to decide
  /// what signals its threads take, and starting the server has made threads.
  static func startServerAndAgain() async throws {
    let server = try EmbeddedServer()
    try await server.start(report: Output.note)
    guard case .running(_, isReady: true) = try server.state() else {
      throw Failure(.connection, "the embedded server stopped again")
    }
    try become("/proc/self/exe", CommandLine.arguments)
  }

  /// Replaces this program by another; returns only by an error.
  static func become(_ program: String, _ arguments: [String]) throws {
    // The thread we run on may hold signals back, and the other program would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    var argv = arguments.map { strdup($0) } + [nil]
    execv(program, &argv)
    let reason = String(cString: strerror(errno))
    throw Failure(.failed, "cannot run \(program): \(reason)")
  }
}
