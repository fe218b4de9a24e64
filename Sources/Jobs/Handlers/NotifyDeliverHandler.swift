package import Catalog
package import Postgres

/// Delivers due notices to a directory or a webhook.
///
/// The rows stay locked until they have arrived, so two workers never deliver the same notice. A
/// crash between the arrival and the commit delivers again under the same id.
package struct NotifyDeliverHandler: JobHandler {
  private let pool: ConnectionPool
  private let sink: @Sendable () -> any NoticeSink

  /// Takes its connections from `pool` and delivers to what `sink` is at that time.
  package init(pool: ConnectionPool, sink: @escaping @Sendable () -> any NoticeSink) {
    self.pool = pool
    self.sink = sink
  }

  /// Delivers until nothing is due.
  ///
  /// Where the receiver takes nothing of a batch, the job comes back. For notices that are due later
  /// there is another job.
  package func run(_ job: Job) async throws -> JobOutcome {
    let sink = sink()
    return try await pool.withConnection { connection in
      while let batch = try await deliverBatch(of: job, to: sink, on: connection) {
        // If none arrived, the rest need not be tried now. Others may be due before those that the
        // receiver put off, so it waits a minute at most.
        if batch.sent == 0, let wait = batch.wait {
          return .scheduled(after: .seconds(min(max(wait, 1), 60)))
        }
      }
      return .completed
    }
  }

  /// Delivers some; nil when none was due, else how many arrived, and in how many seconds the first
  /// is due again of those that may.
  private func deliverBatch(
    of job: Job,
    to sink: any NoticeSink,
    on connection: Connection
  ) async throws -> (sent: Int, wait: Int?)? {
    try await connection.withTransaction { transaction in
      let notices = try await transaction.call(
        JobsFunctions.outboxTake(jobID: job.id, lease: job.lease, maxRows: sink.batchNotices)
      ).map { Notice(id: $0.outboxID, key: $0.idempotencyKey, json: $0.notice.text) }
      guard !notices.isEmpty else { return nil }
      let deliveries = try await sink.deliver(notices)
      let told = deliveries.map { $0.told(sent: "sent") }
      let wait = try await transaction.one(
        JobsFunctions.outboxSettle(
          jobID: job.id,
          lease: job.lease,
          outboxIDs: notices.map(\.id),
          verdicts: told.map { $0.verdict },
          errors: told.map { $0.error },
          waits: told.map { $0.wait }
        )
      )
      return (deliveries.count(where: { $0 == .sent }), wait.map { Int($0) })
    }
  }
}
