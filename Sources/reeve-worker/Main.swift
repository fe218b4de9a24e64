import ArgumentParser
import Catalog
import Glibc
import Jobs
import Logging
import Postgres
import Search
import ServiceLifecycle
import UnixSignals

/// The worker process: arguments, signals and wiring.
@main
struct Main {
  static func main() async {
    let arguments: Arguments
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
    var logger = Logger(label: "reeve-worker") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = arguments.verbose ? .debug : .info
    do {
      try await run(arguments, logger)
    } catch let error as SinkError {
      fail("\(error)", exitCode: 2)
    } catch let error as PostgresError where error.isConnectionFailure {
      fail("\(error)", exitCode: 3)
    } catch let error as PostgresError where error.sqlState == .readOnlyTransaction {
      fail(
        """
        this server is a standby or read-only, and workers need the primary
        hint: With several hosts, `target_session_attrs=primary` finds it.
        """,
        exitCode: 4
      )
    } catch let error as PostgresError where error.sqlState == .invalidSchemaName {
      fail("Reeve is not installed in this database\nhint: Run: reeve upgrade", exitCode: 4)
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

  private static func run(_ arguments: Arguments, _ logger: Logger) async throws {
    let sink = try FileSink(folder: arguments.sink)
    let conninfo = arguments.dsn.isEmpty ? databaseURL() : arguments.dsn
    let pool = ConnectionPool(
      conninfo: conninfo,
      maximum: arguments.concurrency,
      applicationName: "reeve worker: handlers",
      onNotice: { logger.debug("\(Untrusted($0.message).printed)") }
    )
    var configuration = Worker.Configuration(conninfo: conninfo)
    configuration.queue = arguments.queue
    configuration.concurrency = arguments.concurrency
    configuration.isOnce = arguments.once
    configuration.grace = .seconds(arguments.grace)
    configuration.host = hostName()
    configuration.version = Release.version
    let worker = Worker(
      configuration,
      handlers: [
        CollectionExpireHandler(pool: pool),
        ModerationLiftHandler(pool: pool),
        ModerationSweepHandler(pool: pool),
        NotifyDeliverHandler(pool: pool, sink: sink),
        ProbeHandler(),
        SearchReindexHandler(pool: pool),
        SearchSyncHandler(pool: pool),
        SearchVerifyHandler(pool: pool),
      ],
      logger: logger
    )
    let services = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          ServiceGroupConfiguration.ServiceConfiguration(
            service: WorkerService(worker: worker),
            successTerminationBehavior: .gracefullyShutdownGroup,
            failureTerminationBehavior: .cancelGroup
          )
        ],
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
      )
    )
    do {
      try await services.run()
    } catch {
      await pool.close()
      throw error
    }
    await pool.close()
  }

  private static func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// A worker that stops when its process is asked to.
struct WorkerService: Service {
  let worker: Worker

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await worker.run()
    } onGracefulShutdown: {
      worker.stop()
    }
  }
}

/// The command line of `reeve-worker`; `reeve work` fills it in.
struct Arguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reeve-worker",
    abstract: "Runs the jobs of one queue until it is told to stop."
  )

  @Option(help: "Where the database is, as libpq takes it; empty: libpq's environment.")
  var dsn = ""

  @Option(help: "The queue to serve.")
  var queue = "default"

  @Option(help: "Jobs at a time, 1 to 256.")
  var concurrency = 8

  @Option(
    help: ArgumentHelp("Folder that notices are delivered to.", valueName: "dir"),
    completion: .directory
  )
  var sink: String

  @Option(help: "Seconds that jobs may go on after SIGTERM or SIGINT.")
  var grace = 30

  @Flag(help: "Run what is due, then exit.")
  var once = false

  @Flag(help: "Log more.")
  var verbose = false

  func validate() throws {
    guard (1...256).contains(concurrency) else {
      throw ValidationError("--concurrency is 1 to 256")
    }
    guard (0...86_400).contains(grace) else { throw ValidationError("--grace is 0 to 86400") }
  }
}
