/// How long to try for locks on tables that an app writes.
package struct LockPatience: Sendable {
  /// How long writers may be held up at a time.
  let lockTimeout: Duration
  /// How long it tries; nil = until it has the locks.
  let budget: Duration?
  /// Measures the pauses.
  let clock: any Clock<Duration>

  /// Says how long.
  package init(
    lockTimeout: Duration = .milliseconds(100),
    budget: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.lockTimeout, self.budget, self.clock) = (lockTimeout, budget, clock)
  }
}
