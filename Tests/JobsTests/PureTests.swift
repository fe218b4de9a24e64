import Catalog
import Testing

@testable import Jobs

private func job(_ id: Int64) -> Job {
  Job(
    id: id,
    lease: 1,
    attempt: 1,
    kind: "worker.probe",
    app: nil,
    arguments: "{}",
    timeLimit: nil
  )
}

@Suite struct BatchSizeTests {
  @Test func `a batch grows while transactions are short, and shrinks at once when one is long`() {
    var batch = BatchSize()
    #expect(batch.rows == 250)
    batch.adapt(to: 250, in: .milliseconds(10))
    #expect(batch.rows == 500)
    batch.adapt(to: 500, in: .milliseconds(160))
    #expect(batch.rows == 250)
    batch.adapt(to: 250, in: .seconds(1))
    #expect(batch.rows == 50)
    // However long each row takes, the transactions get short.
    batch.adapt(to: 50, in: .seconds(60))
    #expect(batch.rows == 1)
    for _ in 1...20 { batch.adapt(to: batch.rows, in: .zero) }
    batch.shrink()
    #expect(batch.rows == 1)
    for _ in 1...20 { batch.adapt(to: batch.rows, in: .zero) }
    #expect(batch.rows == 5000)
    // A few rows in a short time do not promise that many take no longer.
    batch.adapt(to: 1, in: .milliseconds(5))
    #expect(batch.rows == 50)
  }
}

@Suite struct BackoffTests {
  @Test(arguments: [(-1, 1), (1, 1), (2, 2), (5, 16), (10, 512), (11, 900), (Int.max, 900)])
  func `the wait doubles from a second and is capped`(attempt: Int, seconds: Int) {
    #expect(Backoff.delay(after: attempt) == .seconds(seconds))
  }

  @Test func `jitter stays within the wait and the cap`() {
    for attempt in 1...30 {
      let delay = Backoff.jittered(after: attempt, cap: .seconds(15))
      #expect(delay <= min(Backoff.delay(after: attempt), .seconds(15)))
      #expect(delay >= .milliseconds(100))
    }
  }
}

@Suite struct LivenessTests {
  @Test func `a silent worker stops claiming, then running, before the server ends it`() {
    var liveness = Liveness(registeredAt: .seconds(100))
    #expect(liveness.mayClaim(at: .seconds(105)))
    #expect(!liveness.mayClaim(at: .seconds(106)))
    #expect(liveness.remaining(at: .seconds(108)) == .seconds(2))
    #expect(liveness.remaining(at: .seconds(111)) == .zero)
    liveness.heard(sentAt: .seconds(104))
    #expect(liveness.mayClaim(at: .seconds(109)))
    #expect(liveness.remaining(at: .seconds(111)) == .seconds(3))
    #expect(Liveness.interval < Liveness.claimLimit && Liveness.claimLimit < Liveness.runLimit)
    #expect(Liveness.runLimit < .seconds(12))
  }

  @Test func `an answer that comes late does not set the clock back`() {
    var liveness = Liveness(registeredAt: .seconds(10))
    liveness.heard(sentAt: .seconds(5))
    #expect(liveness.mayClaim(at: .seconds(15)))
  }
}

@Suite struct PaceTests {
  @Test func `an idle worker asks ever more rarely, a busy one at once`() {
    var pace = Pace()
    #expect(pace.wait == .zero)
    pace.claimed(0, of: 8)
    #expect(pace.wait == .milliseconds(10))
    for _ in 0..<10 { pace.claimed(0, of: 8) }
    #expect(pace.wait == .milliseconds(250))
    pace.claimed(3, of: 8)
    #expect(pace.wait == .milliseconds(10))
    pace.claimed(8, of: 8)
    #expect(pace.wait == .zero)
  }

  @Test func `cold scans take a twentieth of the time at most`() {
    var cold = ColdScan()
    #expect(cold.isDue(at: .zero, isFirst: true))
    cold.ran(from: .zero, until: .milliseconds(1))
    #expect(!cold.isDue(at: .milliseconds(1000), isFirst: true))
    #expect(cold.isDue(at: .milliseconds(1001), isFirst: true))
    cold.ran(from: .seconds(10), until: .seconds(11))
    #expect(!cold.isDue(at: .seconds(30), isFirst: true))
    #expect(cold.isDue(at: .seconds(31), isFirst: true))
  }

  @Test func `a worker that is not the first of its queue scans, too, a fifth as often`() {
    var cold = ColdScan()
    cold.ran(from: .zero, until: .milliseconds(1))
    #expect(!cold.isDue(at: .milliseconds(5000), isFirst: false))
    #expect(cold.isDue(at: .milliseconds(5001), isFirst: false))
  }
}

