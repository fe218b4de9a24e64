import Answers
import ArgumentParser
import Catalog
import Dispatch
import Glibc
import Host
import Jobs
import LiveCopy
import Logging
import Moderation
import Monitoring
import Postgres
import Search

/// The worker process: arguments, signals and wiring.
@main
struct Main {
  static func main() {
    // Before the concurrency runtime has descriptors.
    StandardDescriptors.openMissing()
    Task {
      await work()
      exit(0)
    }
    dispatchMain()
  }

  private static func work() async {
    if OwnSecrets.hide() {
      say(
        "reeve-worker: warning: others can read a password on the command line while the "
          + "program starts; use PGPASSFILE or a service file"
      )
    }
    var arguments: Arguments
    do {
      arguments = try Arguments.parse()
    } catch {
      let message = Arguments.fullMessage(for: error)
      if Arguments.exitCode(for: error) == .success {
        print(message)
        exit(0)
      }
      say(message)
      exit(2)
    }
    do {
      try arguments.readDSN()
    } catch {
      fail("\(error)", exitCode: 2)
    }
    var logger = Logger(label: "reeve-worker") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = arguments.verbose ? .debug : .info
    do {
      try await run(arguments, logger)
    } catch let error as FileRefusal {
      fail("\(error)", exitCode: 2)
    } catch let error as SinkError {
      fail("\(error)", exitCode: 2)
    } catch let error as ManifestError {
      fail("\(error)", exitCode: 2)
    } catch let error as NowhereToDeliver {
      fail("\(error)", exitCode: 2)
    } catch let error as PasswordForAll {
      fail("\(error)", exitCode: 2)
    } catch let error as PostgresError where error.wantsNewConnection {
      guard await isReadOnly(arguments) else { fail("\(error)", exitCode: 3) }
      fail(
        """
        this server is a standby or read-only, and workers need the primary
        hint: Name all hosts, host=a,b: the one that takes writes is found.
        """,
        exitCode: 4
      )
    } catch let error as PostgresError where error.sqlState == .parked {
      fail("\(error)", exitCode: 4)
    } catch let error as PostgresError where error.sqlState == .invalidSchemaName {
      fail("Reeve is not installed in this database\nhint: Run `reeve upgrade`.", exitCode: 4)
    } catch {
      fail("\(error)", exitCode: 1)
    }
  }

