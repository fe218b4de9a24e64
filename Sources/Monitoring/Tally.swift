import CoreMetrics
import Jobs
import Synchronization

/// Counts what the worker of one queue tells.
final class Tally: Sendable {
  /// What the names that it uses mean.
  static let help = [
    "reeve_worker_registrations_total": "Registrations: one, and one after each long silence.",
    "reeve_worker_connections_lost_total": "Connections of the worker itself that broke.",
    "reeve_worker_claims_total": "Jobs taken from the queue.",
    "reeve_worker_attempts_total": "Attempts that ended, by outcome.",
    "reeve_worker_attempt_seconds": "Time from the begin of an attempt to its end.",
    "reeve_worker_stale_outcomes_total": "Outcomes that came after the job was given to others.",
  ]

  /// Of one kind of job.
  private struct Meters {
    let claims: Counter
    let seconds: Timer
    var attempts: [String: Counter] = [:]
  }

  private let queue: String
  private let registry: Registry
  private let registrations: Counter
  private let losses: Counter
  private let stale: Counter
  private let kinds = Mutex<[String: Meters]>([:])

  init(queue: String, registry: Registry) {
    self.queue = queue
    self.registry = registry
    let counter = { (name: String) in
      Counter(
        label: "reeve_worker_\(name)_total",
        dimensions: [("queue", queue)],
        factory: registry
      )
    }
    registrations = counter("registrations")
    losses = counter("connections_lost")
    stale = counter("stale_outcomes")
  }

  func note(_ event: WorkerEvent) {
    switch event {
    case .registered: registrations.increment()
    case .connectionLost: losses.increment()
    case .stale(let count): stale.increment(by: count)
    case .claimed(let kind, let count): update(kind) { $0.claims.increment(by: count) }
    case .ended(let kind, let ending, let took):
      update(kind) { meters in
        let attempts = meters.attempts[ending.outcome] ?? attempts(of: kind, ending.outcome)
        meters.attempts[ending.outcome] = attempts
        attempts.increment()
        meters.seconds.recordNanoseconds(Int64(took / .nanoseconds(1)))
      }
    }
  }

  private func update(_ kind: String, _ body: (inout Meters) -> Void) {
    kinds.withLock { kinds in
      let labels = [("queue", queue), ("kind", kind)]
      body(
        &kinds[
          kind,
          default: Meters(
            claims: Counter(
              label: "reeve_worker_claims_total",
              dimensions: labels,
              factory: registry
            ),
            seconds: Timer(
              label: "reeve_worker_attempt_seconds",
              dimensions: labels,
              factory: registry
            )
          )
        ]
      )
    }
  }

  private func attempts(of kind: String, _ outcome: String) -> Counter {
    Counter(
      label: "reeve_worker_attempts_total",
      dimensions: [("queue", queue), ("kind", kind), ("outcome", outcome)],
      factory: registry
    )
  }
}
