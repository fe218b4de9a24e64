/// How long a test waits for what must happen before it fails.
///
/// Only a failing test waits that long: it allows for slow and busy machines and says nothing about
/// speed.
package let patience = Duration.seconds(300)

/// Sleeps until `condition` holds; for the length of ``patience`` at most.
///
/// It is for events in this process that nothing announces, such as a task that has begun to wait.
///
/// - Throws: `NotInTime` if it does not come to hold, `CancellationError`.
package func eventually(_ condition: () -> Bool) async throws {
  let deadline = ContinuousClock.now + patience
  while !condition() {
    guard ContinuousClock.now < deadline else { throw NotInTime(condition: "of eventually") }
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// A condition did not come true in time.
package struct NotInTime: Error {
  /// What was waited for.
  package let condition: String
}
