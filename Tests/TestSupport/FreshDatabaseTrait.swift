import Glibc
import Postgres
package import Testing

/// Gives each test case a database of its own, and checks that the test leaves no connection to it.
///
/// Then it drops the database; that of a test that throws stays.
///
/// A few at a time: with all of them at once each is so slow that a worker is taken for dead. So
/// the time limit is this trait's own: that of Swift Testing would count the wait for the others,
/// too.
package struct FreshDatabaseTrait: SuiteTrait, TestTrait, TestScoping {
  private static let turnstile = Turnstile(places: 4, reentryMessage: "a test runs inside another")

  /// How long a test case may take once it has begun.
  let limit: Duration
  /// What the database is a copy of.
  var template = server.template

  /// The tests in a suite get one each, rather than the suite one.
  package var isRecursive: Bool { true }

  /// Copies the template, runs the test case with `TestDatabase.current` set, looks for leaks and
  /// drops the copy.
  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await Self.turnstile.enter()
    defer { Self.turnstile.leave() }
    let begin = ContinuousClock.now
    let database = try await TestDatabase.copy(of: template)
    try await TestDatabase.$bound.withValue(database) {
      try await withoutActuallyEscaping(function) { function in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask(operation: function)
          group.addTask {
            try await Task.sleep(for: limit)
            Issue.record("the test takes longer than \(limit)")
          }
          try await group.next()
          group.cancelAll()
        }
      }
    }
    let remaining = try await database.remainingConnections()
    if remaining > 0 {
      Issue.record("the test left \(remaining) connections to its database open")
    }
    try await database.drop()
    note(ContinuousClock.now - begin, of: test)
  }

  /// Adds a line to the file of durations: a test waits for others before it begins, which Swift
  /// Testing counts, too.
  private func note(_ duration: Duration, of test: Test) {
    guard let path = server.durations, let file = fopen(path, "a") else { return }
    let source = test.sourceLocation.fileID.split(separator: ".")[0]
    fputs("\(duration.components.seconds) s  \(source): \(test.name)\n", file)
    fclose(file)
  }
}

extension Trait where Self == FreshDatabaseTrait {
  /// A database of its own for each test case, `TestDatabase.current`, and 20 minutes.
  package static var freshDatabase: Self { freshDatabase(limit: .seconds(20 * 60)) }

  /// A database of its own for each test case, with nothing in it, and 20 minutes.
  package static var emptyDatabase: Self {
    Self(limit: .seconds(20 * 60), template: "template0")
  }

  /// A database of its own for each test case, and so much time.
  package static func freshDatabase(limit: Duration) -> Self { Self(limit: limit) }
}
