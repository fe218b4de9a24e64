import Answers
package import Catalog
package import Logging
import Postgres
import Synchronization

/// Claims jobs of one queue and runs their handlers until it is stopped.
///
/// A worker is one *session* after another: it registers, works, and leaves. A session ends early
/// when the database no longer considers the worker alive or has been silent for 10 s: its handlers
/// are cancelled, and the next session registers again.
package final class Worker: Sendable {
  /// How a worker is set up.
  package struct Configuration: Sendable {
    /// As for `Connection.connect`.
    package var conninfo: String
    /// The queue it serves.
    package var queue = "default"
    /// Handlers at a time, from 1.
    package var concurrency = 8
    /// Whether it ends when there is nothing more to do.
    package var isOnce = false
    /// How long handlers may continue after `stop`.
    package var grace = Duration.seconds(30)
    /// How long the changes of one collection may take until they are left to a job of its own.
    package var searchLimit = Duration.seconds(2)
    /// How many days of finished jobs are kept.
    package var retentionDays = 14
    /// Shown in `reeve.worker`.
    package var host = ""
    /// Shown in `reeve.worker`.
    package var version = ""
    /// What it can do that few workers can, beside kinds of jobs: `migrate.copy:APP/COPY`.
    package var abilities: [String] = []
    /// The file by which this host distinguishes the database from a copy; nil where it has none.
    package var identity: HostIdentityFile?
    /// Breaks the handlers' connections: their server has fallen silent, and would not even receive
    /// that what they wait for is cancelled.
    package var abandon: @Sendable () async -> Void = {}
    /// Called with every event to count, from any thread; must not block.
    package var observe: (@Sendable (WorkerEvent) -> Void)?

    /// Takes the address of the database; the rest has defaults.
    package init(conninfo: String) { self.conninfo = conninfo }
  }

  private struct Control {
    var isStopping = false
    var session: WorkerSession?
    var parking: String?
  }

  let configuration: Configuration
  let handlers: [String: any JobHandler]
  let steps: (any JobHandler)?
  let logger: Logger
  private let control = Mutex(Control())

  /// Sets a worker up.
  ///
  /// - Parameters:
  ///   - configuration: See there.
  ///   - handlers: By kind.
  ///   - steps: Does all kinds without one whose work is a function of the database.
  ///   - logger: The log for operators.
  package init(
    _ configuration: Configuration,
    handlers: [String: any JobHandler],
    steps: (any JobHandler)? = nil,
    logger: Logger
  ) {
    precondition(configuration.concurrency >= 1, "a worker runs at least one handler")
    self.configuration = configuration
    self.handlers = handlers
    self.steps = steps
    self.logger = logger
  }

  /// Takes no more jobs and lets those that run end within the grace period; then `run` returns.
  ///
  /// Jobs that wait for a handler, and those cancelled after the grace period, are handed back.
  /// From any thread, any number of times.
  package func stop() {
    let session = control.withLock { control in
      control.isStopping = true
      return control.session
    }
    session?.board.stop()
  }

  /// Its last session, whether it was asked to stop, and why it is parked where it is.
  var current: (session: WorkerSession?, isStopping: Bool, parking: String?) {
    control.withLock { ($0.session, $0.isStopping, $0.parking) }
  }

  /// Waits before it asks again whether it may run in a database that may be a copy.
  private func park(_ error: PostgresError) async throws {
    var reason = "\(error)"
    if case .server(let refusal) = error { reason = refusal.message }
    let isNew = control.withLock { control in
      defer { control.parking = reason }
      return control.parking != reason
    }
    if isNew {
      logger.error(
        "stopped: \(Untrusted(reason).printed); `reeve restored --as live|copy` says what it is"
      )
    }
    for _ in 0..<50 where !control.withLock({ $0.isStopping }) {
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Works until `stop` is called or, if it runs once, nothing is due.
  ///
  /// A broken connection is created again for as long as it takes, and it waits as long where the
  /// database may be a copy.
  ///
  /// - Throws: What kept the first session from starting: `PostgresError`. `CancellationError`.
  package func run() async throws {
    var failures = 0
    var hasWorked = false
    defer { control.withLock { $0.session = nil } }
    while !control.withLock({ $0.isStopping }) {
      let session = WorkerSession(self)
      let isStopping = control.withLock { control in
        control.session = session
        return control.isStopping
      }
      if isStopping { session.board.stop() }
      do {
        try await session.enrol()
        control.withLock { $0.parking = nil }
        hasWorked = true
        failures = 0
        try await session.work()
        return
      } catch let error as PostgresError
        where error.sqlState == .parked && !configuration.isOnce
      {
        try await park(error)
      } catch let end as SessionEnd {
        logger.warning("\(end); registering again")
      } catch let error as PostgresError where hasWorked && !configuration.isOnce {
        failures += 1
        let delay = Backoff.jittered(after: failures, cap: .seconds(15))
        logger.error("\(Untrusted("\(error)").printed); trying again in \(delay)")
        try await Task.sleep(for: delay)
      }
    }
  }
}

/// Why a session ended although nobody stopped the worker.
enum SessionEnd: Error, CustomStringConvertible {
  /// The database gave the worker's jobs to others.
  case swept
  /// No beat succeeded for so long that it may have.
  case silent

  var description: String {
    switch self {
    case .swept: "the database declared this worker dead"
    case .silent: "no answer from the database for \(Liveness.runLimit)"
    }
  }
}