  private static func fail(_ text: String, exitCode: Int32) -> Never {
    let lines = text.split(whereSeparator: \.isNewline)
    say("reeve-worker: " + lines.map { Untrusted(String($0)).printed }.joined(separator: "\n"))
    exit(exitCode)
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// DATABASE_URL; empty, which is libpq's own environment, where it is not set.
  private static func databaseURL() -> String {
    getenv("DATABASE_URL").map { String(cString: $0) } ?? ""
  }

  /// Where the database is: of several hosts the one that takes writes, none waited for long,
  /// unless it is said otherwise.
  private static func conninfo(_ arguments: Arguments) throws -> String {
    try ConnectionInfo.completing(
      arguments.dsn.isEmpty ? databaseURL() : arguments.dsn,
      with: [
        ("target_session_attrs", "PGTARGETSESSIONATTRS", "read-write"),
        ("connect_timeout", "PGCONNECT_TIMEOUT", "5"),
      ]
    )
  }

  /// Whether there is a server, and it takes no writes.
  private static func isReadOnly(_ arguments: Arguments) async -> Bool {
    do {
      return try await Connection.connect(
        ConnectionInfo.replacing(conninfo(arguments), with: [("target_session_attrs", "any")]),
        applicationName: "reeve worker: start"
      ).use { connection in
        // As a new session of this login has it, which is what libpq goes by.
        try await connection.query(
          """
          SELECT pg_is_in_recovery() OR s.reset_val = 'on'
          FROM pg_settings s WHERE s.name = 'default_transaction_read_only'
          """
        )[0].get(0)
      }
    } catch {
      return false  // The first error is the one to tell.
    }
  }

  private static func run(_ arguments: Arguments, _ logger: Logger) async throws {
    let entries = try HostEntries(
      manifest: arguments.manifest,
      folder: arguments.sink,
      linkKey: arguments.linkKey ?? getenv("REEVE_LINK_KEY_FILE").map { String(cString: $0) },
      textKeys: getenv(TextKeys.variable).map { String(cString: $0) },
      logger: logger
    )
    let conninfo = try conninfo(arguments)
    let monitor = arguments.metrics.map { ($0.number, Monitor(conninfo: conninfo)) }
    let pool = ConnectionPool(
      conninfo: conninfo,
      maximum: arguments.queues.shares.map { $0.concurrency ?? arguments.concurrency }.reduce(0, +),
      applicationName: "reeve worker: handlers",
      // Code of an app's that ignores cancels must not keep a job, or the worker, from ending.
      patience: .seconds(3),
      onNotice: NoticeHandler { logger.debug("\(Untrusted($0.message).printed)") }
    )
    var configuration = Worker.Configuration(conninfo: conninfo)
    configuration.isOnce = arguments.once
    configuration.grace = .seconds(arguments.grace)
    configuration.host = hostName()
    configuration.version = Release.version
    configuration.identity =
      try (arguments.hostIdentity ?? getenv("REEVE_HOST_IDENTITY").map { String(cString: $0) })
      .map { try HostIdentityFile(path: $0) }
    configuration.abandon = {
      await pool.abandon()
      await monitor?.1.abandon()
    }
    // Jobs that no step of the database can do in one short transaction: flags digest identifiers
    // with a key that is only on this host, notices leave the database, an index is built over
    // several connections, and comparing one takes a single snapshot of its whole table.
    var handlers: [String: any JobHandler] = [
      "collection.encrypt": EncryptHandler(pool: pool) { entries.textKeys },
      "digest.send": DigestSendHandler(pool: pool) { entries.digests },
      "moderation.flag": ModerationFlagHandler(pool: pool) { entries.linkKey },
      "notify.deliver": NotifyDeliverHandler(pool: pool) { entries.sink },
      "search.reindex": SearchReindexHandler(pool: pool),
      "search.verify": SearchVerifyHandler(pool: pool),
      "worker.probe": ProbeHandler(),
    ]
    if arguments.manifest != nil {
      handlers["command"] = CommandHandler(pool: pool) { entries.commands }
    }
    if !entries.receivers.isEmpty {
      handlers["outside.deliver"] = OutsideDeliverHandler(pool: pool) { entries.receivers }
    }
    let steps = StepHandler(pool: pool)
    if arguments.manifest != nil {
      let copy = CopyHandler(
        pool: pool,
        connect: {
          try await Connection.connect(
            conninfo,
            applicationName: "reeve worker: copy",
            patience: .seconds(3)
          )
        },
        steps: steps,
        isOnce: arguments.once
      ) { entries.copies }
      handlers["migrate.copy"] = copy
      handlers["migrate.verify"] = copy
    }
    configuration.abilities = entries.copies.keys.map { "migrate.copy:\($0)" }
    let workers = arguments.queues.shares.map { share in
      configuration.queue = share.queue
      configuration.concurrency = share.concurrency ?? arguments.concurrency
      configuration.observe = monitor?.1.observer(of: share.queue)
      return Worker(configuration, handlers: handlers, steps: steps, logger: logger)
    }
    let server = try monitor.map { port, monitor in
      // No job starts before it has its port.
      try MonitorServer(monitor, of: workers, port: port, logger: logger)
    }
    try await pool.use { _ in try await serve(workers, entries, server) }
  }

  /// Works until all workers have ended.
  ///
  /// SIGTERM and SIGINT stop them; SIGHUP has the manifest read again.
  private static func serve(
    _ workers: [Worker],
    _ entries: HostEntries,
    _ server: MonitorServer?
  ) async throws {
    let signals = Signals([SIGTERM, SIGINT, SIGHUP])
    defer { signals.cancel() }
    let numbers = signals.numbers
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await number in numbers {
          if number == SIGHUP { entries.reload() } else { for worker in workers { worker.stop() } }
        }
      }
      if let server { group.addTask { try await server.run() } }
      group.addTask {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for worker in workers { group.addTask { try await worker.run() } }
          // The first that fails ends the others.
          for try await _ in group {}
        }
      }
      // The workers end first, unless the server fails: it can report how they stop.
      try await group.next()
      group.cancelAll()
    }
  }

  private static func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// The command line of `reeve-worker`; `reeve work` fills it in.
