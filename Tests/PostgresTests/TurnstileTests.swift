import TestSupport
import Testing

@testable import Postgres

struct TurnstileTests {
  @Test
  func `tasks pass in the order in which they came`() async throws {
    let turnstile = Turnstile(places: 1, reentryMessage: "")
    try await turnstile.enter()
    let (passed, passing) = AsyncStream.makeStream(of: Int.self)
    try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          try await turnstile.enter()
          passing.yield(number)
          turnstile.leave()
        }
        try await eventually { turnstile.waitingCount > number }
      }
      turnstile.leave()
      try await group.waitForAll()
    }
    passing.finish()
    var order: [Int] = []
    for await number in passed { order.append(number) }
    #expect(order == Array(0..<20))
  }

  @Test
  func `a task that waits can be cancelled, and its place goes to nobody`() async throws {
    let turnstile = Turnstile(places: 1, reentryMessage: "")
    try await turnstile.enter()
    try await withThrowingTaskGroup { group in
      group.addTask { try await turnstile.enter() }
      try await eventually { turnstile.waitingCount > 0 }
      group.cancelAll()
      await #expect(throws: CancellationError.self) { try await group.next() }
    }
    #expect(turnstile.waitingCount == 0)
    turnstile.leave()
    try await turnstile.enter()
    turnstile.leave()
  }

  @Test
  func `a task inside that comes again is told so`() async throws {
    let turnstile = Turnstile(places: 1, reentryMessage: "once is enough")
    try await turnstile.enter()
    try await turnstile.lend {
      await #expect(throws: PostgresError.misuse("once is enough")) { try await turnstile.enter() }
      await withThrowingTaskGroup { group in
        group.addTask { try await turnstile.enter() }
        await #expect(throws: PostgresError.misuse("once is enough")) { try await group.next() }
      }
    }
    turnstile.leave()
  }

  @Test
  func `many tasks with cancellations leave every place free`() async throws {
    let turnstile = Turnstile(places: 3, reentryMessage: "")
    await withTaskGroup { group in
      for number in 0..<400 {
        group.addTask {
          do {
            try await turnstile.enter()
            await Task.yield()
            turnstile.leave()
          } catch {
            #expect(error is CancellationError)
          }
        }
        if number == 300 { group.cancelAll() }
      }
    }
    for _ in 0..<3 { try await turnstile.enter() }
    #expect(turnstile.waitingCount == 0)
  }
}
