import Catalog
import Glibc
import Logging
import Postgres
import Synchronization

/// A worker from its registration until it leaves.
///
/// Its tasks: one talks (claims, records), one beats, one watches the beat, one keeps house, and so
/// many run handlers. If one throws, all are cancelled.
final class WorkerSession: Sendable {
  let board: Board
  private let worker: Worker
  private let talk: JobStore
  private let pulse: JobStore
  private let house: JobStore
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let state: Mutex<State>

  private struct State {
    var liveness = Liveness(registeredAt: .zero)
    var enrolment: Enrolment?
    var isFirst = false
    var doorbell: Connection?
    var isSilent = false
  }

  init(_ worker: Worker) {
    self.worker = worker
    board = Board(concurrency: worker.configuration.concurrency)
    let settings = worker.configuration
    let store = { (role: String) in
      JobStore(conninfo: settings.conninfo, applicationName: "reeve worker: \(role)") {
        settings.observe?(.connectionLost)
      }
    }
    talk = store("queue")
    pulse = store("heartbeat")
    house = store("housekeeping")
    start = clock.now
    state = Mutex(State())
  }

  private var settings: Worker.Configuration { worker.configuration }
  private var logger: Logger { worker.logger }
  private var now: Duration { clock.now - start }

  /// Time since the last beat that was accepted was sent; nil before the registration.
  var silence: Duration? {
    state.withLock { $0.enrolment == nil ? nil : $0.liveness.silence(at: now) }
  }

  private func enrolment() -> Enrolment {
    guard let enrolment = state.withLock({ $0.enrolment }) else {
      preconditionFailure("a session works after it has enrolled")
    }
    return enrolment
  }

  /// Registers the worker.
  func enrol() async throws {
    let sentAt = now
    do {
      let place = settings.place?.proof
      let enrolment = try await pulse.register(
        queue: settings.queue,
        host: settings.host,
        pid: getpid(),
        version: settings.version,
        kinds: worker.handlers.keys.sorted(),
        place: place
      )
      if let place { settings.place?.wasShown(place) }
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
      // What is still held goes back at once if the database can be reached, else by its sweep.
      await leaveQuietly()
      // Giving up the connections makes errors of its own, one of which may come first.
      if state.withLock({ $0.isSilent }) { throw SessionEnd.silent }
      throw error
    }
  }

