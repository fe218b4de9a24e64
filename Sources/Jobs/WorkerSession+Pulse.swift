import Catalog
import Logging
import Postgres
import Synchronization

/// The heartbeat, and what is decided by it: whether the worker may continue, and what people
/// cancel.
extension WorkerSession {
  /// Beats; ends when the database takes this worker for dead.
  func runPulse() async throws -> Bool {
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
        logger.warning("no heartbeat: \(Untrusted("\(error)").printed)")
      }
    }
  }

  /// Renews the host identity where it is time, and beats.
  func beat(as me: Enrolment) async throws -> JobsFunctions.WorkerBeatRow {
    do {
      try settings.identity?.renew()
    } catch {
      logger.warning("could not renew the host identity file: \(Untrusted("\(error)").printed)")
    }
    let proof = settings.identity?.proof
    let beat = try await pulse.beat(me, proof: proof)
    if beat.isAlive, let proof { settings.identity?.wasShown(proof) }
    return beat
  }

  /// Gives everything up when no beat has succeeded for too long.
  func runWatch() async throws -> Bool {
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

  /// Gives up all connections: the other end of a line that went dead answers no cancellation
  /// either.
  private func abandon() async {
    for store in [talk, pulse, house, search] { await store.abandon() }
    await indexers.abandon()
    state.withLock { $0.doorbell }?.abandon()
    await settings.abandon()
  }

  /// Passes on people's cancellations.
  func runCancellations() async throws -> Bool {
    while true {
      try await clock.sleep(for: .milliseconds(400))
      guard board.update({ $0.held }) > 0 else { continue }
      do {
        for attempt in try await pulse.cancelled(enrolment()) {
          board.cancel(attempt.jobID, lease: attempt.lease)
        }
      } catch let error as PostgresError {
        logger.debug("cancellations: \(Untrusted("\(error)").printed)")
      }
    }
  }
}
