import Answers
import Catalog
import Logging
import Postgres

/// The tasks that run handlers.
extension WorkerSession {
  /// Runs handlers for the jobs of the board until there will be none.
  func runHandlers() async -> Bool {
    await withTaskCancellationHandler {
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<settings.concurrency {
          group.addTask {
            while let job = await self.board.next() {
              let begunAt = self.now
              let outcome = await self.board.run(job) { await self.attempt(job) }
              self.board.finish(job, outcome, took: self.now - begunAt)
            }
            return false
          }
        }
        group.addTask { await self.isGraceOver() }
        var left = settings.concurrency
        for await isGraceOver in group {
          if isGraceOver {
            group.cancelAll()
          } else {
            left -= 1
            if left == 0 { group.cancelAll() }
          }
        }
      }
    } onCancel: {
      board.close()
    }
    return false
  }

  /// Waits for the end of the grace period; false if cancelled before.
  private func isGraceOver() async -> Bool {
    do {
      await board.stopped()
      try await clock.sleep(for: settings.grace)
      return true
    } catch {
      return false
    }
  }

  private func attempt(_ job: Job) async -> JobOutcome {
    if Task.isCancelled { return .scheduled(after: .zero) }
    do {
      guard let handler = worker.handlers[job.kind] ?? (job.isStepped ? worker.steps : nil) else {
        let isKnown = try await pulse.isKnown(job.kind, in: enrolment().queue)
        return .scheduled(after: isKnown ? Self.otherWorkerDelay : Self.absenceDelay)
      }
      return try await StatementLimit.within(handler.statementLimit) {
        try await withLimit(job.timeLimit, { try await handler.run(job) })
      }
    } catch {
      if Task.isCancelled { return .scheduled(after: .zero) }
      logger.warning(
        "job \(job.id) \(job.kind), attempt \(job.attempt): \(Untrusted("\(error)").printed)"
      )
      // A server that is full has not been asked for anything.
      if case .cannotConnect? = error as? PostgresError {
        return .scheduled(after: Self.absenceDelay)
      }
      // Whoever asked for it has lost the right to; a retry does not help.
      if (error as? PostgresError)?.sqlState == .notPermitted { return .discarded("\(error)") }
      return .retryable("\(error)")
    }
  }

  /// How long a job waits for a worker that knows its kind to be the one that claims it.
  private static let otherWorkerDelay = Duration.seconds(3)
  /// How long it waits where there is no such worker, or no connection for it.
  private static let absenceDelay = Duration.seconds(15)

  private func withLimit(
    _ limit: Duration?,
    _ body: @escaping @Sendable () async throws -> JobOutcome
  ) async throws -> JobOutcome {
    guard let limit else { return try await body() }
    return try await withThrowingTaskGroup(of: JobOutcome?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let outcome = first else {
        throw TimeLimitExceeded(limit: limit)
      }
      return outcome
    }
  }
}

/// An attempt ran longer than its kind may.
struct TimeLimitExceeded: Error, CustomStringConvertible {
  let limit: Duration

  var description: String { "the attempt ran longer than \(limit)" }
}