  private func runTasks() async throws {
    if settings.isOnce { try await tidy() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { try await self.runTalker() }
      group.addTask { try await self.runPulse() }
      group.addTask { try await self.runWatch() }
      group.addTask { try await self.runCancellations() }
      if !settings.isOnce {
        group.addTask { try await self.runHousekeeping() }
        group.addTask { try await self.runDoorbell() }
      }
      group.addTask { await self.runHandlers() }
      // The talker is the one to end: when it does, everything is recorded.
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
    let returned = try await pulse.stop(enrolment())
    if returned > 0 { logger.notice("handed back \(returned) jobs") }
    await closeStores()
  }

  private func leaveQuietly() async {
    do {
      _ = try await pulse.stop(enrolment())
    } catch {
      logger.warning("could not hand jobs back: \(Untrusted("\(error)").printed)")
    }
    await closeStores()
  }

  private func closeStores() async {
    await talk.close()
    await pulse.close()
    await house.close()
  }

  // MARK: Beat

  private func runPulse() async throws -> Bool {
    // After a server's start nothing is claimed before a beat.
    var pause = Liveness.interval
    while true {
      try await clock.sleep(for: pause)
      let sentAt = now
      do {
        let beat = try await beat(as: enrolment())
        guard beat.isAlive else { throw SessionEnd.swept }
        state.withLock {
          $0.isFirst = beat.isFirst
          $0.liveness.heard(sentAt: sentAt)
        }
        pause = Liveness.interval
      } catch let error as PostgresError {
        pause = .milliseconds(500)
        logger.warning("no beat: \(Untrusted("\(error)").printed)")
      }
    }
  }

  private func beat(as me: Enrolment) async throws -> (isAlive: Bool, isFirst: Bool) {
    do {
      try settings.place?.renew()
    } catch {
      logger.warning("the place file stays as it is: \(Untrusted("\(error)").printed)")
    }
    let place = settings.place?.proof
    let beat = try await pulse.beat(me, place: place)
    if beat.isAlive, let place { settings.place?.wasShown(place) }
    return beat
  }

  private func runWatch() async throws -> Bool {
    while true {
      let remaining = state.withLock { $0.liveness.remaining(at: now) }
      guard remaining > .zero else {
        state.withLock { $0.isSilent = true }
        await abandon()
        throw SessionEnd.silent
      }
      try await clock.sleep(for: remaining)
    }
  }

  /// Gives up all connections: the other end of a line that went dead answers no cancellation either.
  private func abandon() async {
    for store in [talk, pulse, house] { await store.abandon() }
    state.withLock { $0.doorbell }?.abandon()
    await settings.abandon()
  }

  /// Passes on what people cancel.
  private func runCancellations() async throws -> Bool {
    while true {
      try await clock.sleep(for: .milliseconds(400))
      guard board.update({ $0.held }) > 0 else { continue }
      do {
        for attempt in try await pulse.cancelled(enrolment()) {
          board.cancel(attempt.job, lease: attempt.lease)
        }
      } catch let error as PostgresError {
        logger.debug("cancellations: \(Untrusted("\(error)").printed)")
      }
    }
  }

  // MARK: Housekeeping

  private func runHousekeeping() async throws -> Bool {
    var daysKeptAt: Duration?
    var foldedAt = now
    var lateFrom: Int64 = 0
    var failures = 0
    while true {
      do {
        if daysKeptAt.map({ now - $0 > .seconds(600) }) ?? true {
          try await house.keepDays(settings.retentionDays)
          daysKeptAt = now
        }
        try await tidy()
        lateFrom = try await house.followLate(after: lateFrom)
        if now - foldedAt > .seconds(5) {
          try await house.foldCounts()
          foldedAt = now
        }
        failures = 0
        try await clock.sleep(for: .seconds(1))
      } catch let error as PostgresError {
        if error.sqlState == .lockNotAvailable { daysKeptAt = now - .seconds(590) }
        failures += 1
        logger.warning("housekeeping: \(Untrusted("\(error)").printed)")
        try await clock.sleep(for: Backoff.jittered(after: failures, cap: .seconds(5)))
      }
    }
  }

  /// Commands linked into the audit chain in one call.
  private static let sealBatch = 500

  private func tidy() async throws {
    // A backlog goes on in the next second, after what else waits here.
    for _ in 0..<10 where try await house.seal(limit: Self.sealBatch) < Self.sealBatch { break }
    let lost = try await house.sweep()
    if lost > 0 { logger.warning("took \(lost) jobs from workers that died or let time run out") }
    let found = try await house.fire() + house.ready()
    if found + lost > 0 { board.knock() }
  }

  // MARK: Queue

  private func runTalker() async throws -> Bool {
    var pace = Pace()
    var askAt = Duration.zero
    var cold = ColdScan()
    var claims = 0
    var failures = 0
    // Claimed, and to be taken in while the server is at the next turn.
    var arrived: [Claimed] = []
    // Whether endings have waited for others, as long as they may.
    var isDue = false
    while true {
      do {
        if board.takeNews() { askAt = .zero }
        let isFirst = state.withLock { $0.isFirst }
        let isCold = isFirst && cold.isDue(at: now)
        let isAsking = (isCold || now >= askAt) && mayClaim
        let plan = board.update { [isDue] dispatch in
          let wanted = dispatch.wanted
          let endings = isDue || dispatch.isUrgent || wanted > 0 ? dispatch.takeEnded() : []
          return (wanted: isAsking ? wanted : 0, endings: endings, marks: dispatch.marks)
        }
        isDue = false
        if plan.wanted > 0 || !plan.endings.isEmpty {
          claims += plan.wanted > 0 ? 1 : 0
          let begunAt = now
          let claim =
            plan.wanted == 0
            ? nil
            : ClaimRequest(
              me: enrolment(),
              marks: isCold ? [0, 0, 0] : plan.marks,
              max: plan.wanted,
              isFair: claims.isMultiple(of: Self.fairShare)
            )
          let last = exchange(&arrived, with: [])
          arrived = try await turn(plan.endings, claim, takingIn: last)
          let got = arrived.count
          if plan.wanted > 0 {
            if isCold { cold.ran(from: begunAt, until: now) }
            pace.claimed(got, of: plan.wanted)
            askAt = now + pace.wait
            board.isHungry = got < plan.wanted
            if got == 0, settings.isOnce, board.update({ $0.held }) == 0 { return true }
          }
        } else if !arrived.isEmpty {
          try takeIn(exchange(&arrived, with: []))
        } else {
          let rest = board.update {
            (held: $0.held, ended: $0.endedCount, isStopping: $0.isStopping)
          }
          if rest.isStopping, rest.held == 0 { return true }
          let pause = isAsking ? Pace.idle : max(askAt - now, .milliseconds(1))
          try await board.pause(for: rest.ended > 0 ? .milliseconds(5) : pause)
          isDue = rest.ended > 0
        }
        failures = 0
      } catch let error as PostgresError {
        failures += 1
        logger.error("queue: \(Untrusted("\(error)").printed)")
        try await clock.sleep(for: Backoff.jittered(after: failures, cap: .seconds(3)))
      }
    }
  }

  /// One claim in so many begins with the jobs that have waited longest, so that urgent ones do not
  /// keep the others waiting for ever.
  private static let fairShare = 8

  private var mayClaim: Bool { state.withLock { $0.liveness.mayClaim(at: now) } }

  /// Records what has ended and claims in one call, and takes in meanwhile what came with the last.
  private func turn(
    _ endings: [EndedJob],
    _ claim: ClaimRequest?,
    takingIn last: [Claimed]
  ) async throws -> [Claimed] {
    let answer: TurnAnswer
    do {
      if last.isEmpty {
        answer = try await talk.turn(endings, claim)
      } else {
        async let next = talk.turn(endings, claim)
        try takeIn(last)
        answer = try await next
      }
    } catch {
      board.update { $0.putBack(endings) }
      throw error
    }
    if answer.stale > 0 {
      logger.warning("\(answer.stale) outcomes came too late or twice and were dropped")
      settings.observe?(.stale(answer.stale))
    }
    if let observe = settings.observe {
      for ended in endings {
        guard let took = ended.took else { continue }
        let state = answer.states[ended.id] ?? ended.outcome.state
        observe(.ended(kind: ended.kind, state: state, took: took))
      }
    }
    let places = try answer.claims.map { try $0.place }
    board.update { [now] dispatch in
      if !endings.isEmpty { dispatch.recorded(endings.count, at: now) }
      for place in places { dispatch.announce(priority: place.priority, seq: place.seq) }
    }
    return answer.claims
  }

  private func takeIn(_ claims: [Claimed]) throws {
    let jobs = try claims.map { try $0.job }
    board.update { dispatch in for job in jobs { dispatch.accept(job) } }
    if let observe = settings.observe {
      for (kind, count) in Dictionary(jobs.map { ($0.kind, 1) }, uniquingKeysWith: +) {
        observe(.claimed(kind: kind, count: count))
      }
    }
  }

  // MARK: Doorbell

  /// Listens for jobs on a connection of its own, and dozes there while there are none.
  ///
  /// See `reeve.job_doze`. Jobs are polled for, too, so nothing is lost without it but time.
  private func runDoorbell() async throws -> Bool {
    var failures = 0
    while true {
      do {
        let connection = try await Connection.connect(
          settings.conninfo,
          applicationName: "reeve worker: doorbell"
        )
        state.withLock { $0.doorbell = connection }
        do {
          try await listen(connection)
          await connection.close()
          return false
        } catch {
          await connection.close()
          if error is PostgresError { settings.observe?(.connectionLost) }
          throw error
        }
      } catch let error as PostgresError {
        failures += 1
        logger.warning("doorbell: \(Untrusted("\(error)").printed)")
        try await clock.sleep(for: Backoff.jittered(after: failures, cap: .seconds(15)))
      }
    }
  }

  private func listen(_ connection: Connection) async throws {
    let backend: Int32 = try await connection.query("SELECT pg_backend_pid()")[0].get(0)
    guard backend == connection.backendPID else {
      logger.info("a pooler is in between: jobs are polled for only")
      return
    }
    let queue = enrolment().queue
    let news = try await connection.listen("reeve_job", pause: Pace.idle)
    var isDozing = false
    var askedAt = now
    for try await notification in news {
      if notification?.payload == "\(queue)" { board.knock() }
      let isHungry = board.isHungry
      if isHungry != isDozing {
        let isDone: Bool = try await connection.query(
          "SELECT reeve.job_doze($1, $2)",
          [queue, isHungry]
        )[0].get(0)
        isDozing = isHungry && isDone
        // What came before the doze rang for nobody.
        if isDozing { board.knock() }
        askedAt = now
      } else if now - askedAt > .seconds(10) {
        try await connection.execute("SELECT 1")
        askedAt = now
      }
    }
  }

  // MARK: Handlers

  private func runHandlers() async -> Bool {
    await withTaskCancellationHandler {
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<settings.concurrency {
          group.addTask {
            while let job = await self.board.next() {
              let begunAt = self.now
              let outcome = await self.board.run(job) { await self.attempt(job) }
              self.board.finish(job, outcome, took: self.now - begunAt)
            }
            return false
          }
        }
        group.addTask { await self.isGraceOver() }
        var left = settings.concurrency
        for await isGraceOver in group {
          if isGraceOver {
            group.cancelAll()
          } else {
            left -= 1
            if left == 0 { group.cancelAll() }
          }
        }
      }
    } onCancel: {
      board.close()
    }
    return false
  }