extension Dispatch {
  fileprivate mutating func take(_ job: Job, priority: Int, seq: Int64) {
    announce(priority: priority, seq: seq)
    accept(job)
  }
}

@Suite struct DeliveryTests {
  @Test func `what a receiver answers is recorded as text that the database can hold`() {
    #expect(Delivery.retry("a\0b", after: 3).told(sent: "sent").error == "a\u{FFFD}b")
    #expect(Delivery.failed("\0").told(sent: "sent").error == "\u{FFFD}")
  }
}

@Suite struct DispatchTests {
  @Test func `a job on its way counts`() {
    var dispatch = Dispatch(concurrency: 2)
    dispatch.announce(priority: 1, seq: 7)
    #expect(dispatch.marks == [7, 1, 1])
    #expect(dispatch.held == 1)
    #expect(dispatch.wanted == 1)
    #expect(dispatch.start() == nil)
    dispatch.accept(job(1))
    #expect(dispatch.held == 1)
    #expect(dispatch.start()?.id == 1)
  }

  @Test func `what is held has its ids, from its arrival until its ending is recorded`() {
    var dispatch = Dispatch(concurrency: 2)
    for id in 1...3 { dispatch.take(job(Int64(id)), priority: 0, seq: Int64(id)) }
    let first = dispatch.start()
    _ = dispatch.start()
    #expect(dispatch.heldIDs.sorted() == [1, 2, 3])
    if let first { dispatch.finish(first, .completed) }
    #expect(dispatch.heldIDs.sorted() == [1, 2, 3])
    let endings = dispatch.takeEnded()
    #expect(dispatch.heldIDs.sorted() == [2, 3])
    dispatch.putBack(endings)
    #expect(dispatch.heldIDs.sorted() == [1, 2, 3])
  }

  @Test func `slow jobs are not claimed before a handler is free`() {
    var dispatch = Dispatch(concurrency: 2)
    #expect(dispatch.wanted == 2)
    dispatch.take(job(1), priority: 0, seq: 10)
    dispatch.take(job(2), priority: 0, seq: 11)
    #expect(dispatch.wanted == 0)
    #expect(dispatch.marks == [1, 11, 1])
    let first = dispatch.start()
    dispatch.finish(job(1), .completed)
    #expect(first?.id == 1)
    #expect(dispatch.wanted == 1, "the call that records the ending may fill its slot")
    #expect(dispatch.takeEnded().map(\.id) == [1])
    #expect(dispatch.wanted == 0, "not while it is being recorded")
    dispatch.recorded(1, at: .seconds(1))
    #expect(dispatch.wanted == 1)
  }

  @Test func `fast jobs are claimed ahead, and no longer when they are slow again`() {
    var dispatch = Dispatch(concurrency: 2)
    for round in 1...5 {
      for id in 0..<100 {
        dispatch.take(job(Int64(id)), priority: 0, seq: 1)
        _ = dispatch.start()
        dispatch.finish(job(Int64(id)), .completed)
      }
      _ = dispatch.takeEnded()
      dispatch.recorded(100, at: .milliseconds(round * 5))
    }
    #expect(dispatch.prefetch > 500)
    #expect(dispatch.prefetch <= Dispatch.prefetchLimit)
    for second in 1...12 {
      dispatch.take(job(1), priority: 0, seq: 1)
      _ = dispatch.start()
      dispatch.finish(job(1), .completed)
      _ = dispatch.takeEnded()
      dispatch.recorded(1, at: .seconds(second))
    }
    #expect(dispatch.prefetch == 0)
  }

  @Test func `a stop hands back what waits and what still comes`() {
    var dispatch = Dispatch(concurrency: 1)
    for id in 1...3 { dispatch.take(job(Int64(id)), priority: 1, seq: Int64(id)) }
    _ = dispatch.start()
    dispatch.stop()
    #expect(dispatch.wanted == 0)
    #expect(dispatch.start() == nil)
    dispatch.take(job(4), priority: 0, seq: 4)
    #expect(
      dispatch.takeEnded().map(\.outcome) == Array(repeating: .scheduled(after: .zero), count: 3)
    )
    #expect(dispatch.running == 1)
  }

  @Test func `endings that could not be recorded are kept, in order`() {
    var dispatch = Dispatch(concurrency: 4)
    for id in 1...3 {
      dispatch.take(job(Int64(id)), priority: 0, seq: Int64(id))
      _ = dispatch.start()
    }
    dispatch.finish(job(1), .completed)
    dispatch.finish(job(2), .retryable("x"))
    let taken = dispatch.takeEnded()
    dispatch.finish(job(3), .completed)
    dispatch.putBack(taken)
    #expect(dispatch.takeEnded().map(\.id) == [1, 2, 3])
    #expect(dispatch.held == 3)
  }
}
