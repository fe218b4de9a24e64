import Catalog
import Logging
import Postgres
import Synchronization

/// The exchange with the queue: endings go there, claimed jobs come from it.
extension WorkerSession {
  /// Claims jobs and records endings until the worker has stopped and holds nothing.
  func runFetcher() async throws -> Bool {
    var pace = Pace()
    var askAt = Duration.zero
    var cold = ColdScan()
    var claims = 0
    var failures = 0
    // Claimed, and taken in while the server works on the next call.
    var arrived: [ClaimedJob] = []
    // Whether a worker that runs once has applied what changed until now, and looks at the whole
    // queue: transactions that commit late leave jobs below the positions.
    var isSettled = false
    var isLast = false
    // Whether endings have waited for others, as long as they may.
    var isDue = false
    // A claim whose answer was lost may be committed, also some time after.
    var comparesAt = now + Self.compareInterval
    while true {
      do {
        if now >= comparesAt {
          try await compare(arrived)
          comparesAt = now + Self.compareInterval
        }
        if board.takeNews() { askAt = .zero }
        let isFirst = state.withLock { $0.isFirst }
        let isCold = isLast || cold.isDue(at: now, isFirst: isFirst)
        let isAsking = (isCold || now >= askAt) && mayClaim
        let plan = board.update { [isDue] dispatch in
          let wanted = dispatch.wanted
          // A cold claim moves the front of the queue, which only the first call of a transaction can.
          let isAlone = isCold && isAsking && wanted > 0
          let areWorth = isDue || dispatch.isUrgent || wanted > 0
          let endings = areWorth && !isAlone ? dispatch.takeEnded() : []
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
            board.wantsJobs = got < plan.wanted
            if got > 0 { (isSettled, isLast) = (false, false) }
            if got == 0, settings.isOnce, board.update({ $0.held }) == 0 {
              if isSettled, isCold { return true }
              // Many changes make a job.
              if !isSettled { try await settleSearch() }
              (isSettled, isLast) = (true, true)
            }
          }
        } else if !arrived.isEmpty {
          takeIn(exchange(&arrived, with: []))
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
        comparesAt = .zero
        try await clock.sleep(for: Backoff.jittered(after: failures, cap: .seconds(3)))
      }
    }
  }

  /// One claim in so many begins with the jobs that have waited longest, so that urgent ones do not
  /// keep the others waiting forever.
  private static let fairShare = 8

  /// How often the database's list of this worker's jobs is compared with what it holds.
  private static let compareInterval = Duration.seconds(60)

  /// Hands back what the database believes to run here and was never heard of.
  private func compare(_ arrived: [ClaimedJob]) async throws {
    let held = board.update { $0.heldIDs } + arrived.map(\.job.id)
    let unheard = try await talk.keep(enrolment(), held)
    if unheard > 0 {
      logger.warning("handed back \(unheard) jobs, as the answer to their claim was lost")
    }
  }

  private var mayClaim: Bool { state.withLock { $0.liveness.mayClaim(at: now) } }

  /// Records what has ended and claims in one call, and takes in meanwhile what came with the last.
  private func turn(
    _ endings: [EndedJob],
    _ claim: ClaimRequest?,
    takingIn last: [ClaimedJob]
  ) async throws -> [ClaimedJob] {
    let answer: TurnAnswer
    do {
      if last.isEmpty {
        answer = try await talk.turn(endings, claim)
      } else {
        async let next = talk.turn(endings, claim)
        takeIn(last)
        answer = try await next
      }
    } catch {
      board.update { $0.putBack(endings) }
      throw error
    }
    if answer.stale > 0 {
      logger.warning("\(answer.stale) outcomes arrived late or twice and were dropped")
      settings.observe?(.stale(answer.stale))
    }
    if let observe = settings.observe {
      for ended in endings {
        guard let took = ended.took else { continue }
        let state = answer.states[ended.id] ?? ended.outcome.state
        observe(.ended(kind: ended.kind, state: state, took: took))
      }
    }
    board.update { [now] dispatch in
      if !endings.isEmpty { dispatch.recorded(endings.count, at: now) }
      for claim in answer.claims { dispatch.announce(priority: claim.priority, seq: claim.seq) }
    }
    return answer.claims
  }

  private func takeIn(_ claims: [ClaimedJob]) {
    board.update { dispatch in for claim in claims { dispatch.accept(claim.job) } }
    if let observe = settings.observe {
      for (kind, count) in Dictionary(claims.map { ($0.job.kind, 1) }, uniquingKeysWith: +) {
        observe(.claimed(kind: kind, count: count))
      }
    }
  }
}