  /// Waits for the end of the grace period; false if cancelled before.
  private func isGraceOver() async -> Bool {
    do {
      await board.stopped()
      try await clock.sleep(for: settings.grace)
      return true
    } catch {
      return false
    }
  }

  private func attempt(_ job: Job) async -> JobOutcome {
    if Task.isCancelled { return .scheduled(after: .zero) }
    do {
      guard let handler = worker.handlers[job.kind] ?? (job.isStepped ? worker.steps : nil) else {
        guard try await pulse.isKnown(job.kind, in: enrolment().queue) else {
          return .retryable("this worker has no handler for \(job.kind)")
        }
        return .scheduled(after: Self.otherWorkerDelay)
      }
      return try await StatementLimit.within(handler.statementLimit) {
        try await withLimit(job.timeLimit, { try await handler.run(job) })
      }
    } catch {
      if Task.isCancelled { return .scheduled(after: .zero) }
      logger.warning(
        "job \(job.id) \(job.kind), attempt \(job.attempt): \(Untrusted("\(error)").printed)"
      )
      // Who asked for it may no longer: that does not pass by itself.
      if (error as? PostgresError)?.sqlState == .notPermitted { return .discarded("\(error)") }
      return .retryable("\(error)")
    }
  }

  /// How long a job waits for a worker that knows its kind to be the one that claims it.
  private static let otherWorkerDelay = Duration.seconds(3)

  private func withLimit(
    _ limit: Duration?,
    _ body: @escaping @Sendable () async throws -> JobOutcome
  ) async throws -> JobOutcome {
    guard let limit else { return try await body() }
    return try await withThrowingTaskGroup(of: JobOutcome?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let outcome = first else {
        throw TimeLimitExceeded(limit: limit)
      }
      return outcome
    }
  }
}

/// An attempt ran longer than its kind may.
struct TimeLimitExceeded: Error, CustomStringConvertible {
  let limit: Duration

  var description: String { "the attempt ran longer than \(limit)" }
}
