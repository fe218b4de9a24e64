import Catalog
import Logging
import Postgres
import Synchronization
import TestSupport

@testable import Jobs

/// Does each job by calling a closure.
struct ClosureHandler: JobHandler {
  let body: @Sendable (Job) async throws -> JobOutcome

  func run(_ job: Job) async throws -> JobOutcome { try await body(job) }
}

/// Counts how often each job was started.
final class Ledger: Sendable {
  private let starts = Mutex<[Int64: Int]>([:])

  func note(_ job: Job) { starts.withLock { $0[job.id, default: 0] += 1 } }

  var counts: [Int64: Int] { starts.withLock { $0 } }
}

/// Something that has happened, once and for all.
final class Event: Sendable {
  private struct State {
    var hasHappened = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func happen() {
    let waiters = state.withLock { state in
      state.hasHappened = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.hasHappened { state.waiters.append(continuation) }
        return state.hasHappened
      }
      if isOver { continuation.resume() }
    }
  }
}

extension Worker {
  /// A worker on the test's database, as the role that workers have.
  static func make(
    concurrency: Int = 4,
    isOnce: Bool = false,
    grace: Duration = .seconds(30),
    conninfo: String? = nil,
    searchLimit: Duration? = nil,
    abandon: @escaping @Sendable () async -> Void = {},
    _ body: @escaping @Sendable (Job) async throws -> JobOutcome
  ) throws -> Worker {
    var configuration = Configuration(
      conninfo: try conninfo ?? TestDatabase.current.conninfo(user: "reeve_worker")
    )
    configuration.abandon = abandon
    configuration.concurrency = concurrency
    configuration.isOnce = isOnce
    configuration.grace = grace
    configuration.host = "test"
    if let searchLimit { configuration.searchLimit = searchLimit }
    return Worker(
      configuration,
      handlers: ["worker.probe": ClosureHandler(body: body)],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
  }
}

/// Lends a superuser's connection to the test's database.
func withDatabase<R>(_ body: (Connection) async throws -> R) async throws -> R {
  try await TestDatabase.current.connect().use(body)
}

extension Connection {
  /// Asks for probes; their ids.
  nonisolated func enqueueProbes(_ count: Int) async throws -> [Int64] {
    try await query(
      "SELECT reeve.enqueue('worker.probe', '{}') FROM generate_series(1, $1)",
      [count]
    ).map { try $0.get(0) }
  }

  /// How many rows there are in what follows FROM.
  nonisolated func count(_ sql: String) async throws -> Int {
    try await number("SELECT count(*) FROM \(sql)")
  }
}

extension Session {
  /// The number that a statement returns.
  func number(
    _ sql: String,
    _ parameters: [(any PostgresEncodable)?] = []
  ) async throws -> Int {
    try await query(sql, parameters)[0].get(0)
  }
}
