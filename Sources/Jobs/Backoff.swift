/// Waits between attempts.
package enum Backoff {
  /// Returns how long to wait before attempt `attempt + 1`.
  ///
  /// The delay doubles from 1 s and is capped at 15 min; jitter is the caller's. The database has
  /// the same rule for jobs: `reeve.job_backoff`.
  ///
  /// - Parameter attempt: Attempts made so far, from 1.
  /// - Returns: A delay in 1 s ... 900 s.
  package static func delay(after attempt: Int) -> Duration {
    .seconds(min(900, 1 << min(max(attempt, 1) - 1, 20)))
  }

  /// Returns a random part of the delay, so that those who failed together do not return together.
  ///
  /// - Parameters:
  ///   - attempt: Attempts made so far, from 1.
  ///   - cap: The longest delay.
  /// - Returns: A delay from a tenth of the full one up to it.
  package static func jittered(after attempt: Int, cap: Duration = .seconds(900)) -> Duration {
    min(delay(after: attempt), cap) * Double.random(in: 0.1...1)
  }
}
