/// Yields to other tasks until `condition` holds, 20 seconds at most.
///
/// It is for events in this process that nothing announces, such as a task that has begun to wait.
///
/// - Throws: `NotInTime` if it does not come to hold, `CancellationError`.
package func eventually(_ condition: () -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(20)
  while !condition() {
    guard ContinuousClock.now < deadline else { throw NotInTime(condition: "of eventually") }
    try Task.checkCancellation()
    await Task.yield()
  }
}

/// A condition did not come true in time.
package struct NotInTime: Error {
  /// What was waited for.
  package let condition: String
}