struct Arguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reeve-worker",
    abstract: "Runs jobs until stopped."
  )

  @Option(help: "Connection string; by default libpq's environment.")
  var dsn = ""

  @Option(help: .hidden)
  var dsnDescriptor: Int32?

  @Option(
    name: [.customLong("queues"), .customLong("queue")],
    help: "The queues to serve, each optionally with its own concurrency: default,mail:2."
  )
  var queues = QueueList(shares: [("default", nil)])

  @Option(help: "The most jobs running at a time per queue, 1 to 256.")
  var concurrency = 8

  @Option(
    help: ArgumentHelp(
      "Directory for notices, unless the manifest names a webhook for them.",
      valueName: "dir"
    ),
    completion: .directory
  )
  var sink: String?

  @Option(
    help: ArgumentHelp(
      "YAML file of the programs that jobs may run, and of the webhook for notices.",
      valueName: "file"
    ),
    completion: .file(extensions: ["yaml", "yml"])
  )
  var manifest: String?

  @Option(
    help: ArgumentHelp(
      "File readable only by you, whose first line is the key of identifiers' digests; "
        + "by default REEVE_LINK_KEY_FILE.",
      valueName: "file"
    ),
    completion: .file()
  )
  var linkKey: String?

  @Option(
    help: ArgumentHelp(
      "File that the worker keeps to recognize a copy of its database; by default "
        + "REEVE_HOST_IDENTITY.",
      valueName: "file"
    ),
    completion: .file()
  )
  var hostIdentity: String?

  @Option(help: "Seconds that jobs may continue after SIGTERM or SIGINT.")
  var grace = 30

  @Option(
    help: ArgumentHelp(
      "Port on 127.0.0.1 that serves /health and /metrics (Prometheus).",
      valueName: "port"
    )
  )
  var metrics: LocalPort?

  @Flag(help: "Run what is due, then exit.")
  var once = false

  @Flag(help: "Log debug messages.")
  var verbose = false

  /// Takes the connection string from the descriptor that `reeve work` passes on, and closes that.
  mutating func readDSN() throws {
    guard let descriptor = dsnDescriptor else { return }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ValidationError("--dsn-descriptor cannot be read") }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    dsn = String(decoding: bytes, as: UTF8.self)
  }

  func validate() throws {
    guard (1...256).contains(concurrency) else {
      throw ValidationError("--concurrency must be 1 to 256")
    }
    guard (0...86_400).contains(grace) else { throw ValidationError("--grace must be 0 to 86400") }
  }
}

/// A port of 127.0.0.1: the number, or the address before it.
struct LocalPort: ExpressibleByArgument {
  /// From 1.
  let number: UInt16

  init?(argument: String) {
    let host = "127.0.0.1:"
    let text = argument.hasPrefix(host) ? argument.dropFirst(host.count) : argument[...]
    guard text.allSatisfy(\.isNumber), let number = UInt16(text), number > 0 else { return nil }
    self.number = number
  }
}

/// Queues and how many jobs of each may run at a time.
struct QueueList: ExpressibleByArgument {
  /// Queues, each once; a number of its own is 1 to 256.
  let shares: [(queue: String, concurrency: Int?)]

  init(shares: [(queue: String, concurrency: Int?)]) { self.shares = shares }

  init?(argument: String) {
    var shares: [(queue: String, concurrency: Int?)] = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: ":", omittingEmptySubsequences: false)
      guard (1...2).contains(words.count), !words[0].isEmpty,
        !shares.contains(where: { $0.queue == words[0] })
      else { return nil }
      let concurrency = words.count == 2 ? Int(words[1]) : nil
      guard words.count == 1 || concurrency.map((1...256).contains) == true else { return nil }
      shares.append((String(words[0]), concurrency))
    }
    self.shares = shares
  }

  var defaultValueDescription: String { shares.map(\.queue).joined(separator: ",") }
}
