import Jobs

/// Counts the events of the worker of one queue.
final class Tally: Sendable {
  /// Help texts of its metrics.
  static let help = [
    "reeve_worker_registrations_total":
      "Registrations: one at start, and one after each long silence.",
    "reeve_worker_connections_lost_total": "Lost connections of the worker itself.",
    "reeve_worker_claims_total": "Claimed jobs.",
    "reeve_worker_attempts_total": "Ended attempts, by the following state of their jobs.",
    "reeve_worker_attempt_seconds": "Duration of attempts.",
    "reeve_worker_stale_outcomes_total":
      "Outcomes that arrived after the job had been given to another worker.",
  ]

  private let queue: String
  private let registry: Registry

  init(queue: String, registry: Registry) {
    self.queue = queue
    self.registry = registry
    // These show from the beginning, at 0.
    for name in ["registrations", "connections_lost", "stale_outcomes"] { _ = counter(name) }
  }

  func note(_ event: WorkerEvent) {
    switch event {
    case .registered: counter("registrations").add()
    case .connectionLost: counter("connections_lost").add()
    case .stale(let count): counter("stale_outcomes").add(count)
    case .claimed(let kind, let count): counter("claims", [("kind", kind)]).add(count)
    case .ended(let kind, let state, let took):
      counter("attempts", [("kind", kind), ("outcome", state)]).add()
      registry.timer("reeve_worker_attempt_seconds", [("queue", queue), ("kind", kind)]).add(took)
    }
  }

  private func counter(_ name: String, _ labels: [(String, String)] = []) -> Series {
    registry.counter("reeve_worker_\(name)_total", [("queue", queue)] + labels)
  }
}
