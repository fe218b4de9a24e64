import Catalog
import Glibc
import Logging
import Postgres
import Synchronization

/// A worker from its registration until it leaves.
///
/// Its tasks: one exchanges jobs with the queue (the fetcher), one beats, one watches the beat, one
/// tidies the database, one has changes applied to search indexes, one listens for new jobs, and as
/// many as may run at a time run handlers. If one throws, all are cancelled.
final class WorkerSession: Sendable {
  /// The mutable state of a session.
  struct State {
    /// When the last beat that succeeded was sent.
    var liveness = Liveness(registeredAt: .zero)
    /// The worker's registration; nil before it.
    var enrolment: Enrolment?
    /// Whether it is the first of the living workers of its queue, which looks most often for late
    /// commits.
    var isFirst = false
    /// The apps whose changes are being applied.
    var indexing: Set<String> = []
    /// The connection that is notified of new jobs.
    var doorbell: Connection?
    /// Whether connections were given up because the database fell silent.
    var isSilent = false
  }

  /// Jobs that are held, and the tasks that wait for them.
  let board: JobBoard
  /// The worker whose session this is.
  let worker: Worker
  /// The connection of the fetcher.
  let talk: JobStore
  /// The connection of the heartbeat.
  let pulse: JobStore
  /// The connection of housekeeping.
  let house: JobStore
  /// The connection that finds changes for search indexes.
  let search: JobStore
  /// The connections that apply the changes, of one app each.
  let indexers: ConnectionPool
  /// Measures time since `start`.
  let clock = ContinuousClock()
  /// The mutable state of the session.
  let state: Mutex<State>
  private let start: ContinuousClock.Instant

  /// Starts with nothing but settings.
  init(_ worker: Worker) {
    self.worker = worker
    board = JobBoard(concurrency: worker.configuration.concurrency)
    let settings = worker.configuration
    let store = { (role: String, patience: Duration?) in
      JobStore(
        conninfo: settings.conninfo,
        applicationName: "reeve worker: \(role)",
        patience: patience
      ) { settings.observe?(.connectionLost) }
    }
    talk = store("queue", nil)
    pulse = store("heartbeat", nil)
    house = store("housekeeping", nil)
    search = store("search", nil)
    indexers = ConnectionPool(
      conninfo: settings.conninfo,
      maximum: Self.mostIndexers,
      applicationName: "reeve worker: search",
      // Code of an app may ignore a cancel.
      patience: .seconds(2)
    )
    start = clock.now
    state = Mutex(State())
  }

  /// How the worker is set up.
  var settings: Worker.Configuration { worker.configuration }
  /// The log for operators.
  var logger: Logger { worker.logger }
  /// Time since the session was made.
  var now: Duration { clock.now - start }

  /// Time since the last beat that was accepted was sent; nil before the registration.
  var silence: Duration? {
    state.withLock { $0.enrolment == nil ? nil : $0.liveness.silence(at: now) }
  }

  /// Returns the worker's registration; only after `enrol`.
  func enrolment() -> Enrolment {
    guard let enrolment = state.withLock({ $0.enrolment }) else {
      preconditionFailure("a session works after it has enrolled")
    }
    return enrolment
  }

  /// Registers the worker.
  func enrol() async throws {
    let sentAt = now
    do {
      let proof = settings.identity?.proof
      let enrolment = try await pulse.register(
        queue: settings.queue,
        host: settings.host,
        pid: Int(getpid()),
        version: settings.version,
        kinds: (worker.handlers.keys + settings.abilities).sorted(),
        proof: proof
      )
      if let proof { settings.identity?.wasShown(proof) }
      let beat = try await self.beat(as: enrolment)
      state.withLock {
        $0.enrolment = enrolment
        $0.isFirst = beat.isFirst
        $0.liveness.heard(sentAt: sentAt)
      }
      settings.observe?(.registered)
      logger.info("worker \(enrolment.worker) serves queue \(settings.queue)")
    } catch {
      await pulse.close()
      throw error
    }
  }

  /// Works until stopped, or until there is nothing to do; then leaves.
  func work() async throws {
    do {
      try await runTasks()
      try await leave()
    } catch {
      // Jobs still held are returned at once if the database can be reached, else by its sweep.
      await leaveQuietly()
      // Giving up the connections makes errors of its own, one of which may come first.
      if state.withLock({ $0.isSilent }) { throw SessionEnd.silent }
      throw error
    }
  }

  private func runTasks() async throws {
    if settings.isOnce { try await tidy() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { try await self.runFetcher() }
      group.addTask { try await self.runPulse() }
      group.addTask { try await self.runWatch() }
      group.addTask { try await self.runCancellations() }
      if !settings.isOnce {
        group.addTask { try await self.runHousekeeping() }
        group.addTask { try await self.runSearch() }
        group.addTask { try await self.runDoorbell() }
      }
      group.addTask { await self.runHandlers() }
      // The fetcher is the one to end: when it does, everything is recorded.
      for try await isOver in group where isOver { break }
      group.cancelAll()
      do {
        while try await group.next() != nil {}
      } catch is CancellationError {
        // The others, just cancelled.
      }
    }
  }

  private func leave() async throws {
    let returned = try await stop()
    if returned > 0 { logger.notice("returned \(returned) jobs") }
    await closeStores()
  }

  private func leaveQuietly() async {
    do {
      _ = try await stop()
    } catch {
      logger.warning("could not return jobs: \(Untrusted("\(error)").printed)")
    }
    await closeStores()
  }

  /// Tells the database that this worker stops, and returns how many jobs it has handed back.
  ///
  /// Nobody beats or watches any more: a line that goes dead meanwhile is given up as it is then.
  private func stop() async throws -> Int {
    let watch = Task { [clock, pulse] in
      while true {
        try await clock.sleep(for: Liveness.runLimit)
        await pulse.abandon()
      }
    }
    defer { watch.cancel() }
    return try await pulse.stop(enrolment())
  }

  private func closeStores() async {
    await talk.close()
    await pulse.close()
    await house.close()
    await search.close()
    await indexers.close()
  }
}
